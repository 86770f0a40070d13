internal import LinkPolicy
internal import LinkPolicyJSON

extension VectorDecoder {
  private static let outcomes: JSONWords<Bool> = ["allowed": true, "refused": false]

  /// Reads what a step must answer.
  mutating func expectation(_ value: JSONValue) -> Expectation? {
    let place = memory?.expectations.place(of: value)
    if let known = memory?.expectations.part(place) {
      return known
    }
    let count = findings.count
    let expectation = newExpectation(value)
    // What is expected of changes holds on to the text around it.
    if let expectation, let place, expectation.changes == nil, findings.count == count {
      memory?.expectations.keep(expectation, of: value, at: place)
    }
    return expectation
  }

  private mutating func newExpectation(_ value: JSONValue) -> Expectation? {
    guard var reader = JSONObjectReader(value, in: "expect", &findings) else { return nil }
    var result = Expectation()
    result.inputError = reader.word("input-error", InputError.Reason.words, &findings)
    result.isAllowed = reader.word("outcome", Self.outcomes, &findings)
    result.error = reader.text("error", &findings)
    result.shown = reader.text("shown", &findings)
    result.row = reader.text("row", &findings)
    result.table = reader.text("table", &findings)
    result.account = expectedText("account", &reader)
    result.isNew = reader.flag("new", &findings)
    result.effects = list("effects", &reader) { value, findings in
      Effect(value, in: "effects", &findings)
    }
    result.ask = reader.word("ask", Remedy.words, &findings)
    result.tell = list("tell", &reader) { value, findings in
      findings.word(value, Disclosure.words, in: "tell")
    }
    result.told = reader.part("told", &findings).map { told($0) }
    result.changes = reader.given("changes").flatMap { ExpectedChanges($0, &findings) }
    result.hasTicket = reader.flag("ticket", &findings)
    result.opensSession = reader.flag("session", &findings)
    result.listeners = list("listeners", &reader) { ExpectedNotice($0, &$1) }
    result.removed = list("removed", &reader) { ExpectedMethod($0, &$1) }
    result.names = reader.pairs("names", &findings)
    result.facts = reader.pairs("facts", &findings)
    reader.finish(&findings)
    check(result, value)
    return result
  }

  private mutating func told(_ part: JSONObjectReader) -> ExpectedTold {
    var part = part
    var result = ExpectedTold()
    result.account = expectedText("account", &part)
    result.methods = list("methods", &part) { $1.text($0, in: "methods") }
    result.addressMethods = list("address-methods", &part) { $1.text($0, in: "address-methods") }
    result.providers = list("providers", &part) { $1.text($0, in: "providers") }
    result.credential = expectedText("credential", &part)
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

  /// Reads a text that may be required to be absent by `null`.
  mutating func expectedText(
    _ key: String, _ reader: inout JSONObjectReader
  ) -> ExpectedText? {
    guard let value = reader.optional(key) else { return nil }
    if value.isNull {
      return .absent
    }
    return findings.text(value, in: key).map { .present($0) }
  }

  /// Reads a list; nil where the key is missing.
  mutating func list<Element>(
    _ key: String, _ reader: inout JSONObjectReader,
    _ read: (JSONValue, inout JSONFindings) -> Element?
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
  /// Reads a word, or `{code-mailed: purpose}`.
  init?(_ value: JSONValue, _ findings: inout JSONFindings) {
    guard value.isObject else {
      guard let notice = findings.word(value, ExpectedNotice.words, in: "listeners") else {
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
