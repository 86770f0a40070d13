internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration

/// The operator that removes a row, so that other rows decide its cells.
///
/// If the policy does not load without the row, the operator keeps the row and changes the row's answer.
struct RemoveRow: MutationOperator {
  let name = "row-removed"
  let summary = "removes a row, or gives its cells another answer"

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
            by: name, table: table, row: row.declared, detail: "", variants: [removed] + answered,
            overriding: table.hit(in: source.document) == .first))
      }
    }
    return mutants
  }
}

/// The operator that removes a decision table, so that its action is no longer offered.
struct RemoveTable: MutationOperator {
  let name = "table-removed"
  let summary = "removes a table: the action is no longer offered"

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

/// The operator that swaps adjacent rows if the hit policy is `first`; under another hit policy, the operator swaps the
/// answers of the rows.
struct SwapRows: MutationOperator {
  let name = "rows-swapped"
  let summary = "swaps two adjacent rows of a first-hit table, or their answers in another table"

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
        let what = isFirst ? "moved after" : "swaps answers with"
        mutants.append(
          source.mutant(
            by: name, table: table, row: one.declared, detail: other.declared.id.value.text,
            variants: [
              .init(document: document, summary: what + " `" + other.declared.id.value.text + "`")
            ], overriding: isFirst))
      }
    }
    return mutants
  }
}

/// The operator that moves a row of a table with the hit policy `first` to the first or last place.
struct MoveRow: MutationOperator {
  let name = "row-moved"
  let summary = "moves a row of a first-hit table to the first or last place"

  func mutants(of source: MutationSource) -> [Mutant] {
    var mutants: [Mutant] = []
    for table in source.tables where table.hit(in: source.document) == .first {
      let rows = source.rows(of: table)
      for (from, to) in Moves.toEnds(among: rows.count) {
        let document = source.edited(table) { $0.insert($0.remove(at: from), at: to) }
        let place = to == 0 ? "first" : "last"
        mutants.append(
          source.mutant(
            by: name, table: table, row: rows[from].declared, detail: place,
            variants: [.init(document: document, summary: "moved " + place)], overriding: true))
      }
    }
    return mutants
  }
}
