internal import LinkPolicy
internal import LinkPolicyAnalysis
internal import LinkPolicyAuthoring

/// The names that one exploration is played with: the addresses, and what providers say of them.
///
/// One for each class of domains that the owner's address can have. A policy never compares two
/// addresses but for equality, so one address of the owner and one of the attacker stand for all.
struct ProofActors: Sendable {
  /// An assertion that somebody can obtain from a provider.
  struct Assertable: Sendable {
    /// The index of the provider.
    var provider: Int
    /// The address; nil for none.
    var address: Address?
    /// The claims, as the text of a move shows them.
    var claims: [AddressRecord.Claim]
    /// Who can obtain it; nil for one without an address, which anybody can for himself.
    var obtainer: Assumptions.Obtainer?
  }

  /// The two addresses.
  enum Address: UInt8, Sendable {
    case owners = 1
    case attackers = 2

    var letter: String { self == .owners ? "E" : "F" }
  }

  /// The domain of the owner's address.
  let domain: String
  /// The owner's address.
  let owners: String
  /// The attacker's.
  let attackers: String
  /// The federated providers, one of each class.
  let providers: [String]
  /// What can be asserted, by whoever can obtain it.
  let assertable: [Assertable]
  /// Whether accounts are found by the addresses of their methods, so that those matter.
  let remembersMethodAddresses: Bool
  /// Whether it matters for a code that the account's address has changed since it was mailed.
  let remembersStaleness: Bool
  /// What nobody attempts besides, by the file of assumptions.
  let excluded: [AddedExclusion]
  /// Other domains at which everything is the same but for names.
  private(set) var alike: [String] = []

  /// The attacker's domain, which no policy is expected to know.
  static var attackersDomain: String { PlayedDomains.usualAttackers }

  func text(of address: Address) -> String { address == .owners ? owners : attackers }

  /// Whether an added exclusion leaves an attempt of somebody out.
  func leaveOut(_ attempt: Attempt, of actor: Actor) -> Bool {
    guard !excluded.isEmpty else { return false }
    let (action, provider) = (Name(attempt.action.name), attempt.assertion?.provider)
    return excluded.contains { $0.leavesOut(actor, action, provider) }
  }

  /// Which of the two an address in a store is.
  func address(_ email: String?) -> Address? {
    guard let email else { return nil }
    return email.hasSameBytes(as: owners) ? .owners : .attackers
  }

  /// The casts of a policy under some assumptions, one for each class of domains.
  static func all(
    of policy: CompiledPolicy, under assumptions: Assumptions, in environment: ProofEnvironment
  ) -> [ProofActors] {
    let maker = ProofCastMaker(policy, assumptions, environment)
    return maker.domains.map { maker.actors($0) }
  }

  /// The casts that differ in more than names, each standing for those like it.
  static func unlike(_ casts: [ProofActors], under policy: CompiledPolicy) -> [ProofActors] {
    var kept: [ProofActors] = []
    for actors in casts {
      if let index = kept.firstIndex(where: { ActorShape.areAlike($0, actors, under: policy) }) {
        kept[index].alike.append(actors.domain)
      } else {
        kept.append(actors)
      }
    }
    return kept
  }

  init(
    domain: String, providers: [String], assertable: [Assertable], remembersMethodAddresses: Bool,
    remembersStaleness: Bool, excluded: [AddedExclusion] = []
  ) {
    self.excluded = excluded
    self.domain = domain
    self.remembersMethodAddresses = remembersMethodAddresses
    self.remembersStaleness = remembersStaleness
    owners = "owner@" + domain
    attackers = "attacker@" + Self.attackersDomain
    self.providers = providers
    self.assertable = assertable
  }
}

extension CompiledPolicy {
  /// The value of the fact `provider` for one of the actors, which are all declared.
  func value(ofProvider id: String) -> Int {
    guard let value = vocabulary.providers.value(of: id) else {
      preconditionFailure("a proof is played with declared providers alone")
    }
    return value
  }
}

/// Finds the classes of domains and providers that a policy and the assumptions tell apart.
private struct ProofCastMaker {
  let policy: CompiledPolicy
  let assumptions: Assumptions
  let environment: ProofEnvironment
  let axes: ConditionAxes
  let claims: [[AddressRecord.Claim]]
  let candidates: [String]

  init(_ policy: CompiledPolicy, _ assumptions: Assumptions, _ environment: ProofEnvironment) {
    self.policy = policy
    self.assumptions = assumptions
    self.environment = environment
    let axes = ConditionAxes(policy, policy.conditions)
    self.axes = axes
    // Where they can stand for a class, no claims at all or those of the assumptions do.
    var seen: Set<[Int]> = []
    let assumed = assumptions.claims.map { claims in
      claims.compactMap { claim in
        claim.coverage(under: policy).values.first.map { AddressRecord.Claim(claim.name, $0) }
      }
    }
    claims = ([[]] + assumed + Representatives(of: [policy]).claims).filter { claims in
      let classes = policy.vocabulary.claims.map { claim in
        axes.group(
          ofClaim: claim.name.text,
          claims.first { $0.name.hasSameBytes(as: claim.name) }?.value, policy)
      }
      let obtained = assumptions.claims.map { wanted in
        wanted.allSatisfy { $0.isAmong(claims, under: policy) } ? 1 : 0
      }
      return seen.insert(classes + obtained).inserted
    }
    var candidates: [String] = []
    let table = policy.vocabulary.providers
    for (value, provider) in table.providers.enumerated() where provider.kinds.contains(.federated)
    {
      candidates += assumptions.played(value, of: policy, others: 1)
    }
    self.candidates = candidates
  }

  // MARK: Domains

  /// One domain of each class, the plainest first.
  var domains: [String] {
    let (claims, candidates) = (claims, candidates)
    // Addresses are held and compared in their canonical form.
    let names = assumptions.domains(playedUnder: policy).compactMap {
      policy.vocabulary.canonicalDomain(of: $0)
    }
    var seen: Set<[Int]> = []
    return names.filter { domain in
      guard let value = policy.vocabulary.domainValue(of: domain) else { return false }
      let alias = assumptions.mailboxes.alias(ofOwnersAt: domain, under: policy)
      var key = [
        axes.group(of: EngineFact.domain.rawValue, value),
        policy.vocabulary.domains.relays.contains(value) ? 1 : 0, alias == nil ? 0 : 1,
      ]
      for provider in candidates {
        for claims in claims {
          key.append(number(obtainer(provider, domain, claims)))
        }
      }
      return seen.insert(key).inserted
    }
  }

  private func obtainer(
    _ provider: String, _ domain: String, _ claims: [AddressRecord.Claim]
  ) -> Assumptions.Obtainer {
    // However the address is spelt, it is the same to the policy.
    let obtainers = policy.vocabulary.spellings(of: domain).map {
      assumptions.obtainer(provider, $0, claims, under: policy, in: environment)
    }
    let obtainer = obtainers.max { number($0) < number($1) } ?? .anyone
    // Without another owner before, nobody is a former one.
    return obtainer == .formerOwner && environment.reassigned == .off ? .owner : obtainer
  }

  private func number(_ obtainer: Assumptions.Obtainer) -> Int {
    Assumptions.Obtainer.allCases.firstIndex(of: obtainer) ?? 0
  }

  /// Whether a table of codes tells a stale one from a valid one.
  private var tellsStaleness: Bool {
    policy.storage.tables.indices.contains { index in
      let table = policy.storage.tables[index]
      guard policy.vocabulary.actions[table.action].pointsTo == .code else { return false }
      let axes = ConditionAxes(policy, policy.withDerived(policy.tests(ofTable: index)))
      let fact = EngineFact.code.rawValue
      return axes.group(of: fact, FactValue.Code.stale.rawValue)
        != axes.group(of: fact, FactValue.Code.valid.rawValue)
    }
  }

  // MARK: Providers

  func actors(_ domain: String) -> ProofActors {
    let domains = [domain, ProofActors.attackersDomain]
    let rows = relevantRows(at: domains)
    var seen: Set<[Int]> = []
    let providers = candidates.filter { id in
      seen.insert(traits(of: id, at: domains, rows)).inserted
    }
    var assertable: [ProofActors.Assertable] = []
    for (index, id) in providers.enumerated() {
      let declared = policy.vocabulary.providers.providers[policy.value(ofProvider: id)]
      assertable.append(
        ProofActors.Assertable(provider: index, address: nil, claims: [], obtainer: nil))
      guard declared.givesEmail else { continue }
      for (address, domain) in zip([ProofActors.Address.owners, .attackers], domains) {
        for claims in told(id, at: domain) {
          assertable.append(
            ProofActors.Assertable(
              provider: index, address: address, claims: claims,
              obtainer: obtainer(id, domain, claims)))
        }
      }
    }
    return ProofActors(
      domain: domain, providers: providers, assertable: assertable,
      remembersMethodAddresses: policy.vocabulary.addresses.heldBy == .methods,
      remembersStaleness: tellsStaleness, excluded: assumptions.excluded)
  }

  /// The lists of conditions that test the provider and can hold at one of the domains.
  private func relevantRows(at domains: [String]) -> [[ResolvedCondition]] {
    let storage = policy.storage
    let rows =
      storage.guards.map { $0.conditions } + storage.facts.flatMap { $0.rows.map { $0.conditions } }
      + storage.tables.flatMap { $0.rows.map { $0.conditions } } + storage.impossible
      + [storage.proof]
    let values = domains.compactMap { policy.vocabulary.domainValue(of: $0) }
    let absent = policy.vocabulary.domains.absent
    return rows.filter { row in
      row.contains { $0.fact == EngineFact.provider.rawValue }
        && row.allSatisfy { condition in
          condition.fact != EngineFact.domain.rawValue
            || condition.values.contains(absent)
            || values.contains { condition.values.contains($0) }
        }
    }
  }

  private func traits(
    of id: String, at domains: [String], _ rows: [[ResolvedCondition]]
  ) -> [Int] {
    let vocabulary = policy.vocabulary
    let value = policy.value(ofProvider: id)
    let declared = vocabulary.providers.providers[value]
    var traits: [Int] = rows.map { row in
      row.allSatisfy {
        $0.fact != EngineFact.provider.rawValue || $0.values.contains(value)
      } ? 1 : 0
    }
    let flags: [Bool] = [
      declared.givesEmail, declared.requiresConsent, declared.keepsCase, declared.issuer != nil,
    ]
    traits += flags.map { $0 ? 1 : 0 } + [vocabulary.pools.index(ofProvider: value)]
    traits += assumptions.excluded.map { $0.isAbout(id) ? 1 : 0 }
    for domain in domains {
      for claims in claims {
        traits.append(number(obtainer(id, domain, claims)))
      }
    }
    return traits
  }

  /// The claims that something can tell apart for a provider at a domain; those without any where
  /// nothing can.
  private func told(_ id: String, at domain: String) -> [[AddressRecord.Claim]] {
    let schema = policy.vocabulary.schema
    let provider = policy.value(ofProvider: id)
    let value = policy.vocabulary.domainValue(of: domain)
    let storage = policy.storage
    let all =
      storage.guards + storage.facts.flatMap { $0.rows } + storage.tables.flatMap { $0.rows }
    let isTested = all.contains { row in
      row.conditions.contains { schema.claims.contains($0.fact) }
        && row.conditions.allSatisfy { condition in
          switch condition.fact {
          case EngineFact.provider.rawValue: condition.values.contains(provider)
          case EngineFact.domain.rawValue: value.map { condition.values.contains($0) } ?? true
          default: true
          }
        }
    }
    let obtainers = Set(claims.map { number(obtainer(id, domain, $0)) })
    return isTested || obtainers.count > 1 ? claims : [claims.first { $0.isEmpty } ?? []]
  }
}
