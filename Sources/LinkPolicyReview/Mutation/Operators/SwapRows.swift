internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Swaps neighbours: the rows themselves where the first one decides, else their answers.
struct SwapRows: MutationOperator {
  let name = "rows-swapped"
  let summary = "swaps two neighbours in a first-hit table, or their answers in another"

  func mutants(of source: MutationSource) -> [Mutant] {
    var mutants: [Mutant] = []
    for table in source.tables {
      let rows = source.rows(of: table)
      let isFirst = table.hit(in: source.document) == .first
      for index in rows.indices.dropLast() {
        let (one, other) = (rows[index], rows[index + 1])
        guard
          one.compiled.answer != other.compiled.answer || one.compiled.value != other.compiled.value
        else { continue }
        let document = source.edited(table) { rows in
          if isFirst {
            rows.swapAt(index, index + 1)
          } else {
            let first = RowAnswer(of: rows[index])
            RowAnswer(of: rows[index + 1]).give(to: &rows[index])
            first.give(to: &rows[index + 1])
          }
        }
        let what = isFirst ? "stands after" : "swaps answers with"
        mutants.append(
          source.mutant(
            name, table, one.declared, other.declared.id.value.text,
            [.init(document: document, summary: what + " `" + other.declared.id.value.text + "`")],
            overriding: isFirst))
      }
    }
    return mutants
  }
}
