internal import LinkPolicy

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
      let classes = box.classes[axis].values
      graph = self.graph(of: classes[...], from: 0, level: level(ofAxis: axis), of: graph)
    }
    return graph
  }

  /// The graph that is another one where an axis has one of some classes, and empty elsewhere.
  ///
  /// The classes, in order, are all of the set that stand behind one branch of the level above, the
  /// first number of which is `first`: only the paths that lead to them are made.
  private mutating func graph(
    of classes: ArraySlice<Int>, from first: Int, level: Int, of inside: CellGraph
  ) -> CellGraph {
    let (axis, stride) = (levels[level].axis, levels[level].stride)
    var branches: [CellGraph] = []
    var start = classes.startIndex
    for index in 0..<levels[level].branchCount {
      let low = first + index * stride
      let high = min(low + stride, axes[axis].classCount)
      var end = start
      while end < classes.endIndex, classes[end] < high {
        end += 1
      }
      if low >= high {
        // Numbers beyond the last class stand for it.
        let holdsLast = classes.last == axes[axis].classCount - 1
        branches.append(holdsLast ? inside : .empty)
      } else if end - start == high - low {
        branches.append(inside)
      } else if end == start {
        branches.append(.empty)
      } else {
        branches.append(
          graph(of: classes[start..<end], from: low, level: level + 1, of: inside))
      }
      start = end
    }
    return node(level: level, branches)
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
    let level = level(of: set)
    var branches: [CellGraph] = []
    for index in 0..<levels[level].branchCount {
      branches.append(forgetting(forgotten, in: branch(set, level: level, index), &known))
    }
    let isForgotten = forgotten[levels[level].axis]
    let result = isForgotten ? union(branches) : node(level: level, branches)
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
    let level = level(of: graph)
    var branches: [CellGraph] = []
    for index in 0..<levels[level].branchCount {
      branches.append(joining(dropped, in: branch(graph, level: level, index), &joined, &pairs))
    }
    var result = branches[0]
    if dropped[levels[level].axis] {
      for branch in branches.dropFirst() {
        result = either(result, branch, &pairs)
      }
    } else {
      result = node(level: level, branches)
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
    let level = min(level(of: a), level(of: b))
    // Two numbers would be two answers to one question.
    guard level < levels.count else { return a }
    let pair = GraphPair(a: a, b: b)
    if let result = pairs[pair] {
      return result
    }
    guard takesSteps() else { return .empty }
    var branches: [CellGraph] = []
    for index in 0..<levels[level].branchCount {
      branches.append(
        either(branch(a, level: level, index), branch(b, level: level, index), &pairs))
    }
    let result = node(level: level, branches)
    pairs[pair] = result
    return result
  }
}

/// Two graphs of one algebra.
private struct GraphPair: Hashable {
  var a: CellGraph
  var b: CellGraph
}
