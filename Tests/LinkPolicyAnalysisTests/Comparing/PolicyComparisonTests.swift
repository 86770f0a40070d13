import LinkPolicyTestSupport
import Testing

@testable import LinkPolicy
@testable import LinkPolicyAuthoring
@testable import LinkPolicyReview

@Suite("Policies compared by their answers")
struct PolicyComparisonTests {
  private static func tables(_ policy: CompiledPolicy) throws -> (signIn: Int, link: Int) {
    (
      try #require(policy.storage.tables.firstIndex { $0.key == "sign-in.federated" }),
      try #require(policy.storage.tables.firstIndex { $0.key == "link.federated" })
    )
  }

  private static let edits: [(old: String, new: String, signIn: Bool, link: Bool)] = [
    ("name: harbour\n", "name: harbour\ntitle: A quiet harbour\n", false, false),
    ("{id: returning, ", "{id: comes-back, ", false, false),
    ("do: [create, sign-in]}", "do: [create]}", true, false),
    (
      "{id: own,    session: [recent, old, revoked], credential: own, do: []}",
      "{id: own,    session: [recent, old, revoked], credential: own, do: [refresh-method]}",
      false, true
    ),
    ("taken-by-another:   {}", "taken-by-another:   {names: {web: held}}", false, true),
    (
      "setting.joining: closed, refuse: closed-for-now",
      "setting.joining: closed, refuse: unknown-person",
      true, true
    ),
    ("proof: {trust: trusted}", "proof: {trust: untrusted}", true, true),
    (
      "{id: own,       provider: login.harbour.example, domain: own, is: trusted}",
      "{id: own,       provider: pier.example, domain: own, is: trusted}", true, true
    ),
  ]

  @Test("a table is looked at where its rows differ, and each where what all stand on does")
  func tables() throws {
    let policy = try Harbour.policy()
    let tables = try Self.tables(policy)
    for edit in Self.edits {
      let other = try Harbour.policy((edit.old, edit.new))
      for (old, new) in [(policy, other), (other, policy)] {
        let comparison = PolicyComparison(old, new)
        let differ = (
          comparison.canDiffer(inTable: tables.signIn), comparison.canDiffer(inTable: tables.link)
        )
        #expect(differ == (edit.signIn, edit.link), "\(edit.new)")
        #expect(comparison.sharesVocabulary, "\(edit.new)")
      }
    }
  }

  @Test("what answers otherwise differs, and is nowhere that is said to be alike")
  func bruteForce() throws {
    let policy = try Harbour.policy()
    for edit in Self.edits {
      let other = try Harbour.policy((edit.old, edit.new))
      let comparison = PolicyComparison(policy, other)
      var isOther = false
      for table in policy.storage.tables.indices {
        for facts in BruteForce.vectors(ofTable: table, policy) {
          let differs = BruteForce.answer(facts, policy) != BruteForce.answer(facts, other)
          let pair = comparison.pair(facts)
          #expect(!differs || comparison.differs(pair), "\(edit.new)")
          #expect(!comparison.differs(pair) || comparison.canDiffer(inTable: table))
          isOther = isOther || comparison.differs(pair)
        }
      }
      #expect(isOther == (edit.signIn || edit.link), "\(edit.new)")
    }
  }

  @Test("other declarations are another vocabulary, other rows and titles are not")
  func vocabulary() throws {
    let policy = try Harbour.policy()
    #expect(PolicyComparison(policy, try Harbour.policy()).isSame)
    #expect(
      PolicyComparison(
        policy, try Harbour.policy(("name: harbour\n", "name: harbour\ntitle: A quiet harbour\n"))
      ).isSame)
    let declarations = [
      ("own: [harbour.example]", "own: [harbour.example, quay.example]"),
      (
        "pier.example:          {kind: federated}", "pier.example: {kind: federated, gives: [name]}"
      ),
      ("joining: [open, closed]", "joining: [closed, open]"),
    ]
    for (old, new) in declarations {
      let other = try Harbour.policy((old, new))
      let comparison = PolicyComparison(policy, other)
      #expect(!comparison.isSame && !comparison.sharesVocabulary, "\(new)")
      #expect(comparison.canDiffer(inTable: 0) && comparison.canDiffer(inTable: 1))
    }
  }

  @Test("what is proven counts only for an attempt that changes something")
  func proof() throws {
    let policy = try Harbour.policy()
    let comparison = PolicyComparison(
      policy, try Harbour.policy(("proof: {trust: trusted}", "proof: {trust: untrusted}")))
    let tables = try Self.tables(policy)
    var met: Set<Bool> = []
    for facts in BruteForce.vectors(ofTable: tables.link, policy) {
      let pair = comparison.pair(facts)
      guard pair.old == pair.new, pair.oldProves != pair.newProves, pair.old >= 0 else { continue }
      var vector = facts
      guard case .row(let row)? = policy.source(of: &vector) else { continue }
      let changes = !policy.storage.tables[tables.link].rows[row].answer.effects.isEmpty
      #expect(comparison.differs(pair) == changes)
      met.insert(changes)
    }
    #expect(met.count == 2)
  }
}
