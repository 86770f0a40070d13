package import LinkPolicy

extension CellAlgebra {
  /// The first cell of a set in the order of axes and classes, or nil for the empty set.
  package func smallestCell(of set: CellGraph) -> [Int]? {
    guard !set.isEmpty else { return nil }
    guard !order.isDeclared else { return firstCell(of: set) }
    var box = CellBox(axes.map { .all($0.classCount) })
    for axis in axes.indices {
      let classes = classes(of: axis, in: set, within: box)
      box.classes[axis] = ValueSet(classes.values.prefix(1))
    }
    return box.classes.map { $0.values[0] }
  }

  /// The classes of an axis that cells of the set within a box have.
  package func classes(of axis: Int, in set: CellGraph, within box: CellBox) -> ValueSet {
    var search = Meeting(box: box, axis: axis)
    return classes(meeting: set, &search).intersection(box.classes[axis])
  }

  /// What is known while it is worked out which classes of one axis a box and a set have in common,
  /// so that no graph is walked once a class.
  private struct Meeting {
    let box: CellBox
    let axis: Int
    /// Whether some cell of the box is in a graph below the axis.
    var meeting: [CellGraph: Bool] = [:]
    /// The classes of the axis with which it is, by graph at the axis or above.
    var classes: [CellGraph: ValueSet] = [:]
  }

  private func classes(meeting set: CellGraph, _ search: inout Meeting) -> ValueSet {
    let count = axes[search.axis].classCount
    let own = axis(of: set)
    guard !set.isTerminal, level(ofAxis: own) <= level(ofAxis: search.axis) else {
      return meets(set, &search) ? .all(count) : ValueSet()
    }
    if let known = search.classes[set] {
      return known
    }
    var result = ValueSet()
    if own == search.axis {
      for index in 0..<count where meets(branch(set, axis: own, class: index), &search) {
        result.insert(index)
      }
    } else {
      for index in search.box.classes[own].values {
        let next = branch(set, axis: own, class: index)
        result = result.union(classes(meeting: next, &search))
      }
    }
    search.classes[set] = result
    return result
  }

  /// Whether some cell of the box is in a set that does not branch on the axis.
  private func meets(_ set: CellGraph, _ search: inout Meeting) -> Bool {
    guard !set.isTerminal else { return !set.isEmpty }
    if let known = search.meeting[set] {
      return known
    }
    let axis = axis(of: set)
    var result = false
    for index in search.box.classes[axis].values where !result {
      result = meets(branch(set, axis: axis, class: index), &search)
    }
    search.meeting[set] = result
    return result
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
