internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyTesting

/// What can happen between the steps that lead to a situation and the attempt itself: an administrator does something, and
/// time passes.
///
/// An exploration that is bounded reaches few stores in which much time has passed, or an administrator has done something;
/// this comes to them from every other.
struct WitnessInterlude {
  /// What time brings.
  enum Passing: CaseIterable {
    case nothing
    /// Sessions grow old.
    case aging
    /// Codes expire.
    case expiry
    /// The attempt was made before, so that its code is used.
    case repetition
  }

  /// What an administrator does, to the account of a place in the store.
  enum Administration: CaseIterable {
    case disabling, deletion, verification
  }

  let administration: (Administration, account: Int)?
  let passing: Passing

  /// What is worth trying.
  struct Choice {
    var passing: Set<Passing> = []
    var administration: Set<Administration> = []

    /// Adds what brings about the values that a box takes of a fact.
    mutating func take(_ restriction: BoxRestriction) {
      switch EngineFact(rawValue: restriction.axis.fact) {
      case .session:
        if restriction.asks(for: FactValue.Session.old, not: .recent) { passing.insert(.aging) }
        if restriction.asks(for: FactValue.Session.gone, not: .recent, .old) {
          administration.insert(.deletion)
        }
      case .code:
        if restriction.asks(for: FactValue.Code.expired, not: .valid) { passing.insert(.expiry) }
        if restriction.asks(for: FactValue.Code.used, not: .valid) { passing.insert(.repetition) }
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
        if restriction.asks(for: FactValue.Credential.broken, not: .new, .own, .known) {
          administration.insert(.deletion)
        }
      case .action, .kind, .provider, .domain, .origin, .nonce, .connection, .consent, .method,
        .secret, .linkDomain, .linkInApp, .tenant, .address, .relay, .sameProvider, .methods,
        .otherMethods, .linkAddress, .requestedBy, nil:
        break
      }
    }

    /// Everything of it that can happen in a store, the least first.
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

  /// What comes after it, and what is done for it.
  struct Outcome {
    var store: Accounts
    /// The steps, with the ids that the store gives.
    var steps: [ExploredStep] = []
  }

  /// A store after it; nil where it makes no difference to an attempt, or cannot be done.
  func outcome(
    after store: Accounts, before step: ExploredAttempt, under policy: CompiledPolicy,
    _ means: AdministrationMeans
  ) -> Outcome? {
    var outcome = Outcome(store: store)
    if let (kind, account) = administration {
      guard let action = means[kind], administer(kind, account, by: action, &outcome, policy) else {
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

  /// Has an administrator do something to an account; false where it comes to nothing.
  private func administer(
    _ kind: Administration, _ place: Int, by action: Action, _ outcome: inout Outcome,
    _ policy: CompiledPolicy
  ) -> Bool {
    let account = outcome.store.accounts[place]
    let step = ExploredAttempt(
      Attempt(action, tenant: account.tenant), by: Accounts.Caller(target: account.id))
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

/// The actions by which somebody who points to an account does what an administrator can.
struct AdministrationMeans {
  private var actions: [WitnessInterlude.Administration: Action] = [:]

  /// The first action of each; none where the policy has no such.
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
