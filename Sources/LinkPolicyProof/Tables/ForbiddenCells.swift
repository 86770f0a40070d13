internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyReview

/// Where the tables of a policy do what its own invariants forbid, whether or not it can come to it.
enum ForbiddenCells {
  /// What tables do about one invariant.
  enum Finding: Sendable, Equatable {
    /// No row does what it forbids, in any cell.
    case nowhere
    /// No cell of any table has the values that it is about, so it holds of nothing.
    case nothingMeant
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
      var isAboutSomething = false
      for table in policy.storage.tables.indices {
        switch finding(inTable: table, of: policy, breaking: invariant) {
        case .nothingMeant: continue
        case .nowhere: isAboutSomething = true
        case .row(let row): return .row(row)
        case .unknown(let table): return .unknown(table: table)
        }
      }
      return isAboutSomething ? .nowhere : .nothingMeant
    }
  }

  private static func finding(
    inTable index: Int, of policy: CompiledPolicy, breaking invariant: CompiledInvariant
  ) -> Finding {
    var decided = DecidedCells(
      ofTable: index, of: policy, distinguishing: invariant.conditions)
    let meant = decided.cells.cells(matching: invariant.conditions)
    let isMeant = decided.parts.contains { part in
      (part.answer != nil || invariant.neverRefused)
        && !decided.cells.algebra.intersection(part.cells, meant).isEmpty
    }
    let row = decided.parts.first { part in
      invariant.forbids(part.answer)
        && !decided.cells.algebra.intersection(part.cells, meant).isEmpty
    }?.row
    guard !decided.isSpent else {
      return .unknown(table: policy.storage.tables[index].key)
    }
    return row.map { .row($0) } ?? (isMeant ? .nowhere : .nothingMeant)
  }
}
