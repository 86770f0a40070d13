internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration

/// The domains that a proof plays for the owner's address.
///
/// The proof plays one domain of each class that the policy and the assumptions distinguish.
///
/// One address at each domain is enough, because a policy tests only the domain of an address and whether two addresses
/// are equal.
struct OwnersDomains {
  private let policy: CompiledPolicy
  private let assumptions: Assumptions
  private let environment: ProofEnvironment
  private let axes: ConditionAxes
  private let claims: [[AddressRecord.Claim]]
  private let candidates: [String]

  init(policy: CompiledPolicy, assumptions: Assumptions, environment: ProofEnvironment) {
    self.policy = policy
    self.assumptions = assumptions
    self.environment = environment
    let axes = ConditionAxes(policy, policy.conditions)
    self.axes = axes
    // The empty list of claims comes first, then the lists of claims that the assumptions name, so that these lists
    // represent their classes.
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

  /// One domain of each class, with the usual example domain first.
  var all: [String] {
    // Stores hold and compare addresses in their canonical form.
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
          key.append(number(obtainer(from: provider, at: domain, with: claims)))
        }
      }
      return seen.insert(key).inserted
    }
  }

  private func obtainer(
    from provider: String, at domain: String, with claims: [AddressRecord.Claim]
  ) -> Assumptions.Obtainer {
    // The policy treats a domain and its aliases as one domain, so the most permissive spelling counts.
    let obtainers = policy.vocabulary.spellings(of: domain).map {
      assumptions.obtainer(from: provider, at: $0, with: claims, under: policy, in: environment)
    }
    let obtainer = obtainers.max { number($0) < number($1) } ?? .anyone
    // If no address is reassigned, there is no former owner.
    return obtainer == .formerOwner && environment.reassigned == .off ? .owner : obtainer
  }

  private func number(_ obtainer: Assumptions.Obtainer) -> Int {
    Assumptions.Obtainer.allCases.firstIndex(of: obtainer) ?? 0
  }

  // MARK: Providers

  /// Returns the federated providers, grouped into classes; at a domain, the policy and the assumptions treat the
  /// providers of one class alike.
  func providers(at domain: String) -> [[String]] {
    let domains = [domain, PlayedDomains.usualAttackers]
    let rows = relevantRows(at: domains)
    var places: [[Int]: Int] = [:]
    var classes: [[String]] = []
    for candidate in candidates {
      let traits = traits(of: candidate, at: domains, rows)
      if let place = places[traits] {
        classes[place].append(candidate)
      } else {
        places[traits] = classes.count
        classes.append([candidate])
      }
    }
    return classes
  }

  /// Returns the conditions of each row that tests the provider and can match at one of the given domains.
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
    guard let value = vocabulary.providers.value(of: id) else { return [] }
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
        traits.append(number(obtainer(from: id, at: domain, with: claims)))
      }
    }
    return traits
  }
}

/// Example domains for the domain sets of a policy.
struct PlayedDomains: Sendable {
  let policy: CompiledPolicy
  /// The domains that the assumptions name.
  ///
  /// A domain that the assumptions name represents only itself, and no class of domains.
  let named: [String]

  /// Creates the example domains of a policy.
  ///
  /// No domain in `named` is an example for other domains.
  init(_ policy: CompiledPolicy, besides named: [String]) {
    self.policy = policy
    self.named = named
  }

  /// One example domain for each name and pattern in the policy's domain sets.
  var declared: [String] {
    policy.document.domains.enumerated().flatMap { value, declared in
      declared.domains.compactMap { name(of: $0.value.text, in: value) }
    }
  }

  /// The domain of the attacker's addresses, unless the policy names this domain.
  ///
  /// Policies rarely name `example.org`.
  static var usualAttackers: String { "example.org" }

  /// The attacker's usual domain, or an unnamed domain if the policy names the usual domain.
  var attackers: String {
    let usual = Self.usualAttackers
    let count = policy.document.domains.reduce(0) { $0 + $1.domains.count }
    let others = (0...count).map { "unnamed" + String($0) + ".org" }
    let vocabulary = policy.vocabulary
    return ([usual] + others).first {
      vocabulary.domainValue(of: $0) == vocabulary.domains.other
    } ?? usual
  }

  /// Returns a domain that matches an entry of a domain set, such as `a.example.com` for
  /// `*.example.com`.
  ///
  /// The result is nil if every matching domain belongs to another set.
  func name(of domain: String, in value: Int) -> String? {
    guard domain.hasPrefix("*.") else { return domain }
    let rest = String(domain.dropFirst())
    // There are more candidates than declared names, so at least one candidate is unused.
    let count = policy.document.domains.reduce(named.count) { $0 + $1.domains.count }
    let usual = ["one", "two", "three"] + (0...count).map { "n" + String($0) }
    // The longest patterns permit only labels of one character.
    let labels = usual + "abcdefghijklmnopqrstuvwxyz0123456789".map { String($0) }
    return labels.lazy.map { $0 + rest }.first { name in
      policy.vocabulary.domainValue(of: name) == value
        && !named.contains { $0.hasSameBytes(as: name) }
    }
  }
}
