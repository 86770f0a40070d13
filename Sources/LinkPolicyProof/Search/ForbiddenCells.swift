internal import LinkPolicy
internal import LinkPolicyAnalysis

/// Where the tables of a policy do what its own invariants forbid, whether or not it can come to it.
enum ForbiddenCells {
  /// What tables do about one invariant.
  enum Finding: Sendable, Equatable {
    /// No row does what it forbids, in any cell.
    case nowhere
    /// This row does, in some cell.
    case row(RowName)
    /// The cells of this table are too many for the question.
    case unknown(table: Name)
  }

  /// For each invariant what the first table that is not free of it does.
  ///
  /// What cannot occur is left out, and what guards take away is theirs.
  static func all(of policy: CompiledPolicy) -> [Finding] {
    policy.storage.invariants.map { invariant in
      for table in policy.storage.tables.indices {
        let finding = finding(inTable: table, of: policy, breaking: invariant)
        if case .nowhere = finding { continue }
        return finding
      }
      return .nowhere
    }
  }

  private static func finding(
    inTable index: Int, of policy: CompiledPolicy, breaking invariant: CompiledInvariant
  ) -> Finding {
    var cells = policy.cells(ofTable: index, distinguishing: invariant.conditions)
    let row = row(inTable: index, of: policy, breaking: invariant, &cells)
    guard !cells.isSpent else {
      return .unknown(table: policy.storage.tables[index].key)
    }
    return row.map { .row($0) } ?? .nowhere
  }

  private static func row(
    inTable index: Int, of policy: CompiledPolicy, breaking invariant: CompiledInvariant,
    _ cells: inout TableCells
  ) -> RowName? {
    let storage = policy.storage
    let table = storage.tables[index]
    let applying = policy.guards(ofTable: index)
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
