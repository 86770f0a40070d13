/// The exact algebra of cells: sets over the classes of some facts, kept as decision graphs.
///
/// A graph is ordered (by axis) and reduced (no node whose branches all agree, no two equal
/// nodes), so that equality is a comparison of handles, and a set of millions of cells that a few
/// conditions describe is a few nodes. Every operation is a case of ``choose(_:_:else:)``.
/// The algebra grows with the graphs made in it and never frees one; use one a table. It has an
/// allowance of steps: once that is spent, every graph it makes is empty and says nothing, so that
/// whoever goes by one has to ask ``isSpent`` first.
package struct CellAlgebra: Sendable {
  /// The axes, in the order of the schema: cells and boxes are written in it.
  package let axes: [CellAxis]
  /// The order in which graphs branch on facts.
  package let order: AxisOrder
  /// The indices of the axes as graphs branch on them, level by level.
  package let branching: [Int]
  /// The most steps that may be taken.
  package var allowance: Int
  /// The steps taken so far: branches made, and results remembered.
  package private(set) var steps = 0

  /// What graphs branch on, level by level: the axes as in ``branching``, wide ones digit by digit.
  package let levels: [CellLevel]
  /// For each axis its first level; beyond the last axis the level of terminals.
  private let levelOfAxis: [Int]
  private var levelOfNode: [Int32] = []
  private var firstBranch: [Int32] = []
  private var branches: [CellGraph] = []
  private var slots: [Int32]
  private var choices = ChoiceTable()

  package init(
    axes: [CellAxis], order: AxisOrder = .declared, allowance: Int = CellLimits(rows: 0).table
  ) {
    self.axes = axes
    self.order = order
    self.allowance = allowance
    branching = order.branching(axes)
    var levels: [CellLevel] = []
    var levelOfAxis = [Int](repeating: 0, count: axes.count + 1)
    for axis in branching {
      levelOfAxis[axis] = levels.count
      levels += CellLevel.levels(ofAxis: axis, classCount: axes[axis].classCount)
    }
    levelOfAxis[axes.count] = levels.count
    self.levels = levels
    self.levelOfAxis = levelOfAxis
    slots = [Int32](repeating: -1, count: 256)
  }

  /// The number of nodes made so far: the measure of work for tests.
  package var nodeCount: Int { levelOfNode.count }

  /// Whether more was asked of the algebra than it is allowed: no graph made since says anything.
  package var isSpent: Bool { steps > allowance }

  /// Counts steps of work done with graphs; false where the allowance does not hold them.
  package mutating func takesSteps(_ count: Int = 1) -> Bool {
    steps += count
    return !isSpent
  }

  // MARK: Reading graphs

  /// The axis a graph branches on first; the number of axes for a terminal.
  package func axis(of graph: CellGraph) -> Int {
    graph.isTerminal ? axes.count : levels[level(of: graph)].axis
  }

  /// The first level of an axis, or of terminals beyond the last, in the order in which graphs branch.
  package func level(ofAxis axis: Int) -> Int { levelOfAxis[axis] }

  /// The level a graph branches on first; the number of levels for a terminal.
  package func level(of graph: CellGraph) -> Int {
    graph.isTerminal ? levels.count : Int(levelOfNode[Int(graph.handle)])
  }

  /// The graph that holds where the axis has the class; the graph must not branch before it.
  package func branch(_ graph: CellGraph, axis: Int, class index: Int) -> CellGraph {
    var graph = graph
    var level = levelOfAxis[axis]
    repeat {
      graph = branch(graph, level: level, levels[level].branch(ofClass: index))
      level += 1
    } while !levels[level - 1].isLast
    return graph
  }

  /// The graph behind one branch of a level; the graph must not branch before it.
  package func branch(_ graph: CellGraph, level: Int, _ index: Int) -> CellGraph {
    guard !graph.isTerminal, Int(levelOfNode[Int(graph.handle)]) == level else { return graph }
    return branches[Int(firstBranch[Int(graph.handle)]) + index]
  }

  /// The number that a mapping gives to a cell, written as one class for each axis.
  package func number(of graph: CellGraph, at cell: [Int]) -> Int {
    var graph = graph
    while !graph.isTerminal {
      let level = levels[Int(levelOfNode[Int(graph.handle)])]
      let branch = level.branch(ofClass: cell[level.axis])
      graph = branches[Int(firstBranch[Int(graph.handle)]) + branch]
    }
    return graph.number
  }

  /// Whether the set holds the cell.
  package func contains(_ set: CellGraph, _ cell: [Int]) -> Bool {
    number(of: set, at: cell) == 1
  }

  // MARK: Making graphs

  /// The graph that has the given branches for the classes of an axis, shared with an equal one.
  ///
  /// Where all branches are one graph, that graph. Branches must not branch on this axis or one
  /// that graphs branch on earlier.
  package mutating func node(axis: Int, branches new: [CellGraph]) -> CellGraph {
    var level = levelOfAxis[axis]
    while !levels[level].isLast {
      level += 1
    }
    var graphs = new
    while level > levelOfAxis[axis] {
      let count = levels[level].branchCount
      var nodes: [CellGraph] = []
      for first in stride(from: 0, to: graphs.count, by: count) {
        let end = min(first + count, graphs.count)
        let beyond = [CellGraph](repeating: new[new.count - 1], count: first + count - end)
        nodes.append(node(level: level, Array(graphs[first..<end]) + beyond))
      }
      graphs = nodes
      level -= 1
    }
    return node(level: level, graphs)
  }

  /// The node that branches on a level, shared with an equal one; where all branches are one graph, that graph.
  package mutating func node(level: Int, _ new: [CellGraph]) -> CellGraph {
    guard let first = new.first, new.contains(where: { $0 != first }) else {
      return new.first ?? .empty
    }
    guard !isSpent else { return .empty }
    if levelOfNode.count * 2 > slots.count {
      rehash()
    }
    var slot = Self.hash(level, new[...]) & (slots.count - 1)
    while slots[slot] >= 0 {
      if isNode(Int(slots[slot]), level: level, branches: new) {
        return CellGraph(handle: slots[slot])
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    steps += new.count
    let handle = Int32(levelOfNode.count)
    levelOfNode.append(Int32(level))
    firstBranch.append(Int32(branches.count))
    branches.append(contentsOf: new)
    slots[slot] = handle
    return CellGraph(handle: handle)
  }

  /// Where the set holds, one mapping; elsewhere the other.
  package mutating func choose(
    _ condition: CellGraph, _ chosen: CellGraph, else other: CellGraph
  ) -> CellGraph {
    if condition == .full || chosen == other {
      return chosen
    }
    if condition == .empty {
      return other
    }
    if chosen == .full, other == .empty {
      return condition
    }
    if let known = choices.result(condition, chosen, else: other) {
      return known
    }
    guard takesSteps() else { return .empty }
    let level = min(level(of: condition), level(of: chosen), level(of: other))
    let count = levels[level].branchCount
    var made: [CellGraph] = []
    made.reserveCapacity(count)
    for index in 0..<count {
      made.append(
        choose(
          branch(condition, level: level, index), branch(chosen, level: level, index),
          else: branch(other, level: level, index)))
    }
    let result = node(level: level, made)
    choices.remember(result, of: condition, chosen, else: other)
    return result
  }

  // MARK: The table of nodes

  private func isNode(_ handle: Int, level: Int, branches other: [CellGraph]) -> Bool {
    guard Int(levelOfNode[handle]) == level else { return false }
    let first = Int(firstBranch[handle])
    for index in other.indices where branches[first + index] != other[index] {
      return false
    }
    return true
  }

  private mutating func rehash() {
    slots = [Int32](repeating: -1, count: slots.count * 4)
    for handle in levelOfNode.indices {
      let level = Int(levelOfNode[handle])
      let first = Int(firstBranch[handle])
      let count = levels[level].branchCount
      var slot = Self.hash(level, branches[first..<(first + count)]) & (slots.count - 1)
      while slots[slot] >= 0 {
        slot = (slot + 1) & (slots.count - 1)
      }
      slots[slot] = Int32(handle)
    }
  }

  private static func hash(_ level: Int, _ branches: ArraySlice<CellGraph>) -> Int {
    var hash = UInt64(truncatingIfNeeded: level) &+ 0x9E37_79B9_7F4A_7C15
    for graph in branches {
      hash = (hash ^ UInt64(UInt32(bitPattern: graph.handle))) &* 0x0000_0100_0000_01B3
      hash ^= hash >> 29
    }
    return Int(truncatingIfNeeded: hash >> 1)
  }
}
