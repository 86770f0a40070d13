internal import LinkPolicy

/// A representative attempt, with the methods and accounts that can exist at the time of the attempt.
struct RepresentativeAccounts {
  let vocabulary: Vocabulary
  let action: ActionDefinition
  let kind: MethodKind?
  let provider: ProviderClass
  private let methods: RepresentativeMethods
  let asserted: AssertedAddresses
  /// The identifier that the attempt states and by which its action searches for the account; nil if the attempt states
  /// no such identifier.
  let identifier: Int?
  /// The code of the attempt, without its account; nil if the attempt carries no known code.
  private let code: Code?
  /// The attempt as the engine reads it before any account is known, with the keys to look up; nil if the attempt is
  /// impossible.
  ///
  /// The first reading does not depend on the accounts, so the engine reads the attempt only once. In `checked`, the
  /// attempt also states the result of the password check, as a service does if the account has a password.
  private let lookup: (read: AttemptReading, checked: AttemptReading, keys: LookupKeys)?
  /// The sets of other accounts: holders of the credential and of the address.
  private(set) var otherAccountSets: [(accounts: [Account], isGone: Bool)] = []

  init(
    sketch: RelationSketch, methods: RepresentativeMethods, asserted: AssertedAddresses,
    stating identifier: Int? = nil
  ) {
    let provider = methods.provider
    self.methods = methods
    self.provider = provider
    self.identifier = identifier
    vocabulary = sketch.vocabulary
    action = sketch.action
    kind = sketch.kind
    self.asserted = asserted
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
    code = Self.code(for: action, kind: kind, asserted: asserted)
    lookup = Self.lookup(attempt, code, by: vocabulary)
    otherAccountSets = otherAccounts().map { ($0.accounts.map { Self.apart($0) }, $0.isGone) }
  }

  private static func stated(_ identifier: Int, _ vocabulary: Vocabulary) -> AccountIdentifier {
    AccountIdentifier(vocabulary.identifiers.identifiers[identifier].name.text, "stated")
  }

  /// Returns a copy of the principal with the attempt's identifier; nil if the attempt states no identifier.
  func holdingIdentifier(_ principal: Account) -> Account? {
    guard let identifier else { return nil }
    var account = principal
    account.identifiers = [Self.stated(identifier, vocabulary)]
    return account
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

  static func apart(_ method: Method, of account: String) -> Method {
    guard let subject = method.subject, !subject.hasSameBytes(as: RelationSketch.subject) else {
      return method
    }
    var method = method
    method.subject = subject + " of " + account
    return method
  }

  private func otherAccounts() -> [(accounts: [Account], isGone: Bool)] {
    var addressHolders: [[Account]] = [[]]
    var membership = methods.memberships.first ?? []
    if methods.memberships.isEmpty, let kind, let id = provider.example {
      // The pool contains only holders of another subject of this provider.
      membership = [Method(id, kind, subject: kind.isSubjectTheAddress ? nil : "member")]
    }
    for address in asserted.emails.prefix(2) {
      var account = Account(id: "address-holder", email: address)
      account.methods = membership
      if vocabulary.addresses.heldBy == .methods, let method = methods.holding(address) {
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
        if vocabulary.addresses.heldBy == .methods, let method = methods.holding(other) {
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
      if vocabulary.addresses.heldBy == .methods, let method = methods.holding(address) {
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

  /// Reads the facts of the attempt for given accounts, no two of which have a subject in common.
  ///
  /// The result is nil if the accounts are contradictory, or if the attempt does not identify the principal.
  func read(
    _ principal: Account?, among accounts: [Account], isGone: Bool, disabled: [DisabledMethod]
  ) -> Reading? {
    guard let lookup else { return nil }
    var session: Session?
    var target: Account?
    var code = code
    switch action.pointsTo {
    case .session: session = principal.map { Session(.recent, of: $0) }
    case .target: target = principal
    case .code:
      if action.takesAddressOfCode(kind), code == nil, principal != nil { return nil }
      code?.account = principal
    case .credential: break
    }
    let (holder, addressHolders) = vocabulary.find(lookup.keys, in: accounts)
    var situation = Situation(
      addressHolders: addressHolders, session: session, target: target, code: code,
      disabledMethods: disabled,
      identifierHolders: lookup.read.identifiers.map { stated in
        accounts.first { $0.holds(stated) }
      })
    var hasPassword = holder != nil && !isGone
    if let named = situation.identifierHolder(0), holder == nil, asserted.emails.isEmpty,
      named.methods.contains(where: methods.isOwn)
    {
      hasPassword = true
    }
    if isGone {
      guard holder == nil else { return nil }
      situation.credentialHolder = .gone
    } else if let holder {
      situation.credentialHolder = .account(holder)
    }
    let isChecked = hasPassword && kind == .password && action.checksSecret
    do {
      let reading = try FactReader.read(
        isChecked ? lookup.checked : lookup.read, in: situation, given: situation)
      // Only the principal varies in every property, so the attempt must identify the principal.
      let pointed = reading.account(in: situation)?.id
      return pointed.hasSameBytes(as: principal?.id) ? reading : nil
    } catch {
      return nil
    }
  }

  /// Returns the facts that the engine reads about further methods of an account, if the attempt points to this
  /// account; nil if the attempt is impossible.
  ///
  /// The function is much faster than ``read(_:among:isGone:disabled:)``, because it does not check the account.
  func furtherFacts(of account: Account, _ disabled: [DisabledMethod]) -> FactVector? {
    guard let lookup else { return nil }
    return FactReader.facts(
      furtherMethodsOf: account, lookup.read, in: Situation(disabledMethods: disabled))
  }

  /// Reads the attempt before any account is known; returns nil if the attempt is impossible.
  private static func lookup(
    _ attempt: Attempt, _ code: Code?, by vocabulary: Vocabulary
  ) -> (read: AttemptReading, checked: AttemptReading, keys: LookupKeys)? {
    do {
      let named = try NamedAttempt(attempt, in: vocabulary)
      let read = try AttemptReader.read(
        attempt, named, by: vocabulary, under: Settings(), code: .known(code?.address)
      ) { _ in true }
      var checked = attempt
      checked.assertion?.secret = .wrong
      return (read, read.replacing(checked), read.keys)
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
