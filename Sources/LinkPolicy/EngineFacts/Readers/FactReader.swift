/// The reader of facts that depend on accounts, sessions or codes, such as `credential`.
///
/// The reader starts with the facts of the attempt, and finds the account to which the attempt points. The reader then
/// reads the facts about the account, the session and the code. The reader never guesses a fact: contradictory input
/// throws an ``InputError``.
package struct FactReader {
  /// The facts that were read from the attempt before the lookup.
  let read: AttemptReading
  /// The rows that the store returned.
  ///
  /// In this situation, a code with a purpose that the action does not accept is already unknown.
  let situation: Situation
  /// The action and the kind of the attempt, which determine the facts that the attempt can carry.
  let shape: AttemptShape
  /// The domain of the chosen address, as a value of the fact `domain`.
  var domain: Int
  /// The accounts of the attempt, which `findAccounts()` finds.
  private var found = FoundAccounts()

  /// Creates a reader of the facts of an attempt in a situation.
  ///
  /// - Parameters:
  ///   - read: the facts that were read from the attempt before the lookup, under the same settings and with the same
  ///     code.
  ///   - situation: the rows that the store returned, after ``Situation/withCode(takenFor:by:)``.
  private init(_ read: AttemptReading, in situation: Situation) {
    self.read = read
    self.situation = situation
    shape = read.shape
    domain = read.reading.facts[.domain]
  }

  var vocabulary: Vocabulary { read.vocabulary }
  var attempt: Attempt { read.attempt }
  /// The index of the attempt's action.
  var actionNumber: Int { read.named.action }
  /// The attempt's provider, as a value of the fact `provider`.
  var provider: Int { read.named.provider }
  /// The addresses that were looked up.
  var asked: AskedAddresses { read.asked }
  /// The identifiers that were looked up.
  var identifiers: RareArray<AccountIdentifier> { read.stated }
  /// The holder of the credential; nil if no account holds the credential.
  var holder: Account? { found.holder }
  /// The account of the session, target, code, credential or identifier, depending on the action; nil if there is no
  /// such account.
  var reference: Account? { found.reference }
  /// The account to which the attempt points: ``reference``, or else the holder of the address.
  var pointed: Account? { found.pointed }
  /// The role of the account to which the attempt points, such as `session`.
  var pointedAs: Reading.AccountRole { found.pointedAs }
  var action: ActionTraits { shape.action }
  var kind: MethodKind? { shape.kind }
  /// The provider and subject of the assertion; nil for actions that carry no method.
  var asserted: (provider: String, subject: String?)? { attempt.asserted }

  /// Reads all facts except derived facts, and finds the account to which the attempt points.
  ///
  /// - Parameters:
  ///   - read: the facts that were read from the attempt before the lookup, under the same settings and with the same
  ///     code.
  ///   - situation: the rows that the store returned, after ``Situation/withCode(takenFor:by:)``.
  ///   - given: the same rows before ``Situation/withCode(takenFor:by:)``; the code is as stored, and can have any
  ///     purpose.
  /// - Returns: the facts, with the account and address record that they describe.
  /// - Throws: an ``InputError`` for rows that contradict each other or the attempt.
  package static func read(
    _ read: AttemptReading, in situation: Situation, given: Situation
  ) throws(InputError) -> Reading {
    var found = FoundFactReader(
      reader: FactReader(read, in: situation), facts: read.reading.facts)
    var record = read.reading.record
    if !read.asked.others.isEmpty, let used = found.reader.electedAddress {
      found.reader.domain = used.domain
      record = used.record
      let addresses = GivenAddresses(read.attempt.assertedAddresses, read.attempt.address)
      read.vocabulary.read(used.domain, addresses.claims(used.record), into: &found.facts)
    }
    if given.box.span[0].code != nil {
      try found.reader.checkCode(given.code)
    }
    try found.reader.checkSession()
    if situation.hasAccounts {
      try SituationCheck(read: read, situation: situation).run()
    }
    try found.reader.findAccounts()
    try found.read()
    var reading = Reading(found.facts)
    reading.pointed = found.reader.pointedAs
    reading.record = record
    return reading
  }

  /// Throws an ``InputError`` with the given reason and message if the condition is false.
  ///
  /// The function builds the error message only if the condition fails.
  func require(
    _ holds: Bool, or reason: InputError.Reason, _ message: @autoclosure () -> String
  ) throws(InputError) {
    if !holds {
      throw InputError(reason, message())
    }
  }
}

extension FactReader {
  /// Adds the facts that depend on all methods of the account, such as `other-methods`.
  ///
  /// A decision does not compute these facts if no condition tests them.
  ///
  /// - Parameters:
  ///   - facts: the facts of the attempt in the situation.
  ///   - read: the facts that were read from the attempt before the lookup.
  ///   - situation: the rows that the store returned.
  ///   - pointed: the account to which the attempt points.
  /// - Returns: the facts, including the facts that depend on all methods of the account.
  static func adding(
    furtherMethodsTo facts: FactVector, _ read: AttemptReading, in situation: Situation,
    pointingTo pointed: Account?
  ) -> FactVector {
    var facts = facts
    var reader = FactReader(read, in: situation)
    reader.domain = facts[.domain]
    reader.found.pointed = pointed
    facts[.methods] = MethodsFact.read(reader).rawValue
    facts[.otherMethods] = OtherMethodsFact.read(reader).rawValue
    facts[.relay] = RelayFact.read(reader).rawValue
    return facts
  }

  /// Returns the facts that an attempt would have if the attempt pointed to a given account.
  ///
  /// The function reads the facts about the account's methods, and takes all other facts from the attempt.
  ///
  /// - Parameters:
  ///   - account: the account to which the attempt points.
  ///   - read: the facts that were read from the attempt before the lookup.
  ///   - situation: the situation, which lists the methods that the service has disabled.
  /// - Returns: the facts of the attempt, including the facts that depend on all methods of the account.
  package static func facts(
    furtherMethodsOf account: Account, _ read: AttemptReading, in situation: Situation
  ) -> FactVector {
    adding(furtherMethodsTo: read.reading.facts, read, in: situation, pointingTo: account)
  }

  /// The accounts that the reader finds for an attempt, such as the holder of the credential.
  private struct FoundAccounts {
    var holder: Account?
    var reference: Account?
    var pointed: Account?
    var pointedAs = Reading.AccountRole.none
  }

  /// Finds the holder of the credential and the account to which the attempt points.
  private mutating func findAccounts() throws(InputError) {
    found.holder = try credentialHolder()
    if action.pointsTo != .target, situation.box.span[0].target != nil {
      throw InputError(.unexpected, "`" + attempt.action.name + "` names no target")
    }
    try checkAddressHolders()
    if let reference = reference(given: found.holder) {
      found.reference = reference
      found.pointed = reference
      found.pointedAs = role
    } else if !identifiers.isEmpty, action.pointsTo == .credential,
      !vocabulary.identifiers.orders.isEmpty
    {
      findByIdentifier()
    } else {
      pointToAddressHolder()
    }
  }

  /// Points the attempt to the holder of the address, if ``addressHolder()`` returns an account.
  private mutating func pointToAddressHolder() {
    guard let addressHolder = addressHolder() else { return }
    found.pointed = addressHolder
    found.pointedAs = .addressHolder
  }

  /// Searches by address and identifiers in the declared order, and selects the first account that the search finds.
  ///
  /// If a deleted account held the credential, the function selects no account.
  private mutating func findByIdentifier() {
    if case .gone = situation.credentialHolder { return }
    for place in vocabulary.identifiers.places(ofAction: actionNumber) where found.pointed == nil {
      switch place {
      case .credential: break
      case .address: pointToAddressHolder()
      case .identifier(let index):
        guard let number = self.place(ofIdentifier: index),
          let account = situation.identifierHolder(number)
        else { break }
        found.pointed = account
        found.pointedAs = .identifierHolder(number)
        found.reference = account
        if kind == .password, asked.isEmpty, ownMethod(of: account) != nil {
          // For an attempt without an address, the service compares the password of the account that the identifier
          // finds.
          found.holder = account
        }
      }
    }
  }

  /// Returns the index of a declared identifier among the attempt's identifiers; nil if the attempt does not state the
  /// identifier.
  private func place(ofIdentifier index: Int) -> Int? {
    let name = vocabulary.identifiers.identifiers[index].name
    return identifiers.elements.firstIndex { $0.name.hasSameBytes(as: name) }
  }

  /// Returns the value of the fact `identifier.NAME`, which describes the holder of a stated identifier.
  func value(ofIdentifier index: Int) -> IdentifierValue {
    guard let place = place(ofIdentifier: index) else { return .absent }
    if let holder = situation.identifierHolder(place) {
      return pointed.map { $0.id.hasSameBytes(as: holder.id) } ?? false ? .own : .taken
    }
    return Self.isAddress(identifiers.elements[place].value) ? .address : .free
  }

  private static func isAddress(_ value: String) -> Bool {
    let bytes = value.utf8Span.span
    for index in 0..<bytes.count where bytes[index] == UInt8(ascii: "@") {
      return true
    }
    return false
  }

  /// Returns the account of the session, target, code or credential, depending on the action; nil if there is no such
  /// account.
  private func reference(given holder: Account?) -> Account? {
    switch action.pointsTo {
    case .session: situation.session?.account
    case .target: situation.target
    case .code: situation.code?.account
    case .credential: holder
    }
  }

  /// The role of the account of the session, target, code or credential.
  private var role: Reading.AccountRole {
    switch action.pointsTo {
    case .session: .session
    case .target: .target
    case .code: .code
    case .credential: .credentialHolder
    }
  }

  private func credentialHolder() throws(InputError) -> Account? {
    if case .nobody = situation.credentialHolder {
      return nil
    }
    guard attempt.askedCredential(shape) != nil else {
      throw InputError(
        .contradiction, "the attempt carries no credential that an account could hold")
    }
    guard case .account(let account) = situation.credentialHolder else {
      guard !(kind?.isSubjectTheAddress ?? false) else {
        throw InputError(
          .contradiction,
          "a password or e-mail link belongs to its account and cannot outlive the account")
      }
      return nil
    }
    return account
  }

  private func checkAddressHolders() throws(InputError) {
    // If the lookup asks for several addresses, each address can have a different holder.
    guard !asked.isEmpty, situation.addressHolders.count > 1, vocabulary.addresses.isUnique,
      vocabulary.addresses.match != .anyProven
    else { return }
    throw InputError(
      .contradiction, "several accounts hold an address that the policy says is unique")
  }

  /// Returns the only holder of the address, if the action points to `credential` and no deleted account held the
  /// credential; otherwise nil.
  private func addressHolder() -> Account? {
    guard action.pointsTo == .credential, situation.addressHolders.count == 1 else { return nil }
    if case .gone = situation.credentialHolder {
      // If a deleted account held the credential, the address does not select another account (R13).
      return nil
    }
    return situation.addressHolders[0]
  }

  /// Returns the index of a label's value; nil if the attempt points to no account or method that could carry the
  /// label.
  func value(ofLabel index: Int) -> Int? {
    guard let account = pointed else { return nil }
    let label = vocabulary.labels[index]
    var borne = account.labels
    switch label.bearer {
    case .account: break
    case .method:
      guard let bearer = labelledMethod(of: account) else { return nil }
      borne = account.methods[bearer].labels
    }
    var number = 0
    for (name, value) in borne where name.hasSameBytes(as: label.name.value) {
      for (index, declared) in label.values.enumerated()
      where value.hasSameBytes(as: declared.value) {
        number = index
      }
    }
    return number
  }
}

extension Attempt {
  /// A credential for the lookup: provider, subject and kind.
  typealias AskedCredential = (provider: String, subject: String?, kind: MethodKind)

  /// Returns the credential for the lookup; nil for an attempt without a credential.
  func askedCredential(_ shape: AttemptShape) -> AskedCredential? {
    guard let kind = shape.kind, kind != .anonymous, !shape.action.namesMethod, let asserted
    else { return nil }
    return (asserted.provider, asserted.subject, kind)
  }
}
