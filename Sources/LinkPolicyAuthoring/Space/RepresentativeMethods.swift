internal import LinkPolicy

/// The methods that representative accounts can have, for attempts of one kind and one class of providers.
struct RepresentativeMethods {
  let vocabulary: Vocabulary
  let kind: MethodKind?
  let provider: ProviderClass
  private let hasSupersededMethods: Bool
  /// Each declared provider and kind, except the provider and kind of the attempt, with the properties of its methods.
  private var unrelatedKinds: [(provider: String, kind: MethodKind, traits: Traits)] = []
  /// One method of another provider or kind for each combination of properties.
  private var holders: [Method] = []
  /// The method lists that put an account into the attempt's pool.
  ///
  /// If accounts without methods belong to the pool, the only list is empty.
  private(set) var memberships: [[Method]] = [[]]
  /// The lists of further methods: index 1 is for principals whose first method of the attempt's provider and kind has
  /// a subject, and index 0 is for all others.
  private var extras: [[[Method]]] = []

  init(
    vocabulary: Vocabulary, kind: MethodKind?, provider: ProviderClass, hasSupersededMethods: Bool
  ) {
    self.vocabulary = vocabulary
    self.kind = kind
    self.provider = provider
    self.hasSupersededMethods = hasSupersededMethods
    for (value, candidate) in vocabulary.providers.providers.enumerated() {
      let id = vocabulary.providers.example(of: value)
      for kind in candidate.kinds where kind != self.kind || !isOwnIssuer(id) {
        unrelatedKinds.append((id, kind, traits(of: Method(id, kind))))
      }
    }
    var seen: Set<Traits> = []
    holders = unrelated("holder") { seen.insert($0).inserted }
    let pools = vocabulary.pools
    let pool = provider.pool
    if pool != pools.index(ofProvider: vocabulary.providers.none) {
      memberships = unrelated("member") { $0.pool == pool }.map { [$0] }
    }
    extras = [false, true].map { extraMethods(besideSubject: $0) }
  }

  /// The properties by which facts distinguish methods whose provider or kind differs from the attempt's.
  ///
  /// The properties are the pool, whether the facts `methods` and `other-methods` count the method, and whether the
  /// provider needs consent.
  private struct Traits: Hashable {
    var isCounted: Bool
    var isOther: Bool
    var needsConsent: Bool
    var pool: Int
  }

  /// Returns the lists of methods that the principal can have for the attempt's provider and kind.
  func ownMethods() -> [[Method]] {
    guard let kind, let id = provider.example else { return [[]] }
    if kind == .anonymous || kind.isSubjectTheAddress {
      return [[], [Method(id, kind)]]
    }
    var lists: [[Method]] = [
      [], [Method(id, kind, subject: RelationSketch.subject)],
      [Method(id, kind, subject: "another")],
    ]
    if hasSupersededMethods {
      var superseded = Method(id, kind, subject: RelationSketch.subject)
      superseded.isSuperseded = true
      lists += [[superseded], [superseded, Method(id, kind, subject: "another")]]
    }
    return lists
  }

  /// For each declared provider and kind other than the attempt's, returns one method if its properties meet the
  /// condition.
  private func unrelated(
    _ subject: String, where isSuch: (Traits) -> Bool = { _ in true }
  ) -> [Method] {
    unrelatedKinds.filter { isSuch($0.traits) }.map {
      Self.method(provider: $0.provider, kind: $0.kind, subject: subject)
    }
  }

  private static func method(provider id: String, kind: MethodKind, subject: String) -> Method {
    let hasSubject = !kind.isSubjectTheAddress && kind != .anonymous
    return Method(id, kind, subject: hasSubject ? subject : nil)
  }

  private func traits(of method: Method) -> Traits {
    let value = vocabulary.providers.value(of: method.provider) ?? vocabulary.providers.none
    return Traits(
      isCounted: vocabulary.countedKinds.contains(method.closedKind),
      isOther: isOther(method),
      needsConsent: vocabulary.providers.requiresConsent(method.provider),
      pool: vocabulary.pools.index(ofProvider: value))
  }

  private func isOther(_ method: Method) -> Bool {
    method.closedKind != .anonymous && !(method.closedKind == kind && isOwnIssuer(method.provider))
  }

  /// Returns lists of methods through which an account holds an address.
  ///
  /// In the first list, the principal's own method, if any, holds the address.
  ///
  /// Each further list adds another method that holds the address; there is one such list for each combination of
  /// properties.
  func withHolding(_ address: String, _ own: [Method]) -> [[Method]] {
    var lists: [[Method]] = []
    if var first = own.first {
      first.address = address
      lists.append([first] + own.dropFirst())
    }
    for var method in holders {
      method.address = address
      lists.append(own + [method])
    }
    return lists
  }

  /// Returns a method by which another account holds an address.
  ///
  /// The method has the attempt's provider and kind only if the policy declares no other provider and kind.
  func holding(_ address: String) -> Method? {
    var method = holders.first
    if method == nil, let kind, let id = provider.example {
      method = Self.method(provider: id, kind: kind, subject: "holder")
    }
    method?.address = address
    return method
  }

  private func isOwnIssuer(_ id: String) -> Bool {
    provider.example.map { vocabulary.providers.haveSameIssuer($0, id) } ?? false
  }

  /// Returns the further methods that the principal can have in addition to its own methods.
  ///
  /// Further methods are up to two counted methods, an uncounted method, and a method that needs consent. One of these
  /// methods can have a relay address. If the principal has a method of the attempt's provider and kind, further
  /// subjects of the provider are further methods too. Further subjects do not change the own method that the engine
  /// compares with the attempt.
  func extraMethods(beside own: [Method]) -> [[Method]] {
    extras[own.first?.subject == nil ? 0 : 1]
  }

  private func extraMethods(besideSubject: Bool) -> [[Method]] {
    var counted = unrelated("one") { $0.isCounted && !$0.needsConsent }
    let consenting = unrelated("consenting") { $0.needsConsent }
    if besideSubject, let kind, let id = provider.example {
      for subject in ["third", "fourth"] {
        counted.append(Method(id, kind, subject: subject))
      }
    }
    counted += unrelated("two") { $0.isCounted && !$0.needsConsent }.filter { $0.subject != nil }
    counted = distinct(counted)
    var lists: [[Method]] = [[]]
    // A method of another pool puts the account into a pool that the lookup of the attempt does not search.
    var seen: Set<Traits> = []
    for (place, method) in counted.enumerated() where seen.insert(traits(of: method)).inserted {
      lists.append([method])
      for isOther in [true, false] {
        if let second = counted.indices.first(where: {
          $0 != place && self.isOther(counted[$0]) == isOther
        }) {
          lists.append([method, counted[second]])
        }
      }
    }
    // An uncounted method is one of the other methods and can have a relay address.
    let uncounted = unrelated("uncounted") { !$0.isCounted && $0.isOther && !$0.needsConsent }
    if vocabulary.isUsed(.otherMethods) || vocabulary.isUsed(.relay) {
      let counting = lists
      for method in uncounted where seen.insert(traits(of: method)).inserted {
        lists += counting.map { $0 + [method] }
      }
    }
    if let relay = vocabulary.relayExample, vocabulary.isUsed(.relay) {
      lists += lists.compactMap { relayed($0, "method@" + relay) }
    }
    let plain = lists
    // Methods that need consent can be counted or uncounted.
    for method in consenting where seen.insert(traits(of: method)).inserted {
      lists += plain.map { $0 + [method] }
    }
    return lists.map {
      $0.map { RepresentativeAccounts.apart($0, of: RelationSketch.principal) }
    }
  }

  /// Returns the methods, with a relay address in the first method that can have one; nil if no method can have a relay
  /// address.
  private func relayed(_ methods: [Method], _ address: String) -> [Method]? {
    let providers = vocabulary.providers
    let place = methods.firstIndex {
      $0.closedKind == .federated
        && (providers.value(of: $0.provider).map { providers.givesEmail($0) } ?? false)
    }
    guard let place else { return nil }
    var methods = methods
    methods[place].address = address
    return methods
  }

  /// Returns variants of the account with a relay address.
  ///
  /// In each variant, one method of the attempt's provider and kind has a relay address.
  ///
  /// The result is empty if no method of the attempt's provider and kind can have a relay address, or if no condition
  /// tests `relay`.
  func withOwnRelay(_ account: Account) -> [Account] {
    guard kind == .federated, provider.givesEmail, vocabulary.isUsed(.relay),
      let relay = vocabulary.relayExample
    else { return [] }
    return account.methods.indices.filter {
      account.methods[$0].kind == kind && isOwnIssuer(account.methods[$0].provider)
    }.map { index in
      var account = account
      account.methods[index].address = "own@" + relay
      return account
    }
  }

  /// Returns the principal's methods of the attempt's provider and kind.
  func own(of principal: Account) -> [Method] { principal.methods.filter(isOwn) }

  func isOwn(_ method: Method) -> Bool {
    method.kind == kind && isOwnIssuer(method.provider)
  }

  /// Returns the methods without repetitions.
  ///
  /// Two methods are the same if their issuer, kind and subject are equal, even if their provider ids differ.
  private func distinct(_ methods: [Method]) -> [Method] {
    var kept: [Method] = []
    for method in methods {
      let isKnown = kept.contains { other in
        other.kind == method.kind && other.subject.hasSameBytes(as: method.subject)
          && vocabulary.providers.haveSameIssuer(other.provider, method.provider)
      }
      if !isKnown {
        kept.append(method)
      }
    }
    return kept
  }
}
