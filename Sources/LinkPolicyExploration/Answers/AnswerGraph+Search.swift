package import LinkPolicy
internal import LinkPolicyAuthoring

extension AnswerGraph {
  /// Returns the same graph without the nodes that no path from the root reaches, for searches that are repeated.
  ///
  /// Do not call this method for a spent graph.
  package func compacted() -> AnswerGraph {
    var compact = CellAlgebra(axes: algebra.axes, order: algebra.order)
    var known: [CellGraph: CellGraph] = [:]
    let root = copy(root, to: &compact, known: &known)
    return AnswerGraph(root, of: compact)
  }

  private func copy(
    _ graph: CellGraph, to compact: inout CellAlgebra, known: inout [CellGraph: CellGraph]
  ) -> CellGraph {
    if graph.isTerminal { return graph }
    if let known = known[graph] { return known }
    let level = algebra.level(of: graph)
    var branches: [CellGraph] = []
    for index in 0..<algebra.levels[level].branchCount {
      branches.append(
        copy(algebra.branch(graph, level: level, index), to: &compact, known: &known))
    }
    let copied = compact.node(level: level, branches)
    known[graph] = copied
    return copied
  }
}

extension AnswerGraph {
  /// Returns whether the predicate accepts the answer of at least one cell with the given values.
  ///
  /// For a spent graph, the result is always true.
  package func contains(
    where values: [(fact: Int, values: ValueSet)], _ isLookedFor: (Int) -> Bool
  ) -> Bool {
    guard !isSpent else { return true }
    var branches = OpenBranches(values, axisCount: algebra.axes.count)
    return contains(below: root, &branches, satisfying: isLookedFor)
  }

  private func contains(
    below graph: CellGraph, _ branches: inout OpenBranches, satisfying isLookedFor: (Int) -> Bool
  ) -> Bool {
    guard !graph.isTerminal else { return !graph.isEmpty && isLookedFor(graph.number) }
    guard branches.visits(graph) else { return false }
    let index = algebra.axis(of: graph)
    for number in branches.classes(ofAxis: index, algebra.axes[index]) {
      let next = algebra.branch(graph, axis: index, class: number)
      if contains(below: next, &branches, satisfying: isLookedFor) {
        return true
      }
    }
    return false
  }
}

/// The branches of a graph that a search follows: the branches with allowed values, each node once.
private struct OpenBranches {
  private let values: [(fact: Int, values: ValueSet)]
  /// For each axis, the classes with an allowed value; nil for an axis that the search has not met yet.
  private var classesOfAxis: [ValueSet?]
  /// The handles of the visited nodes.
  private var visited = ValueSet()

  init(_ values: [(fact: Int, values: ValueSet)], axisCount: Int) {
    self.values = values
    classesOfAxis = Array(repeating: nil, count: axisCount)
  }

  /// Marks a node as visited, and returns whether this is the first visit.
  mutating func visits(_ graph: CellGraph) -> Bool {
    let handle = graph.index
    guard !visited.contains(handle) else { return false }
    visited.insert(handle)
    return true
  }

  mutating func classes(ofAxis index: Int, _ axis: CellAxis) -> ValueSet {
    if let known = classesOfAxis[index] {
      return known
    }
    let limit = values.first { $0.fact == axis.fact }?.values
    let classes = limit.map { axis.classes(touching: $0) } ?? .all(axis.classCount)
    classesOfAxis[index] = classes
    return classes
  }
}

extension AnswerGraph {
  /// Returns the fact values of one cell that has the given answer.
  ///
  /// - Parameters:
  ///   - answer: the number of the answer.
  ///   - values: the allowed values of some facts; other facts can have any value.
  ///   - usual: a function that chooses one of the possible values of a fact.
  /// - Returns: one value for each fact on the path to the answer; nil if no cell has the answer.
  package func example(
    of answer: Int, where values: [(fact: Int, values: ValueSet)],
    usual: (_ fact: Int, _ values: [Int]) -> Int
  ) -> [(fact: Int, value: Int)]? {
    var without: Set<CellGraph> = []
    return example(below: root, of: answer, where: values, usual: usual, without: &without)
  }

  private func example(
    below graph: CellGraph, of answer: Int, where values: [(fact: Int, values: ValueSet)],
    usual: (Int, [Int]) -> Int, without: inout Set<CellGraph>
  ) -> [(fact: Int, value: Int)]? {
    guard !graph.isTerminal else { return graph.number == answer ? [] : nil }
    guard !without.contains(graph) else { return nil }
    let index = algebra.axis(of: graph)
    let axis = algebra.axes[index]
    let limit = values.first { $0.fact == axis.fact }?.values
    var open = axis.classOfValue.indices.filter { limit?.contains($0) ?? true }
    while !open.isEmpty {
      let value = usual(axis.fact, open)
      let number = axis.classOfValue[value]
      let next = algebra.branch(graph, axis: index, class: number)
      if let found = example(
        below: next, of: answer, where: values, usual: usual, without: &without)
      {
        return [(axis.fact, value)] + found
      }
      open.removeAll { axis.classOfValue[$0] == number }
    }
    without.insert(graph)
    return nil
  }
}
