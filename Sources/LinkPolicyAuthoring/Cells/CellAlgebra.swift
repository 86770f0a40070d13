/// Exact set operations on cells.
///
/// A cell is a combination of one class of values for each axis, and a set of cells is stored as a decision graph.
///
/// A graph is an ordered, reduced decision diagram: every path tests the axes in the same order, the branches of a node
/// are never all equal, and no two nodes are equal. Two sets are therefore equal if their handles are equal. Even a set
/// of millions of cells has only a few nodes if a few conditions describe the set. Union, intersection, difference and
/// complement are calls of ``choose(_:_:else:)``.
///
/// The algebra only grows, because it never frees a graph. Use one algebra for each table. An algebra has a limited
/// number of steps, so no policy can keep it busy forever. After the algebra has spent its allowance, every new graph
/// is empty and invalid, so check ``isSpent`` before you use a result.
package struct CellAlgebra: Sendable {
  /// The axes: the facts that cells distinguish, in the order of the schema.
  ///
  /// Cells and boxes also list axes in this order.
  package let axes: [CellAxis]
  /// The order in which graphs branch on facts.
  package let order: AxisOrder
  /// The indices of the axes in branching order.
  package let branching: [Int]
  /// The maximum number of steps that the algebra may take.
  package var allowance: Int
  /// The number of steps taken so far: branches created and results cached.
  package private(set) var steps = 0

  /// The levels of graphs: the axes in the order of ``branching``.
  ///
  /// A wide axis has one level for each digit of its class number.
  package let levels: [CellLevel]
  /// The first level of each axis; the last entry is the level of terminals, the leaves of graphs.
  private let levelOfAxis: [Int]
  private var levelOfNode: [Int32] = []
  private var firstBranch: [Int32] = []
  private var branches: [CellGraph] = []
  /// The branches made so far for nodes that still lack branches, with the innermost node last.
  private var pending: [CellGraph] = []
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

  /// The number of nodes created so far.
  ///
  /// Tests use this number as a measure of the work.
  package var nodeCount: Int { levelOfNode.count }

  /// Whether the algebra has taken more steps than its allowance.
  ///
  /// If true, graphs created beyond the allowance are invalid.
  package var isSpent: Bool { steps > allowance }

  /// Adds steps to the count; returns false if the total then exceeds the allowance.
  package mutating func takesSteps(_ count: Int = 1) -> Bool {
    steps += count
    return !isSpent
  }

  // MARK: Reading graphs

  /// Returns the first axis on which a graph branches; for a terminal, returns the number of axes.
  package func axis(of graph: CellGraph) -> Int {
    graph.isTerminal ? axes.count : levels[level(of: graph)].axis
  }

  /// Returns the first level of an axis.
  ///
  /// If `axis` is the number of axes, returns the level of terminals.
  package func level(ofAxis axis: Int) -> Int { levelOfAxis[axis] }

  /// Returns the first level on which a graph branches; for a terminal, returns the number of levels.
  package func level(of graph: CellGraph) -> Int {
    graph.isTerminal ? levels.count : Int(levelOfNode[Int(graph.handle)])
  }

  /// Returns the subgraph for one class of an axis; the graph must not branch on an earlier axis.
  package func branch(_ graph: CellGraph, axis: Int, class index: Int) -> CellGraph {
    var graph = graph
    var level = levelOfAxis[axis]
    repeat {
      graph = branch(graph, level: level, levels[level].branch(ofClass: index))
      level += 1
    } while !levels[level - 1].isLast
    return graph
  }

  /// Returns the subgraph for one branch of a level; the graph must not branch on an earlier level.
  package func branch(_ graph: CellGraph, level: Int, _ index: Int) -> CellGraph {
    guard !graph.isTerminal, Int(levelOfNode[Int(graph.handle)]) == level else { return graph }
    return branches[Int(firstBranch[Int(graph.handle)]) + index]
  }

  /// Returns the number that a mapping gives to a cell.
  ///
  /// The cell consists of one class for each axis.
  package func number(of graph: CellGraph, at cell: [Int]) -> Int {
    var graph = graph
    while !graph.isTerminal {
      let level = levels[Int(levelOfNode[Int(graph.handle)])]
      let branch = level.branch(ofClass: cell[level.axis])
      graph = branches[Int(firstBranch[Int(graph.handle)]) + branch]
    }
    return graph.number
  }

  /// Returns whether the set contains the cell.
  package func contains(_ set: CellGraph, _ cell: [Int]) -> Bool {
    number(of: set, at: cell) == 1
  }

  // MARK: Making graphs

  /// Returns the node with the given branches for the classes of an axis; equal nodes are shared.
  ///
  /// If all branches are equal, the method returns the common branch. The given branches may branch only on later axes.
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

  /// Returns the node with the given branches at a level; equal nodes are shared.
  ///
  /// If all branches are equal, the method returns the common branch.
  package mutating func node(level: Int, _ new: [CellGraph]) -> CellGraph {
    node(level: level) { _, index in new[index] }
  }

  /// Returns the node whose branches at a level are the graphs that a function makes; equal nodes are shared.
  ///
  /// The function receives the algebra and the index of the branch, and can make further nodes. If all branches are
  /// equal, the method returns the common branch.
  package mutating func node(
    level: Int, branch make: (inout CellAlgebra, Int) -> CellGraph
  ) -> CellGraph {
    // A list of branches for each node would need an allocation for each node.
    let first = pending.count
    for index in 0..<levels[level].branchCount {
      let branch = make(&self, index)
      pending.append(branch)
    }
    let result = node(level: level, ofPending: first)
    pending.removeLast(pending.count - first)
    return result
  }

  /// Returns the node whose branches are the pending branches from an index on.
  private mutating func node(level: Int, ofPending first: Int) -> CellGraph {
    let new = pending[first...]
    let common = pending[first]
    guard new.contains(where: { $0 != common }) else { return common }
    guard !isSpent else { return .empty }
    if levelOfNode.count * 2 > slots.count {
      rehash()
    }
    var slot = Self.hash(level, new) & (slots.count - 1)
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

  /// Returns the mapping that equals `chosen` on the cells of the condition, and `other` on all other cells.
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
    let result = node(level: level) { algebra, index in
      algebra.choose(
        algebra.branch(condition, level: level, index), algebra.branch(chosen, level: level, index),
        else: algebra.branch(other, level: level, index))
    }
    choices.remember(result, of: condition, chosen, else: other)
    return result
  }

  // MARK: The table of nodes

  /// A point in the growth of an algebra, to which the algebra can return.
  package struct GrowthMark: Sendable {
    fileprivate var nodes: Int
    fileprivate var choices: Int
    fileprivate var steps: Int
  }

  /// The current point in the growth of the algebra.
  package var growth: GrowthMark {
    GrowthMark(nodes: nodeCount, choices: choices.count, steps: steps)
  }

  /// Removes all graphs that were made after a point, and the steps that they took.
  ///
  /// The graphs that existed at that point keep their handles. Their branches are older than they are, so no such graph
  /// refers to a removed graph.
  package mutating func shrink(to mark: GrowthMark) {
    choices.removeAll(after: mark.choices)
    // Open addressing stays consistent if the last entries leave first.
    while nodeCount > mark.nodes {
      let handle = nodeCount - 1
      let (level, first) = (Int(levelOfNode[handle]), Int(firstBranch[handle]))
      var slot = Self.hash(level, branches[first...]) & (slots.count - 1)
      while slots[slot] != Int32(handle) {
        slot = (slot + 1) & (slots.count - 1)
      }
      slots[slot] = -1
      levelOfNode.removeLast()
      firstBranch.removeLast()
      branches.removeLast(branches.count - first)
    }
    steps = mark.steps
  }

  private func isNode(
    _ handle: Int, level: Int, branches other: ArraySlice<CellGraph>
  ) -> Bool {
    guard Int(levelOfNode[handle]) == level else { return false }
    var place = Int(firstBranch[handle])
    for branch in other {
      guard branches[place] == branch else { return false }
      place += 1
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

/// A set of cells, or a mapping from cells to numbers.
///
/// The value is a handle of a graph in a ``CellAlgebra``. Two handles of one algebra are equal if and only if they
/// represent the same set or mapping.
package struct CellGraph: Sendable, Hashable {
  /// The index of a node if the handle is zero or above; a negative handle represents a terminal, a leaf with a number.
  let handle: Int32

  /// Returns the mapping of every cell to one number.
  ///
  /// The number 0 gives the empty set, and 1 gives the full set.
  package static func terminal(_ number: Int) -> CellGraph {
    CellGraph(handle: Int32(-1 - number))
  }

  /// The empty set.
  package static var empty: CellGraph { terminal(0) }
  /// The set of all cells.
  package static var full: CellGraph { terminal(1) }

  package var isEmpty: Bool { self == .empty }
  package var isTerminal: Bool { handle < 0 }
  /// The index of the node in its algebra; the graph must not be a terminal.
  package var index: Int { Int(handle) }
  /// The number that a terminal gives to every cell.
  package var number: Int { Int(-1 - handle) }
}

/// Limits on the computation of a policy's cells, counted in steps instead of time.
///
/// A step is one created branch or one cached result, and needs about forty bytes of memory. Step counts are the same
/// on every machine, so a policy that loads on one machine loads on every machine. Each table of the shipped policies
/// needs at most an eighth of its limit. A policy with thousands of rows gets proportionally more steps, because each
/// row takes a few hundred steps.
package struct CellLimits: Sendable {
  /// The factor by which these limits exceed the limits of a policy with fewer than 1,024 rows.
  private let factor: Int

  /// Creates the limits of a policy from its number of rows, including guards and impossible combinations.
  package init(rows: Int) {
    factor = min(max(rows / Self.fewRows, 1), Self.greatestFactor)
  }

  /// The number of rows that adds 1 to the factor; a policy with fewer than 1,024 rows has the factor 1.
  private static var fewRows: Int { 512 }
  /// The maximum factor, which bounds memory for policies of any size.
  private static var greatestFactor: Int { 16 }

  /// The maximum number of steps for the cells of one table in one fact order, while a policy is compiled.
  package var table: Int { factor << 19 }
  /// The maximum number of steps for a later analysis of one table.
  ///
  /// The limit for an analysis is higher than ``table``, because tools also distinguish values that no condition of the
  /// policy tests.
  package var review: Int { factor << 20 }
  /// The maximum number of steps that a comparison of two policies' tables may take.
  ///
  /// In a comparison, cells distinguish each value that either policy tests. The limit can be high, because only one
  /// pair of tables is in memory at a time.
  package var comparison: Int { min(factor, 4) << 22 }
  /// The maximum number of steps for all tables and derived facts of a policy together.
  ///
  /// The limit applies once while the policy is compiled, and once while the policy is reviewed.
  package var policy: Int { factor << 22 }
  /// The number of steps that the checker spends on one fact order before it tries the next order.
  ///
  /// Every table of the shipped policies fits in this number of steps.
  var firstTry: Int { factor << 16 }
  /// If the cells fit in no order, the checker tries all orders again; this factor then increases the number of steps
  /// for each order.
  static var growth: Int { 8 }
}
