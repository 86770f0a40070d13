import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyDiagnostics
import LinkPolicyTestSupport
import Testing

/// What a policy's own file makes of findings about it.
@Suite("Levels of findings")
struct FindingLevelsTests {
  private static func names(_ findings: String) throws -> [String] {
    let text = Harbour.text.replacing("domains:\n", with: "domains:\n  spare: [spare.example]\n")
      .replacing("errors:\n", with: "errors:\n  spare: {}\n")
      .replacing("providers:\n", with: "providers:\n  \"*\": {kind: federated}\n")
      .replacing("session: [recent, old, revoked], credential: own", with: "credential: own")
    return try Checked(text + findings).names.filter { !$0.contains("untested-input") }
  }

  private static let plain = [
    "note unused-name domains/spare", "note unused-name errors/spare",
  ]

  @Test("an entry goes for all findings of a code, for a part, or for one thing")
  func narrowing() throws {
    let plain = try Self.names("")
    #expect(plain == Self.plain + ["note unused-name providers/pier.example"])
    #expect(
      try Self.names("findings: [{code: unused-name, level: off, reason: r}]") == [])
    #expect(
      try Self.names("findings: [{code: unused-name, at: providers/*, level: off, reason: r}]")
        == Self.plain)
    #expect(
      try Self.names("findings: [{code: unused-name, at: domains/spare, level: error, reason: r}]")
        == ["error unused-name domains/spare"] + plain.dropFirst())
  }

  @Test("what names one thing wins over what names a part, and that over all; then the last")
  func precedence() throws {
    let entries = """
      findings:
        - {code: unused-name, at: domains/spare, level: warning, reason: r}
        - {code: unused-name, at: domains/*, level: error, reason: r}
        - {code: unused-name, level: off, reason: r}

      """
    #expect(try Self.names(entries) == ["warning unused-name domains/spare"])
  }

  @Test("an entry that nothing is found for is a finding itself")
  func stale() throws {
    let entries = "findings: [{code: unused-name, at: claims/x, level: off, reason: r}]"
    #expect(try Self.names(entries).contains("warning stale-finding -"))
    let quiet = """
      findings:
        - {code: unused-name, at: claims/x, level: off, reason: r}
        - {code: stale-finding, level: off, reason: r}

      """
    #expect(try !Self.names(quiet).contains { $0.contains("stale-finding") })
  }

  @Test("codes are read strictly, and errors stay errors")
  func strictness() throws {
    let entries = """
      findings:
        - {code: unused-nme, level: off, reason: r}
        - {code: gap, level: note, reason: r}
        - {code: overlap, level: error, reason: r}
        - {code: redundant-row, level: off, reason: r}
        - {code: redundant-row, level: note, reason: r}

      """
    let found = try Checked(Harbour.text + entries).findings.filter { $0.level == .error }
    #expect(found.map { $0.code } == [.unknownName, .invalidDeclaration, .duplicateName])
    #expect(found.first?.help == "did you mean `unused-name`?")
  }

  @Test("levels are no part of the policy's meaning")
  func digest() throws {
    let plain = try Checked(Harbour.text).policy
    let entries = "findings: [{code: unused-name, level: off, reason: r}]"
    let leveled = try Checked(Harbour.text + entries).policy
    #expect(plain.digest == leveled.digest)
  }
}
