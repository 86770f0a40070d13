internal import LinkPolicy

/// Where the tables of a policy do what its own invariants forbid, whether or not it can come to it.
enum ForbiddenCells {
  /// For each invariant the first row that does it in some cell; nil where none does.
  ///
  /// What cannot occur is left out, and what guards take away is theirs.
  static func rows(of policy: Policy) -> [RowName?] {
    policy.storage.invariants.map { invariant in
      policy.storage.tables.indices.lazy.compactMap {
        row(inTable: $0, of: policy, breaking: invariant)
      }.first
    }
  }

  private static func row(
    inTable index: Int, of policy: Policy, breaking invariant: CompiledInvariant
  ) -> RowName? {
    let storage = policy.storage
    let table = storage.tables[index]
    let applying = policy.guards(ofTable: index)
    var cells = policy.cells(ofTable: index, toldApart: invariant.conditions)
    let meant = cells.cells(matching: invariant.conditions)
    func isMeant(_ graph: CellGraph) -> Bool {
      !cells.algebra.intersection(graph, meant).isEmpty
    }
    if invariant.forbids(nil), isMeant(cells.impossible) {
      return RowName(table: table.key, id: "impossible")
    }
    for (number, taken) in cells.guarded
    where invariant.forbids(storage.guards[number].answer) && isMeant(taken) {
      return RowName(table: "guards", id: storage.guards[number].id)
    }
    for (number, row) in table.rows.enumerated() {
      var left = cells.decided[number]
      for guarding in row.wouldGuards where applying.contains(guarding) {
        let refused = cells.cells(matching: storage.guards[guarding].conditions)
        let taken = cells.algebra.intersection(left, refused)
        if invariant.forbids(storage.guards[guarding].answer), isMeant(taken) {
          return RowName(table: "guards", id: storage.guards[guarding].id)
        }
        left = cells.algebra.difference(left, refused)
      }
      if invariant.forbids(row.answer), isMeant(left) {
        return RowName(table: table.key, id: row.id)
      }
    }
    return nil
  }
}
