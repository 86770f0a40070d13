internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Makes a guard refuse more: a condition dropped, or with one more value.
struct WidenGuard: MutationOperator {
  let name = "guard-widened"
  let summary = "drops a condition of a guard, or adds a value to it"

  func mutants(of source: MutationSource) -> [Mutant] {
    var mutants: [Mutant] = []
    for (index, row) in source.rows(of: .guards).enumerated() {
      for condition in row.compiled.conditions {
        let fact = source.schema.facts[condition.fact].name.text
        let rest = source.all(condition.fact).subtracting(condition.values)
        mutants.append(
          mutant(
            source, index, row.declared, fact, condition.fact, nil,
            "without the condition on `" + fact + "`"))
        for value in rest.values {
          mutants.append(
            mutant(
              source, index, row.declared, WidenCondition.detail(source, condition.fact, value),
              condition.fact, condition.values.union(ValueSet([value])),
              "also with `" + source.text(condition.fact, ValueSet([value])) + "`"))
        }
      }
    }
    return mutants
  }

  private func mutant(
    _ source: MutationSource, _ index: Int, _ row: RowDeclaration, _ detail: String, _ fact: Int,
    _ values: ValueSet?, _ summary: String
  ) -> Mutant {
    let document = source.edited(.guards) { rows in
      rows[index].conditions = source.conditions(of: row, replacing: fact, by: values)
    }
    return source.mutant(
      name, .guards, row, detail, [.init(document: document, summary: summary)])
  }
}
