import LinkPolicy
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyReview

@Suite("Sequences that show a difference")
struct WitnessTests {
  private static func limits(_ stores: Int) -> Explorer.Limits {
    var limits = Explorer.Limits()
    limits.stores = stores
    return limits
  }

  @Test("the shortest sequence shows a dropped effect")
  func droppedEffect() throws {
    let old = try Harbour.policy()
    let new = try Harbour.policy(
      ("do: [drop-unproven, replace-subject, sign-in]", "do: [replace-subject, sign-in]"))
    var difference = try PolicyDifference(old: old, new: new)
    difference.addWitnesses(limits: Self.limits(12))
    let witness = try #require(difference.changes.first?.boxes.first?.witness)
    #expect(witness.steps.count == 2)
    #expect(witness.isVisible && witness.isExact)
    #expect(witness.steps.last?.outcomes == Sides(old: "allowed", new: "allowed"))
  }

  @Test("a domain that is trusted now shows with that very domain")
  func domain() throws {
    let old = try Harbour.policy()
    let new = try Harbour.policy(
      ("own: [harbour.example]", "own: [harbour.example, bay.example]"))
    var difference = try PolicyDifference(old: old, new: new)
    difference.addWitnesses(limits: Self.limits(20))
    let change = try #require(difference.changes.first { $0.kinds.contains(.reachesMore) })
    let witness = try #require(change.boxes.first?.witness)
    let steps = witness.steps.map { $0.words }
    #expect(steps.last?.contains("bay.example") ?? false)
    #expect(change.boxes.first?.conditions.contains { $0.values == ["bay.example"] } ?? false)
  }

  @Test("a setting that only one policy has can be set in the last step")
  func setting() throws {
    let old = try Harbour.policy()
    let new = try Harbour.policy(
      ("settings: {joining: [open, closed]}\n", ""),
      ("setting.joining: closed, refuse", "consent: given, refuse"))
    var difference = try PolicyDifference(old: old, new: new)
    difference.addWitnesses(limits: Self.limits(6))
    #expect(!difference.changes.isEmpty)
    for change in difference.changes {
      #expect(change.boxes.allSatisfy { $0.witness != nil })
    }
  }

  @Test("two systems end sequences differently, each by its kind")
  func endings() throws {
    let policies = Sides(
      old: try Harbour.policy(),
      new: try Harbour.policy(
        (
          "trust: untrusted, refuse: already-registered}",
          "trust: untrusted, do: [create-without-address, sign-in]}"
        ),
        ("own, is: trusted}", "own, is: untrusted}")))
    let comparison = SequenceComparison(policies, limits: Self.limits(8))
    let kinds = Set(comparison.findings.map { $0.kind })
    #expect(kinds.contains(.splits))
    #expect(!kinds.contains(.reachesMore))
    #expect(comparison.played > comparison.findings.reduce(0) { $0 + $1.count })
    let same = SequenceComparison(
      Sides(old: policies.old, new: policies.old), limits: Self.limits(4))
    #expect(same.findings.isEmpty && same.played > 0)
  }
}
