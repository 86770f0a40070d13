package import LinkPolicy
package import LinkPolicyAuthoring

/// What a policy answers for one table in each cell that can occur, by basic facts alone.
package struct AnswerGraph: Sendable {
  package let algebra: CellAlgebra
  package let root: CellGraph
  /// Whether the cells were more than the allowance holds: the graph says nothing then.
  package var isSpent: Bool { algebra.isSpent }

  /// The answers of a table, each numbered by the book.
  ///
  /// Values that no condition tells apart are one, and occur together if one of them does. An
  /// `isExact` graph tells every value apart, and so what can occur; of two graphs that are
  /// compared one must be exact.
  package init(
    table index: Int, of policy: CompiledPolicy, by editor: PolicyEditor, isExact: Bool = false,
    _ book: inout AnswerBook
  ) {
    let exact = isExact ? policy.testedFacts : []
    let further =
      Self.distinguishing(index, of: policy)
      + Self.everyValue(of: exact, policy.vocabulary.schema)
    let cells = editor.cells(ofTable: index, of: policy, distinguishing: further)
    self.init(table: index, of: policy, cells, tellsRows: false, &book)
  }

  /// The answers of a table over cells that tell apart what ``distinguishing(_:of:)`` says.
  ///
  /// With `tellsRows` the same answer of two rows or guards is two answers.
  package init(
    table index: Int, of policy: CompiledPolicy, _ cells: TableCells, tellsRows: Bool,
    _ book: inout AnswerBook
  ) {
    var cells = cells
    var maker = AnswerMaker(index, of: policy, &cells, tellsRows: tellsRows, book)
    var graph = CellGraph.empty
    for number in cells.decided.indices where !cells.decided[number].isEmpty {
      let answer = maker.answer(ofRow: number, &cells)
      graph = cells.algebra.choose(cells.decided[number], answer, else: graph)
    }
    for (number, taken) in cells.guarded {
      let refused = maker.answer(ofGuard: number, &cells)
      graph = cells.algebra.choose(taken, refused, else: graph)
    }
    graph = cells.algebra.choose(cells.impossible, maker.impossible(), else: graph)
    book = maker.book
    var algebra = cells.algebra
    root = algebra.withoutDerived(graph, policy.vocabulary.schema.derived)
    self.algebra = algebra
  }

  /// The cells of a table by whether the attempt proves its address there: 2 where it does, 1 where it does not, 0 for what
  /// cannot occur.
  ///
  /// - Parameters:
  ///   - proofs: lists of conditions, each of which is a proof where all of it holds; an empty list is none.
  ///   - policy: the policy that the conditions and cells are of.
  ///   - cells: cells that tell all conditions apart.
  package init(proofs: [[ResolvedCondition]], of policy: CompiledPolicy, _ cells: TableCells) {
    var cells = cells
    var proved = CellGraph.empty
    for conditions in proofs where !conditions.isEmpty {
      let matching = cells.cells(matching: conditions)
      proved = cells.algebra.union(proved, matching)
    }
    let graph = cells.algebra.choose(proved, .terminal(2), else: .terminal(1))
    let possible = cells.algebra.choose(cells.space, graph, else: .empty)
    var algebra = cells.algebra
    root = algebra.withoutDerived(possible, policy.vocabulary.schema.derived)
    self.algebra = algebra
  }

  /// What has to be told apart for the answers of a table: what effects come to, and proof.
  package static func distinguishing(_ index: Int, of policy: CompiledPolicy) -> [ResolvedCondition]
  {
    let effects = policy.storage.tables[index].rows.map { $0.answer.effects }
    let supersedes = policy.storage.hasSupersededMethods
    let facts = EffectMeaning.facts(of: effects.flatMap { $0 }, supersedes: supersedes).map {
      $0.rawValue
    }
    let needsProof = effects.contains { EffectMeaning.recordsProof($0) }
    return everyValue(of: facts, policy.vocabulary.schema)
      + (needsProof ? policy.storage.proof : [])
  }

  /// Every value of some facts, each by itself.
  package static func everyValue(of facts: [Int], _ schema: FactSchema) -> [ResolvedCondition] {
    facts.flatMap { fact in
      (0..<schema.count(fact)).map { value in
        ResolvedCondition(
          fact: fact, values: ValueSet([value]),
          position: SourcePosition(line: 1, column: 1))
      }
    }
  }

  /// The answer's number for a vector; 0 where the vector cannot occur.
  package func number(at facts: FactVector) -> Int {
    number { facts[$0] }
  }

  /// The same for a vector with one fact changed.
  package func number(at facts: FactVector, with fact: Int, being value: Int) -> Int {
    number { $0 == fact ? value : facts[$0] }
  }

  private func number(_ value: (Int) -> Int) -> Int {
    var graph = root
    while !graph.isTerminal {
      let index = algebra.axis(of: graph)
      let axis = algebra.axes[index]
      graph = algebra.branch(graph, axis: index, class: axis.classOfValue[value(axis.fact)])
    }
    return graph.number
  }

  // MARK: Comparing

  /// The first cell, as the graphs branch, in which they answer differently; nil for none.
  ///
  /// Both have to branch in one order, and neither may be spent.
  /// `pairs` says how values of one fact are read by the other policy; any other value is read as
  /// it is. What cannot occur for one of them is no difference.
  package func difference(
    from other: AnswerGraph, reading fact: Int = -1, as pairs: [(before: Int, after: Int)] = []
  ) -> [(fact: Int, value: Int)]? {
    var comparison = Comparison(
      branching: JointBranching(left: self, right: other, fact: fact, pairs: pairs))
    return comparison.difference(root, other.root).map { Array($0.reversed()) }
  }

  private struct Comparison {
    let branching: JointBranching
    var equal: Set<[CellGraph]> = []

    /// The path to a difference, last fact first.
    mutating func difference(_ a: CellGraph, _ b: CellGraph) -> [(fact: Int, value: Int)]? {
      if a.isTerminal, b.isTerminal {
        return a == b || a.isEmpty || b.isEmpty ? nil : []
      }
      if a == .empty || b == .empty || equal.contains([a, b]) {
        return nil
      }
      var found: [(fact: Int, value: Int)]?
      branching.visit(a, b) { branch in
        guard let path = difference(branch.left, branch.right) else { return false }
        // What can only be so in such a cell goes without saying.
        found =
          branching.isForced(a, testing: branch.fact)
          ? path : path + [(branch.fact, branch.value)]
        return true
      }
      if found == nil {
        equal.insert([a, b])
      }
      return found
    }
  }
}

extension CellAlgebra {
  /// A mapping without the derived facts, each of which has one value in a cell that can occur.
  fileprivate mutating func withoutDerived(_ graph: CellGraph, _ derived: Range<Int>) -> CellGraph {
    var known: [CellGraph: CellGraph] = [:]
    return withoutDerived(graph, derived, &known)
  }

  private mutating func withoutDerived(
    _ graph: CellGraph, _ derived: Range<Int>, _ known: inout [CellGraph: CellGraph]
  ) -> CellGraph {
    guard !graph.isTerminal else { return graph }
    if let result = known[graph] {
      return result
    }
    guard takesSteps() else { return .empty }
    let level = level(of: graph)
    let isDerived = derived.contains(axes[levels[level].axis].fact)
    var branches: [CellGraph] = []
    for index in 0..<levels[level].branchCount {
      let next = withoutDerived(branch(graph, level: level, index), derived, &known)
      if isDerived, !next.isEmpty {
        known[graph] = next
        return next
      }
      branches.append(next)
    }
    let result = isDerived ? .empty : node(level: level, branches)
    known[graph] = result
    return result
  }
}

extension AnswerGraph {
  /// Whether some cell in which facts have such values has an answer that is looked for, or may
  /// have one, where the graph is spent.
  package func contains(
    where values: [(fact: Int, values: ValueSet)], _ isLookedFor: (Int) -> Bool
  ) -> Bool {
    guard !isSpent else { return true }
    var known: Set<CellGraph> = []
    return contains(root, values, &known, isLookedFor)
  }

  private func contains(
    _ graph: CellGraph, _ values: [(fact: Int, values: ValueSet)], _ known: inout Set<CellGraph>,
    _ isLookedFor: (Int) -> Bool
  ) -> Bool {
    guard !graph.isTerminal else { return !graph.isEmpty && isLookedFor(graph.number) }
    guard known.insert(graph).inserted else { return false }
    let index = algebra.axis(of: graph)
    let axis = algebra.axes[index]
    let limit = values.first { $0.fact == axis.fact }?.values
    let classes = limit.map { axis.classes(touching: $0) } ?? .all(axis.classCount)
    for number in classes.values {
      let next = algebra.branch(graph, axis: index, class: number)
      if contains(next, values, &known, isLookedFor) {
        return true
      }
    }
    return false
  }
}

extension AnswerGraph {
  /// Values of the facts that decide, in some cell with an answer where facts have such values.
  ///
  /// - Parameters:
  ///   - answer: the number of the answer.
  ///   - values: what facts can be; every other fact can be anything.
  ///   - usual: for a fact and its possible values the one to take where there is a choice.
  /// - Returns: one value for each fact on the way to the answer; nil where no cell has it.
  package func example(
    of answer: Int, where values: [(fact: Int, values: ValueSet)],
    usual: (_ fact: Int, _ values: [Int]) -> Int
  ) -> [(fact: Int, value: Int)]? {
    var without: Set<CellGraph> = []
    return example(root, answer, values, usual, &without)
  }

  private func example(
    _ graph: CellGraph, _ answer: Int, _ values: [(fact: Int, values: ValueSet)],
    _ usual: (Int, [Int]) -> Int, _ without: inout Set<CellGraph>
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
      if let found = example(next, answer, values, usual, &without) {
        return [(axis.fact, value)] + found
      }
      open.removeAll { axis.classOfValue[$0] == number }
    }
    without.insert(graph)
    return nil
  }
}
