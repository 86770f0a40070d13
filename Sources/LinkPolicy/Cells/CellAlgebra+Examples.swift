extension CellAlgebra {
  /// The first cell of a set in the order of axes and classes, or nil for the empty set.
  package func smallestCell(of set: CellGraph) -> [Int]? {
    guard !set.isEmpty else { return nil }
    guard !order.isDeclared else { return firstCell(of: set) }
    var box = CellBox(axes.map { .all($0.classCount) })
    for axis in axes.indices {
      for index in 0..<axes[axis].classCount {
        box.classes[axis] = ValueSet([index])
        if meets(set, box) { break }
      }
    }
    return box.classes.map { $0.values[0] }
  }

  /// Whether some cell of a box is in the set.
  package func meets(_ set: CellGraph, _ box: CellBox) -> Bool {
    var seen: Set<CellGraph> = []
    return meets(set, box, &seen)
  }

  private func meets(_ set: CellGraph, _ box: CellBox, _ seen: inout Set<CellGraph>) -> Bool {
    guard !set.isTerminal else { return !set.isEmpty }
    guard seen.insert(set).inserted else { return false }
    let axis = axis(of: set)
    return box.classes[axis].values.contains {
      meets(branch(set, axis: axis, class: $0), box, &seen)
    }
  }

  /// The first cell of a set that is not empty, where graphs branch in the order of axes.
  private func firstCell(of set: CellGraph) -> [Int] {
    var cell: [Int] = []
    var rest = set
    for axis in axes.indices {
      var index = 0
      // Reduced graphs have no path without a way to `full`, so any branch but the empty one does.
      while branch(rest, axis: axis, class: index).isEmpty {
        index += 1
      }
      cell.append(index)
      rest = branch(rest, axis: axis, class: index)
    }
    return cell
  }

  /// The box around a cell, as wide as the set allows: axes are widened in order, class by class.
  package mutating func widestBox(around cell: [Int], in set: CellGraph) -> CellBox {
    var box = CellBox(cell.map { ValueSet([$0]) })
    for axis in axes.indices {
      var whole = box
      whole.classes[axis] = .all(axes[axis].classCount)
      if isSubset(self.set(of: whole), of: set) {
        box = whole
        continue
      }
      for index in 0..<axes[axis].classCount where !box.classes[axis].contains(index) {
        var wider = box
        wider.classes[axis].insert(index)
        if isSubset(self.set(of: wider), of: set) {
          box = wider
        }
      }
    }
    return box
  }

  /// Few boxes that together are the set; they may overlap.
  ///
  /// Greedy and deterministic: the smallest cell not yet covered is widened as far as the set and
  /// the cells that do not matter allow. The boxes cover the set and nothing outside it but cells
  /// that do not matter; those of an algebra that is spent are the ones found until then.
  package mutating func boxes(of set: CellGraph, free: CellGraph = .empty) -> [CellBox] {
    let allowed = union(set, free)
    var rest = set
    var boxes: [CellBox] = []
    while let cell = smallestCell(of: rest) {
      let box = widestBox(around: cell, in: allowed)
      boxes.append(box)
      rest = difference(rest, self.set(of: box))
      if isSpent { break }
    }
    return boxes
  }
}
