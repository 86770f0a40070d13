package import LinkPolicy
package import LinkPolicyAuthoring

/// The providers, domains and claims of an exploration's attempts: one of each class that at least one policy
/// distinguishes.
///
/// Only the declarations and conditions of the policies determine the representatives. One class of federated providers
/// has a second representative, because a policy can distinguish methods of the same provider from methods of another
/// provider.
package struct Representatives: Sendable {
  /// A provider that represents a class of providers that the policies treat alike.
  package struct RepresentativeProvider: Sendable {
    package var id: String
    package var kinds: [MethodKind]
    package var givesEmail: Bool
    /// The text with which the provider's subjects start, such as `g` in `g1`.
    var letter: String
    /// Whether the provider is the second representative of its class.
    package var isTwin: Bool
  }

  /// The representative providers, in the order in which the policies declare them, or in the order of the seed.
  package private(set) var providers: [RepresentativeProvider] = []
  /// The domains of the attempts' addresses, one for each class of addresses.
  package private(set) var domains: [String] = []
  /// Lists of claims about an address, one list for each combination of values that a policy distinguishes, up to a
  /// limit.
  package private(set) var claims: [[AddressRecord.Claim]] = []
  /// Whether a declared claim would make too many combinations, so that `claims` leaves out the claim.
  package private(set) var leavesOutClaims = false
  /// The spellings of addresses, such as `A.B@a.org`, that attempts use in addition to the plain spelling.
  package private(set) var spellings: [AddressSpelling] = []

  /// The maximum number of combinations of claims.
  private static var claimLimit: Int { 64 }

  /// Finds the representatives for exploring the given policies together.
  ///
  /// A seed other than 0 selects other members of the classes, and another order.
  package init(of policies: [CompiledPolicy], seed: UInt64 = 0) {
    let axes = policies.map { ConditionAxes($0, $0.conditions) }
    var order = SplitMix(seed)
    takeProviders(of: policies, axes: axes, order: &order)
    takeDomains(of: policies, axes: axes, order: &order)
    takeClaims(of: policies, axes: axes)
  }

  /// Keeps only the providers and domains with the given indices.
  package mutating func keep(providers kept: Set<Int>, domains: Set<Int>) {
    providers = providers.indices.filter { kept.contains($0) }.map { providers[$0] }
    self.domains = self.domains.indices.filter { domains.contains($0) }.map { self.domains[$0] }
  }

  /// Keeps all values of the named claims, but only the usual value of every other claim.
  ///
  /// An address without any claims also remains as a combination.
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

  /// Adds spellings of addresses, and the domains that the spellings need.
  package mutating func add(_ further: [AddressSpelling]) {
    spellings += further
    for case .domain(let alias, let domain) in further {
      domains += [alias, domain].filter { !domains.contains($0) }
    }
  }

  // MARK: Providers

  private mutating func takeProviders(
    of policies: [CompiledPolicy], axes: [ConditionAxes], order: inout SplitMix
  ) {
    var candidates: [String] = []
    // For a family such as `*`, the candidates are members that no policy declares separately.
    let table = ProviderTable(joining: policies.map { $0.vocabulary.providers })
    for (value, provider) in table.providers.enumerated() {
      let names = provider.isFamily ? ["one", "two"] : [""]
      for id in names.map({ table.example(of: value, named: $0) }) where !candidates.contains(id) {
        candidates.append(id)
      }
    }
    order.shuffle(&candidates)
    var members: [ProviderTraits: [String]] = [:]
    var classes: [ProviderTraits] = []
    for id in candidates {
      let traits = ProviderTraits(id: id, policies: policies, axes: axes)
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

  /// Returns whether a class of providers gets a second representative; false if another class already has one.
  ///
  /// A class gets a second representative only if it has several members and no federated class has more members.
  private func needsTwin(_ traits: ProviderTraits, _ members: [ProviderTraits: [String]]) -> Bool {
    guard !providers.contains(where: { $0.isTwin }) else { return false }
    let count = members[traits]?.count ?? 0
    return count > 1
      && !members.contains { $0.key.kinds.contains(.federated) && $0.value.count > count }
  }

  private func provider(
    _ id: String, _ traits: ProviderTraits, isTwin: Bool
  ) -> RepresentativeProvider {
    let taken = providers.map { $0.letter }
    let letters = id.utf8.filter { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
      .map { String(decoding: [$0], as: UTF8.self) }
    let letter = letters.first { !taken.contains($0) } ?? "x" + String(providers.count)
    return RepresentativeProvider(
      id: id, kinds: traits.kinds, givesEmail: traits.givesEmail, letter: letter, isTwin: isTwin)
  }

  // MARK: Domains

  private mutating func takeDomains(
    of policies: [CompiledPolicy], axes: [ConditionAxes], order: inout SplitMix
  ) {
    let names = policies.flatMap { policy in
      policy.document.domains.flatMap { $0.domains.map { $0.value.text } }
    }
    var candidates = names.flatMap { name in
      // A pattern contributes an unlisted name, because listed names are separate candidates.
      name.hasPrefix("*.") ? Self.unlisted(name.dropFirst(), among: names) : [name]
    }
    order.shuffle(&candidates)
    // If no policy tests domains, `example.com` represents all domains.
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

  /// Returns a name with the given ending that is not in the list, in an array of one element.
  private static func unlisted(_ ending: Substring, among names: [String]) -> [String] {
    // There are more candidate labels than names, so at least one candidate is unlisted.
    let labels = ["one"] + names.indices.map { "n" + String($0) }
    let free = labels.first { label in
      !names.contains { $0.hasSameBytes(as: label + ending) }
    }
    return [(free ?? "one") + ending]
  }

  // MARK: Claims

  private mutating func takeClaims(of policies: [CompiledPolicy], axes: [ConditionAxes]) {
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
      guard claims.count * values.count <= Self.claimLimit else {
        leavesOutClaims = true
        continue
      }
      claims = claims.flatMap { claims in
        values.map { value in claims + (value.map { [AddressRecord.Claim(name, $0)] } ?? []) }
      }
    }
  }
}

/// The properties of a provider that a policy can distinguish, such as its kinds and its pool.
private struct ProviderTraits: Hashable {
  var kinds: [MethodKind]
  var givesEmail: Bool
  private var numbers: [Int] = []

  init(id: String, policies: [CompiledPolicy], axes: [ConditionAxes]) {
    kinds = []
    // If one policy ignores the provider's addresses, only an attempt with an address shows the difference.
    givesEmail = false
    for (policy, axes) in zip(policies, axes) {
      let vocabulary = policy.vocabulary
      guard let value = vocabulary.providers.value(of: id) else {
        // A policy that does not declare the provider rejects every attempt with the provider as malformed.
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
        declared.requiresConsent, declared.keepsCase, declared.foldsSubjects,
      ]
      numbers.append(axes.group(of: EngineFact.provider.rawValue, value))
      numbers.append(vocabulary.pools.index(ofProvider: value))
      let table = vocabulary.providers
      let sharesIssuer = table.providers.indices.contains { other in
        other != value && table.canShareIssuer(other, value)
      }
      numbers.append(sharesIssuer ? value : -1)
      numbers += flags.map { $0 ? 1 : 0 }
    }
  }
}

/// The classes of values that the given conditions distinguish, for each fact that the conditions test.
package struct ConditionAxes: Sendable {
  /// The axes, sorted by fact.
  package let axes: [CellAxis]
  private var axisOfFact: [Int]

  package init(_ policy: CompiledPolicy, _ conditions: [ResolvedCondition]) {
    let schema = policy.vocabulary.schema
    var sets = [[ValueSet]](repeating: [], count: schema.facts.count)
    for condition in conditions where !sets[condition.fact].contains(condition.values) {
      sets[condition.fact].append(condition.values)
    }
    var axes: [CellAxis] = []
    axisOfFact = [Int](repeating: -1, count: schema.facts.count)
    for fact in sets.indices where !sets[fact].isEmpty {
      axisOfFact[fact] = axes.count
      axes.append(CellAxis(fact: fact, valueCount: schema.count(fact), distinguishedBy: sets[fact]))
    }
    self.axes = axes
  }

  /// Returns whether at least one condition tests the given fact.
  func tests(_ fact: Int) -> Bool { axisOfFact[fact] >= 0 }

  /// Returns whether at least one condition tests the given engine fact.
  func tests(_ fact: EngineFact) -> Bool { axisOfFact[fact.rawValue] >= 0 }

  /// Returns the class of a fact's value; 0 for every value of an untested fact.
  package func group(of fact: Int, _ value: Int) -> Int {
    tests(fact) ? axes[axisOfFact[fact]].classOfValue[value] : 0
  }

  /// Returns whether at least one condition distinguishes two values of an engine fact.
  func distinguishes(_ fact: EngineFact, being one: Int, from other: Int) -> Bool {
    group(of: fact.rawValue, one) != group(of: fact.rawValue, other)
  }

  /// Returns the number of classes of a fact; 1 for an untested fact.
  func classCount(of fact: Int) -> Int {
    tests(fact) ? axes[axisOfFact[fact]].classCount : 1
  }

  /// Returns the class of a claim's value; nil means that the claim is absent.
  package func group(ofClaim name: String, _ value: ClaimValue?, _ policy: CompiledPolicy) -> Int {
    for (index, claim) in policy.vocabulary.claims.enumerated()
    where name.hasSameBytes(as: claim.name) {
      let fact = policy.vocabulary.schema.claims.lowerBound + index
      return group(of: fact, value.map { claim.value(of: $0) } ?? claim.absent)
    }
    return 0
  }

  /// Returns one value of each class of a fact.
  ///
  /// The given value represents its own class, and comes first.
  func representatives(of fact: Int, first: Int) -> [Int] {
    guard tests(fact) else { return [first] }
    let axis = axes[axisOfFact[fact]]
    var values = [first]
    for (index, members) in axis.members.enumerated() where index != axis.classOfValue[first] {
      values.append(members[0])
    }
    return values
  }
}
