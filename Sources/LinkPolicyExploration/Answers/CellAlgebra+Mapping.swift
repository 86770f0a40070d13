package import LinkPolicyAuthoring

extension CellAlgebra {
  /// Returns a copy of a mapping in which a function has replaced the number of each cell.
  package mutating func mapping(_ graph: CellGraph, by number: (Int) -> Int) -> CellGraph {
    var known = GraphResults()
    return mapping(graph, by: number, known: &known)
  }

  private mutating func mapping(
    _ graph: CellGraph, by number: (Int) -> Int, known: inout GraphResults
  ) -> CellGraph {
    if let result = known.result(of: graph) {
      return result
    }
    guard takesSteps() else { return .empty }
    let result: CellGraph
    if graph.isTerminal {
      result = .terminal(number(graph.number))
    } else {
      let level = level(of: graph)
      result = node(level: level) { algebra, index in
        algebra.mapping(algebra.branch(graph, level: level, index), by: number, known: &known)
      }
    }
    known.remember(result, of: graph)
    return result
  }

  /// Returns a mapping whose number in each cell is computed from the numbers of two mappings in this cell.
  package mutating func pairing(
    _ a: CellGraph, _ b: CellGraph, by number: (Int, Int) -> Int
  ) -> CellGraph {
    var known = GraphResults()
    return pairing(a, b, by: number, known: &known)
  }

  private mutating func pairing(
    _ a: CellGraph, _ b: CellGraph, by number: (Int, Int) -> Int,
    known: inout GraphResults
  ) -> CellGraph {
    if a.isTerminal, b.isTerminal {
      return .terminal(number(a.number, b.number))
    }
    if let result = known.result(of: a, b) {
      return result
    }
    guard takesSteps() else { return .empty }
    let level = min(level(of: a), level(of: b))
    let result = node(level: level) { algebra, index in
      algebra.pairing(
        algebra.branch(a, level: level, index), algebra.branch(b, level: level, index), by: number,
        known: &known)
    }
    known.remember(result, of: a, b)
    return result
  }

  /// Returns a mapping that no longer tests the dropped axes.
  ///
  /// A cell's number is computed from the numbers of all cells that differ from the cell only on the dropped axes.
  package mutating func gathering(
    _ dropped: [Bool], in graph: CellGraph, by number: (Int, Int) -> Int
  ) -> CellGraph {
    var known = GraphResults()
    return gathering(dropped, in: graph, by: number, known: &known)
  }

  private mutating func gathering(
    _ dropped: [Bool], in graph: CellGraph, by number: (Int, Int) -> Int,
    known: inout GraphResults
  ) -> CellGraph {
    guard !graph.isTerminal else { return graph }
    if let result = known.result(of: graph) {
      return result
    }
    guard takesSteps() else { return .empty }
    let level = level(of: graph)
    var result: CellGraph
    if dropped[levels[level].axis] {
      result = gathering(dropped, in: branch(graph, level: level, 0), by: number, known: &known)
      for index in 1..<levels[level].branchCount {
        let branch = gathering(
          dropped, in: branch(graph, level: level, index), by: number, known: &known)
        if branch != result {
          result = pairing(result, branch, by: number)
        }
      }
    } else {
      result = node(level: level) { algebra, index in
        algebra.gathering(
          dropped, in: algebra.branch(graph, level: level, index), by: number, known: &known)
      }
    }
    known.remember(result, of: graph)
    return result
  }

  /// Returns the cells to which two mappings give different numbers, apart from the cells to which either mapping gives
  /// the number zero.
  ///
  /// Graphs that both mappings share have no such cells, so the search visits only the graphs that differ.
  package mutating func differing(_ a: CellGraph, _ b: CellGraph) -> CellGraph {
    var known = GraphResults()
    return differing(a, b, known: &known)
  }

  private mutating func differing(
    _ a: CellGraph, _ b: CellGraph, known: inout GraphResults
  ) -> CellGraph {
    guard a != b, !a.isEmpty, !b.isEmpty else { return .empty }
    guard !a.isTerminal || !b.isTerminal else { return .full }
    if let result = known.result(of: a, b) {
      return result
    }
    guard takesSteps() else { return .empty }
    let level = min(level(of: a), level(of: b))
    let result = node(level: level) { algebra, index in
      algebra.differing(
        algebra.branch(a, level: level, index), algebra.branch(b, level: level, index),
        known: &known)
    }
    known.remember(result, of: a, b)
    return result
  }

  /// Returns a small number of boxes that together cover a set of cells.
  ///
  /// A box may also contain cells of `free`. The function widens each box along the axes in every given order, and
  /// keeps the result that covers the most remaining cells. Finally, the function drops boxes that other boxes cover.
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

extension CellAlgebra {
  /// Returns the number that a mapping gives to a fact vector.
  package func number(of graph: CellGraph, reading value: (_ fact: Int) -> Int) -> Int {
    var graph = graph
    while !graph.isTerminal {
      let index = axis(of: graph)
      // An axis has arrays, so a copy of the axis would take longer than the step.
      let number = axes[index].classOfValue[value(axes[index].fact)]
      graph = branch(graph, axis: index, class: number)
    }
    return graph.number
  }

  /// Returns a mapping that no longer tests the derived facts.
  ///
  /// The mapping keeps every answer, because the basic facts of a possible cell determine its derived facts.
  mutating func mapping(
    _ graph: CellGraph, without derived: Range<Int>, known: inout GraphMemo
  ) -> CellGraph {
    guard !graph.isTerminal else { return graph }
    if let result = known.result(of: graph) {
      return result
    }
    guard takesSteps() else { return .empty }
    let level = level(of: graph)
    var result = CellGraph.empty
    if derived.contains(axes[levels[level].axis].fact) {
      for index in 0..<levels[level].branchCount where result.isEmpty {
        result = mapping(branch(graph, level: level, index), without: derived, known: &known)
      }
    } else {
      result = node(level: level) { algebra, index in
        algebra.mapping(
          algebra.branch(graph, level: level, index), without: derived, known: &known)
      }
    }
    known.remember(result, of: graph)
    return result
  }
}

/// A traversal of two answer graphs in parallel.
///
/// Both graphs must branch in the same order. Each step tests the first fact that either graph tests. A graph stays at
/// its node if the node does not test the fact of the step.
struct JointBranching {
  let left: AnswerGraph
  let right: AnswerGraph
  /// The fact whose values the two graphs number differently; -1 if there is no such fact.
  let fact: Int
  /// For each value of `fact` that the graphs number differently, its two numbers.
  ///
  /// Equal numbers always mean the same value.
  let pairs: [(before: Int, after: Int)]

  /// A branch from a pair of nodes: one value of a fact, with the next node of each graph.
  struct Branch {
    /// The tested fact.
    let fact: Int
    /// The value of the tested fact in the left graph.
    let value: Int
    let left: CellGraph
    let right: CellGraph
  }

  /// Visits every branch from two nodes, value by value.
  ///
  /// At least one of the two nodes must test a fact.
  ///
  /// - Parameters:
  ///   - a: the node in the left graph.
  ///   - b: the node in the right graph.
  ///   - isEnough: a function that receives each branch, and returns true to end the visit.
  func visit(_ a: CellGraph, _ b: CellGraph, until isEnough: (Branch) -> Bool) {
    let (i, j) = (left.algebra.axis(of: a), right.algebra.axis(of: b))
    let facts = (
      i < left.algebra.axes.count ? left.algebra.axes[i].fact : Int.max,
      j < right.algebra.axes.count ? right.algebra.axes[j].fact : Int.max
    )
    let tested = first(facts.0, facts.1)
    let values = (facts.0 == tested ? left.algebra.axes[i] : right.algebra.axes[j]).classOfValue
    for value in values.indices {
      let next =
        facts.0 == tested
        ? left.algebra.branch(a, axis: i, class: left.algebra.axes[i].classOfValue[value]) : a
      var readings = [value]
      if tested == fact {
        readings += pairs.filter { $0.before == value }.map { $0.after }
      }
      for reading in readings {
        let match =
          facts.1 == tested
          ? right.algebra.branch(b, axis: j, class: right.algebra.axes[j].classOfValue[reading])
          : b
        let branch = Branch(fact: tested, value: value, left: next, right: match)
        if isEnough(branch) {
          return
        }
      }
    }
  }

  /// Returns whether a node of the left graph tests a fact, but has possible cells for only one class of the fact's
  /// values.
  func isForced(_ a: CellGraph, testing fact: Int) -> Bool {
    let axis = left.algebra.axis(of: a)
    guard axis < left.algebra.axes.count, left.algebra.axes[axis].fact == fact else { return false }
    let open = (0..<left.algebra.axes[axis].classCount).count {
      !left.algebra.branch(a, axis: axis, class: $0).isEmpty
    }
    return open == 1
  }

  /// Returns the fact on which two nodes branch first; `Int.max` if neither node branches.
  func first(_ a: Int, _ b: Int) -> Int {
    guard a != .max, b != .max else { return min(a, b) }
    return left.algebra.order.places(b, before: a) ? b : a
  }
}
