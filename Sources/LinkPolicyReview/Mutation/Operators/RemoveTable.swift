internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Takes a table of decisions away, so that its action is no longer offered.
struct RemoveTable: MutationOperator {
  let name = "table-removed"
  let summary = "takes a table away: the action is no longer offered"

  func mutants(of source: MutationSource) -> [Mutant] {
    source.document.decisions.enumerated().map { index, table in
      var document = source.document
      document.decisions.remove(at: index)
      return Mutant(
        operation: name, row: nil, subject: table.key.value.text, detail: "",
        position: table.key.position, part: .tables, overriding: nil, reading: .table(index),
        variants: [Mutant.Variant(document: document, summary: "table removed")])
    }
  }
}
