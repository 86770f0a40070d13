import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyPresets
import LinkPolicyYAML
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyReview

/// How much is asked to compare two versions of a shipped policy that differ in a line, counted and
/// not timed.
@Suite("What the comparison of a line costs")
struct ComparisonCostTests {
  /// Firebase, and the same with one text in the place of another.
  private static func difference(_ part: String, _ other: String) throws -> PolicyDifference {
    let bytes = try #require(Presets.yaml(named: "firebase"))
    // What is edited no longer means what the file states of itself.
    let text = String(decoding: bytes, as: UTF8.self).replacing(/digest: [^\n]*\n/, with: "")
    let edited = text.replacing(part, with: other)
    #expect(edited != text)
    return try PolicyDifference(
      old: try CompiledPolicy(yaml: Array(text.utf8), name: "old.yaml"),
      new: try CompiledPolicy(yaml: Array(edited.utf8), name: "new.yaml"))
  }

  /// Edits of a line: of a fact, of a guard and of a row.
  private static let edits = [
    ("domain: google,    is: trusted", "domain: google,    is: untrusted"),
    ("action: sensitive, session: old, refuse", "action: delete, session: old, refuse"),
    ("do: [drop-unproven, replace-subject, verify-email,", "do: [replace-subject, verify-email,"),
  ]

  @Test("findings/review.md 10: the comparison of a line takes few steps for many cells")
  func steps() throws {
    for (part, other) in Self.edits {
      let difference = try Self.difference(part, other)
      #expect(difference.cells > 1_000_000 && !difference.changes.isEmpty)
      let steps = difference.comparisons.map { $0.algebra.steps }
      #expect(steps.reduce(0, +) < 200_000, "\(other): \(steps)")
    }
  }

  @Test("findings/review.md 10: the search for sequences ends once each box has one")
  func stores() throws {
    var difference = try Self.difference(Self.edits[2].0, Self.edits[2].1)
    var limits = Explorer.Limits()
    limits.stores = 10_000
    difference.addWitnesses(limits: limits)
    #expect(difference.changes.allSatisfy { $0.boxes.allSatisfy { $0.witness != nil } })
    #expect(0 < difference.searchedStores && difference.searchedStores <= 80)
  }
}
