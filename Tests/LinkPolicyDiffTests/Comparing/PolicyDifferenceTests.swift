import LinkPolicy
import LinkPolicyTestSupport
import LinkPolicyTesting
import LinkPolicyYAML
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyReview

@Suite("What a policy does otherwise")
struct PolicyDifferenceTests {
  /// An edit of the small policy, and the pairs of rows and kinds that it must come to.
  struct Seed: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var old: String
    var new: String
    var expected: [String]
  }

  static let seeds = [
    Seed(
      testDescription: "a hidden row",
      old: "trust: untrusted, refuse: already-registered}",
      new: "trust: untrusted, do: [replace-subject, sign-in]}",
      expected: [
        "reaches-more+guards-less stranger stranger",
        "reaches-more+guards-less+locks-out+drops-more stranger stranger",
      ]),
    Seed(
      testDescription: "a swapped trust",
      old: "own, is: trusted}", new: "own, is: untrusted}",
      expected: [
        "reaches-less+proves-less+guards-more joins stranger", "proves-less first first",
        "proves-less add add",
      ]),
    Seed(
      testDescription: "a widened domain",
      old: "own: [harbour.example]", new: "own: [harbour.example, bay.example]",
      expected: [
        "reaches-more+proves-more+guards-less+locks-out+drops-more stranger joins",
        "proves-more first first", "proves-more add add",
      ]),
    Seed(
      testDescription: "a dropped effect",
      old: "do: [drop-unproven, replace-subject, sign-in]", new: "do: [replace-subject, sign-in]",
      expected: ["drops-less joins joins"]),
    Seed(
      testDescription: "an effect that drops more",
      old: "do: [drop-unproven, replace-subject",
      new: "do: [drop-unproven, revoke-sessions, replace-subject",
      expected: ["drops-more joins joins"]),
    Seed(
      testDescription: "a second account",
      old: "trust: untrusted, refuse: already-registered}",
      new: "trust: untrusted, do: [create-without-address, sign-in]}",
      expected: [
        "guards-less+splits stranger stranger", "guards-less+splits+tells-less stranger stranger",
      ]),
    Seed(
      testDescription: "a renamed error of a platform",
      old: "web: already registered", new: "web: known address",
      expected: ["renames stranger stranger"]),
    Seed(
      testDescription: "a comment", old: "settings: {joining",
      new: "# closed in winter\nsettings: {joining", expected: []),
    Seed(
      testDescription: "a reordering without meaning",
      old: "address: [absent, free],    do: [create, sign-in]}",
      new: "address: [free, absent],    do: [create, sign-in]}", expected: []),
    Seed(testDescription: "a renamed row", old: "{id: joins,", new: "{id: enters,", expected: []),
    Seed(
      testDescription: "what only stores from elsewhere have",
      old: "credential: broken,                          refuse: unknown-person",
      new: "credential: broken,                          refuse: already-registered",
      expected: ["renames+unreachable broken broken"]),
    Seed(
      testDescription: "a guard that is gone",
      old: "setting.joining: closed, refuse: closed-for-now",
      new: "action: link, setting.joining: closed, refuse: closed-for-now",
      expected: [
        "guards-less+creates-more closed first",
        "proves-more+guards-less+creates-more closed first",
      ]),
  ]

  @Test("each seeded change comes to exactly its kind", arguments: seeds)
  func kinds(_ seed: Seed) throws {
    let old = try Harbour.policy()
    let new = try Harbour.policy((seed.old, seed.new))
    let difference = try PolicyDifference(old: old, new: new)
    let found = difference.changes.map { change in
      change.kinds.map { $0.rawValue }.joined(separator: "+") + " "
        + (change.answers.old.row?.id.text ?? "-") + " " + (change.answers.new.row?.id.text ?? "-")
    }
    #expect(found.sorted() == seed.expected.sorted())
    #expect(difference.declarations.isEmpty)
    #expect(difference.isEqual == seed.expected.isEmpty)
    #expect(difference.cells > 0)
  }

  @Test(
    "what no cell shows is never called equal",
    arguments: [
      ("{kind: federated}\n  pier", "{kind: federated, gives: [email]}\n  pier"),
      ("{joining: [open, closed]}", "{joining: [open, closed, invited]}"),
      (
        "pier.example:          {kind: federated}",
        "pier.example:          {kind: federated, case: exact}"
      ),
      ("proof: {trust", "addresses: {fold: [case, dots]}\nproof: {trust"),
      ("proof: {trust", "labels: {tier: [plain, gold]}\nproof: {trust"),
      (
        "proof: {trust",
        "pools: {one: [pier.example], rest: [\"*\"]}\nproof: {trust"
      ),
    ])
  func declarations(_ edit: (old: String, new: String)) throws {
    let old = try Harbour.policy()
    guard let new = try? Harbour.policy((edit.old, edit.new)) else {
      Issue.record("the edit does not load: \(edit.new)")
      return
    }
    let difference = try PolicyDifference(old: old, new: new)
    #expect(!difference.declarations.isEmpty && !difference.isEqual)
  }

  @Test("another default is told by cells, as what nothing is set comes to")
  func defaults() throws {
    let old = try Harbour.policy()
    let new = try Harbour.policy(("{joining: [open, closed]}", "{joining: [closed, open]}"))
    let difference = try PolicyDifference(old: old, new: new)
    #expect(difference.declarations.isEmpty && !difference.isEqual)
    for change in difference.changes {
      #expect(change.kinds.contains(.guardsMore) && change.kinds.contains(.createsLess))
      let conditions = change.boxes.flatMap { $0.conditions }
      #expect(conditions.contains { $0.fact == "setting.joining" && $0.values == ["unset"] })
    }
  }

  @Test("a shared name with another meaning cannot be compared")
  func refusal() throws {
    let old = try Harbour.policy()
    let new = try Harbour.policy(
      ("{joining: [open, closed]}", "{joining: [free, shut]}"),
      ("setting.joining: closed,", "setting.joining: shut,"))
    #expect(throws: ComparisonRefusal.self) {
      _ = try PolicyDifference(old: old, new: new)
    }
  }

  @Test("providers, settings and claims that one of them lacks are joined")
  func joined() throws {
    let old = try Harbour.policy()
    let new = try Harbour.policy(
      ("  pier.example:          {kind: federated}\n", ""),
      ("settings: {joining: [open, closed]}\n", "claims: {checked: {yes: [true]}}\n"),
      (
        "  - {id: closed, would: [create], setting.joining: closed, refuse: closed-for-now}\n",
        "  - {id: closed, would: [create], claim.checked: yes, refuse: closed-for-now}\n"
      ))
    let difference = try PolicyDifference(old: old, new: new)
    let kinds = Set(difference.changes.flatMap { $0.kinds })
    // Whoever came by the provider that is no longer declared does not come in any more.
    let expected: Set<ChangeKind> = [
      .provesMore, .guardsLess, .locksOut, .reachesLess, .provesLess, .guardsMore, .tellsLess,
      .createsMore, .createsLess, .renames, .unreachable,
    ]
    #expect(kinds == expected)
    let facts = Set(
      difference.changes.flatMap { $0.boxes.flatMap { $0.conditions.map { $0.fact.text } } })
    #expect(facts.contains("setting.joining") && facts.contains("claim.checked"))
  }
}
