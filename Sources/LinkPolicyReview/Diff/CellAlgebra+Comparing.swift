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
    let axis = min(axis(of: a), axis(of: b))
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

  /// Few boxes that together are the set: of several ways to widen a box the one that covers most
  /// is taken, and no box is kept that the others cover.
  mutating func fewBoxes(of set: CellGraph, free: CellGraph) -> [CellBox] {
    let allowed = union(set, free)
    var rest = set
    var boxes: [CellBox] = []
    while let cell = smallestCell(of: rest) {
      var best: (box: CellBox, count: Int)?
      for box in widenings(of: cell, in: allowed) {
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

  /// Boxes around a cell that cannot be widened, by axes in several orders.
  private mutating func widenings(of cell: [Int], in allowed: CellGraph) -> [CellBox] {
    let forward = Array(axes.indices)
    var boxes: [CellBox] = []
    for first in [0, axes.count / 3, axes.count * 2 / 3] {
      let order = Array(forward[first...] + forward[..<first])
      for order in [order, order.reversed()] {
        let box = widest(around: cell, in: allowed, order)
        if !boxes.contains(box) {
          boxes.append(box)
        }
      }
    }
    return boxes
  }

  private mutating func widest(
    around cell: [Int], in allowed: CellGraph, _ order: [Int]
  ) -> CellBox {
    var box = CellBox(cell.map { ValueSet([$0]) })
    for axis in order {
      var wider = box
      wider.classes[axis] = .all(axes[axis].classCount)
      if isSubset(set(of: wider), of: allowed) {
        box = wider
        continue
      }
      for index in 0..<axes[axis].classCount where !box.classes[axis].contains(index) {
        wider = box
        wider.classes[axis].insert(index)
        if isSubset(set(of: wider), of: allowed) {
          box = wider
        }
      }
    }
    return box
  }

  private mutating func irredundant(_ boxes: [CellBox], of set: CellGraph) -> [CellBox] {
    var kept = boxes
    var index = kept.count - 1
    while index >= 0, kept.count > 1 {
      var others = CellGraph.empty
      for (number, box) in kept.enumerated() where number != index {
        others = union(others, self.set(of: box))
      }
      if isSubset(set, of: others) {
        kept.remove(at: index)
      }
      index -= 1
    }
    return kept
  }
}
