internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Refuses where a row does something.
struct RefuseInstead: MutationOperator {
  let name = "refused-instead"
  let summary = "refuses where a row allows"

  func mutants(of source: MutationSource) -> [Mutant] {
    source.eachDecision { table, index, row in
      guard row.compiled.answer.error == nil, let error = source.document.errors.first else {
        return []
      }
      let answer = RowAnswer(refusing: error.name.value)
      let document = source.edited(table) { answer.give(to: &$0[index]) }
      return [
        source.mutant(
          name, table, row.declared, "",
          [.init(document: document, summary: "has " + answer.words)],
          overriding: table.hit(in: source.document) == .first)
      ]
    }
  }
}

extension MutationSource {
  /// Mutants of every row of every table of decisions.
  func eachDecision(
    _ make: (RowTable, Int, (declared: RowDeclaration, compiled: CompiledRow)) -> [Mutant]
  ) -> [Mutant] {
    var mutants: [Mutant] = []
    for table in document.decisions.indices.map({ RowTable.decision($0) }) {
      for (index, row) in rows(of: table).enumerated() {
        mutants += make(table, index, row)
      }
    }
    return mutants
  }

  /// Mutants of every row of every table of decisions, and of every guard.
  func eachAnswer(
    _ make: (RowTable, Int, (declared: RowDeclaration, compiled: CompiledRow)) -> [Mutant]
  ) -> [Mutant] {
    var mutants = eachDecision(make)
    for (index, row) in rows(of: .guards).enumerated() {
      mutants += make(.guards, index, row)
    }
    return mutants
  }
}
