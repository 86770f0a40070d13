internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration

/// The kinds of change that surviving mutants make.
extension MutantJudge {
  /// Returns the kinds of changes that a mutant makes, the most dangerous first.
  ///
  /// - Parameters:
  ///   - mutant: the edit.
  ///   - edited: the edited policy.
  /// - Returns: the kinds; empty if no cell shows the change, or if the policy has too many cells.
  mutating func kinds(of mutant: Mutant, _ edited: CompiledPolicy) -> [ChangeKind] {
    if let moved = movedValues(by: mutant, edited) {
      return kinds(reading: moved.fact, as: moved.pairs)
    }
    guard case nil = mutant.reading else { return [] }
    var kinds: Set<ChangeKind> = []
    for table in graphs.indices where canDiffer(mutant.part, inTable: table, of: edited) {
      let graph = AnswerGraph(table: table, of: edited, by: loader.editor, &book)
      guard !graphs[table].isSpent, !graph.isSpent else { continue }
      kinds.formUnion(
        graphs[table].kinds(
          to: graph, book, by: ChangeSituation.CallerClass(table: table, of: edited),
          for: ActionDuties(table: table, of: edited), at: stakes,
          platforms: policy.platforms.union(edited.platforms),
          in: edited.vocabulary.schema,
          outOfReach: outOfReach(inTable: table, edited)))
    }
    return ChangeKind.ordered(kinds)
  }

  /// Returns the kinds of changes that occur if a policy interprets some values of a fact as other values.
  private func kinds(reading fact: Int, as pairs: [(before: Int, after: Int)]) -> [ChangeKind] {
    var kinds: Set<ChangeKind> = []
    for (table, graph) in graphs.enumerated() where !graph.isSpent {
      kinds.formUnion(
        graph.kinds(
          to: graph, book, by: ChangeSituation.CallerClass(table: table, of: policy),
          for: ActionDuties(table: table, of: policy), at: stakes, platforms: policy.platforms,
          in: policy.vocabulary.schema, reading: fact, as: pairs,
          outOfReach: outOfReach(inTable: table, policy)))
    }
    return ChangeKind.ordered(kinds)
  }

  /// Returns the values of facts that are unreachable under both the policy and an edited policy.
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
