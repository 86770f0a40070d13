internal import LinkPolicy

extension CellAlgebra {
  /// A mapping with every number replaced by another.
  mutating func mapping(_ graph: CellGraph, _ number: (Int) -> Int) -> CellGraph {
    var known: [CellGraph: CellGraph] = [:]
    return mapping(graph, number, &known)
  }

  private mutating func mapping(
    _ graph: CellGraph, _ number: (Int) -> Int, _ known: inout [CellGraph: CellGraph]
  ) -> CellGraph {
    if let result = known[graph] {
      return result
    }
    guard takesSteps() else { return .empty }
    let result: CellGraph
    if graph.isTerminal {
      result = .terminal(number(graph.number))
    } else {
      let axis = axis(of: graph)
      var branches: [CellGraph] = []
      for index in 0..<axes[axis].classCount {
        branches.append(mapping(branch(graph, axis: axis, class: index), number, &known))
      }
      result = node(axis: axis, branches: branches)
    }
    known[graph] = result
    return result
  }

  /// The mapping of each cell to a number made of those that two mappings give it.
  mutating func pairing(
    _ a: CellGraph, _ b: CellGraph, _ number: (Int, Int) -> Int
  ) -> CellGraph {
    var known: [[CellGraph]: CellGraph] = [:]
    return pairing(a, b, number, &known)
  }

  private mutating func pairing(
    _ a: CellGraph, _ b: CellGraph, _ number: (Int, Int) -> Int,
    _ known: inout [[CellGraph]: CellGraph]
  ) -> CellGraph {
    if a.isTerminal, b.isTerminal {
      return .terminal(number(a.number, b.number))
    }
    if let result = known[[a, b]] {
      return result
    }
    guard takesSteps() else { return .empty }
    let axis = axis(ofEither: a, b)
    var branches: [CellGraph] = []
    for index in 0..<axes[axis].classCount {
      branches.append(
        pairing(
          branch(a, axis: axis, class: index), branch(b, axis: axis, class: index), number, &known))
    }
    let result = node(axis: axis, branches: branches)
    known[[a, b]] = result
    return result
  }

  /// Few boxes that together are the set, beside cells that do not matter.
  ///
  /// A box is widened by one order of the axes after the other, and the one that covers most is
  /// taken; no box is kept that the others cover.
  mutating func fewBoxes(of set: CellGraph, free: CellGraph, orders: [[Int]]) -> [CellBox] {
    let allowed = union(set, free)
    var rest = set
    var boxes: [CellBox] = []
    while !isSpent, let cell = smallestCell(of: rest) {
      var best: (box: CellBox, count: Int)?
      for order in orders {
        let box = widest(around: cell, in: allowed, order)
        guard best?.box != box else { continue }
        let inside = self.set(of: box)
        let common = intersection(inside, rest)
        let covered = count(common)
        if best.map({ covered > $0.count }) ?? true {
          best = (box, covered)
        }
      }
      guard let best else { break }
      boxes.append(best.box)
      rest = difference(rest, self.set(of: best.box))
    }
    return irredundant(boxes, of: set)
  }

  /// Whether every cell of a box is in the set.
  mutating func holds(_ set: CellGraph, _ box: CellBox) -> Bool {
    var seen: Set<CellGraph> = []
    return holds(set, box, &seen)
  }

  private mutating func holds(
    _ set: CellGraph, _ box: CellBox, _ seen: inout Set<CellGraph>
  ) -> Bool {
    guard !set.isTerminal else { return !set.isEmpty }
    guard seen.insert(set).inserted else { return true }
    guard takesSteps() else { return false }
    let axis = axis(of: set)
    for index in box.classes[axis].values
    where !holds(branch(set, axis: axis, class: index), box, &seen) {
      return false
    }
    return true
  }

  /// The classes of an axis that cells of the set within a box have.
  func classes(of axis: Int, in set: CellGraph, within box: CellBox) -> ValueSet {
    var box = box
    let all = box.classes[axis]
    var result = ValueSet()
    for index in all.values {
      box.classes[axis] = ValueSet([index])
      if meets(set, box) {
        result.insert(index)
      }
    }
    return result
  }

  private mutating func widest(
    around cell: [Int], in allowed: CellGraph, _ order: [Int]
  ) -> CellBox {
    var box = CellBox(cell.map { ValueSet([$0]) })
    for axis in order {
      var wider = box
      wider.classes[axis] = .all(axes[axis].classCount)
      if holds(allowed, wider) {
        box = wider
        continue
      }
      // Only what is new has to be looked at.
      for index in 0..<axes[axis].classCount where !box.classes[axis].contains(index) {
        wider = box
        wider.classes[axis] = ValueSet([index])
        if holds(allowed, wider) {
          box.classes[axis].insert(index)
        }
      }
    }
    return box
  }

  private mutating func irredundant(_ boxes: [CellBox], of set: CellGraph) -> [CellBox] {
    var kept = boxes
    var index = kept.count - 1
    while index >= 0, kept.count > 1 {
      var others: [CellGraph] = []
      for (number, box) in kept.enumerated() where number != index {
        others.append(self.set(of: box))
      }
      let covered = union(others)
      if isSubset(set, of: covered) {
        kept.remove(at: index)
      }
      index -= 1
    }
    return kept
  }
}
