internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration

/// A check of the invariants after an attempt on a real store.
struct StoryCheck: Sendable {
  let model: AdversaryModel
  private let access: AccessCheck
  private let owners: String
  private let attempts: AttemptCheck

  /// Creates a check of the invariants that closures decide.
  ///
  /// - Parameters:
  ///   - model: the model of the attempts.
  ///   - others: further invariants to check, among the invariants that tables may leave open.
  init(_ model: AdversaryModel, and others: Set<Invariant> = []) {
    self.model = model
    attempts = AttemptCheck(model, of: others)
    access = AccessCheck(model)
    owners = model.ownersEmail
  }

  /// Returns the invariants that the result of an attempt breaks.
  func broken(_ outcome: StoryWorld.StoryOutcome, before: StoryWorld) -> [Invariant] {
    var broken: [Invariant] = []
    let world = outcome.world
    let action =
      model.policy.vocabulary.actions[
        model.policy.storage.tables[outcome.abstract.table].action]
    let isUsers = model.policy.isUsers(action)
    if isUsers, case .refused = outcome.decision.outcome, !outcome.decision.changes.writes.isEmpty {
      broken.append(.refusalsChangeNothing)
    }
    broken += brokenState(world)
    if outcome.attempt.attempt.link?.stated[.linkDomain] == FactValue.LinkDomain.refused.rawValue,
      outcome.decision.changes.writes.contains(where: {
        if case .putCode = $0 { true } else { false }
      })
    {
      broken.append(.allowedLinks)
    }
    for account in world.store.accounts {
      if isForeignlyVerified(account, in: world) {
        broken.append(.ownVerification)
      }
      let earlier = before.store.account(account.id)
      let off = earlier == nil ? [] : disabled(outcome)
      // A new account must have a sign-in method, but an anonymous method is enough.
      let hasLostAll =
        !signsIn(account, againOnly: false, off)
        && earlier.map { signsIn($0, againOnly: false, off) } ?? true
      let hasLostWayBack =
        !signsIn(account, againOnly: true, off)
        && earlier.map { signsIn($0, againOnly: true, off) } ?? false
      if isUsers, hasLostAll || hasLostWayBack {
        broken.append(.aMethod)
      }
    }
    return broken + attempts.broken(outcome, before: before)
  }

  /// Returns the invariants about accounts that the accounts of a store break: I1, I2, I3, I5 and I8.
  func brokenState(_ world: StoryWorld) -> [Invariant] {
    // Accounts in different tenants can have equal addresses.
    let holders = world.store.accounts.filter {
      $0.holds(owners, by: model.policy.vocabulary.addresses.heldBy)
        && $0.tenant.hasSameBytes(as: world.home)
    }
    return (holders.count > 1 ? [.oneHolder] : [])
      + world.store.accounts.flatMap { access(to: $0, in: world) }
  }

  /// Returns whether an account has a method that can sign in or, with `againOnly`, a method that can sign in more than
  /// once.
  ///
  /// A method counts if some cell lets its provider and kind sign in. A mailed link finds the account by the address. A
  /// password finds the account by the address or an identifier. An anonymous method opens only one session.
  private func signsIn(
    _ account: Account, againOnly: Bool, _ disabled: [DisabledMethod]
  ) -> Bool {
    let vocabulary = model.policy.vocabulary
    let keys = AccountKeys(of: account, vocabulary)
    return account.methods.contains { method in
      let isEnabled = !disabled.contains { $0.covers(method.provider, method.kind) }
      return switch method.closedKind {
      case .password, .emailLink, .federated, .phone, .custom, .passkey:
        isEnabled
          && vocabulary.providers.value(of: method.provider).map {
            model.entrances.open(provider: $0, method.closedKind, to: keys)
          } ?? false
      case .anonymous: isEnabled && !againOnly
      }
    }
  }

  /// Returns the methods that were disabled during an attempt.
  ///
  /// A password that the attempt sets is enabled, because a service that has disabled passwords sets no password.
  private func disabled(_ outcome: StoryWorld.StoryOutcome) -> [DisabledMethod] {
    let disabled = outcome.attempt.caller.disabledMethods ?? []
    let setsPassword = outcome.decision.changes.writes.contains { write in
      if case .putMethod(_, let method) = write { method.key.kind == .password } else { false }
    }
    guard setsPassword, outcome.attempt.attempt.assertion == nil else { return disabled }
    return disabled.filter { $0.kind != .password }
  }

  /// Returns whether another person verified the owner's address at an account where the owner has not proved the
  /// address.
  ///
  /// If the address is reassigned during the sequence, the result is false, because no record shows who owned the
  /// address.
  private func isForeignlyVerified(_ account: Account, in world: StoryWorld) -> Bool {
    account.isEmailVerified && account.email.hasSameBytes(as: owners)
      && world.foreignVerifications.contains(account.id)
      && !(world.provers[account.id]?.contains(.owner) ?? false)
      && model.environment.reassigned != .during
  }

  private func access(to account: Account, in world: StoryWorld) -> [Invariant] {
    var table = HoldingTable(model.providers)
    var abstract = AbstractAccount(
      key: AccountKey(email: address(account.email), labels: []))
    abstract.key.provers = world.provers[account.id] ?? ActorSet()
    for (session, actor) in zip(world.store.sessions, world.sessionActors)
    where session.account.hasSameBytes(as: account.id) {
      let holding = Holding.session(actor, isLive: world.isLive(session))
      abstract.holdings.insert(table.number(of: holding))
    }
    for method in account.methods {
      let holder: Actor? =
        switch method.closedKind {
        case .password: world.passwordSetter(account.id, method.provider)
        case .federated, .phone, .custom, .passkey:
          Actor(having: method.subject)
        case .emailLink, .anonymous: nil
        }
      let provider = model.providers.firstIndex { $0.id.hasSameBytes(as: method.provider) }
      let held = HeldMethod(
        provider: provider ?? 0, kind: method.closedKind, holder: holder, labels: [])
      abstract.holdings.insert(table.number(of: .method(held)))
    }
    abstract.key.identifiers = model.policy.vocabulary.identifiers(heldBy: account)
    for actor in Actor.allCases where world.factors[account.id]?.contains(actor) ?? false {
      abstract.holdings.insert(table.number(of: .factor(actor)))
    }
    return access.broken(real: abstract, in: table)
  }

  private func address(_ email: String?) -> AbstractAddress {
    guard let email else { return .none }
    return email.hasSameBytes(as: owners) ? .owners : .attackers
  }
}

/// A check of one attempt on a real store, for the invariants that the tables alone cannot always decide: I10, I13 and
/// declared invariants.
struct AttemptCheck: Sendable {
  private static var otherTenant: String { "other-tenant" }

  private let policy: CompiledPolicy
  private let owners: String
  /// The invariants to check.
  private let wanted: Set<Invariant>

  /// Creates a check of some invariants.
  ///
  /// The check ignores all other invariants.
  init(_ model: AdversaryModel, of wanted: Set<Invariant>) {
    policy = model.policy
    owners = model.ownersEmail
    self.wanted = wanted
  }

  /// Returns the checked invariants that an attempt breaks.
  ///
  /// - Parameters:
  ///   - outcome: the attempt and its result.
  ///   - before: the store before the attempt.
  /// - Returns: the invariants, in no particular order.
  func broken(_ outcome: StoryWorld.StoryOutcome, before: StoryWorld) -> [Invariant] {
    wanted.filter { invariant in
      switch invariant {
      case .declared(let declared):
        outcome.decision.breaks(policy.storage.invariants[declared.place])
      case .repeatable: !isRepeatable(outcome)
      case .tenants: changesOtherTenant(outcome, before) || dependsOnOtherTenant(outcome, before)
      // Closures decide the invariants about accounts. I9 and I11 concern a whole store, not one attempt.
      case .ownMethods, .ownSessions, .oneProver, .aMethod, .oneHolder, .refusalsChangeNothing,
        .total, .safeLanding, .ownVerification, .allowedLinks, .reachable, .enumeration:
        false
      }
    }
  }

  // MARK: Repetition of a sign-in

  private func isRepeatable(_ outcome: StoryWorld.StoryOutcome) -> Bool {
    let action = policy.vocabulary.actions[policy.storage.tables[outcome.abstract.table].action]
    guard action.name == StandardAction.signIn.name, outcome.decision.isAllowed else {
      return true
    }
    switch outcome.abstract.kind {
    case .federated, .password, .phone, .custom, .passkey: break
    // Each link is used only once, and each anonymous sign-in creates another account.
    case .emailLink, .anonymous, nil: return true
    }
    // If the engine rejects the repetition as invalid input, the sign-in breaks nothing.
    guard
      let second = outcome.world.attempt(
        outcome.attempt.repeated(after: outcome.decision), as: outcome.abstract, under: policy,
        owners: owners)
    else { return true }
    return second.decision.isAllowed
      && second.applied.account.hasSameBytes(as: outcome.applied.account)
      && second.world.accountsText == outcome.world.accountsText
      && second.world.codesText == outcome.world.codesText
  }

  // MARK: Tenants

  /// Returns whether an attempt discloses or changes an account of another tenant.
  ///
  /// The end of the caller's session in the other tenant does not count as a change.
  private func changesOtherTenant(
    _ outcome: StoryWorld.StoryOutcome, _ before: StoryWorld
  ) -> Bool {
    let tenant = outcome.attempt.attempt.tenant
    let writes = outcome.decision.changes.writes
    func isForeign(_ account: String) -> Bool {
      before.store.account(account).map { !$0.tenant.hasSameBytes(as: tenant) } ?? false
    }
    let changesPointed = writes.contains { write in
      switch write {
      case .endSession: false
      case .insertAccount, .deleteAccount, .setEmail, .setProfile, .setState, .setLabel,
        .setIdentifier, .putMethod,
        .removeMethod, .supersedeMethod, .dropFactors, .setFactors, .openSession, .renewSession,
        .endSessions,
        .putCode, .useCode, .cancelCodes:
        true
      }
    }
    let discloses = outcome.decision.tell.contains { $0.isAboutAccount }
    if changesPointed || discloses, let account = outcome.decision.pointedAccount,
      isForeign(account.id)
    {
      return true
    }
    let renews = writes.contains { if case .renewSession = $0 { true } else { false } }
    let session = before.store.sessions.first { session in
      outcome.attempt.caller.session.hasSameBytes(as: session.id)
    }
    return renews && session.map { isForeign($0.account) } ?? false
  }

  /// Returns whether an attempt changes accounts of another tenant, or has a result that depends on these accounts.
  private func dependsOnOtherTenant(
    _ outcome: StoryWorld.StoryOutcome, _ before: StoryWorld
  ) -> Bool {
    let crowded = before.beside(tenant: Self.otherTenant, owners: owners)
    guard
      let other = crowded.attempt(
        outcome.attempt, as: outcome.abstract, under: policy, owners: owners)
    else { return true }
    return other.decision.table != outcome.decision.table
      || other.decision.source != outcome.decision.source
      || foreign(crowded) != foreign(other.world)
  }

  private func foreign(_ world: StoryWorld) -> String {
    world.text(ofAccountsIn: Self.otherTenant)
  }
}

extension ExploredAttempt {
  /// Returns the same sign-in again, as the person makes it after the first sign-in.
  ///
  /// If the first sign-in set a password, the second sign-in presents this password.
  func repeated(after first: Decision) -> ExploredAttempt {
    var again = self
    let setsPassword = first.changes.writes.contains { write in
      if case .putMethod(_, let method) = write { method.secret == .new } else { false }
    }
    if setsPassword, again.attempt.assertion?.kind == .password {
      again.attempt.assertion?.secret = .right
    }
    return again
  }
}
