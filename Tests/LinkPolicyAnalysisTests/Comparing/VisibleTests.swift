import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyReview

/// What of a played step can be seen without knowing the policy.
@Suite("What can be seen of a step")
struct VisibleTests {
  private static func sequence(_ policy: CompiledPolicy) -> StepSequence {
    StepSequence(
      [
        Harbour.signIn("z"), Harbour.signIn("a", email: "a@x.example"),
        Harbour.signIn("b", email: "a@x.example"),
        Harbour.link("l", by: "login.harbour.example", session: "s2"),
      ], under: policy)
  }

  @Test("the first step that shows a difference is told, and a row's name shows none")
  func first() throws {
    let policy = try Harbour.policy()
    let sequence = Self.sequence(policy)
    #expect(
      sequence.play(policy).map { $0.decision?.row?.id ?? "none" }
        == ["first", "first", "stranger", "add"])
    let edits: [(old: String, new: String, place: Int?)] = [
      ("{id: stranger, ", "{id: somebody, ", nil),
      (
        "trust: untrusted, refuse: already-registered}",
        "trust: untrusted, refuse: unknown-person}",
        2
      ),
      ("{names: {web: already registered}}", "{names: {web: known already}}", 2),
      ("already-registered: {names: ", "already-registered: {ask: consent, names: ", 2),
      ("already-registered: {names: ", "already-registered: {tell: [methods], names: ", 2),
      ("do: [create, sign-in]}", "do: [create, notify-owner, sign-in]}", 0),
      ("do: [create, sign-in]}", "do: [create-without-address, sign-in]}", 1),
      (
        "credential: new, do: [replace-subject]}",
        "credential: new, do: [replace-subject, sign-in]}",
        3
      ),
    ]
    for edit in edits {
      let other = try Harbour.policy((edit.old, edit.new))
      #expect(sequence.firstDifference(policy, other) == edit.place, "\(edit.new)")
      #expect(sequence.firstDifference(other, policy) == edit.place, "\(edit.new)")
    }
    // What is asked for is seen, and not only that something is.
    let asking = try ["consent", "verification"].map { remedy in
      try Harbour.policy(
        ("already-registered: {names: ", "already-registered: {ask: \(remedy), names: "))
    }
    #expect(sequence.firstDifference(asking[0], asking[1]) == 2)
  }

  @Test("what shows a difference needs each of its steps and ends with the one that shows it")
  func showing() throws {
    let policy = try Harbour.policy()
    let sequence = Self.sequence(policy)
    let other = try Harbour.policy(
      ("trust: untrusted, refuse: already-registered}", "trust: untrusted, refuse: unknown-person}")
    )
    let found = try #require(sequence.showingDifference(policy, other))
    #expect(
      found.play(policy).map { $0.decision?.row?.id ?? "none" } == ["first", "stranger"])
    #expect(found.firstDifference(policy, other) == 1)
    for place in found.steps.indices {
      #expect(found.removing(place).flatMap { $0.firstDifference(policy, other) } == nil)
    }
    #expect(sequence.showingDifference(policy, policy) == nil)
  }

  @Test("a sequence that one policy cannot play to its end shows nothing there")
  func ends() throws {
    let policy = try Harbour.policy()
    let other = try Harbour.policy(("do: [create, sign-in]}", "do: [create]}"))
    let sequence = StepSequence(
      [Harbour.signIn("a"), Harbour.link("l", by: "login.harbour.example", session: "s1")],
      under: policy)
    #expect(sequence.firstDifference(policy, other) == 0)
    var tail = sequence
    tail.steps[0].content = Harbour.link("a")
    tail.steps[1].session = 0
    #expect(tail.play(policy).count == 1 && tail.firstDifference(policy, other) == nil)
  }

  @Test("the answer alone is the same whatever the accounts are")
  func answers() throws {
    let policy = try Harbour.policy()
    let played = StepSequence(
      [Harbour.link("l"), Harbour.signIn("a"), Harbour.link("l"), Harbour.signIn("a")],
      under: policy
    ).play(policy).map { Visible($0) }
    #expect(played[0] != played[2] && Visible.isSameAnswer(played[0], played[2]))
    #expect(!Visible.isSameAnswer(played[1], played[3]))
    #expect(!Visible.isSameAnswer(played[0], played[1]))
  }
}
