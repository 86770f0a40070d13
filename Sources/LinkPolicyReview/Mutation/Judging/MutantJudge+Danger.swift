internal import LinkPolicy
internal import LinkPolicyAuthoring

/// What the mutants that survive do to people and their accounts.
extension MutantJudge {
  /// The kinds of changes that a mutant makes, the most dangerous first.
  ///
  /// - Parameters:
  ///   - mutant: the edit.
  ///   - edited: the policy that it makes.
  /// - Returns: the kinds; empty where the edit changes how attempts are read in a way that no cell of a
  ///   table tells by itself, and where the cells are too many.
  mutating func kinds(of mutant: Mutant, _ edited: CompiledPolicy) -> [ChangeKind] {
    switch mutant.reading {
    case nil:
      var kinds: Set<ChangeKind> = []
      for table in graphs.indices where canDiffer(mutant.part, table, edited) {
        let graph = AnswerGraph(table: table, of: edited, by: loader.editor, &book)
        guard !graphs[table].isSpent, !graph.isSpent else { continue }
        kinds.formUnion(
          graphs[table].kinds(
            to: graph, book, by: ChangeSituation.Caller(table: table, of: edited),
            for: ActionDuties(table: table, of: edited),
            platforms: policy.platforms.union(edited.platforms),
            labels: edited.vocabulary.schema.labels,
            outOfReach: outOfReach(inTable: table, edited)))
      }
      return ChangeKind.ordered(kinds)
    case .domain(_, let before, let after):
      return kinds(reading: EngineFact.domain.rawValue, as: [(before, after)])
    case .claim(let claim, let before, let after):
      let fact = policy.vocabulary.schema.claims.lowerBound + claim
      return kinds(reading: fact, as: [(before, after)])
    case .defaultValue(let fact, let after): return kinds(reading: fact, as: [(0, after)])
    case .relay, .profile, .email, .letterCase, .provider, .count, .listing, .table: return []
    }
  }

  /// The kinds of changes where values of a fact are read as others.
  private func kinds(reading fact: Int, as pairs: [(before: Int, after: Int)]) -> [ChangeKind] {
    var kinds: Set<ChangeKind> = []
    for (table, graph) in graphs.enumerated() where !graph.isSpent {
      kinds.formUnion(
        graph.kinds(
          to: graph, book, by: ChangeSituation.Caller(table: table, of: policy),
          for: ActionDuties(table: table, of: policy), platforms: policy.platforms,
          labels: policy.vocabulary.schema.labels, reading: fact, as: pairs,
          outOfReach: outOfReach(inTable: table, policy)))
    }
    return ChangeKind.ordered(kinds)
  }

  /// The values of facts that no sequence comes to under the policy, nor under an edited one.
  private func outOfReach(
    inTable table: Int, _ edited: CompiledPolicy
  ) -> [ResolvedCondition] {
    let after = Unreachable(edited).values(inTable: table)
    return Unreachable(policy).values(inTable: table).compactMap { before in
      guard let other = after.first(where: { $0.fact == before.fact }) else { return nil }
      let values = before.values.values.filter { other.values.contains($0) }
      return values.isEmpty
        ? nil
        : ResolvedCondition(
          fact: before.fact, values: ValueSet(values), position: before.position)
    }
  }
}
