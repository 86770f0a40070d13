/// A decision graph over fact values, laid out for walking: one step a fact, no hashing.
struct DecisionGraph: Sendable {
  /// The node or terminal to start at.
  private var root: Int32 = -1
  /// For each node the fact it branches on.
  private var facts: [Int32] = []
  /// For each node the index of its first branch; one branch for each value of the fact.
  private var firstBranch: [Int32] = []
  private var branches: [Int32] = []

  /// A graph that maps everything to 0.
  init() {}

  /// Lays out a graph of an algebra, which counts the branches as steps.
  ///
  /// What is left of a graph that the algebra's allowance does not hold decides nothing.
  init(_ graph: CellGraph, of algebra: inout CellAlgebra) {
    var placed: [CellGraph: Int32] = [:]
    root = place(graph, &algebra, &placed)
  }

  private mutating func place(
    _ graph: CellGraph, _ algebra: inout CellAlgebra, _ placed: inout [CellGraph: Int32]
  ) -> Int32 {
    guard !graph.isTerminal else { return graph.handle }
    if let known = placed[graph] {
      return known
    }
    let index = algebra.axis(of: graph)
    let axis = algebra.axes[index]
    guard algebra.takesSteps(axis.classOfValue.count) else { return CellGraph.empty.handle }
    var next: [Int32] = []
    for number in 0..<axis.classCount {
      next.append(place(algebra.branch(graph, axis: index, class: number), &algebra, &placed))
    }
    let handle = Int32(facts.count)
    facts.append(Int32(axis.fact))
    firstBranch.append(Int32(branches.count))
    for number in axis.classOfValue {
      branches.append(next[number])
    }
    placed[graph] = handle
    return handle
  }

  /// The number that the graph gives to a vector.
  func number(at facts: FactVector) -> Int {
    var node = root
    while node >= 0 {
      let value = facts[Int(self.facts[Int(node)])]
      node = branches[Int(firstBranch[Int(node)]) + value]
    }
    return Int(-1 - node)
  }
}
