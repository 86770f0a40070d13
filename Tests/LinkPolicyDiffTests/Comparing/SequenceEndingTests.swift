import LinkPolicy
import LinkPolicyTestSupport
import Testing

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

  @Test("a sequence that ends with no decision has no end")
  func none() throws {
    let policy = try Harbour.policy()
    #expect(SequenceEnding([]) == nil)
    let malformed = StepSequence([Self.step(.signIn, "a", by: "nowhere.example")], under: policy)
    #expect(SequenceEnding(malformed.play(policy)) == nil)
  }
}
