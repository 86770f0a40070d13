import LinkPolicy
import LinkPolicyDiagnostics
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyReview

@Suite("Approvals of changes")
struct ChangeApprovalsTests {
  private static let old = String(repeating: "a", count: 64)
  private static let new = String(repeating: "b", count: 64)

  private static func read(_ text: String) throws(InvalidInput) -> ChangeApprovals {
    try ChangeApprovals(Array(text.utf8), name: "approvals.yaml")
  }

  private static func entry(
    old: String = old, new: String = new, kinds: String = "[reaches-more]", by: String = "Ada"
  ) -> String {
    "approvals: 1\nchanges:\n  - {old: \(old), new: \(new), kinds: \(kinds), by: \"\(by)\"}\n"
  }

  @Test("hold for the change between two digests and for no other")
  func digests() throws {
    let approvals = try Self.read(Self.entry())
    let (a, b) = (
      try #require(PolicyDigest(text: Self.old)), try #require(PolicyDigest(text: Self.new))
    )
    let found = approvals.approvals(of: Sides(old: a, new: b))
    #expect(found.map { $0.kinds } == [[.reachesMore]] && found.first?.by == "Ada")
    #expect(approvals.approvals(of: Sides(old: b, new: a)).isEmpty)
    #expect(approvals.approvals(of: Sides(old: a, new: a)).isEmpty)
  }

  @Test(
    "that cannot hold are refused with what to do",
    arguments: [
      ("changes: []\n", "the key `approvals` is missing"),
      ("approvals: 2\nchanges: []\n", "expected an integer in `approvals`"),
      ("approvals: 1\n", "the key `changes` is missing"),
      (entry(old: "abc"), "`abc` is not a digest"),
      (entry(kinds: "[renames]"), "an approval cannot name the kind `renames`"),
      // Digests do not cover invariants and pins.
      (entry(kinds: "[assures-less]"), "an approval cannot name the kind `assures-less`"),
      (entry(kinds: "[unpins]"), "an approval cannot name the kind `unpins`"),
      (entry(kinds: "[nothing]"), "an approval cannot name the kind `nothing`"),
      (entry(by: ""), "`by` is empty"),
      ("linkpolicy: 1\nname: a\n", "the file is a policy, but a file of approvals is expected"),
      ("", "no value"),
    ])
  func refused(_ text: String, _ words: String) {
    do throws(InvalidInput) {
      _ = try Self.read(text)
      Issue.record("it was read: \(text)")
    } catch {
      #expect(
        error.diagnostics.contains { $0.message.contains(words) && $0.help != nil },
        "\(error.diagnostics.map { $0.message })")
    }
  }
}
