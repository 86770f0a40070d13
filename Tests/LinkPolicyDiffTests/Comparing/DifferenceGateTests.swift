import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyReview

@Suite("Which differences a gate stops")
struct DifferenceGateTests {
  private static func difference(_ old: String, _ new: String) throws -> PolicyDifference {
    try PolicyDifference(old: try Harbour.policy(), new: try Harbour.policy((old, new)))
  }

  @Test("danger is every kind that is not harmless, a kind is itself, any other word is refused")
  func words() throws {
    let dropped = try Self.difference(
      "do: [drop-unproven, replace-subject, sign-in]", "do: [replace-subject, sign-in]")
    let renamed = try Self.difference("web: already registered", "web: known address")
    let danger = try #require(DifferenceGate(["danger"]))
    #expect(danger.stopped(dropped) == [.dropsLess] && danger.stopped(renamed).isEmpty)
    let names = try #require(DifferenceGate(["renames", "splits"]))
    #expect(names.stopped(dropped).isEmpty && names.stopped(renamed) == [.renames])
    #expect(DifferenceGate(["danger", "drops"]) == nil && DifferenceGate([""]) == nil)
    #expect(DifferenceGate.words.count == ChangeKind.allCases.count + 1)
  }

  @Test("what was not shown to be harmless stops at every gate")
  func declares() throws {
    let folded = try Self.difference("proof: {trust", "addresses: {fold: []}\nproof: {trust")
    let gate = try #require(DifferenceGate(["splits"]))
    #expect(gate.stopped(folded) == [.declares])
    let idle = try Self.difference("proof: {trust", "labels: {tier: [plain, gold]}\nproof: {trust")
    #expect(!idle.isEqual && gate.stopped(idle).isEmpty)
    #expect(idle.declarations.map { $0.kinds } == [[.idles]])
  }
}
