internal import LinkPolicyAuthoring

/// Moves a row of a table in which the first that fits decides to the beginning or to the end.
struct MoveRow: MutationOperator {
  let name = "row-moved"
  let summary = "moves a row of a first-hit table before or behind all others"

  func mutants(of source: MutationSource) -> [Mutant] {
    var mutants: [Mutant] = []
    for table in source.tables where table.hit(in: source.document) == .first {
      let rows = source.rows(of: table)
      for (from, to) in Moves.toEnds(among: rows.count) {
        let document = source.edited(table) { $0.insert($0.remove(at: from), at: to) }
        let place = to == 0 ? "first" : "last"
        mutants.append(
          source.mutant(
            name, table, rows[from].declared, place,
            [.init(document: document, summary: "stands " + place)], overriding: true))
      }
    }
    return mutants
  }
}
