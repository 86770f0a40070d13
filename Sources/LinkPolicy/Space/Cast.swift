/// The attempt that relations are read for, and the methods and accounts that can stand around it.
struct Cast {
  let vocabulary: Vocabulary
  let action: ActionDefinition
  let kind: MethodKind?
  let provider: ProviderClass
  let asserted: AssertedAddresses
  private let hasFormerSubjects: Bool
  private let attempt: Attempt

  init(sketch: RelationSketch, provider: ProviderClass, asserted: AssertedAddresses) {
    vocabulary = sketch.vocabulary
    action = sketch.action
    kind = sketch.kind
    self.provider = provider
    self.asserted = asserted
    hasFormerSubjects = sketch.hasFormerSubjects
    let name = Action(action.name.text)
    guard let kind, let id = provider.example else {
      let isCodes = action.pointsTo == .code
      attempt = Attempt(name, address: isCodes ? nil : asserted.emails.first)
      return
    }
    // An attempt that only names a method may name its subject too, so that both can differ.
    let hasSubject = !kind.isSubjectTheAddress && kind != .anonymous
    attempt = Attempt(
      name,
      with: Assertion(
        verified: id, kind: kind, subject: hasSubject ? RelationSketch.subject : nil,
        addresses: asserted.emails.map { AddressRecord($0) }))
  }

  /// What the principal can have of the attempt's own provider and kind.
  func ownMethods() -> [[Method]] {
    guard let kind, let id = provider.example else { return [[]] }
    if kind == .anonymous || kind.isSubjectTheAddress {
      return [[], [Method(id, kind)]]
    }
    var lists: [[Method]] = [
      [], [Method(id, kind, subject: RelationSketch.subject)],
      [Method(id, kind, subject: "another")],
    ]
    if hasFormerSubjects {
      var superseded = Method(id, kind, subject: "another")
      superseded.formerSubjects = [RelationSketch.subject]
      lists.append([superseded])
    }
    return lists
  }

  /// A method of an unrelated provider that holds an address.
  func holding(_ address: String) -> Method {
    var method = Method("holder.invalid", .federated, subject: "holder")
    method.address = address
    return method
  }

  /// The ways in which the principal can hold an address by a method: through its own one, or
  /// through another that counts or not, and needs consent or not.
  func withHolding(_ address: String, _ own: [Method]) -> [[Method]] {
    var lists = [own + [holding(address)]]
    if var first = own.first {
      first.address = address
      lists.append([first] + own.dropFirst())
    }
    if let kind = MethodKind.allCases.first(where: { !vocabulary.countedKinds.contains($0) }) {
      var uncounted = Method("holder.invalid", kind, subject: "uncounted")
      uncounted.address = address
      lists.append(own + [uncounted])
    }
    if var consenting = consenting() {
      consenting.address = address
      lists.append(own + [consenting])
    }
    return lists
  }

  /// What puts an account into the attempt's pool: nothing where it is the pool of strangers.
  func memberships() -> [[Method]] {
    let pools = vocabulary.pools
    let pool = pools.index(ofProvider: provider.values.values.first ?? vocabulary.providers.none)
    guard pool != pools.index(ofProvider: vocabulary.providers.other) else { return [[]] }
    var lists: [[Method]] = []
    for value in pools.pools[pool].providers.values where value < vocabulary.providers.other {
      let candidate = vocabulary.providers.providers[value]
      let id = ProviderClass.example(of: candidate, value, vocabulary.providers)
      for kind in candidate.kinds where kind != self.kind || !isOwnIssuer(id) {
        lists.append([Method(id, kind, subject: "member")])
      }
    }
    return lists
  }

  private func isOwnIssuer(_ id: String) -> Bool {
    provider.example.map { vocabulary.providers.haveSameIssuer($0, id) } ?? false
  }

  /// A method that needs consent and is not the attempt's own, if there can be one.
  private func consenting() -> Method? {
    for (value, candidate) in vocabulary.providers.providers.enumerated()
    where candidate.requiresConsent {
      let id = ProviderClass.example(of: candidate, value, vocabulary.providers)
      for kind in candidate.kinds where kind != self.kind || !isOwnIssuer(id) {
        return Method(id, kind, subject: "consenting")
      }
    }
    return nil
  }

  /// What else the principal can have: up to two more methods, and one that needs consent.
  func extraMethods() -> [[Method]] {
    let kinds = vocabulary.countedKinds.kinds
    let kind = kinds.contains(.federated) ? MethodKind.federated : kinds.first ?? .federated
    let one = Method("extra.invalid", kind, subject: "one")
    let two = Method("extra.invalid", kind, subject: "two")
    var lists = [[], [one], [one, two]]
    if let consenting = consenting() {
      lists += [[consenting], [consenting, one], [consenting, one, two]]
    }
    return lists
  }

  /// The other accounts there can be: holders of the credential and of the address.
  func companies() -> [(accounts: [Account], isGone: Bool)] {
    var addressHolders: [[Account]] = [[]]
    var membership = memberships().first ?? []
    if memberships().isEmpty, let kind, let id = provider.example {
      // The pool has nobody but holders of another subject of this very provider.
      membership = [Method(id, kind, subject: kind.isSubjectTheAddress ? nil : "member")]
    }
    for address in asserted.emails.prefix(2) {
      var account = Account(id: "address-holder", email: address)
      account.methods = membership
      if vocabulary.addresses.heldBy == .methods {
        account.methods.append(holding(address))
      }
      addressHolders.append([account])
      if !vocabulary.addresses.isUnique || asserted.emails.count > 1 {
        var second = account
        second.id = "second-holder"
        addressHolders.append([account, second])
      }
    }
    var companies = addressHolders.map { (accounts: $0, isGone: false) }
    guard let kind, let id = provider.example, kind != .anonymous, !action.namesMethod else {
      return companies
    }
    companies += addressHolders.map { (accounts: $0, isGone: true) }
    var holder = Account(id: "credential-holder")
    holder.methods = [
      Method(id, kind, subject: kind.isSubjectTheAddress ? nil : RelationSketch.subject)
    ]
    for others in addressHolders {
      companies.append((others + [holder], false))
      guard let address = asserted.emails.first else { continue }
      var both = holder
      both.email = address
      if vocabulary.addresses.heldBy == .methods {
        both.methods.append(holding(address))
      }
      companies.append((others + [both], false))
    }
    return companies
  }

  /// The reading of the attempt among accounts; nil where they contradict each other, or where the
  /// attempt does not point to the principal.
  func read(_ principal: Account?, _ accounts: [Account], _ isGone: Bool) -> Reading? {
    var attempt = attempt
    var situation = Situation()
    if let purpose = action.codePurpose(kind),
      !(action.pointsTo == .code && asserted.emails.isEmpty)
    {
      situation.code = Code(.valid, for: purpose, address: asserted.emails.first)
      situation.code?.account = action.pointsTo == .code ? principal : nil
    }
    switch action.pointsTo {
    case .session: situation.session = principal.map { Session(.recent, of: $0) }
    case .target: situation.target = principal
    case .code where asserted.emails.isEmpty && principal != nil: return nil
    case .code, .credential: break
    }
    do {
      let probe = try FactReader(attempt, in: situation, by: vocabulary)
      let lookup = try probe.lookup { _ in true }
      let (holder, addressHolders) = vocabulary.find(lookup, in: accounts)
      situation.addressHolders = addressHolders
      if isGone {
        guard holder == nil else { return nil }
        situation.credentialHolder = .gone
      } else if let holder {
        situation.credentialHolder = .account(holder)
        if kind == .password, action.checksSecret {
          attempt.assertion?.secret = .wrong
        }
      }
      var reader = try FactReader(attempt, in: situation, by: vocabulary)
      let reading = try reader.read { _ in true }
      // Everything is varied about the principal alone, so it has to be what is pointed to.
      let pointed = reading.account(in: situation)?.id
      return pointed.hasSameBytes(as: principal?.id) ? reading : nil
    } catch {
      return nil
    }
  }
}
