import LinkPolicy
import LinkPolicyDiagnostics
import LinkPolicyTestSupport
import LinkPolicyTesting
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyReview

/// How survivors are counted, ordered and told.
@Suite("Reports of mutation")
struct MutationReportTests {
  private static func run(_ operators: [String]) throws -> (MutationRun, SuiteIndex) {
    let policy = try VariousPolicy.policy()
    let index = SuiteIndex(policy)
    var options = MutationRun.MutationOptions()
    options.operators = operators
    return (MutationRun(of: policy, with: index, options: options), index)
  }

  @Test("the kinds of a survivor are those that `diff` finds between policy and mutant")
  func kinds() throws {
    let (run, _) = try Self.run(["effect-dropped", "effect-added", "row-removed", "row-moved"])
    var compared = 0
    for (mutant, survivor) in run.survivors {
      let difference = try PolicyDifference(old: run.policy, new: survivor.policy)
      let found = Set(difference.changes.flatMap { $0.kinds })
      // Cells out of reach may be one with others there. Where cells do not tell who has the credential, `diff` takes
      // them for both.
      // Mutation goes by the recorded proof where `diff` asks which assertions each policy believes.
      let kinds = Set(survivor.kinds).subtracting([.unreachable, .locksOut])
      #expect(kinds.isSubset(of: found), "\(mutant.id)")
      let known: Set<ChangeKind> = [.reachesMore, .locksOut, .unreachable]
      #expect(found.subtracting(kinds).isSubset(of: known), "\(mutant.id)")
      #expect(!found.contains(.unreachable) || survivor.kinds.last == .unreachable)
      compared += 1
    }
    #expect(compared > 50)
  }

  @Test("findings/review.md 2: the most dangerous come first, and last what is used nowhere")
  func order() throws {
    let (run, index) = try Self.run([])
    let report = MutationReport(run, index)
    let ranks = report.likely.map { ChangeKind.rank($0.survivor.kinds) }
    #expect(ranks == ranks.sorted() && ranks.first == 0)
    let unused = report.survivors.drop { $0.mutant.unused == nil }
    #expect(!unused.isEmpty && unused.allSatisfy { $0.mutant.unused != nil })
    // The policy tells methods and asks for consent; it shows one row otherwise.
    let words = Set(unused.compactMap { $0.mutant.unused })
    #expect(words.contains("tell credential") && !words.contains("tell methods"))
    #expect(!words.contains("ask consent") && !words.contains("show"))
    let line: TerminalText? = report.unusedLine()
    let text = line?.text ?? ""
    #expect(text.hasPrefix("\(unused.count) survivors add features that the policy does not use: "))
    func told(_ entry: MutationReport.SurvivingMutant) -> String {
      MutationReport.text(of: entry.mutant, entry.survivor, in: report.sources).text
    }
    #expect(unused.allSatisfy { told($0).isEmpty })
    #expect(report.likely.allSatisfy { told($0).hasPrefix("SURVIVED \($0.mutant.id)\n") })
  }

  @Test("code hosts get a warning for each survivor, at its line, because each makes the run fail")
  func hosted() throws {
    let (run, index) = try Self.run([])
    let report = MutationReport(run, index)
    let hosted = report.hosted
    #expect(hosted.findings.count == report.survivors.count && !hosted.findings.isEmpty)
    let rules = Set(hosted.rules.map { $0.id })
    for (finding, entry) in zip(hosted.findings, report.survivors) {
      #expect(finding.level == .warning)
      #expect(finding.place?.position == entry.mutant.position && rules.contains(finding.rule))
    }
    let commands = hosted.github.text.split(separator: "\n")
    #expect(commands.count == 11 && commands.dropLast().allSatisfy { $0.hasPrefix("::warning ") })
    let words = "; \(report.survivors.count - 10) findings not shown here"
    #expect(commands.last?.hasSuffix(words) == true, "\(commands)")
  }

  @Test("findings/review.md 2: killed, equivalent and surviving mutants are counted apart")
  func counts() throws {
    let (run, index) = try Self.run(["condition-widened"])
    let report = MutationReport(run, index)
    let total = report.total
    #expect(total.equivalent > 0 && total.survived > 0 && total.killed == 0)
    let words =
      "various: \(total.mutants) mutants: 0 killed by 0 vectors through 0 situations, "
      + "\(total.equivalent) proved equivalent, \(total.survived) survive"
    #expect(report.text.text.contains(words))
    #expect(
      report.markdown.text.contains("| **all** | \(total.mutants) | 0 | \(total.equivalent) |"))
    let json = String(decoding: report.json(passedOver: 0), as: UTF8.self)
    for part in ["\"killed\":0", "\"equivalent\":\(total.equivalent)", "\"searched\":0"] {
      #expect(json.contains(part), "\(part)")
    }
  }
}
