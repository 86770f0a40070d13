internal import LinkPolicy
internal import LinkPolicyAuthoring

/// The model of one exploration: a policy, the owner's address at one domain, and the attempts that
/// owner and attacker can make.
struct AdversaryModel: Sendable {
  private(set) var policy: CompiledPolicy
  let environment: ProofEnvironment
  /// The exclusions that apply: the attempts that no actor makes.
  var exclusions: Set<Exclusion>
  /// The further attempts that the assumptions file excludes.
  private(set) var added: [AddedExclusion]
  /// The domain of the owner's address, and its value of the fact `domain`.
  let domain: String
  let domainValue: Int
  let providers: [PlayedProvider]
  let obtainable: ObtainableAssertions
  /// An address of another mailbox that the policy treats as the owner's; nil if there is none.
  let alias: String?
  /// The code purposes, by number, for which the policy mails codes that belong to no account.
  let purposesOfNobody: ValueSet
  /// Whether the policy tests if another session of the same account requested a code.
  private(set) var tellsAskingAccounts: Bool
  /// The settings that have a fixed value, and the inputs that an assumption limits.
  ///
  /// Every other setting or input can change from attempt to attempt.
  private(set) var settings: FactLimits
  /// The settings that have a fixed value.
  private let fixed: FactLimits
  /// The providers and kinds of sign-in that open an account.
  let entrances: Entrances
  /// The actor to whom the owner's address belongs; the attacker before the address passes to the owner.
  private(set) var holder = Actor.owner

  init(
    _ policy: CompiledPolicy, domain: String, under assumptions: Assumptions,
    in environment: ProofEnvironment, excluding exclusions: Set<Exclusion>,
    settings: FactLimits = FactLimits(), entrances: Entrances? = nil
  ) throws(InputError) {
    self.policy = policy
    self.environment = environment
    self.exclusions = exclusions
    self.domain = domain
    fixed = settings
    let limits = settings.limited(by: assumptions.excluded, under: policy)
    self.settings = limits
    self.entrances = entrances ?? Entrances(policy, under: limits)
    let vocabulary = policy.vocabulary
    domainValue = try vocabulary.domain(of: "owner@" + domain)
    added = assumptions.excluded
    providers = PlayedProvider.all(of: policy, under: assumptions)
    obtainable = ObtainableAssertions(
      policy: policy, providers: providers, domain: domain, assumptions: assumptions,
      environment: environment)
    alias = assumptions.mailboxes.alias(ofOwnersAt: domain, under: policy)
    purposesOfNobody = Self.purposesOfNobody(mailedUnder: policy)
    tellsAskingAccounts = Self.tellsAskingAccounts(policy)
  }

  private static func tellsAskingAccounts(_ policy: CompiledPolicy) -> Bool {
    policy.conditions.contains { condition in
      condition.fact == EngineFact.requestedBy.rawValue
        && condition.values.contains(FactValue.RequestedBy.sameAccount.rawValue)
          != condition.values.contains(FactValue.RequestedBy.otherAccount.rawValue)
    }
  }

  private static func purposesOfNobody(mailedUnder policy: CompiledPolicy) -> ValueSet {
    let (storage, purposes) = (policy.storage, policy.vocabulary.purposes)
    let answers = storage.tables.flatMap { $0.rows } + storage.guards
    let mailed = answers.flatMap { $0.answer.effects.flatMap { $0.templates } }
    return ValueSet(
      mailed.compactMap { template -> Int? in
        guard case .putCode(let purpose) = template, let number = purposes.number(of: purpose),
          purposes.purposes[number].treatment.owner == .nobody
        else { return nil }
        return number
      })
  }

  /// Returns the same world under another policy with the same vocabulary.
  ///
  /// Returns nil if the attempts differ under that policy, because it mails other codes without an account, or because
  /// only one policy distinguishes tenants or the requesters of codes.
  func deciding(by policy: CompiledPolicy) -> AdversaryModel? {
    var model = self
    model.policy = policy
    guard Self.purposesOfNobody(mailedUnder: policy) == purposesOfNobody,
      model.tellsTenants == tellsTenants,
      model.comparesCodeCredentials == comparesCodeCredentials,
      Self.tellsAskingAccounts(policy) == tellsAskingAccounts
    else { return nil }
    return model
  }

  /// Compares two addresses.
  func relation(_ a: AbstractAddress, _ b: AbstractAddress) -> AddressRelation {
    AddressRelation(a, b, hasSpellings: policy.vocabulary.keepsSpellings)
  }

  /// Whether the policy declares several pools, so that a lookup searches only one part of the
  /// accounts.
  ///
  /// An address that belongs to an account in one pool can then be free in another pool.
  var hasPools: Bool { policy.vocabulary.pools.pools.count > 1 }

  /// Whether the policy tests if an attempt and the account belong to different tenants.
  var tellsTenants: Bool { policy.vocabulary.usedFacts.contains(EngineFact.tenant.rawValue) }

  /// Whether the policy compares the credential of an attempt with the one for which its code was requested.
  var comparesCodeCredentials: Bool { policy.vocabulary.isUsed(.codeCredential) }

  /// Whether signed-in people enroll second factors without a decision of the policy.
  ///
  /// They do under the switch `factors`. A policy that tests factors but enrolls none leaves this to its service.
  var enrollsFactors: Bool {
    environment.usesFactors
      || (policy.vocabulary.isUsed(.factors) && !policy.enrollsFactors)
  }

  /// Whether the policy treats an address of another mailbox as the owner's.
  var hasAlias: Bool { alias != nil }

  /// Whether an exclusion applies.
  func excludes(_ exclusion: Exclusion) -> Bool { exclusions.contains(exclusion) }

  /// Whether a row of the assumptions file excludes an attempt.
  ///
  /// - Parameters:
  ///   - actor: the actor who would make the attempt.
  ///   - action: the name of its action.
  ///   - provider: the index of the provider among the played providers; nil for none.
  /// - Returns: true if some row excludes such an attempt.
  func leavesOut(_ actor: Actor, action: Name, provider: Int?) -> Bool {
    added.contains {
      $0.leavesOut(actor, action: action, provider: provider.map { providers[$0].id })
    }
  }

  /// The numbers of all exclusions that apply, in order.
  var exclusionNumbers: [Int] {
    exclusions.map { $0.rawValue }.sorted() + added.map { $0.number }
  }

  /// Removes the exclusion with a number.
  mutating func lift(_ number: Int) {
    if let exclusion = Exclusion(rawValue: number) {
      exclusions.remove(exclusion)
    }
    added.removeAll { $0.number == number }
    settings = fixed.limited(by: added, under: policy)
  }

  /// Whether an actor reads the mail to an address.
  ///
  /// If the policy treats the addresses of two mailboxes as one, either mailbox can get the mail.
  func reads(_ actor: Actor, _ address: AbstractAddress) -> Bool {
    switch (actor, address) {
    case (_, .none): false
    case (.owner, .owners): holder == .owner || !excludes(.foreignMail)
    case (.owner, .attackers): !excludes(.foreignMail)
    case (.attacker, .owners): holder == .attacker || hasAlias || !excludes(.foreignMail)
    case (.attacker, .attackers): true
    }
  }

  /// Whether an actor has read a code of an account, now or while the address belonged to that actor.
  func reads(_ actor: Actor, _ code: HeldCode) -> Bool {
    reads(actor, code.mailbox) || (actor == .attacker && code.isReadBefore)
  }

  /// Whether an attempt can carry a code that was mailed to an address.
  ///
  /// The attempt's actor reads the mail, or the owner opens the link in a browser in which the attacker's sign-in is
  /// forced on the owner.
  ///
  /// - Parameters:
  ///   - attempt: the attempt.
  ///   - mailbox: the address of the mail.
  ///   - asker: the actor who requested the code; nil if that is unknown.
  /// - Returns: true if the attempt can carry the code.
  func carries(
    _ attempt: AbstractAttempt, codeMailedTo mailbox: AbstractAddress, askedBy asker: Actor?
  ) -> Bool {
    reads(attempt.actor, mailbox) || isOpenedByOwner(attempt, codeMailedTo: mailbox, askedBy: asker)
  }

  /// Whether the owner opens a mailed link in an attempt with the attacker's credential.
  func isOpenedByOwner(
    _ attempt: AbstractAttempt, codeMailedTo mailbox: AbstractAddress, askedBy asker: Actor?
  ) -> Bool {
    guard environment.forcesLinking, attempt.kind != nil, attempt.actor == .attacker,
      attempt.sessionActor == .owner, reads(.owner, mailbox)
    else { return false }
    // The owner follows mail of the attacker only if the owner follows any mail.
    return asker != .attacker || environment.clicks
  }

  /// Whether an actor can have read a code whose account is deleted, or that never had one.
  func canHaveRead(_ actor: Actor, _ mailbox: AbstractAddress) -> Bool {
    reads(actor, mailbox)
      || (actor == .attacker && mailbox == .owners && environment.reassigned == .during)
  }

  /// The world in which the attacker still has the owner's address; nil if addresses are not reassigned during a
  /// sequence.
  var beforeReassignment: AdversaryModel? {
    guard environment.reassigned == .during else { return nil }
    var model = self
    model.holder = .attacker
    return model
  }

  /// Returns the values of the fact `domain` that an address can have.
  func domainValues(of address: AbstractAddress) -> ValueSet {
    let domains = policy.vocabulary.domains
    return switch address {
    case .none: ValueSet([domains.absent])
    case .owners: ValueSet([domainValue])
    // The attacker can have an address at any domain, including the owner's.
    case .attackers: ValueSet.all(domains.absent)
    }
  }
}

extension AdversaryModel {
  /// Returns the switch that stops every actor from attempting an action in this environment; nil
  /// if some actor attempts it.
  func leavingOut(_ action: ActionDefinition, _ kind: MethodKind?) -> ProofSwitch? {
    environment.leavingOut(
      action, kind, of: policy, excludesAdministrators: excludes(.administration))
  }
}

extension ProofEnvironment {
  /// Returns the switch because of which no actor attempts an action; nil if some actor attempts
  /// it.
  func leavingOut(
    _ action: ActionDefinition, _ kind: MethodKind?, of policy: CompiledPolicy,
    excludesAdministrators: Bool
  ) -> ProofSwitch? {
    if policy.isAdministrators(action) {
      let isMarking = hasAdministrator && action.name == StandardAction.markVerified.name
      return excludesAdministrators && !isMarking ? .exclusion(.administration) : nil
    }
    if kind == .phone, !usesPhone {
      return .world(.phone)
    }
    if !mails,
      [StandardAction.sendLink.name, StandardAction.requestReset.name].contains(action.name)
    {
      return .world(.mailed)
    }
    let changing = [StandardAction.updateEmail.name, StandardAction.requestEmail.name]
    return !changesEmail && changing.contains(action.name) ? .world(.emailChanges) : nil
  }
}

extension CompiledPolicy {
  /// Whether only administrators attempt an action: a standard action of theirs, or an own action that points to a
  /// target and that the policy leaves to them.
  ///
  /// An own action without a target is played whatever `by:` says, and so is one with a target that `by:` gives to
  /// another party.
  func isAdministrators(_ action: ActionDefinition) -> Bool {
    performer(of: action) == .administrator
      && (action.pointsTo == .target
        || StandardAction.allCases.contains { $0.name == action.name })
  }

  /// Whether some row or guard adds a second factor.
  var enrollsFactors: Bool {
    (storage.tables.flatMap { $0.rows } + storage.guards).contains { row in
      row.answer.effects.contains(.enrollFactor)
    }
  }

  /// Whether a user makes the attempts of an action, and can be blamed for them: not an administrator, the service or
  /// a provider.
  func isUsers(_ action: ActionDefinition) -> Bool { performer(of: action).isUser }

  /// Returns the party that performs an action.
  func performer(of action: ActionDefinition) -> Party {
    if let standard = StandardAction.allCases.first(where: { $0.name == action.name }) {
      switch standard.doer {
      case .administrator: return .administrator
      case .sessionHolder: return .session
      case .anybody, .mailbox: return .anybody
      }
    }
    let declared = document.actions.first { $0.name.value == action.name }
    // The compiler resolves every own action from a declaration.
    return declared?.performer ?? .anybody
  }
}
