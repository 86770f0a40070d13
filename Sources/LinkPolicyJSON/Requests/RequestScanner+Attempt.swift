internal import LinkPolicy

extension RequestScanner {
  mutating func decision(_ span: Span<UInt8>) throws(LeftToReader) -> DecisionRequest {
    let (attempt, caller, settings, answers, record, fields) = try body(span, onlyCode: false)
    return DecisionRequest(
      attempt: attempt, caller: caller, settings: settings, answers: answers, record: record,
      fields: fields)
  }

  mutating func lookup(_ span: Span<UInt8>) throws(LeftToReader) -> LookupRequest {
    let (attempt, caller, settings, answers, _, _) = try body(span, onlyCode: true)
    return LookupRequest(attempt: attempt, caller: caller, settings: settings, code: answers.code)
  }

  /// The members of `decide` or `lookup`, as a tuple, because a tuple is taken apart without copies.
  private typealias RequestBody = (
    attempt: Attempt, caller: Lookup.Caller, settings: Settings, answers: LookupAnswers,
    record: DecisionRecord.Context?, fields: DecisionFields
  )

  private mutating func body(
    _ span: Span<UInt8>, onlyCode: Bool
  ) throws(LeftToReader) -> RequestBody {
    var attempt: Attempt?
    var caller = Lookup.Caller.nobody
    var settings = Settings()
    var answers = LookupAnswers()
    var record: DecisionRecord.Context?
    var fields = DecisionFields.all
    let table = tables.body
    var members = try object(span)
    while let key = try nextKey(of: &members, in: table, span) {
      // A lookup has no such key, even with the value `null`.
      guard !onlyCode || (key != .record && key != .fields) else { throw LeftToReader() }
      if try null(span) { continue }
      switch key {
      case .attempt: attempt = try self.attempt(span)
      case .caller: caller = try self.caller(span)
      case .settings: settings = Settings(try pairs(span))
      case .answers: answers = try self.answers(span, onlyCode: onlyCode)
      case .record: record = try self.record(span)
      case .fields: fields = try self.fields(span)
      }
    }
    guard let attempt else { throw LeftToReader() }
    return (attempt, caller, settings, answers, record, fields)
  }

  private mutating func caller(_ span: Span<UInt8>) throws(LeftToReader) -> Lookup.Caller {
    var caller = Lookup.Caller.nobody
    let table = tables.caller
    var members = try object(span)
    while let key = try nextKey(of: &members, in: table, span) {
      if try null(span) { continue }
      let id = try identifier(span)
      switch key {
      case .session: caller.session = id
      case .target: caller.target = id
      case .code: caller.code = id
      }
    }
    return caller
  }

  private mutating func record(
    _ span: Span<UInt8>
  ) throws(LeftToReader) -> DecisionRecord.Context {
    var time: String?
    var correlation: String?
    var weight: LongInteger?
    let table = tables.record
    var members = try object(span)
    while let key = try nextKey(of: &members, in: table, span) {
      switch key {
      case .time: time = try text(span)
      case .correlation: correlation = try text(span)
      case .weight: weight = try count(span)
      // Only the general reader knows the words of `facts`.
      case .facts: throw LeftToReader()
      }
    }
    guard let time, let correlation else { throw LeftToReader() }
    guard let weight else { return DecisionRecord.Context(time: time, correlation: correlation) }
    guard
      let context = DecisionRecord.Context(time: time, correlation: correlation, weight: weight)
    else { throw LeftToReader() }
    return context
  }

  private mutating func fields(_ span: Span<UInt8>) throws(LeftToReader) -> DecisionFields {
    var fields = DecisionFields.none
    var elements = try array(span)
    while try nextElement(&elements, span) {
      fields.insert(DecisionField.words.values[try word(tables.fields, span)])
    }
    guard elements.count > 0 else { throw LeftToReader() }
    return fields
  }

  /// Reads an object of names and words, such as settings.
  mutating func pairs(
    _ span: Span<UInt8>
  ) throws(LeftToReader) -> [(name: String, value: String)] {
    var pairs: [(name: String, value: String)] = []
    var members = try object(span)
    while let range = try nextName(&members, span) {
      let name = String(decoding: bytes[range], as: UTF8.self)
      pairs.append((name, try scalarWord(span)))
    }
    for index in pairs.indices {
      try checkIsNew(pairs[index].name, at: index) { pairs[$0].name }
    }
    return pairs
  }

  /// Reads an object of identifiers and their values; leaves a value that is not a string to the general reader.
  mutating func identifiers(_ span: Span<UInt8>) throws(LeftToReader) -> [AccountIdentifier] {
    var identifiers: [AccountIdentifier] = []
    var members = try object(span)
    while let range = try nextName(&members, span) {
      let name = String(decoding: bytes[range], as: UTF8.self)
      identifiers.append(AccountIdentifier(name, try text(span)))
    }
    for index in identifiers.indices {
      try checkIsNew(identifiers[index].name, at: index) { identifiers[$0].name }
    }
    return identifiers
  }

  /// Leaves an object to the general reader if the object has a name twice, or more than 64 names.
  private func checkIsNew(
    _ name: String, at index: Int, earlier: (Int) -> String
  ) throws(LeftToReader) {
    guard index < 64 else { throw LeftToReader() }
    for other in 0..<index where earlier(other).hasSameBytes(as: name) {
      throw LeftToReader()
    }
  }

  /// Reads a string, a boolean or an integer as the word with the same text.
  private mutating func scalarWord(_ span: Span<UInt8>) throws(LeftToReader) -> String {
    if isAt(UInt8(ascii: "\""), span) { return try text(span) }
    if isAt(UInt8(ascii: "t"), span) || isAt(UInt8(ascii: "f"), span) {
      return try flag(span) ? "true" : "false"
    }
    return String(try count(span))
  }
}

// MARK: Attempt

extension RequestScanner {
  private mutating func attempt(_ span: Span<UInt8>) throws(LeftToReader) -> Attempt {
    var action: String?
    var parts = AttemptParts()
    var addresses = AddressesRead()
    let keys = tables.attempt.keys
    let words = tables.attempt.words
    var members = try object(span)
    while let key = try nextIndex(of: &members, in: words, span) {
      if try null(span) { continue }
      guard key < keys.count else {
        try state(from: tables.statedByAttempt, fact: key - keys.count, in: &parts, span)
        continue
      }
      switch keys[key] {
      case .action: action = try text(span)
      case .provider: parts.provider = try text(span)
      case .kind: parts.kind = MethodKind.words.values[try word(tables.kinds, span)]
      case .subject: parts.subject = try text(span)
      case .addresses: addresses = try self.addresses(span)
      case .address: parts.address = try text(span)
      case .profile: parts.profile = try profile(span)
      case .link: parts.link = try link(span)
      case .tenant: parts.tenant = try text(span)
      case .identifiers: parts.identifiers = try identifiers(span)
      case .inputs: parts.inputs = Inputs(try pairs(span))
      case .ticket: throw LeftToReader()
      }
    }
    parts.addresses = addresses.records
    let isAsserted =
      parts.kind != nil || parts.subject != nil || !parts.assertionStates.isEmpty
    let isPlain = addresses.records.count < 2 && !addresses.haveClaims
    guard let action, parts.provider != nil || (isPlain && !isAsserted),
      !(addresses.areGiven && parts.address != nil)
    else { throw LeftToReader() }
    return parts.attempt(of: Action(action))
  }

  private mutating func state(
    from table: RequestTables.StatedTable, fact: Int, in parts: inout AttemptParts,
    _ span: Span<UInt8>
  ) throws(LeftToReader) {
    let value = try word(table.words[fact], span)
    switch table.facts[fact].carrier {
    case .assertion: parts.assertionStates[table.facts[fact].fact] = value
    case .attempt: parts.stated[table.facts[fact].fact] = value
    case .link, .situation: throw LeftToReader()
    }
  }

  /// The list `addresses` of an attempt.
  private struct AddressesRead {
    var areGiven = false
    var records: [AddressRecord] = []
    var haveClaims = false
  }

  private mutating func addresses(_ span: Span<UInt8>) throws(LeftToReader) -> AddressesRead {
    var read = AddressesRead()
    read.areGiven = true
    var elements = try array(span)
    while try nextElement(&elements, span) {
      var email: String?
      var claims: [AddressRecord.Claim] = []
      let table = tables.address
      var members = try object(span)
      while let key = try nextKey(of: &members, in: table, span) {
        switch key {
        case .email: email = try text(span)
        case .claims:
          if try null(span) { continue }
          claims = try self.claims(span)
          read.haveClaims = true
        }
      }
      guard let email else { throw LeftToReader() }
      read.records.append(AddressRecord(email, claims: claims))
    }
    return read
  }

  private mutating func claims(_ span: Span<UInt8>) throws(LeftToReader) -> [AddressRecord.Claim] {
    var claims: [AddressRecord.Claim] = []
    var members = try object(span)
    while let range = try nextName(&members, span) {
      let name = String(decoding: bytes[range], as: UTF8.self)
      claims.append(AddressRecord.Claim(name, try claimValue(span)))
    }
    for index in claims.indices {
      try checkIsNew(claims[index].name, at: index) { claims[$0].name }
    }
    return claims
  }

  private mutating func claimValue(_ span: Span<UInt8>) throws(LeftToReader) -> ClaimValue {
    if isAt(UInt8(ascii: "\""), span) {
      let range = try string(span)
      return .string(Name(bytes: Array(bytes[range])))
    }
    if try null(span) { return .null }
    if isAt(UInt8(ascii: "t"), span) || isAt(UInt8(ascii: "f"), span) {
      return .boolean(try flag(span))
    }
    let start = index
    _ = try count(span)
    return .number(Name(bytes: Array(bytes[start..<index])))
  }

  mutating func profile(_ span: Span<UInt8>) throws(LeftToReader) -> Profile {
    var profile = Profile()
    let table = tables.profile
    var members = try object(span)
    while let key = try nextKey(of: &members, in: table, span) {
      if try null(span) { continue }
      switch key {
      case .name: profile.name = try text(span)
      case .photo: profile.photo = try text(span)
      }
    }
    return profile
  }

  private mutating func link(_ span: Span<UInt8>) throws(LeftToReader) -> Attempt.LinkRequest {
    var stated = StatedValues()
    let table = tables.statedByLink
    var members = try object(span)
    while let fact = try nextIndex(of: &members, in: tables.link, span) {
      let value = try word(table.words[fact], span)
      guard value != table.facts[fact].unset else { throw LeftToReader() }
      stated[table.facts[fact].fact] = value
    }
    guard members.count == table.facts.count else { throw LeftToReader() }
    return Attempt.LinkRequest(stated: stated)
  }
}
