/// What one line asks a policy: to decide an attempt, or what to fetch before that.
package enum Request: Sendable {
  /// `"decide": {"attempt": …, "caller": …, "settings": …, "answers": …, "record": …}`.
  case decide(DecisionRequest)
  /// `"lookup": {"attempt": …, "caller": …, "settings": …}`.
  case lookup(LookupRequest)

  /// Reads the object of a line, or reports what is wrong and returns nil.
  package init?(_ value: JSONValue, _ findings: inout JSONFindings) {
    guard var reader = JSONObjectReader(value, &findings) else { return nil }
    if let id = reader.given("id"), !id.isStringOrNumber {
      findings.report(
        .jsonWrongType, "expected a string or a number in `id`, found " + id.kind, at: id)
    }
    let (decide, lookup) = (reader.optional("decide"), reader.optional("lookup"))
    reader.finish(&findings)
    switch (decide, lookup) {
    case (let body?, nil):
      guard let request = DecisionRequest(body, in: "decide", &findings) else { return nil }
      self = .decide(request)
    case (nil, let body?):
      guard let request = LookupRequest(body, &findings) else { return nil }
      self = .lookup(request)
    case (nil, nil):
      // A key that is unknown is more often the verb, misspelt, than one too many.
      if !findings.hasErrors {
        findings.report(
          .jsonMissingKey, "the line asks nothing: it has neither `decide` nor `lookup`",
          at: value, help: #"write {"id": …, "decide": {"attempt": …, "answers": …}}"#)
      }
      return nil
    case (let first?, let second?):
      findings.report(
        .jsonConflict, "the line asks twice, by `decide` and by `lookup`",
        at: first.offset < second.offset ? second : first, help: "write a line for each")
      return nil
    }
  }
}

extension JSONValue {
  /// Whether it is what an id can be.
  var isStringOrNumber: Bool { isString || number != nil }
}
