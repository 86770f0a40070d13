/// The reader of facts that do not depend on accounts, sessions or codes, such as `nonce`.
///
/// The reader never guesses a fact: malformed or contradictory input throws an ``InputError``.
package struct AttemptReader {
  let vocabulary: Vocabulary
  let attempt: Attempt
  let named: NamedAttempt
  /// The action and the kind of the attempt, which determine the facts that the attempt can carry.
  let shape: AttemptShape
  /// The facts that are read so far.
  private var reading: Reading

  private init(_ attempt: Attempt, _ named: NamedAttempt, by vocabulary: Vocabulary) {
    self.vocabulary = vocabulary
    self.attempt = attempt
    self.named = named
    shape = AttemptShape(vocabulary.actions[named.action].traits, named.kind)
    reading = Reading(named, by: vocabulary)
  }

  var action: ActionTraits { shape.action }
  var kind: MethodKind? { named.kind }
  /// The attempt's provider, as a value of the fact `provider`.
  var provider: Int { named.provider }

  /// Reads all facts that the attempt, its settings and the address of its code determine.
  ///
  /// - Parameters:
  ///   - attempt: the attempt, with its subject in canonical form.
  ///   - named: the action, the kind and the provider of the attempt.
  ///   - vocabulary: the vocabulary of the policy.
  ///   - settings: the values of the policy's settings for the attempt.
  ///   - code: the address of the attempt's code; `open` if the code has not been looked up yet.
  ///   - isProven: returns whether a vector with the facts of one address record meets the policy's `proof`. The reader
  ///     calls the function only if the policy has `match: any-proven` and the attempt has several addresses.
  /// - Returns: the attempt's facts and the addresses to look up.
  /// - Throws: an ``InputError`` for an attempt that is malformed or contradictory.
  package static func read(
    _ attempt: Attempt, _ named: NamedAttempt, by vocabulary: Vocabulary, under settings: Settings,
    code: BroughtAddress, isProven: (FactVector) -> Bool
  ) throws(InputError) -> AttemptReading {
    var reader = AttemptReader(attempt, named, by: vocabulary)
    return try reader.read(settings, code: code, isProven: isProven)
  }

  private mutating func read(
    _ settings: Settings, code: BroughtAddress, isProven: (FactVector) -> Bool
  ) throws(InputError) -> AttemptReading {
    try readStated()
    if !settings.values.isEmpty {
      try vocabulary.read(settings, into: &reading.facts)
    }
    if !attempt.inputs.values.isEmpty {
      try vocabulary.read(attempt.inputs, into: &reading.facts)
    }
    let identifiers =
      attempt.identifiers.isEmpty
      ? RareArray() : RareArray(try vocabulary.canonicalIdentifiers(of: attempt))
    var asked = AskedAddresses()
    var isOpen = true
    if let given = try addressesGiven(code, identifiers: identifiers) {
      isOpen = false
      asked = try self.asked(among: given, isProven)
      if let record = asked.onlyRecord {
        reading.record = record
        vocabulary.read(asked.domain, given.claims(record), into: &reading.facts)
      }
    }
    return AttemptReading(
      attempt, under: settings, by: vocabulary, named: named, reading: reading, asked: asked,
      stated: identifiers, isOpen: isOpen)
  }

  /// Throws an ``InputError`` with the given reason and message if the condition is false.
  ///
  /// The function builds the error message only for a condition that fails.
  func require(
    _ holds: Bool, or reason: InputError.Reason, _ message: @autoclosure () -> String
  ) throws(InputError) {
    if !holds {
      throw InputError(reason, message())
    }
  }
}

extension AttemptReader {
  /// Reads the facts that the attempt states.
  ///
  /// Throws an error if the attempt states a fact that attempts with this action and kind cannot carry.
  private mutating func readStated() throws(InputError) {
    try attempt.acceptStated(&self)
    try checkLink()
    try checkSubject()
  }

  /// Throws an error if the attempt's link request lacks a fact, or if the attempt has a link request although the
  /// action requests no link.
  private func checkLink() throws(InputError) {
    guard let link = attempt.link else { return }
    guard action.requestsLink else {
      throw InputError(
        .unexpected, LinkDomainFact.refusal(of: vocabulary.actions[named.action].name))
    }
    var check = LinkCheck(stated: link.stated)
    try EngineFact.acceptAll(&check)
  }

  /// Checks that the assertion has a subject if and only if the kind of method requires a subject.
  ///
  /// An attempt that only names a method, such as an unlink, can omit the subject.
  private func checkSubject() throws(InputError) {
    guard let kind else { return }
    let subject = attempt.assertedSubject
    try IdentifierLength.check(
      subject, "the subject of `" + (attempt.assertedProvider ?? "") + "`")
    switch kind {
    case .federated, .phone, .custom, .passkey:
      let isGiven = subject.map { !$0.utf8.isEmpty } ?? false
      try require(
        isGiven || (action.namesMethod && subject == nil), or: .missing,
        "a `" + kind.name.text + "` assertion needs a subject")
    case .password, .emailLink, .anonymous:
      try require(
        subject == nil, or: .unexpected,
        "a `" + kind.name.text + "` method takes no subject")
    }
  }
}

/// The functions that read the facts that the attempt states.
///
/// For a checked fact, the functions only validate the stated value; `FactReader` later finds out from the accounts
/// whether the value counts. `FoundFactReader` reads facts that the answers to the lookup state.
extension AttemptReader: StatedFactVisitor {
  package mutating func visit<Fact: StatedFact>(stated fact: Fact.Type) throws(InputError) {
    if let value = try value(of: fact) {
      reading.facts[fact.fact] = value.rawValue
    }
  }

  package func visit<Fact: CheckedFact>(checked fact: Fact.Type) throws(InputError) {
    _ = try value(of: fact)
  }
}

extension AttemptReader {
  fileprivate func value<Fact: StatedFact>(of fact: Fact.Type) throws(InputError) -> Fact.Value? {
    switch fact.carrier {
    case .assertion: try accepted(attempt.assertedValue(of: fact), of: fact)
    case .attempt: try accepted(attempt.stated[fact], of: fact)
    case .link: try accepted(attempt.link?.stated[fact] ?? fact.unset, of: fact)
    case .situation: nil
    }
  }

  private func accepted<Fact: StatedFact>(
    _ value: Fact.Value, of fact: Fact.Type
  ) throws(InputError) -> Fact.Value {
    try vocabulary.accepted(value, of: fact, in: shape, action: named.action)
  }
}

extension Vocabulary {
  /// Returns the stated value of a fact, after checking that attempts with this action and kind can carry the fact.
  ///
  /// A stated fact with its unset value counts as omitted.
  func accepted<Fact: StatedFact>(
    _ value: Fact.Value, of fact: Fact.Type, in shape: AttemptShape, action: Int
  ) throws(InputError) -> Fact.Value {
    guard value != fact.unset else { return fact.unstated(for: shape.kind) }
    guard fact.isCarried(by: shape) else {
      throw InputError(.unexpected, fact.refusal(of: actions[action].name))
    }
    return value
  }
}

/// A visitor that throws an error if a link request omits a fact that link requests carry.
private struct LinkCheck: StatedFactVisitor {
  let stated: StatedValues

  func visit<Fact: StatedFact>(stated fact: Fact.Type) throws(InputError) {
    guard fact.carrier == .link else { return }
    if stated[fact] == fact.unset {
      throw InputError(.missing, "the requested link does not state `" + fact.key.text + "`")
    }
  }
}

extension AttemptReader {
  /// Returns the address records to look up, usually only the primary record.
  ///
  /// If the policy has `match: any-proven` and at least one record is proven, the function returns all proven records.
  ///
  /// If the engine ignores the primary record and no other record is proven, the function returns no record.
  ///
  /// The function validates every record, even a record that is not looked up.
  private func asked(
    among given: GivenAddresses, _ isProven: (FactVector) -> Bool
  ) throws(InputError) -> AskedAddresses {
    var primary: AddressForm?
    var proven: [AddressForm] = []
    let looksAtAll = vocabulary.addresses.match == .anyProven && given.count > 1
    for index in 0..<given.count {
      let form = try form(index, of: given)
      try check(given.claims(index))
      guard let form else { continue }
      if index == 0 {
        primary = form
      }
      if looksAtAll {
        var facts = reading.facts
        // The accounts are still unknown, so the address counts as an address that nobody holds.
        facts[.address] = FactValue.Address.free.rawValue
        vocabulary.read(form.domain, given.claims(index), into: &facts)
        if isProven(completing(facts)) {
          proven.append(form)
        }
      }
    }
    if proven.isEmpty {
      guard let primary else { return AskedAddresses() }
      return AskedAddresses(try usable(primary, of: given))
    }
    var asked = AskedAddresses()
    for form in proven {
      asked.append(try usable(form, of: given))
    }
    return asked
  }

  /// Returns the vector with the unset value for every fact that has no value yet.
  ///
  /// Each label gets the value `absent`, as in an attempt that points to no account.
  private func completing(_ facts: FactVector) -> FactVector {
    var completion = UnsetFacts(facts: facts)
    EngineFact.acceptAll(&completion)
    for (index, label) in vocabulary.labels.enumerated() {
      completion.facts[vocabulary.schema.labels.lowerBound + index] = label.values.count
    }
    return completion.facts
  }
}

extension AttemptReader {
  /// Returns the addresses of the attempt; nil if the address comes from a code that has not been looked up yet.
  ///
  /// - Parameters:
  ///   - code: the address of the attempt's code, if this address is known.
  ///   - identifiers: the attempt's identifiers, in canonical form.
  /// - Returns: the address records of the assertion, or the single address of the attempt or its code.
  /// - Throws: an ``InputError`` for addresses that attempts of this action and kind cannot have.
  func addressesGiven(
    _ code: BroughtAddress, identifiers: RareArray<AccountIdentifier>
  ) throws(InputError) -> GivenAddresses? {
    try require(
      attempt.tenant.map { !$0.utf8.isEmpty } ?? true, or: .contradiction,
      "the attempt's tenant is empty; omit the tenant if there is none")
    try IdentifierLength.check(attempt.tenant, "the attempt's tenant")
    let given = GivenAddresses(attempt.assertedAddresses, attempt.address)
    if action.pointsTo == .code, kind == nil {
      switch code {
      case .open: return nil
      case .known(let address): return try given.agreeing(with: address, vocabulary)
      }
    }
    switch action.addressPresence(kind) {
    case .none:
      try require(
        given.isEmpty, or: .unexpected,
        "`" + attempt.action.name + "` carries no address for this kind of sign-in")
    case .required:
      let names = searched(among: identifiers)
      if names > 0, action.checksSecret {
        // The service cannot know from a lookup which of several identifiers finds the account. With an address and an
        // identifier, or two identifiers, the service could compare the password of the wrong account.
        try require(
          given.isEmpty && attempt.identifiers.count == 1, or: .contradiction,
          "`" + attempt.action.name
            + "` checks a password by an address or by one identifier; state either the address or one identifier"
        )
      }
      guard !given.isEmpty || names == 0 else { return given }
      try require(!given.isEmpty, or: .missing, "`" + attempt.action.name + "` needs an address")
      try require(
        given.count == 1, or: .unexpected,
        "`" + attempt.action.name + "` carries one address for this kind of sign-in")
    case .optional, .byKind:
      break
    }
    if kind == .federated, !given.isEmpty {
      try require(
        vocabulary.providers.givesEmail(provider), or: .unexpected,
        "the policy declares that provider `" + vocabulary.providers.providers[provider].id.text
          + "` gives no e-mail address")
    }
    return given
  }

  /// Returns how many of the attempt's identifiers the action can use to find the account of a password; 0 for other
  /// kinds of method.
  private func searched(among identifiers: RareArray<AccountIdentifier>) -> Int {
    guard kind == .password else { return 0 }
    let table = vocabulary.identifiers
    return identifiers.elements.count { identifier in
      table.index(of: identifier.name).map {
        table.isSearched($0, byAction: named.action)
      } ?? false
    }
  }

  /// A valid address of an address record.
  private struct AddressForm {
    /// The index of the address record.
    let record: Int
    /// The index of the `@` in the address.
    let at: Int
    /// Whether the address is plain, as ``EmailAddress/plainAt(_:)`` defines it.
    let isPlain: Bool
    /// The domain of the address, as a value of the fact `domain`.
    let domain: Int
  }

  /// Validates the address of a record; returns nil for an internationalized address that the engine ignores.
  private func form(_ index: Int, of given: GivenAddresses) throws(InputError) -> AddressForm? {
    let email = given.email(index)
    let bytes = email.utf8Span.span
    let plainAt = EmailAddress.plainAt(bytes)
    let at: Int
    do {
      at = if let plainAt { plainAt } else { try EmailAddress.validate(bytes) }
    } catch {
      // Only a text that is not a valid ASCII address can be an internationalized address.
      guard vocabulary.ignores(email, assertedBy: kind, for: action) else {
        throw .malformedAddress(email, error)
      }
      return nil
    }
    return AddressForm(
      record: index, at: at, isPlain: plainAt != nil,
      domain: vocabulary.domains.value(of: bytes, from: at + 1))
  }

  private func usable(
    _ form: AddressForm, of given: GivenAddresses
  ) throws(InputError) -> UsableAddress {
    let email = given.email(form.record)
    if form.isPlain, vocabulary.addresses.keepsPlain {
      return UsableAddress(record: form.record, canonical: email, domain: form.domain)
    }
    let folding = vocabulary.folding(keepsCase: vocabulary.providers.keepsCase(provider))
    return UsableAddress(
      record: form.record,
      canonical: try vocabulary.canonical(wellFormed: email, at: form.at, folding),
      domain: form.domain)
  }

  private func check(_ claims: [AddressRecord.Claim]) throws(InputError) {
    for number in claims.indices {
      let name = claims[number].name
      for other in 0..<number where claims[other].name.hasSameBytes(as: name) {
        throw InputError(.contradiction, "claim `" + name + "` is given twice")
      }
      // The earlier claims are declared and distinct, so the number of declared claims limits this quadratic search.
      if !vocabulary.claims.contains(where: { name.hasSameBytes(as: $0.name) }) {
        throw InputError(
          .undeclared,
          "the policy declares no claim `" + name + "`"
            + Name.suggestion(for: name, among: vocabulary.claims.map { $0.name }))
      }
    }
  }
}

/// A visitor that sets each fact without a value to its unset value.
private struct UnsetFacts: WordFactVisitor {
  typealias Failure = Never

  var facts: FactVector

  mutating func visit<Fact: WordFact>(word fact: Fact.Type) {
    if !facts.isSet(fact.fact.rawValue) {
      facts[fact.fact] = fact.unset.rawValue
    }
  }
}

extension Vocabulary {
  /// Reads the domain and the claims of an address record.
  ///
  /// The argument `domain` is a value of the fact `domain`.
  func read(
    _ domain: Int, _ given: [AddressRecord.Claim], into facts: inout FactVector
  ) {
    facts[.domain] = domain
    let first = schema.claims.lowerBound
    for index in claims.indices {
      var value = claims[index].absent
      for claim in given where claim.name.hasSameBytes(as: claims[index].name) {
        value = claims[index].value(of: claim.value)
      }
      facts[first + index] = value
    }
  }
}
