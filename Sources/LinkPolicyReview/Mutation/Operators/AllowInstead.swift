internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Allows without doing anything where a row refuses or does something.
struct AllowInstead: MutationOperator {
  let name = "allowed-instead"
  let summary = "allows, doing nothing, where a row refuses or does something"

  func mutants(of source: MutationSource) -> [Mutant] {
    source.eachDecision { table, index, row in
      guard row.compiled.answer.error != nil || !row.compiled.answer.effects.isEmpty else {
        return []
      }
      let answer = RowAnswer(refusing: nil)
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
