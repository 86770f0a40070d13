internal import LinkPolicy

/// Values of facts that no sequence from the empty store comes to, because the policy has no
/// effect that would bring them about.
///
/// What is listed is proved impossible; much else may be impossible too.
struct Unreachable {
  private let policy: CompiledPolicy
  private let effects: [Effect]

  init(_ policy: CompiledPolicy) {
    self.policy = policy
    effects =
      policy.storage.tables.flatMap { table in
        table.rows.flatMap { $0.answer.effects }
      } + policy.storage.guards.flatMap { $0.answer.effects }
  }

  private func has(_ effect: Effect) -> Bool { effects.contains(effect) }

  private func mails(_ purpose: CodePurpose) -> Bool {
    effects.contains { effect in
      switch effect {
      case .sendCode(let sent): sent == purpose
      case .rememberUndo: purpose == .undo
      case .create, .createWithoutAddress, .signIn, .link, .replaceSubject, .supersedeSubject,
        .seizeCredential, .refreshMethod, .unlink, .dropUnproven, .drop, .dropFactors,
        .setPassword, .verifyEmail, .unverifyEmail, .setEmail, .adoptEmail, .clearEmail,
        .fillProfile, .overwriteProfile, .revokeSessions, .cancelPending, .issueToken,
        .endSession, .disable, .enable, .setLabel, .notifyOwner, .delete:
        false
      }
    }
  }

  /// The values by fact, for the attempts of a table.
  func values(inTable index: Int) -> [ResolvedCondition] {
    let table = policy.storage.tables[index]
    var found: [(EngineFact, [Int])] = [
      // Only a store that was there before can have lost an account without its credentials.
      (.credential, [FactValue.Credential.broken.rawValue])
    ]
    if !has(.disable) {
      found.append((.accountState, [FactValue.AccountState.disabled.rawValue]))
    }
    if !has(.verifyEmail) {
      found.append((.account, [FactValue.Account.verified.rawValue]))
    }
    var sessions: [FactValue.Session] = []
    if !has(.signIn) {
      sessions = [.recent, .old, .revoked, .gone]
    } else {
      sessions += has(.revokeSessions) ? [] : [.revoked]
      sessions += has(.endSession) || has(.delete) ? [] : [.gone]
    }
    found.append((.session, sessions.map { $0.rawValue }))
    let action = policy.vocabulary.actions[table.action]
    let kinds: [MethodKind?] = table.kinds.isEmpty ? [nil] : table.kinds
    if !kinds.contains(where: { action.codePurpose($0).map { mails($0) } ?? false }) {
      let codes: [FactValue.Code] = [.valid, .expired, .used, .stale]
      found.append((.code, codes.map { $0.rawValue }))
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
