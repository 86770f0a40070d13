internal import LinkPolicy
internal import LinkPolicyAnalysis

/// The domains that the owner's address is played at: one of each class that a policy and the assumptions distinguish.
///
/// A policy compares addresses for equality only, so one address at each domain is enough.
struct OwnersDomains {
  private let policy: CompiledPolicy
  private let assumptions: Assumptions
  private let environment: ProofEnvironment
  private let axes: ConditionAxes
  private let claims: [[AddressRecord.Claim]]
  private let candidates: [String]

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

  /// One domain of each class, the plainest first.
  var all: [String] {
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
}
