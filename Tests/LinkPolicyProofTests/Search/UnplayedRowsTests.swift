import LinkPolicy
import LinkPolicyAnalysis
import LinkPolicyAuthoring
import LinkPolicyDiagnostics
import LinkPolicyPresets
import LinkPolicyPresetsYAML
import LinkPolicyTestSupport
import LinkPolicyYAML
import Testing

@testable import LinkPolicyProof

@Suite("Rows that no move meets")
struct UnplayedRowsTests {
  /// A policy of mailed links of which one that is made up or asked for can close the account.
  private static func policy(sending: String) throws -> CompiledPolicy {
    let text = """
      linkpolicy: 1
      name: quay
      providers: {mail: {kind: email-link, gives: [email]}}
      labels: {closed: ["no", "yes"]}
      facts: {trust: {values: [trusted], rows: [{id: mail, is: trusted}]}}
      proof: {trust: trusted}
      guards:
        - {id: domain, link-domain: refused, refuse: gone}
        - {id: closed, action: sign-in, label.closed: "yes", refuse: gone}
        - {id: unusable, action: sign-in, code: {not: valid}, refuse: gone}
        - {id: elsewhere, action: sign-in, link-address: {not: same}, refuse: gone}
      decisions:
        sign-in.email-link:
          rows:
            - {id: first, address: free, do: [create, verify-email, sign-in]}
            - {id: again, address: {not: free}, do: [link, sign-in]}
        send-link: {rows: [\(sending)]}
      errors: {gone: {}}

      """
    return try CompiledPolicy(yaml: Array(text.utf8), name: "quay.yaml")
  }

  private static func prove(_ policy: CompiledPolicy, _ invariants: [String]) throws -> Proof {
    var options = Proof.Options()
    options.invariants = invariants
    options.asksTables = false
    let assumptions = try Assumptions(
      Presets.assumptions, name: "default.yaml", isStrict: false)
    return Proof(policy, under: assumptions, in: ProofEnvironment(), options)
  }

  @Test("a request by a stranger that closes the account leaves I9 open, and the row is named")
  func closing() throws {
    let closing = try Self.policy(
      sending:
        "{id: known, account: {not: none}, do: [set: {closed: \"yes\"}, send-code: sign-in]}, "
        + "{id: unknown, account: none, do: [send-code: sign-in]}")
    let proof = try Self.prove(closing, ["I9"])
    guard case .undecided = proof.verdicts[0].verdict else {
      Issue.record("nobody has made the request, and it is called harmless")
      return
    }
    #expect(proof.unplayedRows.map { $0.text } == ["send-link/known"])
    #expect(
      ProofReport(proof, named: "quay").text.text.contains("row send-link/known changes accounts"))
  }

  @Test("a request that only mails a code leaves nothing open")
  func mailing() throws {
    let proof = try Self.prove(
      Self.policy(sending: "{id: send, do: [send-code: sign-in]}"), ["I9"])
    #expect(proof.isProved && proof.unplayedRows.isEmpty)
  }

  @Test("what is explored of hardened meets every row by which outsiders change an account")
  func shipped() throws {
    let proof = try Self.prove(Presets.compiled(named: "hardened"), ["I9", "I13"])
    #expect(proof.isProved && proof.unplayedRows.isEmpty, "\(proof.unplayedRows)")
  }
}
