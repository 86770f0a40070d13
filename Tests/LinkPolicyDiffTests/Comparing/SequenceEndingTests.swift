import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyTestSupport
import LinkPolicyYAML
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyReview

/// Ends of sequences, each made by playing steps under the policy of the harbour.
@Suite("How sequences end")
struct SequenceEndingTests {
  private static func step(
    _ action: Action, _ subject: String, by provider: String = "pier.example",
    email: String? = nil, session: String? = nil
  ) -> ExploredStep {
    let assertion = Assertion(
      verified: provider, subject: subject, addresses: email.map { [AddressRecord($0)] } ?? [])
    return .attempt(
      ExploredAttempt(
        Attempt(action, with: assertion), by: Accounts.AttemptContext(session: session)))
  }

  private static func ending(_ steps: ExploredStep...) throws -> SequenceEnding {
    let policy = try Harbour.policy()
    return try #require(SequenceEnding(StepSequence(steps, under: policy).play(policy)))
  }

  private static let a = step(.signIn, "a", email: "a@x.example")
  private static let stranger = step(.signIn, "b", email: "a@x.example")
  private static let linked = step(
    .link, "l", by: "login.harbour.example", session: "s1")

  @Test("entering, making and refusing are told apart, and each is like itself")
  func results() throws {
    let made = try Self.ending(Self.a)
    let entered = try Self.ending(Self.a, Self.a)
    let refused = try Self.ending(Self.a, Self.stranger)
    let other = try Self.ending(Self.a, Self.step(.link, "q"))
    let allowed = try Self.ending(Self.a, Self.step(.link, "a", session: "s1"))
    let all = [made, entered, refused, other, allowed]
    let kinds: [[ChangeKind?]] = all.map { old in all.map { old.change(to: $0) } }
    let expected: [[ChangeKind?]] = [
      [nil, .reachesMore, .guardsMore, .guardsMore, .createsLess],
      [.splits, nil, .reachesLess, .reachesLess, .reachesLess],
      [.guardsLess, .reachesMore, nil, .renames, .guardsLess],
      [.guardsLess, .reachesMore, .renames, nil, .guardsLess],
      [.createsMore, .reachesMore, .guardsMore, .guardsMore, nil],
    ]
    #expect(kinds == expected)
  }

  @Test("of two ends that came to the same, the accounts tell")
  func accounts() throws {
    let one = try Self.ending(Self.a, Self.a)
    let two = try Self.ending(Self.a, Self.step(.signIn, "c"), Self.a)
    #expect(one.change(to: two) == .splits && two.change(to: one) == .createsLess)
    let first = try Self.ending(Self.a, Self.step(.signIn, "c"), Self.step(.signIn, "c"))
    #expect(first.change(to: two) == .reachesMore)
    let plain = try Self.ending(Self.a, Self.step(.link, "a", session: "s1"))
    let more = try Self.ending(Self.a, Self.linked)
    #expect(more.change(to: plain) == .dropsMore && plain.change(to: more) == .dropsLess)
    let replaced = try Self.ending(Self.a, Self.step(.link, "z", session: "s1"))
    #expect(plain.change(to: replaced) == .dropsLess)
  }

  /// The harbour, with an action in place of another, played with a second factor of each owner.
  private static func ending(
    joining effects: String, _ steps: ExploredStep...
  ) throws -> SequenceEnding {
    let policy = try Harbour.policy(
      ("do: [drop-unproven, replace-subject, sign-in]", "do: [\(effects)]"))
    let played = StepSequence(steps, under: policy).play(policy, enrollsFactors: true)
    return try #require(SequenceEnding(played))
  }

  @Test("factors, sessions and codes that are left are compared when everything else is alike")
  func remainder() throws {
    let owner = Self.step(
      .signIn, "l", by: "login.harbour.example", email: "a@harbour.example")
    let again = Self.step(
      .signIn, "m", by: "login.harbour.example", email: "a@harbour.example")
    func ending(_ effects: String) throws -> SequenceEnding {
      try Self.ending(joining: effects, owner, again)
    }
    let plain = try ending("drop-unproven, replace-subject, sign-in")
    let factors = try ending("drop-unproven, drop-factors, replace-subject, sign-in")
    let sessions = try ending("drop-unproven, revoke-sessions, replace-subject, sign-in")
    #expect(plain.remainder.factors == [1] && factors.remainder.factors == [0])
    #expect(plain.remainder.sessions == [2] && sessions.remainder.sessions == [1])
    let differences = [
      plain.difference(to: factors), factors.difference(to: plain),
      plain.difference(to: sessions), sessions.difference(to: plain),
    ]
    #expect(differences.map { $0?.what } == [.factors, .factors, .sessions, .sessions])
    #expect(
      differences.map { $0?.kind } == [.guardsLess, .dropsLess, .dropsMore, .dropsLess])
    #expect(plain.remainder.words == "u1 with 2 sessions and 1 second factor")
    #expect(factors.remainder.words == "u1 with 2 sessions and 0 second factors")
  }

  /// Passwords that can be reset; a reset can cancel the other codes.
  private static func mailing(
    reset effects: String = "set-password", request: String = "send-code: reset"
  ) throws -> CompiledPolicy {
    let text = """
      linkpolicy: 1
      name: mailing
      providers: {password: {kinds: [password]}}
      decisions:
        sign-up:
          rows:
            - {id: taken, address: [own, taken], refuse: no}
            - {id: made,  address: free,  do: [create, set-password, sign-in]}
        request-reset:
          rows:
            - {id: nobody, address: free,  refuse: no}
            - {id: asked,  address: taken, do: [\(request)]}
        reset-password:
          rows:
            - {id: invalid, code: [expired, used, stale, unknown, absent], refuse: no}
            - {id: lost,    code: valid, account: [none, no-address], refuse: no}
            - {id: reset,   code: valid, account: [unverified, verified], do: [\(effects)]}
      errors: {no: {}}
      """
    return try CompiledPolicy(yaml: Array(text.utf8), name: "mailing.yaml")
  }

  @Test("a pending code is mailed by one system only, or is canceled by the other")
  func codes() throws {
    let assertion = Assertion(
      verified: "password", kind: .password, addresses: [AddressRecord("a@x.example")])
    let signUp = ExploredStep.attempt(ExploredAttempt(Attempt(.signUp, with: assertion)))
    var asking = Attempt(Action("request-reset"))
    asking.address = "a@x.example"
    let request = ExploredStep.attempt(ExploredAttempt(asking))
    let reset = ExploredStep.attempt(
      ExploredAttempt(Attempt(Action("reset-password")), by: Accounts.AttemptContext(code: "c1")))
    func ending(_ policy: CompiledPolicy, _ steps: [ExploredStep]) throws -> SequenceEnding {
      try #require(SequenceEnding(StepSequence(steps, under: policy).play(policy)))
    }
    let asked = try ending(Self.mailing(), [signUp, request])
    let silent = try ending(Self.mailing(request: ""), [signUp, request])
    #expect(asked.remainder.codes.values.reduce(0, +) == 1)
    #expect(silent.remainder.codes.isEmpty && silent.remainder.mailed.isEmpty)
    #expect(silent.change(to: asked) == .mailsMore && asked.change(to: silent) == .mailsLess)
    let steps = [signUp, request, request, reset]
    let kept = try ending(Self.mailing(), steps)
    let canceled = try ending(Self.mailing(reset: "set-password, cancel-pending"), steps)
    #expect(kept.difference(to: canceled)?.what == .codes)
    #expect(kept.change(to: canceled) == .dropsMore && canceled.change(to: kept) == .dropsLess)
    #expect(kept.remainder.words.hasSuffix("; a code reset to a@x.example"))
  }

  @Test("a sequence that ends with no decision has no end")
  func none() throws {
    let policy = try Harbour.policy()
    #expect(SequenceEnding([]) == nil)
    let malformed = StepSequence([Self.step(.signIn, "a", by: "nowhere.example")], under: policy)
    #expect(SequenceEnding(malformed.play(policy)) == nil)
  }
}
