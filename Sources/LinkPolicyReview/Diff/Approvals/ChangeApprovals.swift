package import LinkPolicy
package import LinkPolicyDiagnostics
package import LinkPolicyExploration
internal import LinkPolicyJSON
internal import LinkPolicyTesting

/// A file in which people approve policy changes that a gate would otherwise stop.
///
/// The file begins with `approvals: 1`. Each entry names the digests of both policies, so the entry cannot approve a
/// later change. Read the file from a place that the change cannot edit, because no change may approve itself.
package struct ChangeApprovals: Sendable {
  /// A person's approval of one change from an old policy to a new policy.
  package struct ChangeApproval: Sendable {
    /// The digests of the old and the new policy, which identify the change.
    package var digests: Sides<PolicyDigest>
    /// The kinds of change that the person approves, such as `guards-less`.
    package var kinds: [ChangeKind]
    /// The person who approves the change, such as `ada`.
    package var by: String
    /// The reason, for example the number of a ticket; empty if the file gives no reason.
    package var because: String
  }

  /// The key at the beginning of the file, which marks a file of approvals.
  package static var head: String { "approvals" }

  /// The approvals, in the order of the file.
  package let approvals: [ChangeApproval]

  /// Reads approvals from YAML, or from JSON if the name ends in `.json`.
  ///
  /// - Parameters:
  ///   - bytes: the content of the file.
  ///   - name: the name of the file for diagnostics, such as `approvals.yaml`.
  /// - Throws: ``InvalidInput`` with all findings.
  package init(_ bytes: [UInt8], name: String) throws(InvalidInput) {
    if let refusal = FileKind.refusal(wanting: .approvals, bytes, name: name) {
      throw refusal
    }
    let tree = try VectorReader.tree(
      bytes, name: name, format: name.hasSuffix(".json") ? .json : .yaml)
    var findings = JSONFindings(tree.locator)
    var approvals: [ChangeApproval] = []
    if var reader = JSONObjectReader(tree.root, &findings) {
      if reader.optional(Self.head) == nil {
        findings.report(
          .jsonMissingKey, "the file is not a file of approvals: the key `\(Self.head)` is missing",
          at: tree.root, help: "a file of approvals begins with `\(Self.head): 1`")
      } else {
        _ = reader.int(Self.head, range: 1...1, &findings)
        for element in reader.elements("changes", &findings) ?? [] {
          if let approval = Self.approval(element, &findings) {
            approvals.append(approval)
          }
        }
        reader.finish(&findings)
      }
    }
    try findings.check(in: tree.sources)
    self.approvals = approvals
  }

  /// Returns the approvals of exactly this change; empty if nobody has approved it.
  ///
  /// - Parameter digests: the digests of the compared policies.
  /// - Returns: the entries that name both digests.
  package func approvals(of digests: Sides<PolicyDigest>) -> [ChangeApproval] {
    approvals.filter { $0.digests.old == digests.old && $0.digests.new == digests.new }
  }

  private static func approval(
    _ value: JSONValue, _ findings: inout JSONFindings
  ) -> ChangeApproval? {
    guard var reader = JSONObjectReader(value, &findings) else { return nil }
    let (old, new) = (
      digest("old", of: value, from: &reader, &findings),
      digest("new", of: value, from: &reader, &findings)
    )
    var kinds: [ChangeKind] = []
    for element in reader.elements("kinds", &findings) ?? [] {
      guard let word = findings.string(element, in: "kinds") else { continue }
      if let kind = ChangeKind(rawValue: word.text), isIdentified(kind) {
        kinds.append(kind)
      } else {
        let known = ChangeKind.allCases.filter { isIdentified($0) }
        findings.report(
          .jsonUnknownValue, "an approval cannot name the kind \(word.quoted)", at: element,
          help: UnknownWord.help(
            for: word, among: known.map { Name($0.rawValue) }, "the kinds are"))
      }
    }
    let by = reader.locatedString("by", &findings)
    if let by, by.value.bytes.isEmpty {
      findings.report(
        Diagnostic(
          .jsonUnknownValue, .error, "`by` is empty", at: by.position,
          help: "name the person who approves the change"))
    }
    let because = reader.optionalString("because", &findings)
    reader.finish(&findings)
    guard let old, let new, let by else { return nil }
    return ChangeApproval(
      digests: Sides(old: old, new: new), kinds: kinds, by: by.value.text,
      because: because?.text ?? "")
  }

  /// Returns whether people can approve a kind of change: a gate can stop the kind, and the digests of the two policies
  /// identify the change.
  ///
  /// A digest does not cover invariants and pins, so no approval can identify a change of an invariant or a pin.
  private static func isIdentified(_ kind: ChangeKind) -> Bool {
    kind.severity != .harmless && kind != .assuresLess && kind != .unpins
  }

  private static func digest(
    _ key: String, of object: JSONValue, from reader: inout JSONObjectReader,
    _ findings: inout JSONFindings
  ) -> PolicyDigest? {
    guard let value = reader.optional(key) else {
      findings.report(
        .jsonMissingKey, "an approval needs `\(key)`, the digest of the \(key) policy",
        at: object, help: "`linkpolicy diff --gate --format json` shows both digests")
      return nil
    }
    guard let text = findings.string(value, in: key) else { return nil }
    guard let digest = PolicyDigest(text: text.text) else {
      findings.report(
        .jsonUnknownValue, "\(text.quoted) is not a digest", at: value,
        help: "a digest has 64 hexadecimal digits in lower case")
      return nil
    }
    return digest
  }
}
