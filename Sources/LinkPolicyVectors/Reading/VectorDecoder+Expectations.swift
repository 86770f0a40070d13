internal import LinkPolicy
internal import LinkPolicyJSON

extension VectorDecoder {
  /// Reads what a step must answer.
  mutating func expectation(_ value: JSONValue) -> Expectation? {
    guard var reader = JSONObjectReader(value, in: "expect", &findings) else { return nil }
    var result = Expectation()
    result.inputError = reader.word("input-error", InputError.Reason.words, &findings)
    result.isAllowed = reader.word("outcome", ["allowed": true, "refused": false], &findings)
    result.error = reader.text("error", &findings)
    result.shown = reader.text("shown", &findings)
    result.row = reader.text("row", &findings)
    result.table = reader.text("table", &findings)
    result.account = expectedText("account", &reader)
    result.isNew = reader.flag("new", &findings)
    result.effects = list("effects", &reader) { value, findings in
      Effect(value, in: "effects", &findings)
    }
    let remedies = Remedy.allCases
    result.ask = reader.given("ask").flatMap { value in
      findings.choice(value, of: remedies.map { $0.name }, in: "ask").map { remedies[$0] }
    }
    let disclosures = Disclosure.allCases
    result.tell = list("tell", &reader) { value, findings in
      findings.choice(value, of: disclosures.map { $0.name }, in: "tell").map { disclosures[$0] }
    }
    result.told = reader.part("told", &findings).map { told($0) }
    result.hasTicket = reader.flag("ticket", &findings)
    result.opensSession = reader.flag("session", &findings)
    result.listeners = list("listeners", &reader) { Heard($0, &$1) }
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
    result.account = part.text("account", &findings)
    result.methods = list("methods", &part) { $1.string($0, in: "methods")?.text }
    result.providers = list("providers", &part) { $1.string($0, in: "providers")?.text }
    result.credential = part.text("credential", &findings)
    result.isRegistered = part.flag("registered", &findings)
    part.finish(&findings)
    return result
  }

  private mutating func check(_ expectation: Expectation, _ value: JSONValue) {
    if expectation.inputError != nil, (value.members?.count ?? 0) > 1 {
      findings.report(
        .vectorContradiction, "a malformed attempt has no answer, so nothing else can be expected",
        at: value, help: "keep `input-error` alone")
    } else if expectation.inputError == nil, expectation.isAllowed == nil,
      value["outcome"] == nil, value["input-error"] == nil
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
    _ key: Name, _ reader: inout JSONObjectReader
  ) -> ExpectedText? {
    guard let value = reader.optional(key) else { return nil }
    if value.isNull {
      return .absent
    }
    return findings.string(value, in: key).map { .present($0.text) }
  }

  /// Reads a list; nil where the key is missing.
  mutating func list<Element>(
    _ key: Name, _ reader: inout JSONObjectReader,
    _ read: (JSONValue, inout JSONFindings) -> Element?
  ) -> [Element]? {
    guard let value = reader.given(key), let values = findings.elements(value, in: key) else {
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

extension Heard {
  /// Reads a word, or `{code-mailed: purpose}`.
  init?(_ value: JSONValue, _ findings: inout JSONFindings) {
    guard let members = value.members else {
      guard let heard = findings.word(value, Heard.words, in: "listeners") else { return nil }
      self = heard
      return
    }
    guard let member = members.first, members.count == 1, member.key == "code-mailed" else {
      findings.report(
        .jsonUnknownValue, "expected a word or `code-mailed` with a purpose in `listeners`",
        at: value)
      return nil
    }
    guard let purpose = CodePurpose(member.value, in: member.key, &findings) else { return nil }
    self = .codeMailed(purpose)
  }
}
