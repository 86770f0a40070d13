internal import LinkPolicy

/// The world that one exploration is about: a policy, an owner's address at one domain, and what
/// owner and attacker cannot do.
struct AdversaryModel: Sendable {
  let policy: CompiledPolicy
  let environment: ProofEnvironment
  /// What nobody does.
  var exclusions: Set<Exclusion>
  /// The domain of the owner's address, and its value of the fact `domain`.
  let domain: String
  let domainValue: Int
  let providers: [PlayedProvider]
  let obtainable: ObtainableAssertions
  /// Whether the policy takes another mailbox's address for the owner's.
  let hasAlias: Bool
  /// The numbers of the purposes of codes that some row mails and that are nobody's.
  let purposesOfNobody: ValueSet
  /// The settings that have one value; every other can have another at each attempt.
  let settings: FactLimits
  /// Who the owner's address belongs to; the attacker's before it passes to the owner.
  private(set) var holder = Actor.owner

  init(
    _ policy: CompiledPolicy, domain: String, under assumptions: Assumptions,
    in environment: ProofEnvironment, excluding exclusions: Set<Exclusion>,
    settings: FactLimits = FactLimits()
  ) throws(InputError) {
    self.policy = policy
    self.environment = environment
    self.exclusions = exclusions
    self.domain = domain
    self.settings = settings
    let vocabulary = policy.vocabulary
    domainValue = try vocabulary.domain(of: "owner@" + domain)
    providers = PlayedProvider.all(of: policy, under: assumptions)
    obtainable = ObtainableAssertions(policy, providers, domain: domain, assumptions, environment)
    let folding = vocabulary.folding(keepsCase: false)
    hasAlias =
      folding.dropsDots || folding.dropsPlusTag
      || vocabulary.addresses.aliases.contains { pair in
        [pair.alias.value, pair.domain.value].contains(Name(domain))
      }
    let storage = policy.storage
    let answers = storage.tables.flatMap { $0.rows } + storage.guards
    let mailed = answers.flatMap { $0.answer.effects.flatMap { $0.templates } }
    purposesOfNobody = ValueSet(
      mailed.compactMap { template -> Int? in
        guard case .putCode(let purpose) = template,
          let number = vocabulary.purposes.number(of: purpose),
          vocabulary.purposes.purposes[number].treatment.owner == .nobody
        else { return nil }
        return number
      })
  }

  /// Whether something is left out of the moves.
  func excludes(_ exclusion: Exclusion) -> Bool { exclusions.contains(exclusion) }

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
