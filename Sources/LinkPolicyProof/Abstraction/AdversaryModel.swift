internal import LinkPolicy
internal import LinkPolicyAuthoring

/// A model for one exploration: a policy, a domain for the owner's address, and the attempts that owner and attacker
/// can make.
struct AdversaryModel: Sendable {
  private struct ModelParts: Sendable {
    var policy: CompiledPolicy {
      didSet { vocabulary = policy.vocabulary }
    }
    var vocabulary: Vocabulary
    let environment: ProofEnvironment
    var exclusions: Set<Exclusion>
    var added: [AddedExclusion]
    let domain: String
    let domainValue: Int
    let providers: [PlayedProvider]
    let obtainable: ObtainableAssertions
    let alias: String?
    let traits: PolicyTraits
    var settings: FactLimits
    /// The settings that have a fixed value.
    let fixed: FactLimits
    let entrances: Entrances
    var holder = Actor.owner
  }

  /// The parts of a model, which all copies of the model share, because a closure copies its model for every attempt.
  private final class SharedParts: Sendable {
    let parts: ModelParts

    init(_ parts: ModelParts) {
      self.parts = parts
    }
  }

  private var shared: SharedParts

  var policy: CompiledPolicy { shared.parts.policy }
  /// The vocabulary of the policy.
  var vocabulary: Vocabulary { shared.parts.vocabulary }
  var environment: ProofEnvironment { shared.parts.environment }
  /// The cases of ``Exclusion`` that apply; a switch such as `exclusion-7` lifts one of the cases.
  ///
  /// No actor makes an attempt that an exclusion names.
  var exclusions: Set<Exclusion> { shared.parts.exclusions }
  /// The exclusions that the assumptions file adds to the cases of ``Exclusion``.
  var added: [AddedExclusion] { shared.parts.added }
  /// The domain of the owner's address, such as `example.com`; `domainValue` is the domain's value of the fact
  /// `domain`.
  var domain: String { shared.parts.domain }
  var domainValue: Int { shared.parts.domainValue }
  /// The owner's address, such as `owner@example.com`.
  var ownersEmail: String { "owner@" + domain }
  var providers: [PlayedProvider] { shared.parts.providers }
  var obtainable: ObtainableAssertions { shared.parts.obtainable }
  /// An address of another mailbox that the policy treats as the owner's address; nil if no such address exists.
  var alias: String? { shared.parts.alias }
  private var traits: PolicyTraits { shared.parts.traits }
  /// The permitted values of each fixed setting, and of each input that an assumption limits.
  ///
  /// A setting or input without a limit can change from attempt to attempt.
  var settings: FactLimits { shared.parts.settings }
  /// The providers and kinds of method with which a person can sign in to an existing account.
  var entrances: Entrances { shared.parts.entrances }
  /// The actor to whom the owner's address belongs: the attacker before a reassignment, otherwise the owner.
  var holder: Actor { shared.parts.holder }

  init(
    _ policy: CompiledPolicy, domain: String, under assumptions: Assumptions,
    in environment: ProofEnvironment, excluding exclusions: Set<Exclusion>,
    settings: FactLimits = FactLimits(), entrances: Entrances? = nil
  ) throws(InputError) {
    let limits = settings.limited(by: assumptions.excluded, under: policy)
    let providers = PlayedProvider.all(of: policy, under: assumptions)
    shared = SharedParts(
      ModelParts(
        policy: policy, vocabulary: policy.vocabulary, environment: environment,
        exclusions: exclusions, added: assumptions.excluded, domain: domain,
        domainValue: try policy.vocabulary.domain(of: "owner@" + domain), providers: providers,
        obtainable: ObtainableAssertions(
          policy: policy, providers: providers, domain: domain, assumptions: assumptions,
          environment: environment),
        alias: assumptions.mailboxes.alias(ofOwnersAt: domain, under: policy),
        traits: PolicyTraits(policy, in: environment), settings: limits, fixed: settings,
        entrances: entrances ?? Entrances(policy, under: limits)))
  }

  private mutating func change(_ edit: (inout ModelParts) -> Void) {
    var parts = shared.parts
    edit(&parts)
    shared = SharedParts(parts)
  }

  /// Returns the same model under another policy with the same vocabulary.
  ///
  /// Returns nil if the policies have different ``PolicyTraits``.
  func deciding(by policy: CompiledPolicy) -> AdversaryModel? {
    guard PolicyTraits(policy, in: environment) == traits else { return nil }
    var model = self
    model.change { $0.policy = policy }
    return model
  }

  /// The numbers of the code purposes for which the policy mails codes that belong to no account.
  var purposesOfNobody: ValueSet { traits.purposesOfNobody }

  /// Whether some condition tests whether a code was requested by the caller's account or by another account.
  var tellsAskingAccounts: Bool { traits.tellsAskingAccounts }

  /// Returns the relation of two addresses: certainly equal, possibly equal or different.
  func relation(_ a: AbstractAddress, _ b: AbstractAddress) -> AddressRelation {
    AddressRelation(a, b, hasSpellings: vocabulary.keepsSpellings)
  }

  /// Whether the policy declares several pools; if so, a lookup searches only the accounts of one pool.
  ///
  /// With several pools, the address of an account in one pool can be free in another pool.
  var hasPools: Bool { vocabulary.pools.pools.count > 1 }

  /// Whether the policy tests whether an attempt and the account belong to different tenants.
  var tellsTenants: Bool { vocabulary.usedFacts.contains(EngineFact.tenant.rawValue) }

  /// Whether the policy compares an attempt's credential to the credential for which the attempt's code was requested.
  var comparesCodeCredentials: Bool { vocabulary.isUsed(.codeCredential) }

  /// Whether the policy treats an address of another mailbox as the owner's address.
  var hasAlias: Bool { alias != nil }

  /// Returns whether an exclusion applies; if so, no actor makes the excluded attempts.
  func excludes(_ exclusion: Exclusion) -> Bool { exclusions.contains(exclusion) }

  /// Returns whether a row of the assumptions file excludes an attempt.
  ///
  /// - Parameters:
  ///   - actor: the actor who would make the attempt.
  ///   - action: the name of the attempt's action.
  ///   - provider: the index of the provider among the played providers; nil for an attempt without a provider.
  /// - Returns: true if some row excludes the attempt.
  func leavesOut(_ actor: Actor, action: Name, provider: Int?) -> Bool {
    added.contains {
      $0.leavesOut(actor, action: action, provider: provider.map { providers[$0].id })
    }
  }

  /// The numbers of the exclusions that apply, in ascending order.
  var exclusionNumbers: [Int] {
    exclusions.map { $0.rawValue }.sorted() + added.map { $0.number }
  }

  /// Removes the exclusion with a number, so that actors also make the attempts that the exclusion named.
  mutating func lift(_ number: Int) {
    change { parts in
      if let exclusion = Exclusion(rawValue: number) {
        parts.exclusions.remove(exclusion)
      }
      parts.added.removeAll { $0.number == number }
      parts.settings = parts.fixed.limited(by: parts.added, under: parts.policy)
    }
  }

  /// Returns whether an actor reads the mail to an address.
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

  /// Returns whether an actor has read a code of an account, now or while the address belonged to that actor.
  func reads(_ actor: Actor, _ code: HeldCode) -> Bool {
    reads(actor, code.mailbox) || (actor == .attacker && code.isReadBefore)
  }

  /// Returns whether an attempt can carry a code that was mailed to an address.
  ///
  /// An attempt can carry the code if its actor reads the mail. An attempt that the attacker forces on the owner's
  /// session also carries the code, if the owner opens the mailed link.
  ///
  /// - Parameters:
  ///   - attempt: the attempt that would carry the code.
  ///   - mailbox: the address to which the code was mailed.
  ///   - asker: the actor who requested the code; nil if the requester is unknown.
  /// - Returns: true if the attempt can carry the code.
  func carries(
    _ attempt: AbstractAttempt, codeMailedTo mailbox: AbstractAddress, askedBy asker: Actor?
  ) -> Bool {
    reads(attempt.actor, mailbox) || isOpenedByOwner(attempt, codeMailedTo: mailbox, askedBy: asker)
  }

  /// Returns whether the owner opens a mailed link in an attempt that the attacker forces on the owner's session.
  func isOpenedByOwner(
    _ attempt: AbstractAttempt, codeMailedTo mailbox: AbstractAddress, askedBy asker: Actor?
  ) -> Bool {
    guard environment.forcesLinking, attempt.kind != nil, attempt.actor == .attacker,
      attempt.sessionActor == .owner, reads(.owner, mailbox)
    else { return false }
    // The owner opens a link that the attacker requested only if the owner clicks links in unrequested mail.
    return asker != .attacker || environment.clicks
  }

  /// Returns whether an actor can have read a code that has no account, because the account is deleted or never
  /// existed.
  func canHaveRead(_ actor: Actor, _ mailbox: AbstractAddress) -> Bool {
    reads(actor, mailbox)
      || (actor == .attacker && mailbox == .owners && environment.reassigned == .during)
  }

  /// The model in which the attacker still has the owner's address; nil if no address is reassigned during a sequence.
  var beforeReassignment: AdversaryModel? {
    guard environment.reassigned == .during else { return nil }
    var model = self
    model.change { $0.holder = .attacker }
    return model
  }

  /// Returns the values of the fact `domain` that an address can have.
  func domainValues(of address: AbstractAddress) -> ValueSet {
    let domains = vocabulary.domains
    return switch address {
    case .none: ValueSet([domains.absent])
    case .owners: ValueSet([domainValue])
    // The attacker can have an address at any domain, including the domain of the owner's address.
    case .attackers: ValueSet.all(domains.absent)
    }
  }
}

extension AdversaryModel {
  /// Returns the switch that stops every actor from attempting an action in this environment; nil if some actor
  /// attempts the action.
  func leavingOut(_ action: ActionDefinition, _ kind: MethodKind?) -> ProofSwitch? {
    environment.leavingOut(
      action, kind, of: policy, excludesAdministrators: excludes(.administration))
  }
}

/// Properties of a whole policy that affect attempts, invariants, or the answers of several tables, such as the tested
/// facts.
///
/// An edit of one row can change a trait, and thereby the attempts and answers of every table. A closure of one policy
/// therefore shows nothing about a policy with other traits. ``Entrances`` also describes the whole policy, but
/// `AccountClosure` compares entrances table by table.
private struct PolicyTraits: Equatable, Sendable {
  /// The numbers of the facts that the policy tests.
  ///
  /// The engine reads no fact that the policy does not test. For example, if the policy never tests `tenant`, an
  /// attempt at an account of another tenant is an input error.
  let usedFacts: ValueSet
  /// The numbers of the code purposes for which the policy mails codes that belong to no account.
  let purposesOfNobody: ValueSet
  /// Whether some condition tests whether a code was requested by the caller's account or by another account.
  let tellsAskingAccounts: Bool
  /// Whether an account can list several subjects of one provider.
  let addsSubjects: Bool
  /// Whether an account can have superseded subjects.
  let supersedesSubjects: Bool
  /// Whether signed-in people enroll second factors without a decision of the policy.
  let enrollsFactors: Bool

  init(_ policy: CompiledPolicy, in environment: ProofEnvironment) {
    usedFacts = policy.vocabulary.usedFacts
    purposesOfNobody = Self.purposesOfNobody(mailedUnder: policy)
    tellsAskingAccounts = Self.tellsAskingAccounts(policy)
    addsSubjects = policy.storage.addsSubjects
    supersedesSubjects = policy.storage.hasSupersededMethods
    enrollsFactors = environment.adapted(to: policy).usesFactors
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
}

extension ProofEnvironment {
  /// Returns the environment with the switches that a policy implies.
  ///
  /// If a policy tests second factors but enrolls no factor, the service enrolls second factors.
  func adapted(to policy: CompiledPolicy) -> ProofEnvironment {
    var environment = self
    if policy.vocabulary.isUsed(.factors), !policy.enrollsFactors {
      environment.usesFactors = true
    }
    return environment
  }

  /// Returns the switch that stops every actor from attempting an action; nil if some actor attempts the action.
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
  /// Returns whether only administrators attempt an action.
  ///
  /// Only administrators attempt the standard actions of administrators, and the declared actions that have a target
  /// and name administrators in `by:`.
  ///
  /// Every actor plays a declared action without a target, regardless of `by:`. Every actor also plays a declared
  /// action with a target if `by:` names a party other than administrators.
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

  /// Returns whether a user performs an action, rather than an administrator, the service or a provider.
  func isUsers(_ action: ActionDefinition) -> Bool { performer(of: action).isUser }

  /// Returns the party that performs an action, such as an administrator.
  func performer(of action: ActionDefinition) -> Party {
    if let standard = StandardAction.allCases.first(where: { $0.name == action.name }) {
      switch standard.doer {
      case .administrator: return .administrator
      case .sessionHolder: return .session
      case .anybody, .mailbox: return .anybody
      }
    }
    let declared = document.actions.first { $0.name.value == action.name }
    // The compiler requires a declaration for every action that is not standard.
    return declared?.performer ?? .anybody
  }
}
