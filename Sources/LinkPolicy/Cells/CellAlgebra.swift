/// The exact algebra of cells: sets over the classes of some facts, kept as decision graphs.
///
/// A graph is ordered (by axis) and reduced (no node whose branches all agree, no two equal
/// nodes), so that equality is a comparison of handles, and a set of millions of cells that a few
/// conditions describe is a few nodes. Every operation is a case of ``choose(_:_:else:)``.
/// The algebra grows with the graphs made in it and never frees one; use one a table.
package struct CellAlgebra: Sendable {
  /// The axes, in the order in which graphs branch.
  package let axes: [CellAxis]

  private var axisOfNode: [Int32] = []
  private var firstBranch: [Int32] = []
  private var branches: [CellGraph] = []
  private var slots: [Int32]
  private var choices: [Choice: CellGraph] = [:]

  private struct Choice: Hashable {
    var condition: Int32
    var chosen: Int32
    var other: Int32
  }

  package init(axes: [CellAxis]) {
    self.axes = axes
    slots = [Int32](repeating: -1, count: 256)
  }

  /// The number of nodes made so far: the measure of work for tests.
  package var nodeCount: Int { axisOfNode.count }

  // MARK: Reading graphs

  /// The axis a graph branches on first; the number of axes for a terminal.
  package func axis(of graph: CellGraph) -> Int {
    graph.isTerminal ? axes.count : Int(axisOfNode[Int(graph.handle)])
  }

  /// The graph that holds where the axis has the class; the graph must not branch before it.
  package func branch(_ graph: CellGraph, axis: Int, class index: Int) -> CellGraph {
    guard !graph.isTerminal, Int(axisOfNode[Int(graph.handle)]) == axis else { return graph }
    return branches[Int(firstBranch[Int(graph.handle)]) + index]
  }

  /// The number that a mapping gives to a cell, written as one class for each axis.
  package func number(of graph: CellGraph, at cell: [Int]) -> Int {
    var graph = graph
    while !graph.isTerminal {
      let axis = Int(axisOfNode[Int(graph.handle)])
      graph = branches[Int(firstBranch[Int(graph.handle)]) + cell[axis]]
    }
    return graph.number
  }

  /// Whether the set holds the cell.
  package func contains(_ set: CellGraph, _ cell: [Int]) -> Bool {
    number(of: set, at: cell) == 1
  }

  // MARK: Making graphs

  /// The node that branches on an axis, shared with an equal one.
  ///
  /// Where all branches are one graph, that graph. Branches must not branch on this axis or an
  /// earlier one.
  package mutating func node(axis: Int, branches new: [CellGraph]) -> CellGraph {
    guard let first = new.first, new.contains(where: { $0 != first }) else {
      return new.first ?? .empty
    }
    if axisOfNode.count * 2 > slots.count {
      rehash()
    }
    var slot = Self.hash(axis, new[...]) & (slots.count - 1)
    while slots[slot] >= 0 {
      if isNode(Int(slots[slot]), axis: axis, branches: new) {
        return CellGraph(handle: slots[slot])
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    let handle = Int32(axisOfNode.count)
    axisOfNode.append(Int32(axis))
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
    let key = Choice(
      condition: condition.handle, chosen: chosen.handle, other: other.handle)
    if let known = choices[key] {
      return known
    }
    let axis = min(self.axis(of: condition), self.axis(of: chosen), self.axis(of: other))
    var made: [CellGraph] = []
    made.reserveCapacity(axes[axis].classCount)
    for index in 0..<axes[axis].classCount {
      made.append(
        choose(
          branch(condition, axis: axis, class: index), branch(chosen, axis: axis, class: index),
          else: branch(other, axis: axis, class: index)))
    }
    let result = node(axis: axis, branches: made)
    choices[key] = result
    return result
  }

  // MARK: The table of nodes

  private func isNode(_ handle: Int, axis: Int, branches other: [CellGraph]) -> Bool {
    guard Int(axisOfNode[handle]) == axis else { return false }
    let first = Int(firstBranch[handle])
    for index in other.indices where branches[first + index] != other[index] {
      return false
    }
    return true
  }

  private mutating func rehash() {
    slots = [Int32](repeating: -1, count: slots.count * 4)
    for handle in axisOfNode.indices {
      let axis = Int(axisOfNode[handle])
      let first = Int(firstBranch[handle])
      var slot =
        Self.hash(axis, branches[first..<(first + axes[axis].classCount)]) & (slots.count - 1)
      while slots[slot] >= 0 {
        slot = (slot + 1) & (slots.count - 1)
      }
      slots[slot] = Int32(handle)
    }
  }

  private static func hash(_ axis: Int, _ branches: ArraySlice<CellGraph>) -> Int {
    var hash = UInt64(truncatingIfNeeded: axis) &+ 0x9E37_79B9_7F4A_7C15
    for graph in branches {
      hash = (hash ^ UInt64(UInt32(bitPattern: graph.handle))) &* 0x0000_0100_0000_01B3
      hash ^= hash >> 29
    }
    return Int(truncatingIfNeeded: hash >> 1)
  }
}
