internal import LinkPolicy
internal import LinkPolicyAuthoring

/// For each actor, the assertions that the actor can obtain for an address, expressed as values of the facts about
/// claims.
///
/// The rows of the assumptions divide a provider's possible assertions about an address into regions. Each region has
/// one group of people who can obtain the region's assertions. If several rows match an assertion, the first row
/// decides.
struct ObtainableAssertions: Sendable {
  /// A set of assertions of an address; each assertion can be obtained by the same people.
  struct Region: Sendable {
    var limits: FactLimits
    var obtainer: Assumptions.Obtainer
    /// The index of the row that determines who can obtain the assertions; nil if no row matches.
    var row: Int?
  }

  /// For each played provider, the provider's assertions of the owner's address, divided into regions; the same people
  /// can obtain all assertions of a region.
  private let ofOwners: [[Region]]
  /// For each played provider, the assertions that anybody can obtain for an address at some domain.
  private let ofAttackers: [[FactLimits]]

  init(
    policy: CompiledPolicy, providers: [PlayedProvider], domain: String,
    assumptions: Assumptions, environment: ProofEnvironment
  ) {
    // The policy treats the domain and its aliases as one domain.
    let spellings = policy.vocabulary.spellings(of: domain)
    ofOwners = providers.map { provider in
      spellings.flatMap {
        Self.regions(
          under: policy, of: provider.id, at: $0, assumptions: assumptions, in: environment)
      }
    }
    let domains =
      environment.exclusions.contains(.mixedSessions)
      ? [] : assumptions.domains(playedUnder: policy)
    ofAttackers = providers.map { provider in
      domains.flatMap { name -> [FactLimits] in
        guard let value = policy.vocabulary.domainValue(of: name) else { return [] }
        return Self.regions(
          under: policy, of: provider.id, at: name, assumptions: assumptions, in: environment
        )
        .filter { $0.obtainer == .anyone }
        .map { region in
          var limits = region.limits
          limits.limit(EngineFact.domain.rawValue, to: value)
          return limits
        }
      }
    }
  }

  /// Returns the assertions that anybody can obtain from a provider for the attacker's addresses.
  ///
  /// The result is empty under the exclusion of mixed sessions, because the owner then never names an address of the
  /// attacker.
  func regions(ofAttackers provider: Int) -> [FactLimits] { ofAttackers[provider] }

  /// Returns a provider's possible assertions of the owner's address, divided into regions; the same people can obtain
  /// all assertions of a region.
  func regions(ofOwners provider: Int) -> [Region] { ofOwners[provider] }

  /// Returns a provider's possible assertions of an address at a domain, divided into regions; the same people can
  /// obtain all assertions of a region.
  static func regions(
    under policy: CompiledPolicy, of provider: String, at domain: String, assumptions: Assumptions,
    in environment: ProofEnvironment
  ) -> [Region] {
    var rest = [FactLimits()]
    var regions: [Region] = []
    for (place, row) in assumptions.rows(fitting: provider, domain, in: environment) {
      var left: [FactLimits] = []
      for limits in rest {
        let (inside, outside) = divide(limits, by: row.claims, policy)
        if !inside.isEmpty {
          regions.append(Region(limits: inside, obtainer: row.obtainer, row: place))
        }
        left += outside
      }
      rest = left
    }
    return regions + rest.map { Region(limits: $0, obtainer: .anyone) }
  }

  /// Divides a set of assertions into two sets: the assertions that a row's claims match, and all other assertions.
  ///
  /// If the policy's facts cannot separate the matching assertions from the others, both results contain the
  /// inseparable assertions.
  private static func divide(
    _ limits: FactLimits, by claims: [AssumedClaim], _ policy: CompiledPolicy
  ) -> (inside: FactLimits, outside: [FactLimits]) {
    var inside = limits
    var outside: [FactLimits] = []
    for claim in claims {
      let coverage = claim.coverage(under: policy)
      guard let fact = coverage.fact else {
        // The policy does not declare this claim, so the provider can assert any value for it.
        outside.append(inside)
        continue
      }
      let all = ValueSet.all(policy.vocabulary.schema.count(fact))
      let value = ValueSet([coverage.value])
      var without = inside
      without.limit(fact, to: coverage.isWhole ? all.subtracting(value) : all)
      if !without.isEmpty {
        outside.append(without)
      }
      inside.limit(fact, to: coverage.value)
    }
    return (inside, claims.isEmpty ? [] : outside)
  }
}

/// A provider of the played attempts: a declared provider or a member of a family.
///
/// The proof plays every declared provider, because a row can distinguish any provider from all others. The proof plays
/// two members of a family such as `saml.*`, because rows can distinguish the attempt's provider from another provider.
/// The proof also plays the members that the assumptions name, and the issuers of declared providers.
struct PlayedProvider: Sendable {
  let id: String
  /// The value of the fact `provider` for this provider.
  let value: Int
  let kinds: [MethodKind]
  let givesEmail: Bool
  let requiresConsent: Bool
  /// The number of the provider's issuer.
  ///
  /// Two providers with the same number assert the same subjects.
  let issuer: Int
  /// Whether the provider shares an issuer with other providers but is not the issuer itself.
  ///
  /// Such a provider can assert every subject of the issuer. The value is false if the assumptions state that one
  /// honest party runs the provider together with another provider of the issuer.
  let speaksForOthers: Bool

  /// Returns the providers of a policy that the policy and the assumptions distinguish.
  static func all(
    of policy: CompiledPolicy, under assumptions: Assumptions
  ) -> [PlayedProvider] {
    let table = policy.vocabulary.providers
    var played: [(id: String, value: Int)] = []
    for value in table.providers.indices {
      played += assumptions.played(value, of: policy, others: 2).map { ($0, value) }
    }
    for issuer in table.providers.compactMap({ $0.issuer }) {
      // The issuer is not necessarily a declared provider.
      guard let value = table.value(of: issuer.text),
        !played.contains(where: { $0.id.hasSameBytes(as: issuer.text) })
      else { continue }
      played.append((issuer.text, value))
    }
    return played.map { one in
      let declared = table.providers[one.value]
      let issuer = played.firstIndex { table.haveSameIssuer($0.id, one.id) } ?? 0
      let others = played.filter {
        !$0.id.hasSameBytes(as: one.id) && table.haveSameIssuer($0.id, one.id)
      }
      let isHonest = assumptions.excluded.contains { row in
        others.contains { row.joins(one.id, $0.id) }
      }
      return PlayedProvider(
        id: one.id, value: one.value, kinds: declared.kinds, givesEmail: declared.givesEmail,
        requiresConsent: declared.requiresConsent, issuer: issuer,
        speaksForOthers: !others.isEmpty && !isHonest
          && !table.issuer(of: one.id).hasSameBytes(as: one.id))
    }
  }
}
