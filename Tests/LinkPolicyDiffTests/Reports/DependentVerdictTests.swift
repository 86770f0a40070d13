import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyReview

@Suite("Policies that extend a changed policy")
struct DependentVerdictTests {
  private static func report(
    _ outcome: DependentVerdict.DependentOutcome
  ) throws -> DifferenceReport {
    let policy = try Harbour.policy()
    let difference = try PolicyDifference(old: policy, new: policy)
    var report = DifferenceReport(
      difference, named: Sides(old: "old", new: "new"), gate: .usual, limit: 3)
    report.dependents = [DependentVerdict(path: "teams/quay.yaml", outcome: outcome)]
    return report
  }

  private static func text(
    _ report: DifferenceReport, _ format: DifferenceReport.DifferenceReportFormat
  ) -> String {
    String(decoding: report.bytes(format), as: UTF8.self)
  }

  /// The outcomes, with their words in the reports; no words if the change may pass.
  private static let outcomes: [(DependentVerdict.DependentOutcome, words: String?)] = [
    (.passed, nil), (.new, nil), (.stopped([.reachesMore]), "is stopped: reaches-more"),
    (.invalid, "no longer loads"), (.incomparable, "cannot be compared"),
  ]

  @Test("stop a change that changes nothing in its own policy, in every format")
  func formats() throws {
    for (outcome, words) in Self.outcomes {
      let report = try Self.report(outcome)
      #expect(report.verdict.outcome == (words == nil ? .equal : .stopped))
      for format in DifferenceReport.DifferenceReportFormat.allCases {
        let text = Self.text(report, format)
        switch format {
        case .pretty, .markdown, .github:
          #expect(
            text.contains("STOPPED: 1 dependent policy") == (words != nil && format != .markdown))
          #expect(
            text.contains("**STOPPED**: 1 dependent policy")
              == (words != nil && format == .markdown))
          #expect(text.contains("teams/quay.yaml") == (words != nil))
          #expect(words.map { text.contains($0) } ?? true, "\(format): \(text)")
        case .json, .sarif:
          #expect(text.contains("\"outcome\":\"stopped\"") || words == nil || format == .sarif)
          #expect(
            text.contains(
              "\"policy\":\"teams/quay.yaml\",\"outcome\":\"\(report.dependents[0].word)\""))
        }
      }
    }
  }

  @Test("fit a comment on a pull request, however many they are")
  func comment() throws {
    var report = try Self.report(.invalid)
    let name = String(repeating: "quay/", count: 700)
    report.dependents = (0..<500).map {
      DependentVerdict(path: "\(name)\($0).yaml", outcome: .stopped([.reachesMore]))
    }
    let text = Self.text(report, .markdown)
    #expect(
      text.utf8.count <= 65_536 && text.contains("and 480 more policies that extend this policy"))
    #expect(text.contains("500 dependent policies"))
  }
}
