internal import LinkPolicyAuthoring

/// Takes a row away; its cells fall to the rows below, or to another answer where none takes them.
struct RemoveRow: MutationOperator {
  let name = "row-removed"
  let summary = "takes a row away, or gives its cells another answer"

  func mutants(of source: MutationSource) -> [Mutant] {
    var mutants: [Mutant] = []
    for table in source.tables {
      for (index, row) in source.rows(of: table).enumerated() {
        let removed = Mutant.Variant(
          document: source.edited(table) { $0.remove(at: index) }, summary: "removed")
        let answered = source.otherAnswers(table, than: index).map { answer in
          Mutant.Variant(
            document: source.edited(table) { answer.give(to: &$0[index]) },
            summary: "has " + answer.words)
        }
        mutants.append(
          source.mutant(
            name, table, row.declared, "", [removed] + answered,
            overriding: table.hit(in: source.document) == .first))
      }
    }
    return mutants
  }
}
