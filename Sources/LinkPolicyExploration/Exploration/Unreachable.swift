internal import LinkPolicy
package import LinkPolicyAuthoring

/// The fact values that no sequence from the empty store reaches, because no effect of the policy
/// produces them.
///
/// Every listed value is proved unreachable. Values that are not listed may also be unreachable.
package struct Unreachable {
  private let policy: CompiledPolicy
  private let templates: [WriteTemplate]

  package init(_ policy: CompiledPolicy) {
    self.policy = policy
    let guards = policy.storage.guards.flatMap { $0.answer.effects.flatMap { $0.templates } }
    templates = policy.storage.tables.flatMap { $0.templates } + guards
  }

  private func has(_ template: WriteTemplate) -> Bool { templates.contains(template) }

  /// Returns conditions that list the unreachable values of each fact: no attempt of the table has one of these values.
  package func values(inTable index: Int) -> [ResolvedCondition] {
    let table = policy.storage.tables[index]
    var found: [(EngineFact, [Int])] = [
      // Only stores that an older version wrote have a credential without an account.
      (.credential, [FactValue.CredentialValue.broken.rawValue])
    ]
    if !has(.setState(.disabled)) {
      found.append((.accountState, [FactValue.AccountState.disabled.rawValue]))
    }
    var sessions: [FactValue.SessionValue] = []
    if !has(.openSession) {
      sessions = [.recent, .old, .revoked, .gone]
    } else {
      sessions += has(.endSessions) ? [] : [.revoked]
      sessions += has(.endSession) || has(.deleteAccount) ? [] : [.gone]
    }
    found.append((.session, sessions.map { $0.rawValue }))
    let action = policy.vocabulary.actions[table.action]
    let kinds = table.attemptKinds
    let isMailed = kinds.contains { action.codePurpose($0).map { has(.putCode($0)) } ?? false }
    if !isMailed {
      let codes: [FactValue.CodeValue] = [.valid, .expired, .used, .stale]
      found.append((.code, codes.map { $0.rawValue }))
    }
    // Some attempts find an account only by a code or session. A table that does not test the code has a single class
    // for unknown codes and codes that are never mailed, so the fact `code` alone proves nothing.
    let isFound: Bool =
      switch action.pointsTo {
      case .code: isMailed
      case .session: has(.openSession)
      case .target, .credential: true
      }
    if !isFound || !has(.setEmail(.verified)) {
      let accounts: [FactValue.AccountVerification] =
        isFound ? [.verified] : [.noAddress, .unverified, .verified]
      found.append((.account, accounts.map { $0.rawValue }))
    }
    var conditions = found.filter { !$0.1.isEmpty }.map { fact, values in
      ResolvedCondition(
        fact: fact.rawValue, values: ValueSet(values), position: table.position)
    }
    for (offset, label) in policy.vocabulary.labels.enumerated() {
      let values = label.values.indices.dropFirst().filter { value in
        !has(.setLabel(name: label.name.value, value: label.values[value].value))
      }
      if !values.isEmpty {
        conditions.append(
          ResolvedCondition(
            fact: policy.vocabulary.schema.labels.lowerBound + offset, values: ValueSet(values),
            position: table.position))
      }
    }
    return conditions
  }
}
