internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Makes an exception from a guard: an action, a kind of method, accounts of one sort, or a value of a
/// setting or label is let through, where other guards test such a thing.
struct ExceptGuard: MutationOperator {
  let name = "guard-excepted"
  let summary = "lets an action, a kind, accounts of one sort or a setting through a guard"

  func mutants(of source: MutationSource) -> [Mutant] {
    let rows = source.rows(of: .guards)
    let tested = ValueSet(rows.flatMap { $0.compiled.conditions.map { $0.fact } })
      .intersection(Self.excepting(source.schema))
    var mutants: [Mutant] = []
    for (index, row) in rows.enumerated() {
      let own = ValueSet(row.compiled.conditions.map { $0.fact })
      for fact in tested.subtracting(own).values {
        for value in source.all(fact).values {
          let excepted = ValueSet([value])
          let rest = source.all(fact).subtracting(excepted)
          guard !rest.isEmpty else { continue }
          let document = source.edited(.guards) { rows in
            rows[index].conditions = source.conditions(
              of: row.declared, replacing: fact, by: rest)
          }
          mutants.append(
            source.mutant(
              name, .guards, row.declared, WidenCondition.detail(source, fact, value),
              [
                .init(
                  document: document,
                  summary: "lets `" + source.text(fact, excepted) + "` through")
              ]))
        }
      }
    }
    return mutants
  }

  /// The facts that exceptions go by: what an attempt carries in its token or link is none of them.
  private static func excepting(_ schema: FactSchema) -> ValueSet {
    let facts: [EngineFact] = [.action, .kind, .account, .accountState, .tenant]
    return ValueSet(facts.map { $0.rawValue } + Array(schema.settings) + Array(schema.labels))
  }
}
