internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Gives a row of a derived fact another value.
struct ChangeValue: MutationOperator {
  let name = "value-changed"
  let summary = "gives a row of a derived fact another value"

  func mutants(of source: MutationSource) -> [Mutant] {
    var mutants: [Mutant] = []
    for (fact, declared) in source.document.facts.enumerated() {
      let table = RowTable.fact(fact)
      for (index, row) in source.rows(of: table).enumerated() {
        for (number, value) in declared.values.enumerated() where number != row.compiled.value {
          let answer = RowAnswer(value: value.value)
          let document = source.edited(table) { answer.give(to: &$0[index]) }
          mutants.append(
            source.mutant(
              name, table, row.declared, value.value.text,
              [.init(document: document, summary: "has " + answer.words)],
              overriding: declared.hit == .first))
        }
      }
    }
    return mutants
  }
}
