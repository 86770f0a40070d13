import LinkPolicy
import LinkPolicyDiagnostics
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyReview

/// Differences of declarations have a story and kinds.
@Suite("Sequences for what is declared otherwise")
struct DeclarationSearchTests {
  private static func shown(
    _ edits: (old: String, new: String)..., stores: Int = 60
  ) throws -> PolicyDifference {
    var difference = try PolicyDifference(
      old: try Harbour.policy(), new: try Harbour.policy(edits))
    var limits = Explorer.Limits()
    limits.stores = stores
    difference.addWitnesses(limits: limits)
    return difference
  }

  private static let pier = "pier.example:          {kind: federated}"

  @Test(
    "findings/review.md 1: each has its kinds, and a sequence under which the policies part",
    arguments: [
      (
        pier, "pier.example: {kind: federated, issuer: login.harbour.example}",
        ChangeKind.reachesMore
      ),
      ("proof: {trust", "addresses: {fold: []}\nproof: {trust", .splits),
      ("proof: {trust", "addresses: {fold: [case, plus-tags]}\nproof: {trust", .guardsMore),
      (
        "proof: {trust", "addresses: {aliases: {bay.example: harbour.example}}\nproof: {trust",
        .guardsMore
      ),
      ("proof: {trust", "pools: {one: [pier.example], rest: [\"*\"]}\nproof: {trust", .splits),
      (pier, "pier.example: {kind: federated, gives: []}", .locksOut),
      (pier, pier + "\n  quay.example: {kind: federated}", .offers),
    ])
  func sequences(_ edit: (old: String, new: String, kind: ChangeKind)) throws {
    let difference = try Self.shown((edit.old, edit.new))
    let declaration = try #require(difference.declarations.first)
    #expect(declaration.kinds.contains(edit.kind), "\(edit.new): \(declaration.kinds)")
    // A sequence that shows something harmless leaves open what else there is.
    let isDanger = declaration.kinds.contains { $0.isDanger && $0 != .declares }
    #expect(declaration.kinds.contains(.declares) == (!isDanger && edit.kind != .offers))
    let witness = try #require(declaration.witness, "\(edit.new)")
    let played = Sides { side in
      witness.sequence.adapted(to: difference.policies[side]).play(difference.policies[side])
    }
    let last = Sides { played[$0].last.map { Visible($0) } }
    #expect(last.old != nil && last.new != nil && last.old != last.new)
  }

  @Test("where fewer stores are looked into than it takes, there may be more")
  func short() throws {
    let edit = (Self.pier, "pier.example: {kind: federated, issuer: login.harbour.example}")
    #expect(try Self.shown(edit, stores: 12).declarations.first?.kinds.contains(.declares) == true)
    #expect(try Self.shown(edit).declarations.first?.kinds.contains(.declares) == false)
  }

  @Test("of two that differ each has its own sequence")
  func attribution() throws {
    let difference = try Self.shown(
      ("proof: {trust", "addresses: {fold: []}\nproof: {trust"),
      (Self.pier, "pier.example: {kind: federated, issuer: login.harbour.example}"), stores: 20)
    let provider = try #require(
      difference.declarations.first { $0.subject == "provider pier.example" })
    let folding = try #require(
      difference.declarations.first { $0.subject == "addresses: fold case" })
    #expect(provider.kinds.contains(.reachesMore) && folding.kinds.contains(.splits))
    let words = folding.witness?.steps.last?.words ?? ""
    #expect(words.contains("A@"))
  }

  @Test("findings/review.md 1: cells are alike only where nothing goes by what differs")
  func summary() throws {
    func summary(_ difference: PolicyDifference) -> String {
      let report = DifferenceReport(difference, named: Sides(old: "a", new: "b"), limit: 3)
      return (report.summary() as TerminalText).text
    }
    let pools = try Self.shown(
      ("proof: {trust", "pools: {one: [pier.example], rest: [\"*\"]}\nproof: {trust"))
    #expect(summary(pools).contains("have equal answers if attempts are interpreted alike"))
    let idle = try Self.shown(("proof: {trust", "labels: {tier: [plain, gold]}\nproof: {trust"))
    #expect(summary(idle).contains("are answered alike; 1 changed declaration"))
  }
}
