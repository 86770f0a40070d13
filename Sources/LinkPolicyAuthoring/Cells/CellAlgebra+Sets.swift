package import LinkPolicy

extension CellAlgebra {
  /// Returns the cells that are in at least one of two sets.
  package mutating func union(_ a: CellGraph, _ b: CellGraph) -> CellGraph {
    choose(a, .full, else: b)
  }

  /// Returns the cells that are in both of two sets.
  package mutating func intersection(_ a: CellGraph, _ b: CellGraph) -> CellGraph {
    choose(a, b, else: .empty)
  }

  /// Returns the cells of the first set that are not in the second set.
  package mutating func difference(_ a: CellGraph, _ b: CellGraph) -> CellGraph {
    choose(b, .empty, else: a)
  }

  /// Returns the cells that are not in the set.
  package mutating func complement(_ set: CellGraph) -> CellGraph {
    choose(set, .empty, else: .full)
  }

  /// Returns whether every cell of the first set is in the second set; always false if the algebra has exceeded its
  /// allowance of steps.
  package mutating func isSubset(_ a: CellGraph, of b: CellGraph) -> Bool {
    let rest = difference(a, b)
    return rest.isEmpty && !isSpent
  }

  /// Returns the cells that are in at least one of the sets.
  ///
  /// The method merges the sets in pairs, so that a union of many sets stays cheap.
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

  /// Returns the set of all cells in a box.
  package mutating func set(of box: CellBox) -> CellGraph {
    var graph = CellGraph.full
    for axis in branching.reversed() where box.classes[axis].count < axes[axis].classCount {
      graph = self.graph(of: box.classes[axis], axis: axis, of: graph)
    }
    return graph
  }

  /// Returns a graph that is `inside` below each of the given classes of an axis, and empty below all other classes.
  package mutating func graph(
    of classes: ValueSet, axis: Int, of inside: CellGraph
  ) -> CellGraph {
    let level = level(ofAxis: axis)
    guard levels[level].isLast else {
      return graph(of: classes.values[...], from: 0, level: level, of: inside)
    }
    return node(level: level) { _, index in classes.contains(index) ? inside : .empty }
  }

  /// Returns a graph that is `inside` below each of the given classes of a wide axis, and empty below all other classes.
  ///
  /// The classes must be sorted. All given classes are behind one branch of the level above. The branch starts with the
  /// class number `first`. The method builds only the paths to the given classes.
  private mutating func graph(
    of classes: ArraySlice<Int>, from first: Int, level: Int, of inside: CellGraph
  ) -> CellGraph {
    let stride = levels[level].stride
    let classCount = axes[levels[level].axis].classCount
    var start = classes.startIndex
    return node(level: level) { algebra, index in
      let low = first + index * stride
      let high = min(low + stride, classCount)
      if low >= high {
        // A class number beyond the last class represents the last class.
        return classes.last == classCount - 1 ? inside : .empty
      }
      var end = start
      while end < classes.endIndex, classes[end] < high {
        end += 1
      }
      let own = classes[start..<end]
      start = end
      if own.isEmpty || own.count == high - low {
        return own.isEmpty ? .empty : inside
      }
      return algebra.graph(of: own, from: low, level: level + 1, of: inside)
    }
  }

  /// Returns the cells of the set, and all cells that differ from a cell of the set only on the forgotten axes.
  package mutating func forgetting(_ forgotten: [Bool], in set: CellGraph) -> CellGraph {
    var known = GraphResults()
    return forgetting(forgotten, in: set, &known)
  }

  private mutating func forgetting(
    _ forgotten: [Bool], in set: CellGraph, _ known: inout GraphResults
  ) -> CellGraph {
    guard !set.isTerminal else { return set }
    if let result = known.result(of: set) {
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
    known.remember(result, of: set)
    return result
  }

  /// Returns a mapping in which all cells that differ only on the dropped axes have the same number.
  ///
  /// This is the nonzero number that `graph` gives to at least one of these cells, or zero if `graph` gives zero to all
  /// of them. The method assumes that nonzero numbers depend only on the remaining axes.
  package mutating func joining(_ dropped: [Bool], in graph: CellGraph) -> CellGraph {
    guard dropped.contains(true) else { return graph }
    var joined = GraphResults()
    var pairs = GraphResults()
    return joining(dropped, in: graph, joined: &joined, pairs: &pairs)
  }

  private mutating func joining(
    _ dropped: [Bool], in graph: CellGraph, joined: inout GraphResults, pairs: inout GraphResults
  ) -> CellGraph {
    guard !graph.isTerminal else { return graph }
    if let result = joined.result(of: graph) {
      return result
    }
    guard takesSteps() else { return .empty }
    let level = level(of: graph)
    var result = CellGraph.empty
    if dropped[levels[level].axis] {
      for index in 0..<levels[level].branchCount {
        let branch = joining(
          dropped, in: branch(graph, level: level, index), joined: &joined, pairs: &pairs)
        result = either(result, branch, pairs: &pairs)
      }
    } else {
      result = node(level: level) { algebra, index in
        algebra.joining(
          dropped, in: algebra.branch(graph, level: level, index), joined: &joined, pairs: &pairs)
      }
    }
    joined.remember(result, of: graph)
    return result
  }

  /// Merges two mappings from cells to numbers, in which zero means that the cell has no number.
  ///
  /// If both mappings give a number to a cell, the numbers must be equal.
  private mutating func either(
    _ a: CellGraph, _ b: CellGraph, pairs: inout GraphResults
  ) -> CellGraph {
    if a == b || b.isEmpty {
      return a
    }
    if a.isEmpty {
      return b
    }
    let level = min(level(of: a), level(of: b))
    // By the precondition, the two graphs are not terminals with different numbers.
    guard level < levels.count else { return a }
    if let result = pairs.result(of: a, b) {
      return result
    }
    guard takesSteps() else { return .empty }
    let result = node(level: level) { algebra, index in
      algebra.either(
        algebra.branch(a, level: level, index), algebra.branch(b, level: level, index),
        pairs: &pairs)
    }
    pairs.remember(result, of: a, b)
    return result
  }
}

extension CellAlgebra {
  /// Returns the number of cells in a set, or `Int.max` on overflow.
  package func count(_ set: CellGraph) -> Int {
    var known: [CellGraph: Int] = [:]
    let first = count(set, &known)
    return Self.times(first, cells(ofLevels: 0, to: level(of: set)))
  }

  /// Returns the number of class combinations in a set, counting only the first axis on which the set branches and the
  /// axes after it.
  private func count(_ set: CellGraph, _ known: inout [CellGraph: Int]) -> Int {
    guard !set.isTerminal else { return set.number == 0 ? 0 : 1 }
    if let result = known[set] {
      return result
    }
    let total = count(set, level: level(ofAxis: axis(of: set)), from: 0, &known)
    known[set] = total
    return total
  }

  /// Returns the number of cells whose class is behind one branch of the level above.
  ///
  /// `first` is the number of the first class behind the branch. The method does not count class numbers beyond the
  /// last class of the axis.
  private func count(
    _ set: CellGraph, level: Int, from first: Int, _ known: inout [CellGraph: Int]
  ) -> Int {
    let (axis, stride) = (levels[level].axis, levels[level].stride)
    var total = 0
    for index in 0..<levels[level].branchCount {
      let low = first + index * stride
      let high = min(low + stride, axes[axis].classCount)
      guard low < high else { break }
      let next = branch(set, level: level, index)
      let part: Int
      if self.axis(of: next) == axis {
        part = count(next, level: level + 1, from: low, &known)
      } else {
        let end = self.level(of: next)
        let between = cells(ofLevels: level + 1, to: end, without: axis)
        part = Self.times(high - low, Self.times(count(next, &known), between))
      }
      let (sum, overflow) = total.addingReportingOverflow(part)
      total = overflow ? Int.max : sum
    }
    return total
  }

  /// Returns the number of class combinations of the axes in a range of levels, except one axis.
  private func cells(ofLevels first: Int, to last: Int, without other: Int = -1) -> Int {
    var product = 1
    for level in levels[first..<max(first, last)] where level.isLast && level.axis != other {
      product = Self.times(product, axes[level.axis].classCount)
    }
    return product
  }

  private static func times(_ a: Int, _ b: Int) -> Int {
    let (product, overflow) = a.multipliedReportingOverflow(by: b)
    return overflow ? Int.max : product
  }
}
