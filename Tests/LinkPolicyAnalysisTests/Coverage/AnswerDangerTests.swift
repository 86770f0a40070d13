import LinkPolicyAuthoring
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyReview

/// The danger of rows, stated here by hand from the definitions of the kinds in Docs/Diff.md.
@Suite("The danger of missing parts")
struct AnswerDangerTests {
  private static func report(limit: Int = 2) throws -> CoverageReport {
    var limits = Explorer.Limits()
    limits.stores = 50
    let policy = try Harbour.policy()
    var explorer = Explorer(policy, limits: limits)
    explorer.explore()
    return CoverageReport(Coverage(policy), explorer, named: "p", limit: limit)
  }

  @Test("rows that join and link come first, refusals later, and unreachable rows last")
  func order() throws {
    let missing = try Self.report().missing
    let rows = missing.filter { $0.what == .row || $0.what == .guard }.map { $0.name.text }
    #expect(
      rows == [
        // A session, a proof, and unproven methods that would stay.
        "sign-in.federated/joins",
        // A method in the place of others.
        "link.federated/add",
        // A session.
        "sign-in.federated/returning",
        // A proof in a new account.
        "sign-in.federated/first",
        // Refusals: the guards first, then as the policy lists them.
        "guards/closed",
        "sign-in.federated/stranger",
        "link.federated/nobody",
        "link.federated/taken",
        "link.federated/own",
        "sign-in.federated/broken",
      ])
  }

  @Test("an answer is compared with a refusal and with an allowed attempt that does nothing")
  func kinds() throws {
    let missing = try Self.report().missing
    func danger(_ row: String) -> [ChangeKind]? {
      missing.first { $0.what == .row && $0.name.text == row }?.danger
    }
    let joins = try #require(danger("sign-in.federated/joins"))
    #expect(Set(joins).isSuperset(of: [.reachesMore, .provesMore, .dropsLess, .guardsLess]))
    #expect(danger("sign-in.federated/stranger") == [.guardsLess])
    #expect(danger("sign-in.federated/first") == [.provesMore, .guardsLess])
    #expect(missing.allSatisfy { $0.danger.allSatisfy { $0.isDanger } })
    #expect(missing.filter { $0.what == .transition }.allSatisfy { $0.danger.isEmpty })
  }

  @Test("the cells of a row are ranked one by one: proofs before assertions without trust")
  func cells() throws {
    let cells = try Self.report(limit: 3).missing.filter {
      $0.what == .cell && $0.name.text == "sign-in.federated/first"
    }
    let trust = cells.map { $0.facts.first { $0.fact == "trust" }?.values }
    #expect(trust.first == ["trusted"] && trust.last == ["untrusted"])
    #expect(cells.first?.danger == [.provesMore, .guardsLess])
    #expect(cells.last?.danger == [.guardsLess])
  }

  @Test("changes are compared by their worst kind, then by the next")
  func ranks() {
    func isWorse(_ a: [ChangeKind], _ b: [ChangeKind]) -> Bool {
      ChangeKind.ranks(a).lexicographicallyPrecedes(ChangeKind.ranks(b))
    }
    #expect(isWorse([.reachesMore], [.provesMore, .dropsLess]))
    #expect(isWorse([.reachesMore, .provesMore], [.reachesMore, .guardsLess]))
    #expect(isWorse([.guardsLess, .tellsMore], [.guardsLess]))
    #expect(isWorse([.guardsLess], []))
    #expect(!isWorse([.guardsLess], [.guardsLess]))
  }
}
