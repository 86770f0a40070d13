import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyDiagnostics
import LinkPolicyPresets
import LinkPolicyTestSupport
import LinkPolicyYAML

@testable import LinkPolicyReview

/// What a review of a policy's text finds, as `code subject` with the level of each.
struct Checked {
  let policy: CompiledPolicy
  let findings: [Diagnostic]
  let names: [String]

  init(_ text: String) throws {
    let source = Result { () throws(InvalidInput) in
      try PolicyText(Array(text.utf8), name: "policy.yaml", finder: Presets.finder)
    }
    let review = PolicyReview(source)
    guard let policy = review.compiled else {
      throw InvalidInput(review.findings, in: review.sources)
    }
    self.policy = policy
    findings = review.findings
    names = findings.map { finding in
      "\(finding.level) " + finding.code.name.text + " "
        + (review.levels?.subject(of: finding) ?? "-")
    }.sorted()
  }

  /// A shipped policy with edits of its text, each of which must be there once, and without the
  /// digest that it states, which an edited text does not mean.
  static func shipped(
    _ name: String, _ edits: [(old: String, new: String)] = []
  ) throws -> Checked {
    guard let bytes = Presets.yaml(named: name) else {
      throw Harbour.EditError(old: name, count: 0)
    }
    var text = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix("digest: ") }.joined(separator: "\n")
    for (old, new) in edits {
      let parts = text.split(separator: old, omittingEmptySubsequences: false)
      guard parts.count == 2 else {
        throw Harbour.EditError(old: old, count: parts.count - 1)
      }
      text = parts.joined(separator: new)
    }
    return try Checked(text)
  }

  /// What is found that another review did not find, and the other way round.
  func changes(from other: Checked) -> [String] {
    let added = names.filter { !other.names.contains($0) }
    let gone = other.names.filter { !names.contains($0) }.map { "no longer " + $0 }
    return added + gone
  }

  func message(_ code: DiagnosticCode) -> String? {
    findings.first { $0.code == code }?.message
  }
}
