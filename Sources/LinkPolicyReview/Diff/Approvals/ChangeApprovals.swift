package import LinkPolicy
package import LinkPolicyDiagnostics
package import LinkPolicyExploration
package import LinkPolicyJSON
internal import LinkPolicyTesting

/// A file in which people approve policy changes that a gate would otherwise stop.
///
/// The file begins with `approvals: 1`. Each entry names the digests of both policies, so the entry cannot approve a
/// later change. Read the file from a place that the change cannot edit, because no change may approve itself.
package struct ChangeApprovals: Sendable {
  /// A person's approval of one change from an old policy to a new policy.
  package struct ChangeApproval: Sendable {
    /// The digests of the old and the new policy, which identify the change.
    fileprivate var digests = Sides(old: "", new: "")
    fileprivate var words: [String] = []
    /// The person who approves the change, such as `ada`.
    package fileprivate(set) var by = ""
    /// The reason, for example the number of a ticket; empty if the file gives no reason.
    package fileprivate(set) var because = ""

    /// Creates an approval of no change.
    package init() {}

    /// The kinds of change that the person approves, such as `guards-less`.
    package var kinds: [ChangeKind] { words.compactMap { ChangeKind(rawValue: $0) } }
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
    approvals = try ApprovalsFile.read(
      bytes, name: name, as: .approvals, head: (Self.head, "a file of approvals")
    ).file.changes
  }

  /// Returns the approvals of exactly this change; empty if nobody has approved it.
  ///
  /// - Parameter digests: the digests of the compared policies.
  /// - Returns: the entries that name both digests.
  package func approvals(of digests: Sides<PolicyDigest>) -> [ChangeApproval] {
    approvals.filter { approval in
      Side.allCases.allSatisfy { approval.digests[$0].hasSameBytes(as: digests[$0].text) }
    }
  }
}

/// The JSON form of a file of approvals, which people usually write in YAML.
private struct ApprovalsFile: JSONShape {
  fileprivate var changes: [ChangeApprovals.ChangeApproval] = []

  mutating func fields(_ json: inout some JSONFields) {
    json.version(ChangeApprovals.head)
    json.required("changes", &changes)
  }
}

extension ChangeApprovals.ChangeApproval: JSONShape {
  /// The keys of an approval.
  package mutating func fields(_ json: inout some JSONFields) {
    json.required("old", &digests.old, where: .isDigest(of: "old"))
    json.required("new", &digests.new, where: .isDigest(of: "new"))
    json.required("kinds", &words, where: .areIdentified)
    let isNamed = JSONRule<String>(["pattern": .string("[^ ]")]) { by, _, given, findings in
      if by.allSatisfy({ $0 == " " }) {
        findings.report(
          .jsonUnknownValue, "`by` is empty", at: given,
          help: "name the person who approves the change")
      }
    }
    json.required("by", &by, where: isNamed)
    var reason = because.isEmpty ? nil : because
    json.optional("because", &reason, orNull: false)
    because = reason ?? ""
  }
}

extension ChangeKind {
  /// Whether people can approve a kind of change: a gate can stop the kind, and the digests of the two policies
  /// identify the change.
  ///
  /// A digest does not cover invariants and pins, so no approval can identify a change of an invariant or a pin.
  fileprivate var isIdentified: Bool {
    severity != .harmless && self != .assuresLess && self != .unpins
  }
}

extension JSONRule<[String]> {
  /// The elements are kinds of change that people can approve.
  fileprivate static var areIdentified: Self {
    let known = ChangeKind.allCases.filter { $0.isIdentified }.map { Name($0.rawValue) }
    return JSONRule(["items": .object(["enum": .array(known.map { .string($0) })])]) {
      _, _, given, findings in
      for element in given.elements ?? [] {
        guard let word = element.string, !known.contains(word) else { continue }
        findings.report(
          .jsonUnknownValue, "an approval cannot name the kind \(word.quoted)", at: element,
          help: UnknownWord.help(for: word, among: known, "the kinds are"))
      }
    }
  }
}

extension JSONRule<String> {
  /// The text is the digest of the old or the new policy.
  fileprivate static func isDigest(of side: String) -> Self {
    JSONRule(
      ["pattern": .string("^[0-9a-f]{64}$")],
      missing: (
        "an approval needs `\(side)`, the digest of the \(side) policy",
        "`linkpolicy diff --gate --format json` shows both digests"
      )
    ) { text, _, given, findings in
      if PolicyDigest(text: text) == nil {
        findings.report(
          .jsonUnknownValue, "\(Name(text).quoted) is not a digest", at: given,
          help: "a digest has 64 hexadecimal digits in lower case")
      }
    }
  }
}
