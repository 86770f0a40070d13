import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyDiagnostics
import LinkPolicyPresets
import LinkPolicyReview
import LinkPolicyTestSupport
import LinkPolicyYAML
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyProof

@Suite("Sequences that break what tables decide")
struct TableWitnessesTests {
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

  private static func prove(
    _ policy: CompiledPolicy, _ invariants: [String],
    settings: [(name: String, value: String)] = []
  ) throws -> Proof {
    var options = Proof.Options()
    options.invariants = invariants
    options.settings = settings
    options.countsCells = false
    let assumptions = try Assumptions(
      Presets.assumptions, name: "default.yaml", isStrict: false)
    return Proof(policy, under: assumptions, in: ProofEnvironment(), options)
  }

  @Test("a row by which a stranger changes the owner's account leaves I9 open, and is named")
  func closing() throws {
    let closing = try Self.policy(
      sending:
        "{id: known, account: {not: none}, do: [set: {closed: \"yes\"}, send-code: sign-in]}, "
        + "{id: unknown, account: none, do: [send-code: sign-in]}")
    let proof = try Self.prove(closing, ["I9"])
    // Only the owner makes such an account, and whoever has made it is signed in.
    #expect(!proof.isProved && proof.counterexamples.isEmpty)
    #expect(proof.suspects(of: .reachable).map { $0.text }.contains("send-link/known"))
  }

  @Test("a request that only mails a code keeps the owner out of nothing")
  func mailing() throws {
    let proof = try Self.prove(
      Self.policy(sending: "{id: send, do: [send-code: sign-in]}"), ["I9"])
    #expect(proof.counterexamples.isEmpty)
    #expect(!proof.suspects(of: .reachable).map { $0.text }.contains("send-link/send"))
  }

  @Test("of the shipped policies that the tables show to keep them nothing is found")
  func shipped() throws {
    let policy = try Presets.compiled(named: "hardened")
    let proof = try Self.prove(policy, ["I6"])
    #expect(try TableSearch.found(proof).isEmpty)
  }

  @Test("a row that acts on an account of another tenant breaks I10")
  func tenants() throws {
    let policy = try Harbour.policy(
      (
        "  link.federated:",
        "  delete: {rows: [{id: gone, session: [none, gone], refuse: taken-by-another}, {id: all, do: [delete]}]}\n  link.federated:"
      ),
      (
        "guards:",
        "guards:\n  - {id: strays, action: link, tenant: other, refuse: taken-by-another}"
      )
    )
    let proof = try HarbourProof.prove(policy) { $0.invariants = ["I10"] }
    let example = try #require(proof.counterexamples.first)
    #expect(example.steps.last?.row == "delete/all")
  }

  /// The owner reaches the account with the address only by an attempt that states four inputs.
  private static let manyInputs = """
    linkpolicy: 1
    name: i9c
    title: Inputs
    inputs:
      a: {values: [n, x, y], by: anybody}
      b1: {values: [n, y], by: anybody}
      b2: {values: [n, y], by: anybody}
      b3: {values: [n, y], by: anybody}
      b4: {values: [n, y], by: anybody}
      b5: {values: [n, y], by: anybody}
      b6: {values: [n, y], by: anybody}
    providers:
      google.com: {kind: federated}
      facebook.com: {kind: federated}
    facts:
      may:
        values: [yes, no]
        rows:
          - {id: none, account: none, is: yes}
          - {id: one, account: [no-address, verified], input.a: x, is: yes}
          - {id: two, account: unverified, input.a: y, input.b1: y, input.b2: y, input.b3: y, is: yes}
          - {id: other, overrides: earlier, is: no}
        hit: first
    proof: {provider: google.com}
    decisions:
      sign-in.federated:
        hit: first
        rows:
          - {id: b, input.b4: y, input.b5: y, input.b6: y, refuse: no}
          - {id: not, may: no, refuse: no}
          - {id: broken, credential: broken, refuse: no}
          - {id: abs, address: absent, refuse: no}
          - {id: fb, overrides: earlier, provider: facebook.com, credential: new, address: free, do: [create]}
          - {id: fb2, overrides: [fb], provider: facebook.com, refuse: no}
          - {id: known, overrides: earlier, credential: known, do: [sign-in]}
          - {id: first, overrides: earlier, credential: new, address: free, do: [create, sign-in]}
          - {id: join, overrides: earlier, credential: new, address: taken, do: [drop-unproven, replace-subject, sign-in]}
    errors:
      no: {}

    """

  @Test("if not every combination of stated values is tried, I9 is open, and the table is named")
  func cutCombinations() throws {
    let many = try CompiledPolicy(yaml: Array(Self.manyInputs.utf8), name: "many.yaml")
    let proof = try Self.prove(many, ["I9"])
    #expect(!proof.isProved && proof.counterexamples.isEmpty)
    let untried =
      "I9 ignores some combinations of the values that the owner states in table sign-in.federated"
    #expect(proof.notConsidered == [untried])
    #expect(ProofReport(proof, named: "many").text.text.contains(untried))
    // With 24 combinations, every combination is tried. The owner arrives, or not if no row lets the account in.
    let few = Self.manyInputs.replacing(
      "      - {id: b, input.b4: y, input.b5: y, input.b6: y, refuse: no}\n", with: ""
    )
    .replacing("{id: fb, overrides: earlier, ", with: "{id: fb, ")
    let arriving = try Self.prove(CompiledPolicy(yaml: Array(few.utf8), name: "few.yaml"), ["I9"])
    #expect(arriving.counterexamples.isEmpty && arriving.notConsidered.isEmpty)
    let kept = few.replacing("input.b3: y, is: yes}", with: "input.b3: y, is: no}")
    let closed = try Self.prove(CompiledPolicy(yaml: Array(kept.utf8), name: "kept.yaml"), ["I9"])
    #expect(closed.counterexamples.map { $0.invariant.id } == ["I9"])
  }

  @Test("a given setting has its value in every attempt, also if no row on the way tests it")
  func givenSetting() throws {
    // Nobody creates an account while `client-create` is restricted.
    let policy = try Presets.compiled(named: "hardened")
    let proof = try Self.prove(
      policy, ["I9"], settings: [(name: "client-create", value: "restricted")])
    guard case .broken(let counterexample) = proof.verdicts[0].verdict else {
      Issue.record("an owner opens an account although nobody can")
      return
    }
    #expect(!counterexample.hasSteps)
  }
}
