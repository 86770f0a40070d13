internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Which claims somebody can have asserted with an address, as values of the facts about claims.
///
/// The rows of the assumptions divide what a provider can assert of an address into regions, each
/// with those who can obtain it; the first row that fits decides, as everywhere.
struct ObtainableAssertions: Sendable {
  /// Claims that one sort of person can obtain.
  struct Region: Sendable {
    var limits: FactLimits
    var obtainer: Assumptions.Obtainer
    /// The place of the row that says so; nil where none fits.
    var row: Int?
  }

  /// By provider that is played: the regions of assertions of the owner's address.
  private let ofOwners: [[Region]]
  /// By provider what anybody can have asserted of an address at some domain.
  private let ofAttackers: [[FactLimits]]

  init(
    _ policy: CompiledPolicy, _ providers: [PlayedProvider], domain: String,
    _ assumptions: Assumptions, _ environment: ProofEnvironment
  ) {
    // However the address is spelt, it is the same to the policy.
    let spellings = policy.vocabulary.spellings(of: domain)
    ofOwners = providers.map { provider in
      spellings.flatMap { Self.regions(policy, provider.id, $0, assumptions, environment) }
    }
    let domains =
      environment.exclusions.contains(.mixedSessions)
      ? [] : assumptions.domains(playedUnder: policy)
    ofAttackers = providers.map { provider in
      domains.flatMap { name -> [FactLimits] in
        guard let value = policy.vocabulary.domainValue(of: name) else { return [] }
        return Self.regions(policy, provider.id, name, assumptions, environment)
          .filter { $0.obtainer == .anyone }
          .map { region in
            var limits = region.limits
            limits.limit(EngineFact.domain.rawValue, to: value)
            return limits
          }
      }
    }
  }

  /// What a provider can assert of the attacker's addresses for anybody; none where the owner names
  /// no address but his.
  func regions(ofAttackers provider: Int) -> [FactLimits] { ofAttackers[provider] }

  /// The regions of what a provider can assert with the owner's address.
  func regions(ofOwners provider: Int) -> [Region] { ofOwners[provider] }

  /// The regions of what a provider can assert of an address at a domain.
  static func regions(
    _ policy: CompiledPolicy, _ provider: String, _ domain: String, _ assumptions: Assumptions,
    _ environment: ProofEnvironment
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

  /// The part of some claims that a row fits, and the parts that it does not; one that facts do not
  /// tell from the other is in both.
  private static func divide(
    _ limits: FactLimits, by claims: [AssumedClaim], _ policy: CompiledPolicy
  ) -> (inside: FactLimits, outside: [FactLimits]) {
    var inside = limits
    var outside: [FactLimits] = []
    for claim in claims {
      let coverage = claim.coverage(under: policy)
      guard let fact = coverage.fact else {
        // The policy does not see this claim: whoever asserts chooses it.
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
