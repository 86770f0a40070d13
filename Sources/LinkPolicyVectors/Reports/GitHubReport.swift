internal import LinkPolicy
internal import LinkPolicyJSON

/// The report as commands for GitHub's workflow runs, which shows them beside the lines.
struct GitHubReport: Sendable {
  // GitHub shows ten errors of a step and drops the others.
  private static var limit: Int { 10 }

  private var shown = 0

  mutating func add(_ result: CaseResult) -> String {
    guard result.verdict.isFailure, shown < Self.limit else { return "" }
    shown += 1
    let position = result.position
    var text =
      "::error file=" + MarkupText.commandProperty(result.vector.file) + ",line=\(position.line)"
    text +=
      ",col=\(position.column),title="
      + MarkupText.commandProperty(Name(result.vector.id).printable)
    var message = result.summary
    if let decision = result.mismatches.first.flatMap({ result.decision(of: $0) }) {
      message += "\ndecided by " + decision
    }
    message += "\nagain: " + result.command
    return text + "::" + MarkupText.commandData(message) + "\n"
  }

  func finish(_ run: VectorRun) -> String {
    var text = ""
    for (finding, place) in run.problemList.prefix(Self.limit) {
      text += "::error "
      if let place {
        text += "file=" + MarkupText.commandProperty(place.file) + ",line=\(place.position.line),"
        text += "col=\(place.position.column),"
      }
      text +=
        "title=" + finding.code.name.text + "::" + MarkupText.commandData(finding.message) + "\n"
    }
    let level = run.isClean ? "notice" : "error"
    var summary = run.count == 0 ? VectorRun.emptyWords : run.counts.words
    if run.failed > shown {
      summary += "; \(run.failed - shown) more failures are not shown"
    }
    return text + "::" + level + " title=linkpolicy test::" + MarkupText.commandData(summary) + "\n"
  }
}
