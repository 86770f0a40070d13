import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyCommands

/// `coverage --require` for a row that no explored attempt reaches.
@Suite("Untried attempts")
struct UntriedAttemptTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    let policy = """
      linkpolicy: 1
      name: resumed
      providers: {github.com: {kind: federated}}
      decisions:
        sign-in.federated:
          hit: first
          rows:
            - {id: resumed, ticket: consent, refuse: other}
            - {id: first, refuse: no, ask: consent}
      errors: {no: {}, other: {}}

      """
    try scratch.write("policy.yaml", Array(policy.utf8))
  }

  /// Runs `coverage --require rows` with a case of the given steps after the first refusal.
  private func coverage(_ further: String) throws -> ToolRun {
    let cases = """
      vectors: 1
      policy: ./policy.yaml
      cases:
        - id: c-1
          steps:
            - attempt: {action: sign-in, provider: github.com, subject: s1}
              expect: {outcome: refused, error: no}
      \(further)
      """
    try scratch.write("cases.yaml", Array(cases.utf8))
    return ToolRun(
      "coverage", scratch.path("policy.yaml"), scratch.path("cases.yaml"), "--require", "rows")
  }

  @Test("a required row that only a ticket reaches is missing until a case redeems a ticket")
  func ticket() throws {
    let missing = try coverage("")
    #expect(missing.code == .findings, "\(missing.output)\(missing.errors)")
    #expect(
      missing.output.contains("rows and guards  1 of 2 reached, 1 not found\n"),
      "\(missing.output)")
    #expect(missing.output.contains("\nnot tried: attempts that redeem a ticket\n"))
    let redeeming = """
            - attempt: {action: sign-in, provider: github.com, subject: s1, consent: given}
              ticket: 1
              expect: {outcome: refused, error: other}
      """
    let reached = try coverage(redeeming)
    #expect(reached.code == .clean, "\(reached.output)\(reached.errors)")
    #expect(reached.output.contains("rows and guards  2 of 2 reached\n"), "\(reached.output)")
  }
}
