internal import LinkPolicy
package import LinkPolicyJSON

extension KnownFailure {
  /// Reads an entry of a case, which names a policy, or of a list, which names a case.
  package init?(_ value: JSONValue, isListed: Bool, _ findings: inout JSONFindings) {
    guard var reader = JSONObjectReader(value, in: "known", &findings) else { return nil }
    if isListed {
      id = reader.string("id", &findings)?.text
      policy = reader.text("policy", &findings)
      runner = reader.text("runner", &findings)
    } else {
      policy = reader.string("policy", &findings)?.text
    }
    let weakness = reader.given("weakness")
    let until = reader.given("until")
    let given = reader.required("reason", &findings)
    reason = given.flatMap { findings.string($0, in: "reason")?.text } ?? ""
    if let given, given.string?.bytes.isEmpty == true {
      findings.report(.jsonUnknownValue, "the reason is empty", at: given)
    }
    reader.finish(&findings)
    if weakness != nil && until != nil || !isListed && weakness == nil && until == nil {
      findings.report(
        .vectorContradiction,
        "a known failure is either a documented weakness or excused until a day", at: value,
        help: "give it one of `weakness` and `until`")
      return nil
    }
    term = .open
    if let weakness {
      guard let word = findings.string(weakness, in: "weakness")?.text else { return nil }
      term = .weakness(word)
    } else if let until {
      guard let word = findings.string(until, in: "until")?.text else { return nil }
      guard let date = CalendarDate(word) else {
        findings.report(
          .jsonUnknownValue, "`\(word)` is no day of the calendar", at: until,
          help: "write it as YYYY-MM-DD")
        return nil
      }
      term = .until(date)
    }
  }
}
