extension CellAlgebra {
  /// The cells in either set.
  package mutating func union(_ a: CellGraph, _ b: CellGraph) -> CellGraph {
    choose(a, .full, else: b)
  }

  /// The cells in both sets.
  package mutating func intersection(_ a: CellGraph, _ b: CellGraph) -> CellGraph {
    choose(a, b, else: .empty)
  }

  /// The cells of the first set that are not in the second.
  package mutating func difference(_ a: CellGraph, _ b: CellGraph) -> CellGraph {
    choose(b, .empty, else: a)
  }

  /// The cells that are not in the set.
  package mutating func complement(_ set: CellGraph) -> CellGraph {
    choose(set, .empty, else: .full)
  }

  /// Whether every cell of the first set is in the second; an algebra that is spent never says so.
  package mutating func isSubset(_ a: CellGraph, of b: CellGraph) -> Bool {
    let rest = difference(a, b)
    return rest.isEmpty && !isSpent
  }

  /// The cells in any of the sets, joined pairwise so that large unions stay cheap.
  package mutating func union(_ sets: [CellGraph]) -> CellGraph {
    var sets = sets
    while sets.count > 1 {
      var joined: [CellGraph] = []
      var index = 0
      while index + 1 < sets.count {
        joined.append(union(sets[index], sets[index + 1]))
        index += 2
      }
      if index < sets.count {
        joined.append(sets[index])
      }
      sets = joined
    }
    return sets.first ?? .empty
  }

  /// The cells of a box.
  package mutating func set(of box: CellBox) -> CellGraph {
    var graph = CellGraph.full
    for axis in branching.reversed() where box.classes[axis].count < axes[axis].classCount {
      var branches = [CellGraph](repeating: .empty, count: axes[axis].classCount)
      for index in box.classes[axis].values {
        branches[index] = graph
      }
      graph = node(axis: axis, branches: branches)
    }
    return graph
  }

  /// The cells from which some cell of the set is reached by changing the given axes alone.
  package mutating func forgetting(_ forgotten: [Bool], in set: CellGraph) -> CellGraph {
    var known: [CellGraph: CellGraph] = [:]
    return forgetting(forgotten, in: set, &known)
  }

  private mutating func forgetting(
    _ forgotten: [Bool], in set: CellGraph, _ known: inout [CellGraph: CellGraph]
  ) -> CellGraph {
    guard !set.isTerminal else { return set }
    if let result = known[set] {
      return result
    }
    guard takesSteps() else { return .empty }
    let axis = self.axis(of: set)
    var branches: [CellGraph] = []
    for index in 0..<axes[axis].classCount {
      let next = branch(set, axis: axis, class: index)
      branches.append(forgetting(forgotten, in: next, &known))
    }
    let result = forgotten[axis] ? union(branches) : node(axis: axis, branches: branches)
    known[set] = result
    return result
  }

  /// A mapping without some axes: each cell gets the number that any of the cells gets which are
  /// like it on the others.
  ///
  /// Zero stands for none; other numbers are assumed to depend on the other axes alone.
  package mutating func joining(_ dropped: [Bool], in graph: CellGraph) -> CellGraph {
    guard dropped.contains(true) else { return graph }
    var joined: [CellGraph: CellGraph] = [:]
    var pairs: [GraphPair: CellGraph] = [:]
    return joining(dropped, in: graph, &joined, &pairs)
  }

  private mutating func joining(
    _ dropped: [Bool], in graph: CellGraph, _ joined: inout [CellGraph: CellGraph],
    _ pairs: inout [GraphPair: CellGraph]
  ) -> CellGraph {
    guard !graph.isTerminal else { return graph }
    if let result = joined[graph] {
      return result
    }
    guard takesSteps() else { return .empty }
    let axis = self.axis(of: graph)
    var branches: [CellGraph] = []
    for index in 0..<axes[axis].classCount {
      let next = branch(graph, axis: axis, class: index)
      branches.append(joining(dropped, in: next, &joined, &pairs))
    }
    var result = branches[0]
    if dropped[axis] {
      for branch in branches.dropFirst() {
        result = either(result, branch, &pairs)
      }
    } else {
      result = node(axis: axis, branches: branches)
    }
    joined[graph] = result
    return result
  }

  /// The number that either of two mappings gives, which agree where both give one.
  private mutating func either(
    _ a: CellGraph, _ b: CellGraph, _ pairs: inout [GraphPair: CellGraph]
  ) -> CellGraph {
    if a == b || b.isEmpty {
      return a
    }
    if a.isEmpty {
      return b
    }
    let axis = self.axis(ofEither: a, b)
    // Two numbers would be two answers to one question.
    guard axis < axes.count else { return a }
    let pair = GraphPair(a: a, b: b)
    if let result = pairs[pair] {
      return result
    }
    guard takesSteps() else { return .empty }
    var branches: [CellGraph] = []
    for index in 0..<axes[axis].classCount {
      branches.append(
        either(
          branch(a, axis: axis, class: index), branch(b, axis: axis, class: index), &pairs))
    }
    let result = node(axis: axis, branches: branches)
    pairs[pair] = result
    return result
  }

  /// The number of cells, counting every axis; `Int.max` where there are more.
  package func count(_ set: CellGraph) -> Int {
    var known: [CellGraph: Int] = [:]
    let first = count(set, &known)
    return Self.times(first, cells(above: set))
  }

  private func count(_ set: CellGraph, _ known: inout [CellGraph: Int]) -> Int {
    guard !set.isTerminal else { return set.number == 0 ? 0 : 1 }
    if let result = known[set] {
      return result
    }
    let axis = self.axis(of: set)
    var total = 0
    for index in 0..<axes[axis].classCount {
      let next = branch(set, axis: axis, class: index)
      let part = Self.times(count(next, &known), cells(between: axis, and: next))
      let (sum, overflow) = total.addingReportingOverflow(part)
      total = overflow ? Int.max : sum
    }
    known[set] = total
    return total
  }

  /// How many combinations of classes there are of the axes that graphs branch on before a graph.
  private func cells(above graph: CellGraph) -> Int {
    cells(from: 0, to: level(ofAxis: axis(of: graph)))
  }

  /// The same for the axes between one and a graph below it.
  private func cells(between axis: Int, and graph: CellGraph) -> Int {
    cells(from: level(ofAxis: axis) + 1, to: level(ofAxis: self.axis(of: graph)))
  }

  private func cells(from first: Int, to last: Int) -> Int {
    var product = 1
    for axis in branching[first..<max(first, last)] {
      product = Self.times(product, axes[axis].classCount)
    }
    return product
  }

  private static func times(_ a: Int, _ b: Int) -> Int {
    let (product, overflow) = a.multipliedReportingOverflow(by: b)
    return overflow ? Int.max : product
  }
}

/// Two graphs of one algebra.
private struct GraphPair: Hashable {
  var a: CellGraph
  var b: CellGraph
}
