internal import LinkPolicy
internal import LinkPolicyJSON

extension VectorDecoder {
  private static let outcomes: JSONWords<Bool> = ["allowed": true, "refused": false]

  /// Decodes the expected answer of a step.
  mutating func expectation(_ value: JSONValue) -> Expectation? {
    let written = parts == nil ? nil : WrittenPart(value)
    if let written, let known = parts?.expectations.known(written) {
      return known.part
    }
    let count = findings.count
    let expectation = newExpectation(value)
    // Expected changes keep a reference to the surrounding text, so the cache would retain the whole text.
    if let expectation, let written, expectation.changes == nil, findings.count == count {
      parts?.expectations.keep(expectation, of: written)
    }
    return expectation
  }

  private mutating func newExpectation(_ value: JSONValue) -> Expectation? {
    guard var reader = JSONObjectReader(value, in: "expect", &findings) else { return nil }
    var result = Expectation()
    result.inputError = reader.word("input-error", of: InputError.Reason.words, &findings)
    result.isAllowed = reader.word("outcome", of: Self.outcomes, &findings)
    result.error = reader.text("error", &findings)
    result.shown = reader.text("shown", &findings)
    result.row = reader.text("row", &findings)
    result.table = reader.text("table", &findings)
    result.account = expectedText("account", in: &reader)
    result.isNew = reader.flag("new", &findings)
    result.effects = list("effects", in: &reader) { value, findings in
      Effect(value, in: "effects", &findings)
    }
    result.ask = reader.word("ask", of: Remedy.words, &findings)
    result.tell = list("tell", in: &reader) { value, findings in
      findings.word(value, of: Disclosure.words, in: "tell")
    }
    result.told = reader.part("told", &findings).map { told($0) }
    result.changes = reader.given("changes").flatMap { ExpectedChanges($0, &findings) }
    result.hasTicket = reader.flag("ticket", &findings)
    result.opensSession = reader.flag("session", &findings)
    result.listeners = list("listeners", in: &reader) { ExpectedNotice($0, &$1) }
    result.removed = list("removed", in: &reader) { ExpectedMethod($0, &$1) }
    result.names = reader.pairs("names", &findings)
    result.facts = reader.pairs("facts", &findings)
    reader.finish(&findings)
    check(result, value)
    return result
  }

  private mutating func told(_ part: JSONObjectReader) -> ExpectedTold {
    var part = part
    var result = ExpectedTold()
    result.account = expectedText("account", in: &part)
    result.methods = list("methods", in: &part) { $1.text($0, in: "methods") }
    result.addressMethods = list("address-methods", in: &part) {
      $1.text($0, in: "address-methods")
    }
    result.providers = list("providers", in: &part) { $1.text($0, in: "providers") }
    result.credential = expectedText("credential", in: &part)
    result.isRegistered = part.flag("registered", &findings)
    part.finish(&findings)
    return result
  }

  private mutating func check(_ expectation: Expectation, _ value: JSONValue) {
    if expectation.inputError != nil, value.count > 1 {
      findings.report(
        .vectorContradiction, "a malformed attempt has no answer, so nothing else can be expected",
        at: value, help: "keep `input-error` alone")
    } else if expectation.inputError == nil, expectation.isAllowed == nil,
      value["outcome"]?.isNull ?? true, value["input-error"]?.isNull ?? true
    {
      findings.report(
        .jsonMissingKey, "the key `outcome` is missing", at: value,
        help: "say whether the attempt is allowed or refused, or give `input-error`")
    } else if expectation.isAllowed == true, let error = value["error"], !error.isNull {
      findings.report(
        .vectorContradiction, "an allowed attempt has no error", at: error,
        help: "write `outcome: refused`, or leave `error` out")
    }
  }

  /// Decodes an expected text; `null` means that the text must be absent.
  mutating func expectedText(
    _ key: String, in reader: inout JSONObjectReader
  ) -> ExpectedText? {
    guard let value = reader.optional(key) else { return nil }
    if value.isNull {
      return .absent
    }
    return findings.text(value, in: key).map { .present($0) }
  }

  /// Decodes a list; returns nil if the key is absent.
  mutating func list<Element>(
    _ key: String, in reader: inout JSONObjectReader,
    read: (JSONValue, inout JSONFindings) -> Element?
  ) -> [Element]? {
    guard let value = reader.given(key), let values = findings.list(value, in: key) else {
      return nil
    }
    var elements: [Element] = []
    for value in values {
      if let element = read(value, &findings) {
        elements.append(element)
      }
    }
    return elements
  }
}

extension ExpectedNotice {
  /// Reads an event such as `signed-in` or `{code-mailed: reset}`; for an invalid value, reports a
  /// finding and returns nil.
  init?(_ value: JSONValue, _ findings: inout JSONFindings) {
    guard value.isObject else {
      guard let notice = findings.word(value, of: ExpectedNotice.words, in: "listeners") else {
        return nil
      }
      self = notice
      return
    }
    guard let member = JSONMembers(value).first, value.count == 1, member.isKey("code-mailed")
    else {
      findings.report(
        .jsonUnknownValue, "expected a word or `code-mailed` with a purpose in `listeners`",
        at: value)
      return nil
    }
    guard let purpose = CodePurpose(member.value, in: "code-mailed", &findings) else { return nil }
    self = .codeMailed(purpose)
  }
}

extension ExpectedChanges {
  private static let writes = JSONWords(WriteKind.allCases) { $0.name.text }
  private static let notices = JSONWords(NoticeWord.allCases) { $0.rawValue }

  /// Reads `{requires, writes, notices}`, of which at least one list is required.
  ///
  /// Every entry must name its kind, such as `write: set-label`, and must have only keys of this kind.
  init?(_ value: JSONValue, _ findings: inout JSONFindings) {
    guard var reader = JSONObjectReader(value, in: "changes", &findings) else { return nil }
    var isAnySaid = false
    for part in ChangeSetList.allCases {
      guard let list = reader.given(part.rawValue) else { continue }
      isAnySaid = true
      for entry in findings.elements(list, in: part.rawValue) ?? [] {
        Self.shape(of: entry, in: part, &findings)?.check(entry, in: part.rawValue, &findings)
      }
    }
    let count = findings.diagnostics.count
    reader.finish(&findings)
    // A misspelled key is already a finding, so the decoder does not report the missing lists too.
    if !isAnySaid, findings.diagnostics.count == count {
      findings.report(
        .vectorContradiction, "nothing is expected of the changes", at: value,
        help: "write `requires`, `writes` or `notices`, with an empty list if there must be none")
    }
    json = value
  }

  private static func shape(
    of entry: JSONValue, in part: ChangeSetList, _ findings: inout JSONFindings
  ) -> ChangeShape? {
    guard var reader = JSONObjectReader(entry, in: part.rawValue, &findings) else { return nil }
    switch part {
    case .requires:
      let words = RequirementWord.allCases.filter { entry[$0.rawValue] != nil }
      guard words.count == 1 else {
        let keys = RequirementWord.allCases.map { "`" + $0.rawValue + "`" }
        findings.report(
          .jsonMissingKey,
          words.isEmpty ? "nothing is named that is required" : "several things are required",
          at: entry, help: "write one of " + keys.joined(separator: ", "))
        return nil
      }
      return ChangeShape(of: words[0])
    case .writes:
      return reader.requiredWord("write", of: writes, &findings).map { ChangeShape(of: $0) }
    case .notices:
      return reader.requiredWord("notice", of: notices, &findings).map { ChangeShape(of: $0) }
    }
  }
}

/// The type and keys of a JSON value in a change set; an expected value can contain any subset of the keys.
indirect enum ChangeShape: Sendable {
  /// A string.
  case text
  /// A kind of method, such as `password`.
  case kind
  /// A state of an account: `active` or `disabled`.
  case state
  /// An integer.
  case number
  /// `true` or `false`.
  case flag
  /// A value with the given structure, or `null`.
  case nullable(ChangeShape)
  /// An array of values with the given structure.
  case list(ChangeShape)
  /// An object with a subset of the given keys.
  case object([(key: String, shape: ChangeShape)])
  /// The holder of a credential: an id, `{gone: true}`, or `null`.
  case holder

  /// Reports every key or type in the value that does not fit the structure.
  func check(_ value: JSONValue, in key: String, _ findings: inout JSONFindings) {
    switch self {
    case .text: _ = findings.text(value, in: key)
    case .kind: _ = findings.word(value, of: MethodKind.words, in: key)
    case .state: _ = findings.word(value, of: Account.State.words, in: key)
    case .number: _ = findings.int(value, in: key)
    case .flag: _ = findings.bool(value, in: key)
    case .nullable(let shape):
      if !value.isNull {
        shape.check(value, in: key, &findings)
      }
    case .list(let shape):
      for element in findings.elements(value, in: key) ?? [] {
        shape.check(element, in: key, &findings)
      }
    case .object(let members): check(value, members: members, in: key, &findings)
    case .holder:
      guard !value.isNull, value.text == nil else { return }
      check(value, members: [("gone", .flag)], in: key, &findings)
    }
  }

  private func check(
    _ value: JSONValue, members: [(key: String, shape: ChangeShape)], in key: String,
    _ findings: inout JSONFindings
  ) {
    guard var reader = JSONObjectReader(value, in: key, &findings) else { return }
    for (name, shape) in members {
      if let value = reader.optional(name) {
        shape.check(value, in: name, &findings)
      }
    }
    reader.finish(&findings)
    if value.count == 0 {
      findings.report(
        .vectorContradiction, "an object without keys expects nothing", at: value,
        help: "write the keys to compare, or leave `\(key)` out")
    }
  }
}

extension ChangeShape {
  private static let account = ChangeShape.object([("id", .text), ("new", .flag)])
  private static let key: [(key: String, shape: ChangeShape)] = [
    ("issuer", .text), ("kind", .kind), ("subject", .nullable(.text)),
  ]
  private static let email: [(key: String, shape: ChangeShape)] = [
    ("email", .nullable(.text)), ("given", .nullable(.text)), ("verified", .flag),
  ]

  /// Creates the structure of a write, such as `set-label`.
  init(of write: WriteKind) {
    let tenant: (key: String, shape: ChangeShape) = ("tenant", .nullable(.text))
    let account: (key: String, shape: ChangeShape) = ("account", Self.account)
    let members: [(key: String, shape: ChangeShape)] =
      switch write {
      case .insertAccount: [tenant] + Self.email
      case .deleteAccount: [account, ("leaving", .list(.object(Self.key)))]
      case .setEmail: [account] + Self.email
      case .setProfile:
        [
          account, ("name", .nullable(.text)), ("photo", .nullable(.text)),
          ("blanksOnly", .flag),
        ]
      case .setState: [account, ("state", .state)]
      case .setLabel:
        [
          account, ("method", .nullable(.object(Self.key))), ("name", .text), ("value", .text),
        ]
      case .setIdentifier: [account, ("name", .text), ("value", .nullable(.text))]
      case .putMethod:
        [account, ("provider", .text)] + Self.key + [
          ("address", .nullable(.text)), ("proved", .nullable(.text)), ("secret", .text),
          ("superseded", .flag), ("place", .nullable(.object(Self.key))),
        ]
      case .removeMethod: [account, ("provider", .text)] + Self.key + [("why", .text)]
      case .supersedeMethod: [account] + Self.key
      case .dropFactors, .openSession: [account]
      case .setFactors: [account, ("count", .number)]
      case .renewSession: [("session", .text), account, ("recent", .flag)]
      case .endSession: [("session", .text)]
      case .endSessions: [account, ("epoch", .number)]
      case .putCode:
        [
          ("purpose", .text), ("address", .text), ("account", .nullable(Self.account)),
          ("bound", .nullable(.text)), ("requester", .nullable(.text)),
          ("requesterAccount", .nullable(.text)), ("credential", .nullable(.object(Self.key))),
          tenant,
        ]
      case .useCode: [("code", .text)]
      case .cancelCodes: [account, ("address", .nullable(.text)), tenant]
      }
    self = .object([("write", .text)] + members)
  }

  /// Creates the structure of a requirement, such as `session`.
  init(of requirement: RequirementWord) {
    let tenant: (key: String, shape: ChangeShape) = ("tenant", .nullable(.text))
    let members: [(key: String, shape: ChangeShape)] =
      switch requirement {
      case .account: [("account", .text), ("version", .number)]
      case .credential: [("credential", .object([tenant] + Self.key)), ("holder", .holder)]
      case .address:
        [
          (
            "address",
            .object([
              tenant, ("address", .text), ("heldBy", .text), ("pool", .list(.text)),
            ])
          ), ("holders", .list(.text)),
        ]
      case .identifier:
        [
          ("identifier", .object([tenant, ("name", .text), ("value", .text)])),
          ("holder", .holder),
        ]
      case .session: [("session", .text)]
      case .code: [("code", .text)]
      }
    self = .object(members)
  }

  /// Creates the structure of a notice, such as `mail`.
  init(of notice: NoticeWord) {
    let members: [(key: String, shape: ChangeShape)] =
      switch notice {
      case .mail: [("code", .number), ("purpose", .text), ("to", .text)]
      case .owner: [("account", Self.account), ("to", .nullable(.text))]
      }
    self = .object([("notice", .text)] + members)
  }
}
