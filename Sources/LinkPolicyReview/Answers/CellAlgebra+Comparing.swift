package import LinkPolicyAuthoring

extension CellAlgebra {
  /// A mapping with every number replaced by another.
  package mutating func mapping(_ graph: CellGraph, _ number: (Int) -> Int) -> CellGraph {
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
      let level = level(of: graph)
      var branches: [CellGraph] = []
      for index in 0..<levels[level].branchCount {
        branches.append(mapping(branch(graph, level: level, index), number, &known))
      }
      result = node(level: level, branches)
    }
    known[graph] = result
    return result
  }

  /// The mapping of each cell to a number made of those that two mappings give it.
  package mutating func pairing(
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
    let level = min(level(of: a), level(of: b))
    var branches: [CellGraph] = []
    for index in 0..<levels[level].branchCount {
      branches.append(
        pairing(
          branch(a, level: level, index), branch(b, level: level, index), number, &known))
    }
    let result = node(level: level, branches)
    known[[a, b]] = result
    return result
  }

  /// A mapping without some axes: each cell gets a number made of those of all cells that are like it on the others.
  package mutating func gathering(
    _ dropped: [Bool], in graph: CellGraph, _ number: (Int, Int) -> Int
  ) -> CellGraph {
    var known: [CellGraph: CellGraph] = [:]
    return gathering(dropped, in: graph, number, &known)
  }

  private mutating func gathering(
    _ dropped: [Bool], in graph: CellGraph, _ number: (Int, Int) -> Int,
    _ known: inout [CellGraph: CellGraph]
  ) -> CellGraph {
    guard !graph.isTerminal else { return graph }
    if let result = known[graph] {
      return result
    }
    guard takesSteps() else { return .empty }
    let level = level(of: graph)
    var branches: [CellGraph] = []
    for index in 0..<levels[level].branchCount {
      branches.append(gathering(dropped, in: branch(graph, level: level, index), number, &known))
    }
    var result = branches[0]
    if dropped[levels[level].axis] {
      for branch in branches.dropFirst() where branch != result {
        result = pairing(result, branch, number)
      }
    } else {
      result = node(level: level, branches)
    }
    known[graph] = result
    return result
  }

  /// Few boxes that together are the set, beside cells that do not matter.
  ///
  /// A box is widened by one order of the axes after the other, and the one that covers most is
  /// taken; no box is kept that the others cover.
  package mutating func fewBoxes(of set: CellGraph, free: CellGraph, orders: [[Int]]) -> [CellBox] {
    let allowed = union(set, free)
    var rest = set
    var boxes: [CellBox] = []
    while !isSpent, let cell = smallestCell(of: rest) {
      var best: (box: CellBox, count: Int)?
      for order in orders {
        let box = widestBox(around: cell, in: allowed, widening: order)
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
