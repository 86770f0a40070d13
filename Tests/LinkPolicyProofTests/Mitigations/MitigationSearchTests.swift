import LinkPolicy
import LinkPolicyDiagnostics
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyProof

@Suite("Mitigations")
struct MitigationSearchTests {
  private static let joins = "do: [drop-unproven, replace-subject, sign-in]"
  private static let stranger =
    "address: taken, trust: untrusted, refuse: already-registered"

  /// An edit of the harbour, the invariant that it breaks, and the edit that is to be proposed.
  private static let cases: [(edit: (String, String), invariant: String, expected: String)] = [
    // What is linked stays, as what proved the address comes later.
    (
      (joins, "do: [replace-subject, sign-in]"), "I1",
      "sign-in.federated/joins: do: [drop-unproven, revoke-sessions, replace-subject, sign-in]"
    ),
    // Who was signed in before stays so.
    (
      ("name: harbour", "name: harbour"), "I2",
      "sign-in.federated/joins: do: [revoke-sessions, drop-unproven, replace-subject, sign-in]"
    ),
    // A stranger is let in: no effect that takes away keeps him out.
    (
      (stranger, "address: taken, trust: untrusted, do: [sign-in]"), "I8",
      "sign-in.federated/stranger: refuse: unknown-person"
    ),
  ]

  @Test("the first edit that stops the steps is proposed, a refusal last", arguments: cases.indices)
  func proposed(number: Int) throws {
    let (edit, invariant, expected) = Self.cases[number]
    let proof = try HarbourProof.prove(Harbour.policy(edit)) { $0.invariants = [invariant] }
    let example = try #require(proof.counterexamples.first)
    let found = try #require(MitigationSearch(proof.policy).mitigation(for: example))
    #expect(found.row.text + ": " + found.text == expected)
    #expect(ProofReport(proof, named: "x").text.text.contains("try `\(found.text)` in row"))
  }

  /// The edits of the harbour that come to what is proposed.
  private static let mended = [
    (joins, "do: [drop-unproven, revoke-sessions, replace-subject, sign-in]"),
    (joins, "do: [revoke-sessions, drop-unproven, replace-subject, sign-in]"),
    (stranger, "address: taken, trust: untrusted, refuse: unknown-person"),
  ]

  @Test("with the edit, steps that are told the same do not break it", arguments: cases.indices)
  func isTrue(number: Int) throws {
    let (edit, invariant, _) = Self.cases[number]
    let proof = try HarbourProof.prove(Harbour.policy(edit)) { $0.invariants = [invariant] }
    let example = try #require(proof.counterexamples.first)
    let mended = try Harbour.policy(Self.mended[number])
    let again = try HarbourProof.prove(mended) { $0.invariants = [invariant] }
    for other in again.counterexamples {
      #expect(other.steps.map { $0.move } != example.steps.map { $0.move })
    }
  }

  @Test("a replay of the steps breaks the invariant again, and not under the edited policy")
  func replay() throws {
    let policy = try Harbour.policy((Self.joins, "do: [replace-subject, sign-in]"))
    let proof = try HarbourProof.prove(policy) { $0.invariants = ["I1"] }
    let example = try #require(proof.counterexamples.first)
    let again = StoryReplay(example).broken(under: proof.policy)
    #expect(again.invariants.contains(.ownMethods) && !again.isCut)
    let edited = StoryReplay(example).broken(under: try Harbour.policy())
    #expect(!edited.invariants.contains(.ownMethods) && !edited.isCut)
  }

  @Test("a search of orders reports whether it followed all of them")
  func cutSearch() {
    func isComplete(depth: Int, branches: Int) -> Bool {
      let search = OrderSearch<[UInt8]>(depth: depth)
      return search.explore(from: [], key: { $0 }) { steps in
        (0..<UInt8(branches)).map { steps + [$0] }
      }
    }
    // At most 1 + 6 + 36 states before the last step.
    #expect(isComplete(depth: 3, branches: 6))
    // 1 + 10 + 100 + 1000 states before the last step.
    #expect(!isComplete(depth: 4, branches: 10))
  }

  @Test("an edit is said to stop the steps in every order only if every order was tried")
  func consequences() {
    func consequence(triesEveryOrder: Bool) -> String {
      let row = RowName(table: Name("sign-in.federated"), id: Name("joins"))
      return Mitigation(
        row: row, edit: .refusal("no"), stopsAll: triesEveryOrder, triesEveryOrder: triesEveryOrder
      ).consequence
    }
    #expect(
      consequence(triesEveryOrder: true)
        == "then these steps break no invariant, even in another order or with one step repeated")
    #expect(
      consequence(triesEveryOrder: false)
        == "then these steps no longer break this rule, but not every order was tried")
  }
}
