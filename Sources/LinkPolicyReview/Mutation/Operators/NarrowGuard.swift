internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Makes a guard refuse less, or other things: a condition without one of its values, or turned
/// round.
struct NarrowGuard: MutationOperator {
  let name = "guard-narrowed"
  let summary = "takes a value from a condition of a guard, or turns it round"

  func mutants(of source: MutationSource) -> [Mutant] {
    var mutants: [Mutant] = []
    for (index, row) in source.rows(of: .guards).enumerated() {
      for condition in row.compiled.conditions {
        let fact = condition.fact
        func add(_ detail: String, _ values: ValueSet, _ summary: String) {
          guard !values.isEmpty else { return }
          let document = source.edited(.guards) { rows in
            rows[index].conditions = source.conditions(
              of: row.declared, replacing: fact, by: values)
          }
          mutants.append(
            source.mutant(
              name, .guards, row.declared, detail, [.init(document: document, summary: summary)]))
        }
        let rest = source.all(fact).subtracting(condition.values)
        add(
          source.schema.facts[fact].name.text, rest, "with `" + source.text(fact, rest) + "`")
        for value in condition.values.values {
          add(
            WidenCondition.detail(source, fact, value),
            condition.values.subtracting(ValueSet([value])),
            "without `" + source.text(fact, ValueSet([value])) + "`")
        }
      }
    }
    return mutants
  }
}
