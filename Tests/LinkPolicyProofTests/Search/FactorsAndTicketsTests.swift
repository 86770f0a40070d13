import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyYAML
import Testing

@testable import LinkPolicyProof

/// Policies that hide a takeover behind second factors and tickets, and their repaired forms.
@Suite("Second factors and tickets in proofs")
struct FactorsAndTicketsTests {
  /// An account is joined by nobody; a sign-in to an account with a factor needs a ticket and the factor.
  private static let vault = """
    linkpolicy: 1
    name: vault
    title: accounts with second factors
    providers:
      login.harbour.example: {kind: federated}
      other.example: {kind: federated}
    domains: {harbour: [harbour.example]}
    proof: {provider: login.harbour.example, domain: harbour}
    inputs:
      second-factor: {values: [absent, wrong, right], by: session, retry: yes, factor: yes}
    actions:
      enroll-factor: {points-to: session}
    guards:
      - {id: signed-out, action: enroll-factor, session: {not: recent}, refuse: no}
    decisions:
      sign-in.federated:
        rows:
          - {id: broken, credential: broken, refuse: no}
          - {id: asked, credential: known, factors: some, ticket: {not: second-factor}, refuse: show}
          - {id: unshown, credential: known, factors: some, ticket: second-factor,
             input.second-factor: {not: right}, refuse: show}
          - {id: shown, credential: known, factors: some, ticket: second-factor,
             input.second-factor: right, do: [sign-in]}
          - {id: known, credential: known, factors: none, do: [sign-in]}
          - {id: first, credential: new, address: [absent, free], do: [create, sign-in]}
          - {id: other, credential: new, address: taken, same-provider: {not: none}, refuse: no}
          - {id: taken, credential: new, address: taken, same-provider: none, refuse: no}
      enroll-factor:
        rows:
          - {id: enroll, do: [enroll-factor]}
    errors: {no: {}, show: {ask: second-factor}, elsewhere: {ask: existing-credential}}

    """

  private static let taken =
    "      - {id: taken, credential: new, address: taken, same-provider: none, refuse: no}\n"

  private func policy(_ edits: (old: String, new: String)...) throws -> CompiledPolicy {
    var text = Self.vault
    for edit in edits {
      #expect(text.contains(edit.old))
      text = text.replacing(edit.old, with: edit.new)
    }
    return try CompiledPolicy(yaml: Array(text.utf8), name: "vault.yaml")
  }

  private enum Verdict { case proved, broken, open }

  private func verdict(
    _ invariant: String, _ policy: CompiledPolicy, in switches: [(String, String)] = []
  ) throws -> (verdict: Verdict, text: String) {
    let proof = try HarbourProof.prove(policy, in: switches) { $0.invariants = [invariant] }
    let text = ProofReport(proof, named: "vault").text.text
    return (proof.isProved ? .proved : proof.counterexamples.isEmpty ? .open : .broken, text)
  }

  @Test("nobody joins an account, so the policy is safe")
  func base() throws {
    #expect(try verdict("I1", policy()).verdict == .proved)
  }

  @Test("a ticket that anybody can provoke is no proof")
  func ticketJoins() throws {
    let found = try verdict(
      "I1",
      policy(
        (
          Self.taken,
          """
                - {id: taken, credential: new, address: taken, same-provider: none, ticket: {not: second-factor}, refuse: show}
                - {id: joined, credential: new, address: taken, same-provider: none, ticket: second-factor, do: [link, sign-in]}

          """
        )))
    #expect(found.verdict == .broken, "\(found.text)")
  }

  @Test("a ticket that no refusal issues breaks nothing, and proves nothing either")
  func unobtainableTicket() throws {
    let found = try verdict(
      "I1",
      policy(
        (
          Self.taken,
          """
                - {id: taken, credential: new, address: taken, same-provider: none, ticket: {not: consent}, refuse: no}
                - {id: joined, credential: new, address: taken, same-provider: none, ticket: consent, do: [link, sign-in]}

          """
        )))
    #expect(found.verdict == .open, "\(found.text)")
  }

  @Test("a stated factor is no proof of the address")
  func factorJoins() throws {
    let found = try verdict(
      "I1",
      policy(
        (
          Self.taken,
          """
                - {id: taken, credential: new, address: taken, same-provider: none, input.second-factor: {not: right}, refuse: no}
                - {id: joined, credential: new, address: taken, same-provider: none, input.second-factor: right, do: [link, sign-in]}

          """
        )))
    #expect(found.verdict == .broken, "\(found.text)")
  }

  @Test("an account without a factor is not free to join")
  func bareAccountJoins() throws {
    let found = try verdict(
      "I1",
      policy(
        (
          Self.taken,
          """
                - {id: taken, credential: new, address: taken, same-provider: none, factors: some, refuse: no}
                - {id: joined, credential: new, address: taken, same-provider: none, factors: none, do: [link, sign-in]}

          """
        )))
    #expect(found.verdict == .broken, "\(found.text)")
  }

  private static func joining(_ effects: String, factors: String = "[none, some]") -> String {
    """
          - {id: foreign, credential: new, address: taken, same-provider: none, provider: other.example, refuse: no}
          - {id: afar, credential: new, address: taken, same-provider: none, provider: login.harbour.example, domain: {not: harbour}, refuse: no}
          - {id: joined, credential: new, address: taken, same-provider: none, provider: login.harbour.example, domain: harbour,
             factors: \(factors), do: [drop-unproven, \(effects)revoke-sessions, link, verify-email, sign-in]}

    """
  }

  @Test("a factor that a squatter enrolled stays unless it is dropped")
  func squattersFactor() throws {
    let kept = try verdict("I1", policy((Self.taken, Self.joining(""))))
    #expect(kept.verdict == .broken, "\(kept.text)")
    let dropped = try verdict("I1", policy((Self.taken, Self.joining("drop-factors, "))))
    #expect(dropped.verdict == .proved, "\(dropped.text)")
  }

  @Test("removing one factor leaves a second one of the squatter")
  func removedOne() throws {
    let found = try verdict(
      "I1",
      policy(
        (
          Self.taken,
          Self.joining("remove-factor, ", factors: "some")
            + Self.joining("", factors: "none").replacing("id: ", with: "id: bare-")
            .split(separator: "\n", omittingEmptySubsequences: false).dropFirst(2)
            .joined(separator: "\n")
        )))
    #expect(found.verdict == .broken, "\(found.text)")
  }

  private static let linking = (
    "  enroll-factor:\n    rows:",
    """
      link.federated:
        rows:
          - {id: held, credential: {not: new}, refuse: no}
          - {id: asked, credential: new, ticket: {not: existing-credential}, refuse: elsewhere}
          - {id: second, credential: new, ticket: existing-credential, same-provider: {not: none}, refuse: no}
          - {id: add, credential: new, session: recent, ticket: existing-credential, same-provider: none, do: [link]}
          - {id: old, credential: new, session: {not: recent}, ticket: existing-credential, same-provider: none, refuse: no}
      enroll-factor:
        rows:
    """
  )

  @Test("a ticket does not protect a link that an attacker forces in the owner's browser")
  func forcedTicket() throws {
    let first = "address: [absent, free], do: [create, sign-in]}"
    let policy = try policy(
      Self.linking,
      (
        "      - {id: first, credential: new, \(first)",
        """
              - {id: first, credential: new, provider: login.harbour.example, \(first)
              - {id: unknown, credential: new, provider: other.example, address: [absent, free], refuse: elsewhere}
        """
      ))
    let forced = try verdict("I1", policy, in: [("forced-linking", "on")])
    #expect(forced.verdict == .broken, "\(forced.text)")
    let alone = try verdict("I1", policy)
    #expect(alone.verdict == .proved, "\(alone.text)")
  }

  /// A policy that tests second factors, enrolls none, and keeps the factors at a sign-in by a mailed link.
  private static let keepsFactors = """
    linkpolicy: 1
    name: fac
    title: Factors
    inputs:
      second: {values: [absent, wrong, right], by: session, factor: yes}
    providers:
      google.com: {kind: federated}
      email: {kind: email-link}
    proof: {kind: [federated, email-link]}
    decisions:
      sign-in.federated:
        hit: first
        rows:
          - {id: broken, credential: broken, refuse: no}
          - {id: factor, credential: known, factors: some, input.second: {not: right}, refuse: no}
          - {id: known, overrides: [factor], credential: known, do: [sign-in]}
          - {id: first, credential: new, address: [absent, free], do: [create, sign-in]}
          - {id: join, credential: new, address: taken, refuse: no}
      sign-in.email-link:
        hit: first
        rows:
          - {id: bad, code: {not: valid}, refuse: no}
          - {id: diff, link-address: {not: same}, refuse: no}
          - {id: new, overrides: earlier, address: free, do: [create, verify-email, sign-in]}
          - {id: known, overrides: earlier, do: [drop-unproven, revoke-sessions, verify-email, sign-in]}
      send-link:
        rows:
          - {id: all, do: [send-code: sign-in]}
    errors:
      no: {}

    """

  @Test("if a policy tests factors and enrolls none, people enroll them for every invariant")
  func impliedFactors() throws {
    let policy = try CompiledPolicy(yaml: Array(Self.keepsFactors.utf8), name: "keeps.yaml")
    for switches in [[], [("factors", "on")]] {
      let found = try verdict("I9", policy, in: switches)
      #expect(found.verdict == .open, "\(found.text)")
      #expect(found.text.contains(", factors on,"), "\(found.text)")
    }
    let drops = Self.keepsFactors.replacing(
      "do: [drop-unproven, revoke-sessions",
      with: "do: [drop-factors, drop-unproven, revoke-sessions")
    let dropping = try CompiledPolicy(yaml: Array(drops.utf8), name: "drops.yaml")
    #expect(try verdict("I9", dropping).verdict == .proved)
    // A policy that enrolls factors decides who has one.
    #expect(try verdict("I9", self.policy()).text.contains(", factors off,"))
  }

  @Test("the report lists the rows that open accounts with factors, and what each requires")
  func entrances() throws {
    let strict = FactorEntrances(try policy()).lines
    #expect(strict == ["sign-in.federated/shown: with `second-factor` right"])
    let lax = FactorEntrances(
      try policy(
        (
          "input.second-factor: right, do: [sign-in]}",
          "input.second-factor: right, do: [drop-factors, sign-in]}"
        ))
    ).lines
    #expect(lax == ["sign-in.federated/shown: with `second-factor` right, and removes factors"])
    let open = FactorEntrances(
      try policy(
        (
          "         input.second-factor: {not: right}, refuse: show}",
          "         input.second-factor: wrong, refuse: show}"
        ),
        (
          "         input.second-factor: right, do: [sign-in]}",
          "         input.second-factor: {not: wrong}, do: [sign-in]}"
        ))
    ).lines
    #expect(open == ["sign-in.federated/shown: without a shown factor"])
    // Each input alone may be absent, and one of them is shown.
    let either = FactorEntrances(
      try policy(
        (
          "\nactions:\n",
          "\n  key: {values: [absent, right], by: session, retry: yes, factor: yes}\nactions:\n"
        ),
        (
          "         input.second-factor: {not: right}, refuse: show}",
          "         input.second-factor: {not: right}, input.key: absent, refuse: show}"
        ),
        (
          "      - {id: shown, credential: known, factors: some, ticket: second-factor,\n"
            + "         input.second-factor: right, do: [sign-in]}",
          "      - {id: keyed, credential: known, factors: some, ticket: second-factor,\n"
            + "         input.second-factor: {not: right}, input.key: right, do: [sign-in]}\n"
            + "      - {id: shown, credential: known, factors: some, ticket: second-factor,\n"
            + "         input.second-factor: right, do: [sign-in]}"
        ))
    ).lines
    #expect(
      either == [
        "sign-in.federated/keyed: with `second-factor` absent or wrong, `key` right",
        "sign-in.federated/shown: with `second-factor` right",
      ])
    // A row that opens no session and removes the factors is a recovery too.
    let reset = FactorEntrances(
      try policy(
        (
          "      - {id: enroll, do: [enroll-factor]}",
          "      - {id: reset,  factors: some, do: [drop-factors]}\n"
            + "      - {id: enroll, factors: none, do: [enroll-factor]}"
        ))
    ).lines
    #expect(
      reset == [
        "sign-in.federated/shown: with `second-factor` right",
        "enroll-factor/reset: without a shown factor, removes factors alone",
      ])
    // A refusal that removes the factors is a recovery, and opens no session.
    let refusal = FactorEntrances(
      try policy(
        (
          "         input.second-factor: {not: right}, refuse: show}",
          "         input.second-factor: {not: right}, do: [drop-factors], refuse: show}"
        ))
    ).lines
    #expect(
      refusal == [
        "sign-in.federated/unshown: without a shown factor, removes factors alone",
        "sign-in.federated/shown: with `second-factor` right",
      ])
    #expect(
      try verdict("I1", policy()).text.contains(
        "these rows let a person sign in to an account with a second factor, or remove the factor\n  sign-in.federated/shown: with"
      ))
  }
}
