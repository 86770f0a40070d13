internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration
internal import LinkPolicyTesting

/// An administrative action or a wait that the search inserts before the last attempt of a sequence.
///
/// A bounded exploration reaches few stores after an administrative action or a wait. An interlude adds the action or
/// the wait to any store that the exploration reached.
struct WitnessInterlude {
  /// The effect of a wait, or of an earlier identical attempt.
  enum Passing: CaseIterable {
    case nothing
    /// Sessions become old.
    case aging
    /// Codes expire.
    case expiry
    /// The caller has already made the same attempt, so the code of the attempt is used.
    case repetition
  }

  /// An administrative action on an account: disabling, deletion, or verification of the address.
  enum Administration: CaseIterable {
    case disabling, deletion, verification
  }

  let administration: (Administration, account: Int)?
  let passing: Passing

  /// The set of interludes that the search tries.
  struct Choice {
    var passing: Set<Passing> = []
    var administration: Set<Administration> = []

    /// Adds the interludes that can give the fact a value of the box, such as a wait that makes a session old.
    mutating func take(_ restriction: BoxRestriction, of fact: EngineFact?) {
      switch fact {
      case .session:
        if restriction.asks(for: FactValue.SessionValue.old, not: .recent) {
          passing.insert(.aging)
        }
        if restriction.asks(for: FactValue.SessionValue.gone, not: .recent, .old) {
          administration.insert(.deletion)
        }
      case .code:
        if restriction.asks(for: FactValue.CodeValue.expired, not: .valid) {
          passing.insert(.expiry)
        }
        if restriction.asks(for: FactValue.CodeValue.used, not: .valid) {
          passing.insert(.repetition)
        }
      case .account:
        if restriction.asks(for: FactValue.AccountVerification.none, not: .unverified) {
          administration.insert(.deletion)
        }
        if restriction.asks(for: FactValue.AccountVerification.verified, not: .unverified) {
          administration.insert(.verification)
        }
      case .accountState:
        if restriction.asks(for: FactValue.AccountState.disabled, not: .active) {
          administration.insert(.disabling)
        }
      case .credential:
        if restriction.asks(for: FactValue.CredentialValue.broken, not: .new, .own, .known) {
          administration.insert(.deletion)
        }
      case .action, .kind, .provider, .domain, .origin, .nonce, .connection, .consent, .method,
        .secret, .linkDomain, .linkInApp, .tenant, .address, .relay, .sameProvider, .methods,
        .otherMethods, .linkAddress, .requestedBy, .codeCredential, .ticket, .factors, nil:
        break
      }
    }

    /// Returns all interludes that are possible in a store, the shortest first.
    func all(in store: Accounts) -> [WitnessInterlude] {
      let passing = Passing.allCases.filter { $0 == .nothing || self.passing.contains($0) }
      var all = passing.map { WitnessInterlude(administration: nil, passing: $0) }
      for kind in Administration.allCases where administration.contains(kind) {
        for account in store.accounts.indices {
          all += passing.map { WitnessInterlude(administration: (kind, account), passing: $0) }
        }
      }
      return all
    }
  }

  /// Returns the values of a fact that an interlude can turn into one of the given values.
  static func sources(of values: ValueSet, _ fact: EngineFact) -> ValueSet {
    func holds(_ word: some FactWord) -> Bool { values.contains(word.rawValue) }
    switch fact {
    case .session:
      if holds(FactValue.SessionValue.gone) {
        return ValueSet(of: FactValue.SessionValue.recent, .old)
      }
      return holds(FactValue.SessionValue.old)
        ? ValueSet(of: FactValue.SessionValue.recent) : ValueSet()
    case .code:
      return holds(FactValue.CodeValue.expired) || holds(FactValue.CodeValue.used)
        ? ValueSet(of: FactValue.CodeValue.valid) : ValueSet()
    case .account:
      return holds(FactValue.AccountVerification.verified)
        ? ValueSet(of: FactValue.AccountVerification.unverified) : ValueSet()
    case .accountState:
      return holds(FactValue.AccountState.disabled)
        ? ValueSet(of: FactValue.AccountState.active) : ValueSet()
    case .credential:
      return holds(FactValue.CredentialValue.broken)
        ? ValueSet(of: FactValue.CredentialValue.own, .known) : ValueSet()
    case .action, .kind, .provider, .domain, .origin, .nonce, .connection, .consent, .method,
      .secret, .linkDomain, .linkInApp, .tenant, .address, .relay, .sameProvider, .methods,
      .otherMethods, .linkAddress, .requestedBy, .codeCredential, .ticket, .factors:
      return ValueSet()
    }
  }

  /// The result of an interlude: the changed store, and the steps that changed the store.
  struct InterludeOutcome {
    var store: Accounts
    /// The steps of the interlude, with the ids of the store.
    var steps: [ExploredStep] = []
  }

  /// Returns the store after the interlude; nil if the interlude is impossible or makes no difference for the attempt.
  func outcome(
    after store: Accounts, before step: ExploredAttempt, under policy: CompiledPolicy,
    _ means: AdministrationMeans
  ) -> InterludeOutcome? {
    var outcome = InterludeOutcome(store: store)
    if let (kind, account) = administration {
      guard let action = means[kind],
        administer(kind, to: account, by: action, in: &outcome, under: policy)
      else {
        return nil
      }
    }
    switch passing {
    case .nothing: break
    case .aging:
      guard step.caller.session != nil else { return nil }
      outcome.store.ageSessions()
      outcome.steps.append(.wait(.old))
    case .expiry:
      guard step.caller.code != nil else { return nil }
      outcome.store.expireCodes()
      outcome.steps.append(.wait(.expired))
    case .repetition:
      guard step.caller.code != nil else { return nil }
      outcome.store = step.played(in: outcome.store, under: policy).accounts
      outcome.steps.append(.attempt(step))
    }
    return outcome
  }

  /// Applies an administrative action to an account; returns false if the action has no effect.
  private func administer(
    _ kind: Administration, to place: Int, by action: Action, in outcome: inout InterludeOutcome,
    under policy: CompiledPolicy
  ) -> Bool {
    let account = outcome.store.accounts[place]
    let step = ExploredAttempt(
      Attempt(action, tenant: account.tenant), by: Accounts.AttemptContext(target: account.id))
    outcome.store = step.played(in: outcome.store, under: policy).accounts
    outcome.steps.append(.attempt(step))
    let after = outcome.store.account(account.id)
    return switch kind {
    case .disabling: account.state == .active && after?.state == .disabled
    case .deletion: after == nil
    case .verification: !account.isEmailVerified && after?.isEmailVerified ?? false
    }
  }
}

/// The actions of a policy that let an administrator change a target account.
struct AdministrationMeans {
  private var actions: [WitnessInterlude.Administration: Action] = [:]

  /// Finds the first action for each kind of administration.
  init(_ policy: CompiledPolicy) {
    for kind in WitnessInterlude.Administration.allCases {
      actions[kind] =
        policy.storage.tables.first { table in
          policy.vocabulary.actions[table.action].pointsTo == .target
            && policy.vocabulary.actions[table.action].kinds.isEmpty
            && table.templates.contains { Self.does(kind, $0) }
        }.map { Action(policy.vocabulary.actions[$0.action].name.text) }
    }
  }

  subscript(_ kind: WitnessInterlude.Administration) -> Action? { actions[kind] }

  private static func does(
    _ kind: WitnessInterlude.Administration, _ template: WriteTemplate
  ) -> Bool {
    switch kind {
    case .disabling: template == .setState(.disabled)
    case .deletion: template == .deleteAccount
    case .verification: template == .setEmail(.verified)
    }
  }
}
