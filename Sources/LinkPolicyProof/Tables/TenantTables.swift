internal import LinkPolicy
internal import LinkPolicyAnalysis

/// What tables do to an account of another tenant than the attempt's.
///
/// Look-ups by credential and address stay inside one tenant, so that other tenants' accounts can only
/// be reached by a session, a target or a code; `tenant: other` is tested then, and a policy that never
/// tests it is not asked.
enum TenantTables {
  /// The rows and guards that change such an account, and the tables that are too intricate to say.
  static func acting(in policy: CompiledPolicy) -> [RowName] {
    let other = ResolvedCondition(.tenant, in: [FactValue.Tenant.other.rawValue])
    guard policy.vocabulary.usedFacts.contains(EngineFact.tenant.rawValue) else { return [] }
    return policy.storage.tables.indices.flatMap { index -> [RowName] in
      var decided = DecidedCells(ofTable: index, of: policy, distinguishing: [other])
      let meant = decided.cells.cells(matching: [other])
      var acting: [RowName] = []
      for part in decided.parts where changesAccount(part.answer) {
        if !decided.cells.algebra.intersection(part.cells, meant).isEmpty {
          acting.append(part.row)
        }
      }
      let table = policy.storage.tables[index]
      return decided.isSpent
        ? table.rows.filter { changesAccount($0.answer) }
          .map { RowName(table: table.key, id: $0.id) } : acting
    }
  }

  /// Whether an answer does more than end the caller's own session, which leaves the account alone.
  private static func changesAccount(_ answer: CompiledAnswer?) -> Bool {
    answer?.effects.contains { $0 != .endSession } ?? false
  }
}
