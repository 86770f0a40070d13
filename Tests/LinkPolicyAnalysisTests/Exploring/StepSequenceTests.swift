import LinkPolicy
import LinkPolicyTestSupport
import LinkPolicyTesting
import Testing

@testable import LinkPolicyExploration

@Suite("Sequences of steps")
struct StepSequenceTests {
  private static func isMark(_ step: StepSequence.Step) -> Bool {
    if case .wait(.expired) = step.content { true } else { false }
  }

  private static func step(
    isMark: Bool = false, session: Int? = nil, target: Int? = nil,
    code: StepSequence.CodeOrigin? = nil
  ) -> StepSequence.Step {
    StepSequence.Step(
      content: .wait(isMark ? .expired : .old), session: session, target: target, code: code)
  }

  @Test("a step that a later one names cannot be removed, by whatever it names it")
  func named() {
    let origin = StepSequence.CodeOrigin(step: 1, place: 2)
    for later in [Self.step(session: 1), Self.step(target: 1), Self.step(code: origin)] {
      let sequence = StepSequence([Self.step(), Self.step(), Self.step(), later])
      #expect(sequence.removing(1) == nil)
      let shorter = sequence.removing(0)
      let last = shorter?.steps.last
      #expect(shorter?.steps.count == 3)
      // What it names has moved up by one, and which of the codes it is has not.
      #expect((last?.session ?? last?.target ?? last?.code?.step) == 0)
      #expect(last?.code == nil || last?.code?.place == 2)
      let beside = sequence.removing(2)?.steps.last
      #expect((beside?.session ?? beside?.target ?? beside?.code?.step) == 1)
      #expect(sequence.removing(3)?.steps.count == 3)
    }
  }

  @Test("a sequence without what is not needed keeps what the rest names, step by step back")
  func minimized() {
    let sequence = StepSequence([
      Self.step(), Self.step(session: 0), Self.step(), Self.step(isMark: true, target: 1),
      Self.step(code: StepSequence.CodeOrigin(step: 2, place: 0)),
    ])
    let least = sequence.minimized { $0.steps.contains(where: Self.isMark) }
    #expect(least.steps.count == 3)
    #expect(least.steps.map { $0.session } == [nil, 0, nil])
    #expect(least.steps.map { $0.target } == [nil, nil, 1])
    #expect(sequence.minimized { _ in true }.steps.isEmpty)
    #expect(sequence.minimized { $0.steps.count == 5 }.steps.count == 5)
    // Of steps that are alike the first are kept.
    let alike = StepSequence((0..<4).map { Self.step(isMark: $0 != 2) })
    let two = alike.minimized { $0.steps.count(where: Self.isMark) >= 2 }
    #expect(two.steps.count == 2)
  }

  @Test("ids that the store gave become the steps that made what they are of")
  func origins() throws {
    let policy = try Harbour.policy()
    let contents = [
      Harbour.signIn("a"), Harbour.signIn("b", email: "b@x.example"),
      Harbour.link("l", by: "login.harbour.example", session: "s2"), .wait(.old),
      Harbour.link("c", session: "s1"),
    ]
    let sequence = StepSequence(contents, under: policy)
    #expect(sequence.steps.map { $0.session } == [nil, nil, 1, nil, 0])
    let played = sequence.play(policy)
    #expect(
      played.map { $0.decision?.row?.id ?? "none" } == ["first", "first", "add", "none", "add"])
    let accounts = try #require(played.last?.accounts.accounts)
    #expect(accounts.map { $0.methods.compactMap { $0.subject } } == [["c"], ["b", "l"]])
    // Without the first account the others have other ids, and the sequence means the same.
    let shorter = try #require(sequence.removing(4)?.removing(0))
    let again = shorter.play(policy)
    #expect(again.map { $0.decision?.row?.id ?? "none" } == ["first", "add", "none"])
    #expect(again.last?.accounts.accounts.first?.methods.count == 2)
  }

  @Test("playing ends before a step that names what was not made, and not at a malformed one")
  func ends() throws {
    let policy = try Harbour.policy()
    let contents = [
      Harbour.signIn("a"), Harbour.signIn("z", by: "nowhere.example"),
      Harbour.link("l", by: "login.harbour.example", session: "s1"), Harbour.signIn("q"),
    ]
    let sequence = StepSequence(contents, under: policy)
    let played = sequence.play(policy)
    #expect(played.count == 4 && played[1].inputError != nil && played[1].decision == nil)
    #expect(played[1].accounts.accounts.count == 1 && played[2].applied != nil)
    // A policy that refuses the first step never opens the session.
    let strict = try Harbour.policy(
      (
        "address: [absent, free],    do: [create, sign-in]}",
        "address: [absent, free], refuse: unknown-person}"
      ))
    #expect(sequence.play(strict).count == 2)
    var coded = StepSequence([StepSequence.Step(content: Harbour.signIn("a"))])
    coded.steps.append(
      StepSequence.Step(
        content: Harbour.signIn("b"), code: StepSequence.CodeOrigin(step: 0, place: 0)))
    #expect(coded.play(policy).count == 1)
  }

  @Test("a code is found again by its place among those of its step")
  func codes() throws {
    let policy = try Harbour.policy(
      (
        "address: [absent, free],    do: [create, sign-in]}",
        """
        address: absent, do: [create]}
              - {id: mailed, credential: new, address: free,
                 do: [create, send-code: verify, send-code: reset, sign-in]}
        """
      ))
    let made = StepSequence([Harbour.signIn("a", email: "a@x.example")], under: policy).play(policy)
    let codes = try #require(made.last?.accounts.codes)
    #expect(codes.count == 2)
    guard case .attempt(var second) = Harbour.signIn("b", email: "b@x.example") else { return }
    second.caller.code = codes[1].id
    let sequence = StepSequence(
      [Harbour.signIn("a", email: "a@x.example"), .attempt(second)], under: policy)
    let origin = sequence.steps[1].code
    #expect(origin?.step == 0 && origin?.place == 1)
  }
}
