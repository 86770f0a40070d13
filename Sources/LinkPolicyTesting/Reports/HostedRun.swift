internal import LinkPolicy
internal import LinkPolicyDiagnostics
internal import LinkPolicyJSON

/// A report of `test` as GitHub Actions workflow commands, written case by case.
struct GitHubReport: Sendable {
  private var commands = GitHubCommands()

  mutating func add(_ result: CaseResult) -> GitHubText {
    result.verdict.isFailure ? commands.add(HostedFinding(result)) : ""
  }

  func finish(_ run: VectorRun) -> GitHubText {
    // GitHub shows only so many errors of a step, so failures and problems share the limit.
    var commands = commands
    var text = GitHubText()
    for problem in run.hostedProblems {
      text += commands.add(problem)
    }
    return text + commands.end(of: "test", run.summary)
  }
}

/// A report of `test` as a SARIF log, written at the end of the run.
struct SARIFReport: Sendable {
  /// The maximum number of failures in the log, which is the number of results that GitHub shows for a run.
  private static var limit: Int { 5000 }

  private var failures: [HostedFinding] = []

  mutating func add(_ result: CaseResult) {
    if result.verdict.isFailure, failures.count < Self.limit {
      failures.append(HostedFinding(result))
    }
  }

  func finish(_ run: VectorRun) -> [UInt8] {
    var report = HostedReport(
      of: "test",
      rules: [
        (id: HostedFinding.failed, meaning: "A vector fails.")
      ], summary: run.summary)
    report.findings = failures
    report.add(problems: run.hostedProblems)
    let left = run.failed - failures.count
    report.properties = .object([
      "summary": .string(run.summary.text), "unshown": left > 0 ? .int(left) : nil,
    ])
    return report.sarif
  }
}

extension HostedFinding {
  fileprivate static var failed: String { "test/failure" }

  /// Creates the finding of a failed case.
  fileprivate init(_ result: CaseResult) {
    var message: TerminalText = "\(result.summary)"
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
