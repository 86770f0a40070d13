internal import LinkPolicy
internal import LinkPolicyAuthoring

extension WitnessFocus {
  /// What a search goes on with for a box: some providers and domains, by name, tables and claims.
  struct Aim: Hashable {
    /// Nil for all representatives.
    var providers: Set<String>?
    var domains: Set<String>?
    /// The tables in which attempts are made.
    var tables: Set<Name>
    /// The claims about addresses that are varied.
    var claims: Set<String>
  }

  /// What to go on with for a box: first the providers and domains that it is about, with one of each kind of sign-in and one domain that
  /// no box is about; then all.
  func aims(at place: WitnessSearch.Place, _ all: Representatives) -> [Aim] {
    var domains = Set(named(.domain, domainValues(all.domains), place) + [0])
    var providers = Set(named(.provider, providerValues(all.providers), place))
    if isAbout(.relay, place) {
      // An account has a relay address, or a provider that is not tied to others without consent.
      domains.formUnion(all.domains.indices.filter { isRelay(all.domains[$0]) }.prefix(1))
      providers.formUnion(
        all.providers.indices.filter { needsConsent(all.providers[$0].id) }.prefix(1))
    }
    if isAbout(.account, place), let (provider, domain) = proving(all) {
      providers.insert(provider)
      domains.insert(domain)
    }
    for kind in MethodKind.allCases {
      let own = all.providers.indices.filter { all.providers[$0].kinds.contains(kind) }
      if providers.isDisjoint(with: own) {
        providers.formUnion(own.prefix(1))
      }
    }
    let narrow = Aim(
      providers: Set(providers.map { all.providers[$0].id }),
      domains: Set(domains.map { all.domains[$0] }),
      tables: WitnessTables(difference).keys(for: place), claims: claims(of: place))
    return [
      narrow, Aim(providers: nil, domains: nil, tables: narrow.tables, claims: narrow.claims),
    ]
  }

  /// The representatives for exploring the policy of one side with those of an aim alone.
  func representatives(_ side: Side, seed: UInt64, _ aim: Aim) -> Representatives {
    guard let providers = aim.providers, let domains = aim.domains else {
      var chosen = representatives(side, seed: seed)
      chosen.keepClaims(of: aim.claims)
      return chosen
    }
    let policies = difference.policies
    var chosen = Representatives(of: [policies[side], policies[side.other]], seed: seed)
    chosen.keep(
      providers: Set(
        chosen.providers.indices.filter { providers.contains(chosen.providers[$0].id) }),
      domains: Set(chosen.domains.indices.filter { domains.contains(chosen.domains[$0]) }))
    chosen.keepClaims(of: aim.claims)
    chosen.add(policies.spellings)
    return chosen
  }

  /// The first provider whose word on an address of a domain is proof under the new policy, by which accounts come to be verified.
  private func proving(_ all: Representatives) -> (provider: Int, domain: Int)? {
    let policy = difference.policies.new
    for (number, provider) in all.providers.enumerated()
    where provider.kinds.contains(.federated) && provider.givesEmail {
      for (place, domain) in all.domains.enumerated() {
        for claims in all.claims where proves(provider.id, "a@" + domain, claims, policy) {
          return (number, place)
        }
      }
    }
    return nil
  }

  private func proves(
    _ provider: String, _ address: String, _ claims: [AddressRecord.Claim],
    _ policy: CompiledPolicy
  ) -> Bool {
    let assertion = Assertion(
      verified: provider, subject: "p1", addresses: [AddressRecord(address, claims: claims)])
    do throws(InputError) {
      let attempt = Attempt(.signIn, with: assertion)
      let situation = try Accounts().situation(
        for: attempt, by: Accounts.Caller(), under: policy.policy)
      var facts = try policy.reading(of: attempt, in: situation).facts
      return policy.source(of: &facts) != nil && policy.holdsProof(facts)
    } catch {
      // A provider that this policy does not have proves nothing under it.
      return false
    }
  }

  private func isRelay(_ domain: String) -> Bool {
    Side.allCases.contains { side in
      let vocabulary = difference.policies[side].vocabulary
      do throws(InputError) {
        return vocabulary.domains.relays.contains(try vocabulary.domain(of: "a@" + domain))
      } catch {
        return false
      }
    }
  }

  private func needsConsent(_ provider: String) -> Bool {
    Side.allCases.contains { side in
      let providers = difference.policies[side].vocabulary.providers
      return providers.value(of: provider).map { providers.providers[$0].requiresConsent } ?? false
    }
  }

  /// Whether a box takes some values of a fact alone.
  private func isAbout(_ fact: EngineFact, _ place: WitnessSearch.Place) -> Bool {
    difference.restrictions(of: place).contains { $0.axis.fact == fact.rawValue }
  }

  /// The claims that a box takes some words of alone.
  private func claims(of place: WitnessSearch.Place) -> Set<String> {
    Set(
      difference.restrictions(of: place).compactMap {
        difference.vocabulary.claim($0.axis.fact)?.text
      })
  }

  /// The first few that a box speaks of; none where it takes all.
  private func named(
    _ fact: EngineFact, _ values: [Int], _ place: WitnessSearch.Place
  ) -> [Int] {
    let restrictions = difference.restrictions(of: place)
    guard let own = restrictions.first(where: { $0.axis.fact == fact.rawValue }) else { return [] }
    return Array(values.indices.filter { own.holds(values[$0]) }.prefix(Self.each))
  }
}
