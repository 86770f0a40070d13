internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyReview

/// What tables do to an account of another tenant than the attempt's.
///
/// Look-ups by credential and address stay inside one tenant, so that other tenants' accounts can only
/// be reached by a session, a target or a code; `tenant: other` is tested then, and a policy that never
/// tests it is not asked. Where the account is found by something else than the session, the session that an attempt is made in
/// can be on an account of any tenant, and `issue-token` would give it new life.
enum TenantTables {
  /// The rows and guards that change such an account, and the tables that are too intricate to say.
  static func acting(in policy: CompiledPolicy) -> [RowName] {
    let other = ResolvedCondition(.tenant, in: [FactValue.Tenant.other.rawValue])
    guard policy.vocabulary.usedFacts.contains(EngineFact.tenant.rawValue) else { return [] }
    return policy.storage.tables.indices.flatMap { index -> [RowName] in
      let table = policy.storage.tables[index]
      let inSession = ResolvedCondition(
        .session,
        in: [
          FactValue.Session.recent.rawValue, FactValue.Session.old.rawValue,
          FactValue.Session.revoked.rawValue,
        ])
      let hasOtherSession = policy.vocabulary.actions[table.action].pointsTo != .session
      var decided = DecidedCells(ofTable: index, of: policy, distinguishing: [other, inSession])
      let meant = decided.cells.cells(matching: [other])
      let session = decided.cells.cells(matching: [inSession])
      var acting: [RowName] = []
      for part in decided.parts {
        let reaches =
          changesAccount(part.answer)
          && !decided.cells.algebra.intersection(part.cells, meant).isEmpty
        let renews =
          hasOtherSession && renewsSession(part.answer)
          && !decided.cells.algebra.intersection(part.cells, session).isEmpty
        if reaches || renews {
          acting.append(part.row)
        }
      }
      return decided.isSpent
        ? table.rows.filter { changesAccount($0.answer) }
          .map { RowName(table: table.key, id: $0.id) } : acting
    }
  }

  private static func renewsSession(_ answer: CompiledAnswer?) -> Bool {
    answer?.effects.contains { $0.templates.contains(.renewSession) } ?? false
  }

  /// Whether an answer does more than end the caller's own session, which leaves the account alone.
  private static func changesAccount(_ answer: CompiledAnswer?) -> Bool {
    answer?.effects.contains { $0 != .endSession } ?? false
  }
}
