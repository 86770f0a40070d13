internal import LinkPolicy
internal import LinkPolicyJSON

extension ExpectedChanges {
  private static let writes = JSONWords(WriteKind.allCases) { $0.name.text }
  private static let notices = JSONWords(NoticeWord.allCases) { $0.rawValue }

  /// Reads `{requires, writes, notices}`, any of them; every entry has its word, and only keys that
  /// entries of that word have.
  init?(_ value: JSONValue, _ findings: inout JSONFindings) {
    guard var reader = JSONObjectReader(value, in: "changes", &findings) else { return nil }
    var isAnySaid = false
    for part in Part.allCases {
      guard let list = reader.given(part.rawValue) else { continue }
      isAnySaid = true
      for entry in findings.elements(list, in: part.rawValue) ?? [] {
        Self.shape(of: entry, in: part, &findings)?.check(entry, in: part.rawValue, &findings)
      }
    }
    let count = findings.diagnostics.count
    reader.finish(&findings)
    // Under a misspelt key something was expected.
    if !isAnySaid, findings.diagnostics.count == count {
      findings.report(
        .vectorContradiction, "nothing is expected of the changes", at: value,
        help: "write `requires`, `writes` or `notices`, an empty list where there is to be none")
    }
    json = value
  }

  private static func shape(
    of entry: JSONValue, in part: Part, _ findings: inout JSONFindings
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
      return reader.requiredWord("write", writes, &findings).map { ChangeShape(of: $0) }
    case .notices:
      return reader.requiredWord("notice", notices, &findings).map { ChangeShape(of: $0) }
    }
  }
}
