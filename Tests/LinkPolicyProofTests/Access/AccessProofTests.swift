import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyDiagnostics
import LinkPolicyPresets
import LinkPolicyTestSupport
import LinkPolicyYAML
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyProof
@testable import LinkPolicyReview

@Suite("Proofs of access")
struct AccessProofTests {
  /// A proof of the harbour with one text in the place of another.
  private static func prove(
    _ old: String = "name: harbour", _ new: String = "name: harbour",
    _ invariants: [String] = [], in switches: [(String, String)] = [],
    _ edit: (inout Proof.Options) -> Void = { _ in }
  ) throws -> Proof {
    try HarbourProof.prove(Harbour.policy((old, new)), in: switches) { options in
      options.invariants = invariants
      edit(&options)
    }
  }

  private static func broken(_ proof: Proof) -> [String] {
    proof.counterexamples.map { $0.invariant.id }
  }

  /// One edit of the harbour for each way in which an attempt can stand to an account that only it
  /// shows, and the invariant that breaks.
  private static let ways: [(edit: (String, String), invariant: String)] = [
    // Found by the address alone, anybody's assertion counting.
    (
      (
        "address: taken, trust: untrusted, refuse: already-registered",
        "address: taken, trust: untrusted, do: [sign-in]"
      ), "I8"
    ),
    // In a session: what is linked there stays, as what proved the address comes later.
    (("do: [drop-unproven, replace-subject, sign-in]", "do: [replace-subject, sign-in]"), "I1"),
    // As it is: who was signed in before stays so.
    (("name: harbour", "name: harbour"), "I2"),
  ]

  @Test("each way in is found by a sequence that plays", arguments: ways.indices)
  func waysIn(number: Int) throws {
    let (edit, invariant) = Self.ways[number]
    let proof = try Self.prove(edit.0, edit.1, [invariant])
    let example = try #require(proof.counterexamples.first)
    #expect(example.invariant.id == invariant)
    let played = example.sequence.play(proof.policy)
    #expect(played.count == example.steps.count && played.allSatisfy { $0.decision != nil })
  }

  @Test("a sequence that is found goes on to break what else is broken")
  func continued() throws {
    let proof = try Self.prove("name: harbour", "name: harbour", ["I2", "I8"])
    let access = try #require(proof.access.first { $0.broken.contains(.ownSessions) })
    let first = try #require(AccessStories([access], worlds: 100_000).found[.ownSessions])
    #expect(AccessStories([access], worlds: 0).found.isEmpty, "nothing is found in no world")
    var allowance = 1_000
    let further = access.stories(
      continuing: first.story, breaking: [.safeLanding], worlds: 500, allowance: &allowance)
    let story = try #require(further[.safeLanding])
    let known = first.story.steps.count
    #expect(story.steps.count > known && story.steps.count <= known + 3)
    #expect(allowance < 1_000)
    // Nothing that no closure shows broken is looked for.
    #expect(
      access.stories(
        continuing: first.story, breaking: [.oneHolder], worlds: 500, allowance: &allowance
      )
      .isEmpty)
  }

  @Test("an exclusion that is taken away lets a sequence through that was none before")
  func exclusions() throws {
    #expect(try Self.prove(["I3"], in: []).isProved)
    let lifted = try Self.prove(["I3"], in: [("exclusion-1", "off")])
    #expect(Self.broken(lifted) == ["I3"])
  }

  private static func prove(
    _ invariants: [String], in switches: [(String, String)]
  ) throws -> Proof {
    try prove("name: harbour", "name: harbour", invariants, in: switches)
  }

  @Test("a setting with one value leaves the others out")
  func settings() throws {
    let open = try Self.prove(["I6"], in: [])
    let closed = try Self.prove("name: harbour", "name: harbour", ["I6"]) {
      $0.settings = [("joining", "closed")]
    }
    let first = "sign-in.federated/first"
    func reached(_ proof: Proof) -> Int? {
      proof.coverage.flatMap { $0.rows }.first { $0.name.text == first }?.cells.reached
    }
    // Nobody can join where joining is closed, so nobody ever has an account.
    #expect(try #require(reached(open)) > 0)
    #expect(closed.coverage.flatMap { $0.rows }.filter { $0.name.text == first }.isEmpty == false)
    #expect(
      closed.explanation(of: "link.federated/add")?.cells.allSatisfy { $0.cells.reached == 0 }
        == true)
  }

  @Test("every cell is accounted for once")
  func cells() throws {
    for switches in [[], [("exclusion-1", "off")], [("phone", "off")]] {
      let proof = try Self.prove(["I1"], in: switches)
      #expect(proof.coverage.count == proof.policy.storage.tables.count)
      for (index, table) in proof.coverage.enumerated() {
        let cells = proof.policy.cells(ofTable: index)
        #expect(table.cells.count == cells.algebra.count(cells.space))
        let decided = table.rows.reduce(0) { $0 + $1.cells.count }
        #expect(decided == table.cells.count)
      }
    }
  }

  @Test("a row is explained by a sequence that ends with it")
  func explained() throws {
    let proof = try Self.prove(["I1"], in: [])
    for row in ["sign-in.federated/joins", "link.federated/add", "guards/closed"] {
      let explanation = try #require(proof.explanation(of: row))
      #expect(explanation.steps.last?.row == row)
      let text = ProofReport(proof, named: "harbour").text(of: explanation).text
      #expect(text.contains("a sequence that reaches the row, if the owner's address is at "))
    }
    #expect(proof.explanation(of: "sign-in.federated/nothing") == nil)
  }
}
