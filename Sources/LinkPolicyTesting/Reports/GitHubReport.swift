internal import LinkPolicy
internal import LinkPolicyDiagnostics

/// The report as commands for GitHub's workflow runs, which shows them beside the lines.
struct GitHubReport: Sendable {
  private var shown = 0

  mutating func add(_ result: CaseResult) -> GitHubText {
    guard result.verdict.isFailure, shown < GitHubCommand.limit else { return "" }
    shown += 1
    var message: TerminalText = "\(result.summary)"
    if let decision = result.mismatches.first.flatMap({ result.decision(of: $0) }) {
      message += "\ndecided by \(decision)"
    }
    message += "\nagain: \(result.command)"
    let place = ReportPlace(file: result.vector.file, position: result.position)
    return GitHubCommand(.error, title: result.vector.id, message, at: place).text
  }

  func finish(_ run: VectorRun) -> GitHubText {
    var text = GitHubText()
    for (finding, place) in run.problemList.prefix(GitHubCommand.limit) {
      let message = TerminalText(finding.message)
      text += GitHubCommand(.error, title: finding.code.name.text, message, at: place).text
    }
    var summary = TerminalText(run.count == 0 ? VectorRun.emptyWords : run.counts.words)
    if run.failed > shown {
      summary += "; \(run.failed - shown) more failures are not shown"
    }
    let level = run.isClean ? GitHubCommand.Level.notice : .error
    return text + GitHubCommand(level, title: "linkpolicy test", summary, at: nil).text
  }
}
