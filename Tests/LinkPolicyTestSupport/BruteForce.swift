package import LinkPolicy
package import LinkPolicyAuthoring
package import LinkPolicyExploration

/// The slow way: every vector of facts that can occur, one by one.
package enum BruteForce {
  /// One vector for every cell that any edit can tell apart.
  package static func vectors(ofTable table: Int, _ policy: CompiledPolicy) -> [FactVector] {
    let schema = policy.vocabulary.schema
    let further = policy.testedFacts.flatMap { fact in
      (0..<schema.count(fact)).map { value in
        ResolvedCondition(
          fact: fact, values: ValueSet([value]), position: SourcePosition(line: 1, column: 1))
      }
    }
    // What effects come to depends on these.
    let others = [EngineFact.kind, .account, .accountState, .address, .sameProvider].flatMap {
      fact in
      (0..<schema.count(fact.rawValue)).map { value in
        ResolvedCondition(
          fact: fact.rawValue, values: ValueSet([value]),
          position: SourcePosition(line: 1, column: 1))
      }
    }
    let cells = policy.cells(ofTable: table, distinguishing: further + others)
    var vectors: [FactVector] = []
    var cell = [Int](repeating: 0, count: cells.algebra.axes.count)
    func go(_ axis: Int, _ graph: CellGraph) {
      guard !graph.isEmpty else { return }
      guard axis < cell.count else {
        var facts = FactVector(every: 0)
        facts[.action] = policy.storage.tables[table].action
        for (index, axis) in cells.algebra.axes.enumerated() {
          facts[axis.fact] = axis.members[cell[index]][0]
        }
        return vectors.append(facts)
      }
      for number in 0..<cells.algebra.axes[axis].classCount {
        cell[axis] = number
        go(axis + 1, cells.algebra.branch(graph, axis: axis, class: number))
      }
    }
    var algebra = cells.algebra
    go(0, algebra.union(cells.space, cells.impossible))
    return vectors
  }

  package static func answer(_ vector: FactVector, _ policy: CompiledPolicy) -> AnswerMeaning? {
    var facts = vector
    let storage = policy.storage
    guard let table = policy.tableIndex(of: facts), let source = policy.source(of: &facts) else {
      return nil
    }
    let answer: CompiledAnswer
    switch source {
    case .row(let index): answer = storage.tables[table].rows[index].answer
    case .guarding(let index), .would(let index, _): answer = storage.guards[index].answer
    case .impossible: return .impossible
    case .cannotOccur, .staleTicket: return nil
    }
    return AnswerMeaning(
      answer, errors: storage.errors,
      cell: EffectMeaning.EffectCell(facts, EffectDeclarations(policy)),
      isProven: policy.holdsProof(facts))
  }
}
