import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyPresets
import LinkPolicyReview
import LinkPolicyTestSupport
import LinkPolicyYAML
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyProof

@Suite("Sequences to refusals that change something")
struct StoryLeadsTests {
  /// An edit that has a refusing row do something, and what only a sequence that comes to it has.
  struct Edit: Sendable {
    /// The policy that is edited.
    var base = "hardened"
    /// The table and the row.
    let row: (table: String, id: String)
    let change: String
    /// Whether somebody needs a second account of one provider.
    let takesSecond: Bool
  }

  private static let edits = [
    Edit(
      row: ("link.phone", "second"), change: "do: [end-session], refuse: provider-already-linked",
      takesSecond: true),
    Edit(
      row: ("sign-in.federated", "new-subject"),
      change: "do: [end-session], refuse: account-exists-with-different-credential",
      takesSecond: true),
    // The first attempt that comes to the row is not one that a short sequence leads to.
    Edit(
      row: ("unlink.federated|phone", "absent"), change: "do: [delete], refuse: no-such-provider",
      takesSecond: false),
    Edit(
      row: ("link.federated", "taken"),
      change: "do: [disable], refuse: email-already-in-use, tell: [credential]",
      takesSecond: false),
    // Somebody else comes by the address between the asking and the click, with another credential.
    Edit(
      row: ("confirm-email", "taken"), change: "do: [disable], refuse: email-already-in-use",
      takesSecond: false),
    Edit(
      row: ("link.email-link", "taken"), change: "do: [end-session], refuse: email-already-in-use",
      takesSecond: false),
    // The account has another address by the time its code is brought.
    Edit(
      base: "firebase", row: ("verify-email", "moved"),
      change: "do: [end-session], refuse: invalid-action-code", takesSecond: false),
    // And somebody else has the one that it had.
    Edit(
      base: "firebase", row: ("recover-email", "taken"),
      change: "do: [disable], refuse: email-already-in-use", takesSecond: false),
    // It writes nothing unless the attempt brings a profile.
    Edit(
      row: ("update-email", "never"), change: "do: [fill-profile], refuse: operation-not-allowed",
      takesSecond: false),
  ]

  @Test(
    "are found, also where somebody has two accounts of one provider",
    arguments: Thoroughness.share(of: Array(edits.indices)))
  func found(number: Int) throws {
    let edit = Self.edits[number]
    let text = """
      linkpolicy: 1
      extends: \(edit.base)
      name: edited
      decisions:
        \(edit.row.table):
          change:
            - {id: \(edit.row.id), \(edit.change)}

      """
    let policy = try CompiledPolicy(
      PolicyText(Array(text.utf8), name: "edited.yaml", finder: Presets.finder).document)
    let assumptions = try Assumptions(
      Presets.assumptions, name: "default.yaml", isStrict: false)
    var options = Proof.Options()
    options.invariants = ["I6"]
    options.seeksShorter = false
    options.countsCells = false
    let proof = Proof(policy, under: assumptions, in: ProofEnvironment(), options)
    let example = try #require(proof.counterexamples.first)
    let name = edit.row.table + "/" + edit.row.id
    #expect(example.steps.last?.row == name)
    let subjects = example.sequence.steps.compactMap { step in
      if case .attempt(let made) = step.content { made.attempt.assertion?.subject } else { nil }
    }
    #expect(subjects.contains { $0.hasSuffix("-2") } == edit.takesSecond)
    let played = example.sequence.play(proof.policy)
    #expect(played.last?.decision?.changes.writes.isEmpty == false)
  }
}
