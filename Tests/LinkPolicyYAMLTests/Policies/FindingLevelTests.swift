import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyDiagnostics
import Testing

@testable import LinkPolicyYAML

/// The section `findings:` of a policy file.
@Suite struct FindingLevelTests {
  private static func read(_ findings: String) throws(InvalidInput) -> PolicyDocument {
    let text = OverlayTests.base + "\nfindings:\n" + findings
    return try PolicyText(Array(text.utf8), name: "p.yaml").document
  }

  @Test("entries are read in order, with what they are about")
  func reading() throws {
    let findings = try Self.read(
      """
        - {code: redundant-row, level: error, reason: never}
        - {code: unused-name, at: providers/*, level: off, reason: "listed, not told apart"}
      """
    ).findings
    #expect(findings.map { $0.code.value } == ["redundant-row", "unused-name"])
    #expect(findings.map { $0.level } == [.error, nil])
    #expect(findings.map { $0.subject?.value } == [nil, "providers/*"])
    #expect(findings[1].reason == "listed, not told apart")
  }

  @Test(
    "an entry needs a code, a level that there is, and a reason",
    arguments: [
      ("- {level: off, reason: r}", "missing-key"), ("- {code: gap, reason: r}", "missing-key"),
      ("- {code: gap, level: off}", "missing-key"),
      ("- {code: gap, level: none, reason: r}", "unknown-value"),
      ("- {code: gap, level: off, reason: \"\"}", "wrong-type"),
      ("- {code: gap, level: off, reason: r, row: x}", "unknown-key"), ("- gap", "wrong-type"),
    ])
  func refusals(_ entry: String, _ code: String) {
    let error = #expect(throws: InvalidInput.self) { try Self.read("  " + entry + "\n") }
    #expect(error?.diagnostics.map { $0.code.name.text } == [code])
  }

  @Test("an overlay adds entries to those of its base, and none is part of the meaning")
  func overlay() throws {
    let base = OverlayTests.base + "\nfindings: [{code: gap, level: error, reason: base}]\n"
    let over = try OverlayTests.read(
      "findings: [{code: gap, level: error, reason: over}]\n", ["base": base])
    #expect(over.document.findings.map { $0.reason } == ["base", "over"])
    let plain = try OverlayTests.read("title: t\n")
    #expect(PolicyDigest(of: over.document) == PolicyDigest(of: plain.document))
    let expanded = String(decoding: over.expanded, as: UTF8.self)
    #expect(expanded.contains("reason: over"))
  }
}
