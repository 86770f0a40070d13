internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyReview

/// Which invariants a real store breaks, after a real attempt.
struct StoryCheck: Sendable {
  let model: AdversaryModel
  private let access: AccessCheck
  private let owners: String
  private let attempts: AttemptCheck

  /// Checks the invariants that closures decide.
  ///
  /// - Parameters:
  ///   - model: the world that is played.
  ///   - others: invariants that are checked as well, of those that tables may leave open.
  init(_ model: AdversaryModel, and others: Set<Invariant> = []) {
    self.model = model
    attempts = AttemptCheck(model, of: others)
    access = AccessCheck(model)
    owners = StoryAttempts(model).owners
  }

  /// The invariants that do not hold of what an attempt came to.
  func broken(_ outcome: StoryWorld.Outcome, before: StoryWorld) -> [Invariant] {
    var broken: [Invariant] = []
    let world = outcome.world
    if case .refused = outcome.decision.outcome, !outcome.decision.changes.writes.isEmpty {
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
      // An account that is new needs a way in, if only an anonymous one.
      let hasLostAll =
        !signsIn(account, againOnly: false) && earlier.map { signsIn($0, againOnly: false) } ?? true
      let hasLostWayBack =
        !signsIn(account, againOnly: true) && earlier.map { signsIn($0, againOnly: true) } ?? false
      if hasLostAll || hasLostWayBack {
        broken.append(.aMethod)
      }
    }
    return broken + attempts.broken(outcome, before: before)
  }

  /// The invariants about accounts that do not hold in a world: I1, I2, I3, I5 and I8.
  func brokenState(_ world: StoryWorld) -> [Invariant] {
    // Another tenant's accounts have addresses of their own.
    let holders = world.store.accounts.filter {
      $0.email.hasSameBytes(as: owners) && $0.tenant.hasSameBytes(as: world.home)
    }
    return (holders.count > 1 ? [.oneHolder] : [])
      + world.store.accounts.flatMap { access(to: $0, in: world) }
  }

  /// Whether an account has a method that signs in to it, or that does so again after its first session.
  ///
  /// A method counts if some cell lets its provider and kind sign in. A password and a mailed link find the account by its address,
  /// and an anonymous method is for one session.
  private func signsIn(_ account: Account, againOnly: Bool) -> Bool {
    account.methods.contains { method in
      let provider = model.policy.vocabulary.providers.value(of: method.provider)
      let isOpen =
        provider.map { model.entrances.open(provider: $0, method.closedKind) } ?? false
      return switch method.closedKind {
      case .password, .emailLink: account.email != nil && isOpen
      case .federated, .phone, .custom: isOpen
      case .anonymous: !againOnly
      }
    }
  }

  /// Whether somebody else has verified the owner's address, who has not proved it there.
  ///
  /// Of an address that passes to the owner no world knows whose it was at the time.
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
        case .federated, .phone, .custom:
          Actor(having: method.subject)
        case .emailLink, .anonymous: nil
        }
      let held = HeldMethod(provider: 0, kind: method.closedKind, holder: holder, labels: [])
      abstract.holdings.insert(table.number(of: .method(held)))
    }
    for actor in Actor.allCases where world.factors[account.id]?.contains(actor) ?? false {
      abstract.holdings.insert(table.number(of: .factor(actor)))
    }
    return access.broken(real: abstract, table)
  }

  private func address(_ email: String?) -> AbstractAddress {
    guard let email else { return .none }
    return email.hasSameBytes(as: owners) ? .owners : .attackers
  }
}
