internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration

/// The providers and domains of attempts in the search for witnesses.
///
/// The search tries each pair of a provider and a domain in every store. Normally, the search uses all representatives
/// of both policies. If both policies together have hundreds of pairs, the search uses only the providers and domains
/// of the differences, to have time for longer sequences.
struct WitnessFocus {
  let difference: PolicyDifference

  init(_ difference: PolicyDifference) {
    self.difference = difference
  }

  // The number of pairs above which the search uses fewer representatives. All shipped policies have fewer pairs.
  private static var pairLimit: Int { 400 }
  private static var domainLimit: Int { 10 }
  private static var providerLimit: Int { 6 }
  // The number of representatives of each value; two representatives suffice to show a box.
  static var each: Int { 2 }

  /// Returns the representatives for exploring the policy of one side.
  func representatives(_ side: Side, seed: UInt64) -> Representatives {
    let policies = difference.policies
    var chosen = Representatives(of: [policies[side], policies[side.other]], seed: seed)
    guard chosen.providers.count * chosen.domains.count > Self.pairLimit else {
      chosen.add(policies.spellings)
      return chosen
    }
    let values = domainValues(chosen.domains)
    // The last domain is outside of all boxes. The search always includes this domain, for callers whose addresses have
    // an unrelated domain.
    var domains: Set<Int> = [0, chosen.domains.count - 1]
    choose(.domain, from: values, upTo: Self.domainLimit, into: &domains)
    var providers = Set(chosen.providers.indices.filter { chosen.providers[$0].isTwin })
    choose(
      .provider, from: providerValues(chosen.providers), upTo: Self.providerLimit, into: &providers)
    for kind in MethodKind.allCases {
      let own = chosen.providers.indices.filter { chosen.providers[$0].kinds.contains(kind) }
      providers.formUnion(own.prefix(Self.each))
    }
    chosen.keep(providers: providers, domains: domains)
    chosen.add(policies.spellings)
    return chosen
  }

  func domainValues(_ domains: [String]) -> [Int] {
    domains.map { domain in
      value(.domain) { (try? $0.vocabulary.domain(of: "a@" + domain)) ?? 0 }
    }
  }

  func providerValues(_ providers: [Representatives.RepresentativeProvider]) -> [Int] {
    providers.map { provider in
      value(.provider) { $0.vocabulary.providers.value(of: provider.id) ?? -1 }
    }
  }

  /// Returns the joint value of a fact, given the value that each policy reads; -1 if there is no joint value.
  private func value(_ fact: EngineFact, _ own: (CompiledPolicy) -> Int) -> Int {
    difference.vocabulary.value(
      of: fact.rawValue, own: Sides { own(difference.policies[$0]) })
  }

  /// Adds the first values in each box that restricts the fact, until the chosen set reaches a limit.
  private func choose(
    _ fact: EngineFact, from values: [Int], upTo limit: Int, into chosen: inout Set<Int>
  ) {
    for change in difference.changes where !change.kinds.contains(.unreachable) {
      let algebra = difference.comparisons[change.comparison].algebra
      guard let axis = algebra.axes.firstIndex(where: { $0.fact == fact.rawValue }) else {
        continue
      }
      for box in change.boxes where chosen.count < limit {
        let classes = box.box.classes[axis]
        guard classes.count < algebra.axes[axis].classCount else { continue }
        let own = values.indices.filter { index in
          values[index] >= 0 && classes.contains(algebra.axes[axis].classOfValue[values[index]])
        }
        chosen.formUnion(own.prefix(Self.each))
      }
    }
  }
}

extension WitnessFocus {
  /// The target of a further search for a box: the providers, domains, tables and claims to try.
  struct Aim: Hashable {
    /// The ids of the providers; nil if the search uses all representatives.
    var providers: Set<String>?
    var domains: Set<String>?
    /// The keys of the tables that decide the attempts of the search, such as `sign-in.federated`.
    var tables: Set<Name>
    /// The claims about addresses that the search varies, such as `email_verified`.
    var claims: Set<String>
  }

  /// Returns the aims for a box: first a narrow aim, then an aim with all representatives.
  ///
  /// The narrow aim has the box's providers and domains, one provider of each sign-in kind, and one domain outside of
  /// all boxes.
  func aims(at place: WitnessSearch.BoxPlace, _ all: Representatives) -> [Aim] {
    var domains = Set(named(.domain, among: domainValues(all.domains), at: place) + [0])
    var providers = Set(named(.provider, among: providerValues(all.providers), at: place))
    if isAbout(.relay, place) {
      // The box needs an account with a relay address, or an account with a method of a provider that requires consent.
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

  /// Returns the representatives with which an aim explores the policy of one side.
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

  /// Returns the first federated provider and domain for which an assertion proves its address under the new policy;
  /// nil if there is no such pair.
  ///
  /// A sign-in with the returned provider and domain verifies the address of an account.
  private func proving(_ all: Representatives) -> (provider: Int, domain: Int)? {
    let policy = difference.policies.new
    for (number, provider) in all.providers.enumerated()
    where provider.kinds.contains(.federated) && provider.givesEmail {
      for (place, domain) in all.domains.enumerated() {
        for claims in all.claims
        where proves(provider: provider.id, address: "a@" + domain, claims: claims, under: policy) {
          return (number, place)
        }
      }
    }
    return nil
  }

  private func proves(
    provider: String, address: String, claims: [AddressRecord.Claim],
    under policy: CompiledPolicy
  ) -> Bool {
    let assertion = Assertion(
      verified: provider, subject: "p1", addresses: [AddressRecord(address, claims: claims)])
    do throws(InputError) {
      let attempt = Attempt(.signIn, with: assertion)
      let situation = try Accounts().situation(
        for: attempt, by: Accounts.AttemptContext(), under: policy.policy)
      var facts = try policy.reading(of: attempt, in: situation).facts
      return policy.source(of: &facts) != nil && policy.holdsProof(facts)
    } catch {
      // An assertion proves nothing if the policy does not declare its provider.
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

  /// Returns whether a box restricts a fact.
  private func isAbout(_ fact: EngineFact, _ place: WitnessSearch.BoxPlace) -> Bool {
    difference.restrictions(of: place).contains {
      difference.vocabulary.engineFact($0.axis.fact) == fact
    }
  }

  /// Returns the claims that a box restricts, such as `email_verified`.
  private func claims(of place: WitnessSearch.BoxPlace) -> Set<String> {
    Set(
      difference.restrictions(of: place).compactMap {
        difference.vocabulary.claim($0.axis.fact)?.text
      })
  }

  /// Returns the indices of the first few values of a fact in a box; empty if the box does not restrict the
  /// fact.
  private func named(
    _ fact: EngineFact, among values: [Int], at place: WitnessSearch.BoxPlace
  ) -> [Int] {
    let restrictions = difference.restrictions(of: place)
    guard let own = restrictions.first(where: { $0.axis.fact == fact.rawValue }) else { return [] }
    return Array(values.indices.filter { own.holds(values[$0]) }.prefix(Self.each))
  }
}

/// The tables whose attempts can lead to a box: the box's table, and the tables that create accounts, change facts of
/// the box, or mail a code for its attempts.
struct WitnessTables {
  private let difference: PolicyDifference

  init(_ difference: PolicyDifference) {
    self.difference = difference
  }

  /// Returns the keys of the tables in both policies.
  func keys(for place: WitnessSearch.BoxPlace) -> Set<Name> {
    let change = difference.changes[place.change]
    let comparison = difference.comparisons[change.comparison]
    var needs: Set<WriteKind> = [.insertAccount]
    for restriction in difference.restrictions(of: place) {
      needs.formUnion(Self.needs(restriction.axis.fact, difference.vocabulary))
    }
    var keys: Set<Name> = []
    for side in Side.allCases {
      let policy = difference.policies[side]
      let tables = policy.storage.tables
      var chosen: Set<Int> = [comparison.tables[side]]
      chosen.formUnion(
        tables.indices.filter { index in
          tables[index].templates.contains { $0.kind.map(needs.contains) ?? false }
        })
      // An attempt with a code needs the table that mails the code.
      var purposes: [CodePurpose] = []
      while let purpose = chosen.sorted().lazy
        .flatMap({ Self.purposes(of: tables[$0], policy) })
        .first(where: { !purposes.contains($0) })
      {
        purposes.append(purpose)
        chosen.formUnion(
          tables.indices.filter { tables[$0].templates.contains(.putCode(purpose)) })
      }
      keys.formUnion(chosen.map { tables[$0].key })
    }
    return keys
  }

  /// Returns the purposes of the codes that a table's attempts carry.
  private static func purposes(of table: CompiledTable, _ policy: CompiledPolicy) -> [CodePurpose] {
    let action = policy.vocabulary.actions[table.action]
    let kinds = table.attemptKinds
    return kinds.compactMap { action.codePurpose($0) }
  }

  /// Returns the kinds of writes that can change the value of a fact.
  private static func needs(_ joint: Int, _ vocabulary: JointVocabulary) -> [WriteKind] {
    guard let fact = vocabulary.engineFact(joint) else {
      return vocabulary.isLabel(joint) ? [.setLabel] : []
    }
    return switch fact {
    case .account: [.setEmail]
    case .accountState: [.setState]
    case .session: [.openSession, .endSession, .endSessions, .deleteAccount]
    case .credential: [.deleteAccount, .removeMethod]
    case .sameProvider, .methods, .otherMethods: [.putMethod, .removeMethod]
    case .address, .code: [.setEmail]
    case .factors: [.setFactors, .dropFactors]
    case .action, .kind, .provider, .domain, .origin, .nonce, .connection, .consent, .method,
      .secret, .linkDomain, .linkInApp, .linkAddress, .requestedBy, .codeCredential, .tenant,
      .ticket, .relay:
      []
    }
  }
}

extension Sides<CompiledPolicy> {
  /// The spellings of addresses that the two policies interpret differently.
  var spellings: [AddressSpelling] {
    let rules = Sides<AddressRules> { self[$0].document.addresses }
    var spellings: [AddressSpelling] = []
    let keepsCase = Sides<[Bool]> { side in
      self[side].vocabulary.providers.providers.map { $0.keepsCase }
    }
    if rules.old.foldsCase != rules.new.foldsCase || keepsCase.old != keepsCase.new {
      spellings.append(.capitals)
    }
    if rules.old.dropsDots != rules.new.dropsDots {
      spellings.append(.dots)
    }
    if rules.old.dropsPlusTag != rules.new.dropsPlusTag {
      spellings.append(.tag)
    }
    if rules.old.international != rules.new.international {
      spellings.append(.international)
    }
    for side in Side.allCases {
      for entry in rules[side].aliases
      where !rules[side.other].aliases.contains(where: {
        $0.alias.value == entry.alias.value && $0.domain.value == entry.domain.value
      }) {
        spellings.append(.domain(alias: entry.alias.value.text, domain: entry.domain.value.text))
      }
    }
    return spellings
  }
}
