internal import LinkPolicy
internal import LinkPolicyDiagnostics
internal import LinkPolicyJSON

/// A report of `test` for code hosts: each workflow command of GitHub follows its case, and a SARIF log is complete only
/// at the end of the run.
struct HostedRun: Sendable {
  /// The maximum number of failures in a log, which is the number of results that GitHub shows for a run.
  private static var limit: Int { 5000 }

  private let format: HostedFormat
  private var commands = GitHubCommands()
  private var failures: [HostedFinding] = []

  init(_ format: HostedFormat) {
    self.format = format
  }

  /// Adds a case, and returns its command; empty for a case that did not fail, and for SARIF.
  mutating func add(_ result: CaseResult) -> [UInt8] {
    guard result.verdict.isFailure else { return [] }
    switch format {
    case .github:
      return commands.add(HostedFinding(result)).bytes
    case .sarif:
      if failures.count < Self.limit {
        failures.append(HostedFinding(result))
      }
      return []
    }
  }

  /// Returns the rest of the report.
  func finish(_ run: VectorRun) -> [UInt8] {
    switch format {
    case .github:
      // GitHub shows only so many errors of a step, so failures and problems share the limit.
      var commands = commands
      var text = GitHubText()
      for problem in run.hostedProblems {
        text += commands.add(problem)
      }
      return (text + commands.end(of: "test", run.summary)).bytes
    case .sarif:
      var report = HostedReport(
        of: "test", rules: [(id: HostedFinding.failed, meaning: "A vector fails.")],
        summary: run.summary)
      report.findings = failures
      report.add(problems: run.hostedProblems)
      let left = run.failed - failures.count
      report.properties = .object([
        "summary": .string(run.summary.text), "unshown": left > 0 ? .int(left) : nil,
      ])
      return report.sarif
    }
  }
}

extension HostedFinding {
  fileprivate static var failed: String { "test/failure" }

  /// Creates the finding of a failed case.
  fileprivate init(_ result: CaseResult) {
    var message: TerminalText = "\(result.summary)"
    // The summary has only the first mismatch; an entry of the known failures that no longer applies is the last.
    if let last = result.mismatches.last, last.key == "known", result.mismatches.count > 1 {
      message += "\nknown: expected \(last.expected), got \(last.got)"
    }
    if let decision = result.mismatches.first.flatMap({ result.decision(of: $0) }) {
      message += "\ndecided by \(decision)"
    }
    message += "\nagain: \(result.command)"
    let vector = result.vector
    self.init(
      .error, rule: Self.failed, title: .subject(vector.id), message,
      at: ReportPlace(file: vector.file, position: result.position),
      key: (name: "vectors/v1", parts: [result.implementation ?? "", vector.id]))
    noun = .failure
  }
}

extension VectorRun {
  /// The problems that prevented the run from reading or playing its input, and the failure of a run without cases.
  fileprivate var hostedProblems: [HostedFinding] {
    let problems = problems.flatMap { problem in
      problem.diagnostics.map { HostedFinding(problem: $0, in: problem.sources) }
    }
    guard count == 0, problems.isEmpty else { return problems }
    let reason = explanation.map { ": \($0)" } ?? ""
    return [HostedFinding(problem: "\(Self.emptyWords)\(reason)")]
  }

  /// The counts of the run, or the reason why an empty run counts as a failure.
  fileprivate var summary: TerminalText {
    TerminalText(count == 0 ? Self.emptyWords : counts.words)
  }
}
