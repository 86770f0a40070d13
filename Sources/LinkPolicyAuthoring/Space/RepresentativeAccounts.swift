internal import LinkPolicy

/// A representative attempt, with the methods and accounts that can exist at the time of the attempt.
struct RepresentativeAccounts {
  let vocabulary: Vocabulary
  let action: ActionDefinition
  let kind: MethodKind?
  let provider: ProviderClass
  let asserted: AssertedAddresses
  /// The identifier that the attempt states and its action searches; nil if the attempt states no such identifier.
  let identifier: Int?
  private let hasSupersededMethods: Bool
  private let attempt: Attempt
  /// The code of the attempt, without its account; nil if the attempt carries no known code.
  private let code: Code?
  /// The attempt as the engine reads it before any account is known, with the keys to look up; nil if the attempt is
  /// impossible.
  ///
  /// The first reading does not depend on the accounts, so the engine reads the attempt only once.
  private let lookup: (read: AttemptReading, keys: LookupKeys)?
  /// The lists of further methods: at index 0 for a principal without a method that has a subject, and at index 1 for a
  /// principal with such a method.
  private var extras: [[[Method]]] = []
  /// The sets of other accounts: holders of the credential and of the address.
  private(set) var otherAccountSets: [(accounts: [Account], isGone: Bool)] = []

  init(
    sketch: RelationSketch, provider: ProviderClass, asserted: AssertedAddresses,
    stating identifier: Int? = nil
  ) {
    self.identifier = identifier
    vocabulary = sketch.vocabulary
    action = sketch.action
    kind = sketch.kind
    self.provider = provider
    self.asserted = asserted
    hasSupersededMethods = sketch.hasSupersededMethods
    let name = Action(action.name.text)
    var attempt: Attempt
    if let kind, let id = provider.example {
      // An attempt that only names a method can also state a subject, which can differ from the method's subject.
      let hasSubject = !kind.isSubjectTheAddress && kind != .anonymous
      attempt = Attempt(
        name,
        with: Assertion(
          verified: id, kind: kind, subject: hasSubject ? RelationSketch.subject : nil,
          addresses: asserted.emails.map { AddressRecord($0) }))
    } else {
      let isCodes = action.pointsTo == .code
      attempt = Attempt(name, address: isCodes ? nil : asserted.emails.first)
    }
    if let identifier {
      attempt.identifiers = [Self.stated(identifier, vocabulary)]
    }
    self.attempt = attempt
    code = Self.code(for: action, kind: kind, asserted: asserted)
    lookup = Self.lookup(attempt, code, by: vocabulary)
    // The further methods are computed once, because every principal uses them.
    extras = [false, true].map { extraMethods(besideSubject: $0) }
    otherAccountSets = otherAccounts().map { ($0.accounts.map { Self.apart($0) }, $0.isGone) }
  }

  private static func stated(_ identifier: Int, _ vocabulary: Vocabulary) -> AccountIdentifier {
    AccountIdentifier(vocabulary.identifiers.identifiers[identifier].name.text, "stated")
  }

  /// Returns a copy of the principal that holds the attempt's identifier; nil if the attempt states no identifier.
  func holdingIdentifier(_ principal: Account) -> Account? {
    guard let identifier else { return nil }
    var account = principal
    account.identifiers = [Self.stated(identifier, vocabulary)]
    return account
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

  /// Returns one method of each declared provider and kind, except the provider and kind of the attempt.
  private func unrelated(_ subject: String) -> [Method] {
    var methods: [Method] = []
    for (value, candidate) in vocabulary.providers.providers.enumerated() {
      let id = vocabulary.providers.example(of: value)
      for kind in candidate.kinds where kind != self.kind || !isOwnIssuer(id) {
        methods.append(Self.method(provider: id, kind: kind, subject: subject))
      }
    }
    return methods
  }

  private static func method(provider id: String, kind: MethodKind, subject: String) -> Method {
    let hasSubject = !kind.isSubjectTheAddress && kind != .anonymous
    return Method(id, kind, subject: hasSubject ? subject : nil)
  }

  /// The properties by which facts distinguish methods of other providers or kinds than the attempt's.
  ///
  /// The properties are the method's pool, whether the facts `methods` and `other-methods` count the method, and
  /// whether the method's provider needs consent.
  private struct Traits: Hashable {
    var isCounted: Bool
    var isOther: Bool
    var needsConsent: Bool
    var pool: Int
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

  /// Returns one method of another provider or kind for each combination of properties.
  private func sorts(_ subject: String) -> [Method] {
    var seen: Set<Traits> = []
    return unrelated(subject).filter { seen.insert(traits(of: $0)).inserted }
  }

  /// Returns lists of methods through which an account holds an address.
  ///
  /// In each list, the attempt's method or another method holds the address.
  ///
  /// Of several other methods with equal properties, only the first is used.
  func withHolding(_ address: String, _ own: [Method]) -> [[Method]] {
    var lists: [[Method]] = []
    if var first = own.first {
      first.address = address
      lists.append([first] + own.dropFirst())
    }
    for var method in sorts("holder") {
      method.address = address
      lists.append(own + [method])
    }
    return lists
  }

  /// Returns a method by which another account holds an address.
  ///
  /// The method has the attempt's provider and kind only if the policy declares no other provider and kind.
  private func holding(_ address: String) -> Method? {
    var method = sorts("holder").first
    if method == nil, let kind, let id = provider.example {
      method = Self.method(provider: id, kind: kind, subject: "holder")
    }
    method?.address = address
    return method
  }

  /// Returns the method lists that put an account into the attempt's pool.
  ///
  /// If accounts without methods belong to the pool, the result is one empty list.
  func memberships() -> [[Method]] {
    let pools = vocabulary.pools
    let pool = self.pool
    guard pool != pools.index(ofProvider: vocabulary.providers.none) else { return [[]] }
    return unrelated("member").filter { traits(of: $0).pool == pool }.map { [$0] }
  }

  private var pool: Int {
    vocabulary.pools.index(
      ofProvider: provider.values.values.first ?? vocabulary.providers.none)
  }

  private func isOwnIssuer(_ id: String) -> Bool {
    provider.example.map { vocabulary.providers.haveSameIssuer($0, id) } ?? false
  }

  /// Returns the further methods that the principal can have in addition to its own methods.
  ///
  /// Further methods are up to two counted methods, an uncounted method, and a method that needs consent. One of these
  /// methods can have a relay address. If the principal has a method of the attempt's provider and kind, further
  /// subjects of the provider are further methods too. Further subjects do not affect the method that the engine
  /// compares.
  func extraMethods(beside own: [Method]) -> [[Method]] {
    extras[own.first?.subject == nil ? 0 : 1]
  }

  private func extraMethods(besideSubject: Bool) -> [[Method]] {
    var counted = unrelated("one").filter {
      traits(of: $0).isCounted && !traits(of: $0).needsConsent
    }
    let consenting = unrelated("consenting").filter { traits(of: $0).needsConsent }
    if besideSubject, let kind, let id = provider.example {
      for subject in ["third", "fourth"] {
        counted.append(Method(id, kind, subject: subject))
      }
    }
    counted += unrelated("two").filter {
      $0.subject != nil && traits(of: $0).isCounted && !traits(of: $0).needsConsent
    }
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
    let uncounted = unrelated("uncounted").filter {
      !traits(of: $0).isCounted && traits(of: $0).isOther && !traits(of: $0).needsConsent
    }
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
    return lists.map { $0.map { Self.apart($0, of: RelationSketch.principal) } }
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

  private func isOwn(_ method: Method) -> Bool {
    method.kind == kind && isOwnIssuer(method.provider)
  }

  /// Returns a copy of the account with a second factor, and with subjects that no other account has; the attempt's
  /// subject stays unchanged.
  ///
  /// One copy is enough, because the declaration of the fact `factors` lets the copy represent accounts without a
  /// factor too.
  static func apart(_ account: Account) -> Account {
    var account = account
    account.factors = 1
    account.methods = account.methods.map { apart($0, of: account.id) }
    return account
  }

  private static func apart(_ method: Method, of account: String) -> Method {
    guard let subject = method.subject, !subject.hasSameBytes(as: RelationSketch.subject) else {
      return method
    }
    var method = method
    method.subject = subject + " of " + account
    return method
  }

  private func otherAccounts() -> [(accounts: [Account], isGone: Bool)] {
    var addressHolders: [[Account]] = [[]]
    var membership = memberships().first ?? []
    if memberships().isEmpty, let kind, let id = provider.example {
      // The pool contains only holders of another subject of this provider.
      membership = [Method(id, kind, subject: kind.isSubjectTheAddress ? nil : "member")]
    }
    for address in asserted.emails.prefix(2) {
      var account = Account(id: "address-holder", email: address)
      account.methods = membership
      if vocabulary.addresses.heldBy == .methods, let method = holding(address) {
        account.methods.append(method)
      }
      addressHolders.append([account])
      // If addresses are not unique, the second holder has the same address. If addresses are unique, the second holder
      // has the other address that the lookup requests.
      let others =
        vocabulary.addresses.isUnique
        ? asserted.emails.filter { !$0.hasSameBytes(as: address) } : [address]
      for other in others.prefix(1) {
        var second = Account(id: "second-holder", email: other)
        second.methods = membership
        if vocabulary.addresses.heldBy == .methods, let method = holding(other) {
          second.methods.append(method)
        }
        addressHolders.append([account, second])
      }
    }
    var otherAccountSets = addressHolders.map { (accounts: $0, isGone: false) }
    guard let kind, let id = provider.example, kind != .anonymous, !action.namesMethod else {
      return otherAccountSets
    }
    otherAccountSets += addressHolders.map { (accounts: $0, isGone: true) }
    var holder = Account(id: "credential-holder")
    holder.methods = [
      Method(id, kind, subject: kind.isSubjectTheAddress ? nil : RelationSketch.subject)
    ]
    for others in addressHolders {
      otherAccountSets.append((others + [holder], false))
      guard let address = asserted.emails.first else { continue }
      var both = holder
      both.email = address
      if vocabulary.addresses.heldBy == .methods, let method = holding(address) {
        both.methods.append(method)
      }
      otherAccountSets.append((others + [both], false))
    }
    return otherAccountSets
  }

  /// Returns the code of the attempt; nil if the attempt carries no known code.
  private static func code(
    for action: ActionDefinition, kind: MethodKind?, asserted: AssertedAddresses
  ) -> Code? {
    // An attempt without a method has the address of its code, and only a known code has an address. If the attempt has
    // a method, the asserted address does not determine the address of the code.
    if action.takesAddressOfCode(kind), asserted.emails.isEmpty { return nil }
    return action.codePurpose(kind).map { purpose in
      Code(.valid, for: purpose, address: asserted.emails.first ?? RelationSketch.elsewhere)
    }
  }

  /// Returns the reading of the attempt for accounts that share no subject.
  ///
  /// The result is nil if the accounts are contradictory, or if the attempt does not identify the principal.
  func read(
    _ principal: Account?, among accounts: [Account], isGone: Bool, disabled: [DisabledMethod]
  ) -> Reading? {
    guard let lookup else { return nil }
    var attempt = attempt
    var situation = Situation()
    situation.disabledMethods = disabled
    situation.code = code
    switch action.pointsTo {
    case .session: situation.session = principal.map { Session(.recent, of: $0) }
    case .target: situation.target = principal
    case .code:
      if action.takesAddressOfCode(kind), code == nil, principal != nil { return nil }
      situation.code?.account = principal
    case .credential: break
    }
    let (holder, addressHolders) = vocabulary.find(lookup.keys, in: accounts)
    situation.addressHolders = addressHolders
    situation.identifierHolders = lookup.read.identifiers.map { stated in
      accounts.first { $0.holds(stated) }
    }
    if let named = situation.identifierHolder(0), holder == nil, kind == .password,
      action.checksSecret, asserted.emails.isEmpty, named.methods.contains(where: isOwn)
    {
      attempt.assertion?.secret = .wrong
    }
    if isGone {
      guard holder == nil else { return nil }
      situation.credentialHolder = .gone
    } else if let holder {
      situation.credentialHolder = .account(holder)
      if kind == .password, action.checksSecret {
        attempt.assertion?.secret = .wrong
      }
    }
    do {
      let reading = try FactReader.read(
        lookup.read.replacing(attempt), in: situation, given: situation)
      // Only the principal varies in every property, so the attempt must identify the principal.
      let pointed = reading.account(in: situation)?.id
      return pointed.hasSameBytes(as: principal?.id) ? reading : nil
    } catch {
      return nil
    }
  }

  /// Returns the facts about further methods that the engine reads if the attempt points to an account; nil if the
  /// attempt is impossible.
  ///
  /// The function takes a small part of the time of ``read(_:among:isGone:disabled:)``, because it does not check the
  /// account.
  func furtherFacts(of account: Account, _ disabled: [DisabledMethod]) -> FactVector? {
    guard let lookup else { return nil }
    var situation = Situation()
    situation.disabledMethods = disabled
    return FactReader.facts(furtherMethodsOf: account, lookup.read, in: situation)
  }

  /// Reads the attempt before any account is known; returns nil if the attempt is impossible.
  private static func lookup(
    _ attempt: Attempt, _ code: Code?, by vocabulary: Vocabulary
  ) -> (read: AttemptReading, keys: LookupKeys)? {
    do {
      let named = try NamedAttempt(attempt, in: vocabulary)
      let read = try AttemptReader.read(
        attempt, named, of: .nobody, by: vocabulary, under: Settings(),
        code: .known(code?.address)
      ) { _ in true }
      return (read, read.keys)
    } catch {
      return nil
    }
  }
}

extension ActionDefinition {
  /// Returns whether an attempt takes its address from its code; `kind` is nil for an attempt without a method.
  fileprivate func takesAddressOfCode(_ kind: MethodKind?) -> Bool {
    pointsTo == .code && kind == nil
  }
}

extension RepresentativeAccounts {
  /// Returns the methods without repetitions.
  ///
  /// Two methods are the same if their issuer, kind and subject are equal, even if their provider ids differ.
  func distinct(_ methods: [Method]) -> [Method] {
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
