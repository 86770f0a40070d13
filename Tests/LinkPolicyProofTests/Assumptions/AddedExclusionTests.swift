import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyDiagnostics
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyProof

@Suite("Exclusions that a file adds")
struct AddedExclusionTests {
  private static func prove(
    _ rows: String, _ policy: CompiledPolicy, _ invariants: [String]
  ) throws -> Proof {
    let text = """
      assume: 1
      assertions:
        - {provider: login.harbour.example, domain: harbour.example, who: owner}
        - {who: anyone}
      \(rows)

      """
    let assumptions = try Assumptions(
      Array(text.utf8), name: "tight.yaml", isStrict: true)
    try assumptions.check(against: policy)
    var options = Proof.Options()
    options.invariants = invariants
    return Proof(policy, under: assumptions, in: assumptions.environment, options)
  }

  /// A harbour that anybody's word opens.
  private static func open() throws -> CompiledPolicy {
    try Harbour.policy(
      (
        "address: taken, trust: untrusted, refuse: already-registered",
        "address: taken, trust: untrusted, do: [sign-in]"
      ))
  }

  @Test("what is excluded is not attempted, and the verdict says with what it holds")
  func proved() throws {
    let policy = try Self.open()
    let broken = try Self.prove("", policy, ["I8"])
    #expect(broken.counterexamples.map { $0.invariant.id } == ["I8"])
    let proof = try Self.prove(
      """
      excluded:
        - {action: sign-in, actor: attacker, because: nobody knows of it}
        - {action: link, actor: attacker, because: nor of this}
      """, policy, ["I8"])
    #expect(proof.isProved)
    let report = ProofReport(proof, named: "harbour")
    let lines = report.text.text.split(separator: "\n").map { String($0) }
    #expect(lines.first == "harbour, only with the 2 exclusions that tight.yaml adds")
    #expect(lines.last == "proved: 1 invariant, only with the 2 exclusions that tight.yaml adds")
    #expect(lines.contains("    10 the attacker does not attempt sign-in"))
    #expect(
      lines.contains(
        "  further exclusion 11 (tight.yaml:7): the attacker does not attempt link, because nor of this"
      ))
    let json = String(decoding: report.json, as: UTF8.self)
    #expect(json.contains(#""furtherExclusions":2"#) && json.contains(#""addedBy":"tight.yaml:6""#))
  }

  @Test("the account of the cells names it")
  func cells() throws {
    let proof = try Self.prove(
      "excluded: [{action: link, because: the service does not offer it}]", Self.open(), ["I8"])
    let link = try #require(proof.coverage.first { $0.table == "link.federated" })
    #expect(link.cells.reached == 0 && link.cells.excluded.keys.contains(10))
    #expect(link.values.contains { $0.fates.contains(.excluded(10)) })
  }

  @Test("a provider that is excluded leaves the others, and the owner's attempts with it")
  func providers() throws {
    let rows = """
      excluded: [{action: sign-in, actor: attacker, provider: pier.example, because: it is closed}]
      """
    // Whoever cannot come by the pier comes by the other: at another domain anybody can.
    #expect(try !Self.prove(rows, Self.open(), ["I8"]).isProved)
  }

  @Test("providers of one honest issuer assert nobody as another's subject, if a row names both")
  func sameIssuer() throws {
    let policy = try Harbour.policy(
      (
        "pier.example:          {kind: federated}",
        "pier.example:          {kind: federated, issuer: login.harbour.example}"
      ),
      (
        "do: [drop-unproven, replace-subject, sign-in]",
        "do: [revoke-sessions, drop-unproven, replace-subject, sign-in]"
      ), ("credential: new, do: [replace-subject]", "credential: new, refuse: taken-by-another"))
    func row(_ providers: String) -> String {
      "same-issuer: [{providers: \(providers), because: the harbour runs both}]"
    }
    let alone = try Self.prove("", policy, ["I8"])
    #expect(alone.counterexamples.map { $0.invariant.id } == ["I8"])
    let proof = try Self.prove(row("[login.harbour.example, pier.example]"), policy, ["I8"])
    #expect(proof.isProved)
    let report = ProofReport(proof, named: "harbour")
    #expect(
      report.text.text.contains(
        "further exclusion 10 (tight.yaml:5): nobody is asserted as another's subject by login.harbour.example or pier.example, because the harbour runs both"
      ))
    #expect(String(decoding: report.json, as: UTF8.self).contains(#""furtherExclusions":1"#))
    #expect(throws: CertificateRefusal.furtherAssumptions) {
      try Certificate(of: proof, under: proof.assumptions, version: "1")
    }
    // A row of other providers joins nothing, and says so.
    let other = try Harbour.policy()
    let idle = try Self.prove(row("[login.harbour.example, pier.example]"), other, ["I8"])
    #expect(
      idle.idle.map { $0.text }.contains(
        "row 1 of same-issuer (tight.yaml:5), because no two providers that the row names share an issuer"
      ))
  }

  @Test("the exploration within bounds leaves it out too")
  func explored() throws {
    let text = "excluded: [{action: sign-in, actor: owner, because: he forgot how}]"
    let usual = try Self.prove("", Harbour.policy(), ["I9"])
    let lost = try Self.prove(text, Harbour.policy(), ["I9"])
    #expect(usual.isProved || !usual.counterexamples.isEmpty)
    // Without a sign-in the owner never gets to his account.
    #expect(lost.counterexamples.map { $0.invariant.id } == ["I9"])
    #expect(
      lost.counterexamples.allSatisfy { $0.steps.allSatisfy { !$0.move.hasPrefix("O sign-in") } })
    let report = ProofReport(lost, named: "harbour").text.text
    #expect(
      report.contains("further exclusion 10 (tight.yaml:5): the owner does not attempt sign-in"))
  }
}
