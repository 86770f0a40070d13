import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyDiagnostics
import LinkPolicyPresets
import LinkPolicyYAML
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyProof
@testable import LinkPolicyReview

/// What the tools make of purposes that a policy declares.
@Suite("Declared purposes")
struct PurposeReviewTests {
  /// A policy that mails a code of its own and takes it, with edits of its text.
  private static func text(_ edits: (String, String)...) -> String {
    let text = """
      linkpolicy: 1
      name: own
      providers: {p: {kind: federated}, mail: {kinds: [password, email-link]}}
      purposes: {invite: {to: asserted}}
      actions:
        invite: {points-to: session, address: required}
        accept: {points-to: code, takes: invite}
      errors: {no: {}}
      decisions:
        sign-in.federated:
          rows:
            - {id: known, credential: known, do: [sign-in]}
            - {id: first, credential: new, address: [absent, free], do: [create, sign-in]}
            - {id: rest, refuse: no}
        sign-in.password|email-link: {rows: [{id: any, refuse: no}]}
        invite:
          rows:
            - {id: send, account: {not: none}, do: [{send-code: invite}]}
            - {id: none, account: none, refuse: no}
        accept:
          rows:
            - {id: take, code: valid, account: {not: none}, do: [sign-in]}
            - {id: rest, refuse: no}
      """
    return edits.reduce(text) { text, edit in
      text.split(separator: edit.0, omittingEmptySubsequences: false).joined(separator: edit.1)
    }
  }

  private static func policy(_ edits: (String, String)...) throws -> CompiledPolicy {
    let text = edits.reduce(Self.text()) { text, edit in
      text.split(separator: edit.0, omittingEmptySubsequences: false).joined(separator: edit.1)
    }
    return try CompiledPolicy(yaml: Array(text.utf8))
  }

  private static func proof(_ policy: CompiledPolicy) throws -> Proof {
    let options = Proof.Options()
    let assumptions = try Assumptions(
      Presets.assumptions, name: "default.yaml", isStrict: false)
    return Proof(policy, under: assumptions, in: ProofEnvironment(), options)
  }

  @Test("a proof plays an action that takes a mailed code")
  func played() throws {
    let proof = try Self.proof(try Self.policy())
    let invite = try #require(proof.coverage.first { $0.table == "invite" })
    #expect(invite.cells.reached > 0)
    let json = String(decoding: ProofReport(proof, named: "own").json, as: UTF8.self)
    #expect(json.contains(#""notConsidered":[]"#))
  }

  @Test("exploring comes to codes of a declared purpose, and to the row that takes them")
  func explored() throws {
    let policy = try Self.policy()
    var explorer = Explorer(policy)
    explorer.explore { $0.expanded < 60 }
    let mailed = explorer.stores.contains { store in
      store.accounts.codes.contains { $0.purpose == CodePurpose("invite") }
    }
    #expect(mailed)
    let table = try #require(policy.storage.tables.firstIndex { $0.key == "accept" })
    let isTaken = explorer.situations.contains { situation in
      explorer.patterns[situation.pattern].table == table
        && situation.outcomes.contains { $0.source == .row(0) }
    }
    #expect(isTaken)
  }

  @Test("a mutation mails every other purpose, declared ones too")
  func mutated() throws {
    let source = MutationSource(try Self.policy(("{invite: {to", "{other: {}, invite: {to")))
    let near = ReplaceEffect.near(.sendCode(CodePurpose("invite")), in: source)
    let words = near.flatMap { $0.arguments }.map { $0.text }
    #expect(words == ["sign-in", "verify", "change", "undo", "reset", "other"])
  }

  @Test("a difference of purposes and of what actions take is shown")
  func compared() throws {
    let old = try Self.policy()
    for (edit, subject, words) in [
      (("to: asserted", "to: account"), "purpose invite", "to: account"),
      (("to: asserted", "stale: never"), "purpose invite", "stale: never"),
      (("{invite: {to", "{other: {}, invite: {to"), "purpose other", "to: asserted"),
      (("takes: invite", "takes: reset"), "action accept", "takes reset"),
    ] {
      let found = DeclarationDifference.all(Sides(old: old, new: try Self.policy(edit)))
      #expect(found.count == 1, "\(found)")
      #expect(found.first?.subject == subject)
      #expect(found.first?.words.new.contains(words) == true, "\(found)")
    }
  }

  @Test("purposes that nothing mails or takes are not used")
  func unused() throws {
    #expect(try Checked(Self.text()).names.filter { $0.contains("unused-name") } == [])
    for edits in [
      ("do: [{send-code: invite}]", "do: []"), ("takes: invite", "takes: verify"),
    ] {
      #expect(
        try Checked(Self.text(edits)).names.contains("note unused-name purposes/invite"),
        "\(edits)")
    }
  }
}
