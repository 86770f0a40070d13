internal import LinkPolicy
internal import LinkPolicyAuthoring

/// The world that one exploration is about: a policy, an owner's address at one domain, and what
/// owner and attacker cannot do.
struct AdversaryModel: Sendable {
  private(set) var policy: CompiledPolicy
  let environment: ProofEnvironment
  /// What nobody does.
  var exclusions: Set<Exclusion>
  /// What nobody attempts besides, by the file of assumptions.
  private(set) var added: [AddedExclusion]
  /// The domain of the owner's address, and its value of the fact `domain`.
  let domain: String
  let domainValue: Int
  let providers: [PlayedProvider]
  let obtainable: ObtainableAssertions
  /// An address of another mailbox that the policy takes for the owner's; nil where there is none.
  let alias: String?
  /// The numbers of the purposes of codes that some row mails and that are nobody's.
  let purposesOfNobody: ValueSet
  /// The settings that have one value; every other can have another at each attempt.
  let settings: FactLimits
  /// The providers and kinds of sign-in by which somebody gets in.
  let entrances: Entrances
  /// Who the owner's address belongs to; the attacker's before it passes to the owner.
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
    self.settings = settings
    self.entrances = entrances ?? Entrances(policy, under: settings)
    let vocabulary = policy.vocabulary
    domainValue = try vocabulary.domain(of: "owner@" + domain)
    added = assumptions.excluded
    providers = PlayedProvider.all(of: policy, under: assumptions)
    obtainable = ObtainableAssertions(policy, providers, domain: domain, assumptions, environment)
    alias = assumptions.mailboxes.alias(ofOwnersAt: domain, under: policy)
    purposesOfNobody = Self.purposesOfNobody(mailedUnder: policy)
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

  /// The same world under a policy that has the same vocabulary; nil where other attempts are made under it, since it mails
  /// other codes that are nobody's, or tells tenants where this one does not.
  func deciding(by policy: CompiledPolicy) -> AdversaryModel? {
    var model = self
    model.policy = policy
    guard Self.purposesOfNobody(mailedUnder: policy) == purposesOfNobody,
      model.tellsTenants == tellsTenants
    else { return nil }
    return model
  }

  /// Whether two addresses are one.
  func relation(_ a: AbstractAddress, _ b: AbstractAddress) -> AddressRelation {
    AddressRelation(a, b, hasSpellings: policy.vocabulary.keepsSpellings)
  }

  /// Whether accounts are searched in parts, so that an address that one has can be free all the same.
  var hasPools: Bool { policy.vocabulary.pools.pools.count > 1 }

  /// Whether something tells that an attempt is made in another tenant than the account's.
  var tellsTenants: Bool { policy.vocabulary.usedFacts.contains(EngineFact.tenant.rawValue) }

  /// Whether the policy takes another mailbox's address for the owner's.
  var hasAlias: Bool { alias != nil }

  /// Whether something is left out of the moves.
  func excludes(_ exclusion: Exclusion) -> Bool { exclusions.contains(exclusion) }

  /// Whether an added exclusion leaves an attempt out.
  ///
  /// - Parameters:
  ///   - actor: who would make it.
  ///   - action: the name of its action.
  ///   - provider: the place of the provider among those played; nil for none.
  /// - Returns: whether some row is about such an attempt.
  func leavesOut(_ actor: Actor, _ action: Name, _ provider: Int?) -> Bool {
    added.contains { $0.leavesOut(actor, action, provider.map { providers[$0].id }) }
  }

  /// The numbers of all exclusions that apply, in order.
  var exclusionNumbers: [Int] {
    exclusions.map { $0.rawValue }.sorted() + added.map { $0.number }
  }

  /// Takes the exclusion of a number away.
  mutating func lift(_ number: Int) {
    if let exclusion = Exclusion(rawValue: number) {
      exclusions.remove(exclusion)
    }
    added.removeAll { $0.number == number }
  }

  /// Whether somebody reads the mail that goes to an address.
  ///
  /// Where the policy takes the addresses of two mailboxes for one, mail to it can go to either.
  func reads(_ actor: Actor, _ address: AbstractAddress) -> Bool {
    switch (actor, address) {
    case (_, .none): false
    case (.owner, .owners): holder == .owner || !excludes(.foreignMail)
    case (.owner, .attackers): !excludes(.foreignMail)
    case (.attacker, .owners): holder == .attacker || hasAlias || !excludes(.foreignMail)
    case (.attacker, .attackers): true
    }
  }

  /// Whether somebody has read a code of an account, now or when the address was his.
  func reads(_ actor: Actor, _ code: HeldCode) -> Bool {
    reads(actor, code.mailbox) || (actor == .attacker && code.isReadBefore)
  }

  /// Whether somebody can have read a code that is nobody's, or of an account that is gone.
  func canHaveRead(_ actor: Actor, _ mailbox: AbstractAddress) -> Bool {
    reads(actor, mailbox)
      || (actor == .attacker && mailbox == .owners && environment.reassigned == .during)
  }

  /// The world before the owner's address became his, where it was the attacker's.
  var beforeReassignment: AdversaryModel? {
    guard environment.reassigned == .during else { return nil }
    var model = self
    model.holder = .attacker
    return model
  }

  /// The values of the fact `domain` that an address can have.
  func domainValues(of address: AbstractAddress) -> ValueSet {
    let domains = policy.vocabulary.domains
    return switch address {
    case .none: ValueSet([domains.absent])
    case .owners: ValueSet([domainValue])
    // He can have one anywhere, at the owner's domain too.
    case .attackers: ValueSet.all(domains.absent)
    }
  }
}
