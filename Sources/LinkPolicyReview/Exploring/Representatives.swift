package import LinkPolicy
package import LinkPolicyAuthoring

/// What the attempts of an exploration are made of: one representative of each class of providers,
/// domains and claims that some policy tells apart.
///
/// Derived from the policies' vocabularies alone. Federated providers that nothing tells apart have
/// a second representative beside the first: rules about a provider's own method need two.
package struct Representatives: Sendable {
  /// A provider.
  package struct Provider: Sendable {
    package var id: String
    package var kinds: [MethodKind]
    package var givesEmail: Bool
    /// The letter that its subjects start with.
    var letter: String
    /// Whether it stands beside another of its class.
    package var isTwin: Bool
  }

  /// The providers that some policy declares, in their order.
  package private(set) var providers: [Provider] = []
  /// A domain of each class of addresses.
  package private(set) var domains: [String] = []
  /// The claims made about an address: each combination of the classes of their values.
  package private(set) var claims: [[AddressRecord.Claim]] = []
  /// The ways in which addresses are written beside the plain one.
  package private(set) var spellings: [AddressSpelling] = []

  /// The most combinations of claims.
  private static var claimLimit: Int { 64 }

  /// Finds the representatives for exploring some policies at once.
  ///
  /// With a seed other than 0, other members of the classes are taken, in another order.
  package init(of policies: [CompiledPolicy], seed: UInt64 = 0) {
    let axes = policies.map { ConditionAxes($0, $0.conditions) }
    var order = SplitMix(seed)
    takeProviders(policies, axes, &order)
    takeDomains(policies, axes, &order)
    takeClaims(policies, axes)
  }

  /// Leaves out all but some providers and domains.
  package mutating func keep(providers kept: Set<Int>, domains: Set<Int>) {
    providers = providers.indices.filter { kept.contains($0) }.map { providers[$0] }
    self.domains = self.domains.indices.filter { domains.contains($0) }.map { self.domains[$0] }
  }

  /// Varies some claims alone; of the others the usual word is kept, and all are left out once.
  package mutating func keepClaims(of names: Set<String>) {
    guard let usual = claims.first else { return }
    func rest(_ claims: [AddressRecord.Claim]) -> [AddressRecord.Claim] {
      claims.filter { !names.contains($0.name) }
    }
    claims = claims.filter { claims in
      claims.isEmpty
        || rest(claims).count == rest(usual).count
          && zip(rest(claims), rest(usual)).allSatisfy { $0.value == $1.value }
    }
  }

  /// Has addresses written in further ways, and some domains beside the others.
  package mutating func add(_ further: [AddressSpelling]) {
    spellings += further
    for case .domain(let alias, let domain) in further {
      domains += [alias, domain].filter { !domains.contains($0) }
    }
  }

  // MARK: Providers

  private mutating func takeProviders(
    _ policies: [CompiledPolicy], _ axes: [ConditionAxes], _ order: inout SplitMix
  ) {
    var candidates: [String] = []
    for policy in policies {
      let table = policy.vocabulary.providers
      for (value, provider) in table.providers.enumerated() {
        let names = provider.isFamily ? ["one", "two"] : [""]
        for id in names.map({ table.example(of: value, named: $0) }) where !candidates.contains(id)
        {
          candidates.append(id)
        }
      }
    }
    order.shuffle(&candidates)
    var members: [ProviderTraits: [String]] = [:]
    var classes: [ProviderTraits] = []
    for id in candidates {
      let traits = ProviderTraits(id, policies, axes)
      if members[traits] == nil {
        classes.append(traits)
      }
      members[traits, default: []].append(id)
    }
    for traits in classes {
      let ids = members[traits] ?? []
      let isFederated = traits.kinds.contains(.federated)
      for (index, id) in ids.prefix(isFederated && needsTwin(traits, members) ? 2 : 1).enumerated()
      {
        providers.append(provider(id, traits, isTwin: index > 0))
      }
    }
  }

  /// Whether a class is the largest of its kind, which alone has a twin.
  private func needsTwin(_ traits: ProviderTraits, _ members: [ProviderTraits: [String]]) -> Bool {
    guard !providers.contains(where: { $0.isTwin }) else { return false }
    let count = members[traits]?.count ?? 0
    return count > 1
      && !members.contains { $0.key.kinds.contains(.federated) && $0.value.count > count }
  }

  private func provider(_ id: String, _ traits: ProviderTraits, isTwin: Bool) -> Provider {
    let taken = providers.map { $0.letter }
    let letters = id.utf8.filter { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
      .map { String(decoding: [$0], as: UTF8.self) }
    let letter = letters.first { !taken.contains($0) } ?? "x" + String(providers.count)
    return Provider(
      id: id, kinds: traits.kinds, givesEmail: traits.givesEmail, letter: letter, isTwin: isTwin)
  }

  // MARK: Domains

  private mutating func takeDomains(
    _ policies: [CompiledPolicy], _ axes: [ConditionAxes], _ order: inout SplitMix
  ) {
    let names = policies.flatMap { policy in
      policy.document.domains.flatMap { $0.domains.map { $0.value.text } }
    }
    var candidates = names.flatMap { name in
      // Names that are listed below a pattern stand for themselves.
      name.hasPrefix("*.") ? Self.unlisted(name.dropFirst(), among: names) : [name]
    }
    order.shuffle(&candidates)
    // Where the policy asks nothing of a domain, the plainest one stands for all.
    candidates.insert("example.com", at: 0)
    candidates += ["example.org", "unlisted.example"]
    var seen: Set<[Int]> = []
    for domain in candidates {
      var key: [Int] = []
      for (policy, axes) in zip(policies, axes) {
        guard let value = try? policy.vocabulary.domain(of: "a@" + domain) else { continue }
        let isRelay =
          policy.vocabulary.isUsed(.relay) && policy.vocabulary.domains.relays.contains(value)
        key += [axes.group(of: EngineFact.domain.rawValue, value), isRelay ? 1 : 0]
      }
      if key.count == policies.count * 2, seen.insert(key).inserted {
        domains.append(domain)
      }
    }
  }

  /// A name that ends so and that nobody lists, the usual one where that is free.
  private static func unlisted(_ ending: Substring, among names: [String]) -> [String] {
    // More labels than names: one of them is free.
    let labels = ["one"] + names.indices.map { "n" + String($0) }
    let free = labels.first { label in
      !names.contains { $0.hasSameBytes(as: label + ending) }
    }
    return [(free ?? "one") + ending]
  }

  // MARK: Claims

  private mutating func takeClaims(_ policies: [CompiledPolicy], _ axes: [ConditionAxes]) {
    var names: [String] = []
    var values: [String: [ClaimValue?]] = [:]
    for policy in policies {
      for claim in policy.document.claims where !names.contains(claim.name.value.text) {
        names.append(claim.name.value.text)
      }
    }
    for name in names {
      var candidates: [ClaimValue?] = []
      for policy in policies {
        for claim in policy.document.claims where name.hasSameBytes(as: claim.name.value) {
          candidates += claim.words.flatMap { $0.values.map { $0.value } }
        }
      }
      candidates += [.string("something else"), nil]
      var seen: Set<[Int]> = []
      values[name] = candidates.filter { candidate in
        seen.insert(zip(policies, axes).map { $1.group(ofClaim: name, candidate, $0) }).inserted
      }
    }
    claims = [[]]
    for name in names {
      let values = values[name] ?? []
      guard claims.count * values.count <= Self.claimLimit else { continue }
      claims = claims.flatMap { claims in
        values.map { value in claims + (value.map { [AddressRecord.Claim(name, $0)] } ?? []) }
      }
    }
  }
}

/// What of a provider a policy can tell apart.
private struct ProviderTraits: Hashable {
  var kinds: [MethodKind]
  var givesEmail: Bool
  private var numbers: [Int] = []

  init(_ id: String, _ policies: [CompiledPolicy], _ axes: [ConditionAxes]) {
    kinds = []
    // Where one of them takes no address of it, an attempt with one shows that.
    givesEmail = false
    for (policy, axes) in zip(policies, axes) {
      let vocabulary = policy.vocabulary
      guard let value = vocabulary.providers.value(of: id) else {
        // Under this policy an attempt by it is malformed, whatever else is said.
        numbers.append(-1)
        continue
      }
      let declared = vocabulary.providers.providers[value]
      for kind in declared.kinds where !kinds.contains(kind) {
        kinds.append(kind)
      }
      givesEmail = givesEmail || declared.givesEmail
      let flags: [Bool] = [
        declared.givesName, declared.givesNameOnce, declared.givesPhoto,
        declared.requiresConsent, declared.keepsCase,
      ]
      numbers.append(axes.group(of: EngineFact.provider.rawValue, value))
      numbers.append(vocabulary.pools.index(ofProvider: value))
      let sharesIssuer = vocabulary.providers.providers.contains { other in
        other.id != declared.id
          && vocabulary.providers.haveSameIssuer(other.id.text, declared.id.text)
      }
      numbers.append(sharesIssuer ? value : -1)
      numbers += flags.map { $0 ? 1 : 0 }
    }
  }
}
