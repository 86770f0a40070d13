package import LinkPolicy

extension CodePurpose {
  /// Reads a purpose, or reports what is wrong and returns nil.
  ///
  /// Any word that a policy could declare will do: which it has is known where the policy is.
  package init?(_ value: JSONValue, in key: String, _ findings: inout JSONFindings) {
    guard let text = findings.text(value, in: key) else { return nil }
    self.init(Name(text))
    guard isWellFormed else {
      findings.report(
        .jsonUnknownValue, "expected a purpose of codes in " + Name(key).quoted, at: value,
        help: "write a word such as `verify`, or one that the policy declares under `purposes`")
      return nil
    }
  }
}
