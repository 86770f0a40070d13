internal import LinkPolicy
internal import LinkPolicyAnalysis
internal import LinkPolicyReports
internal import LinkPolicyVectors

extension DifferenceReport {
  /// The report as commands for GitHub's workflow runs: one a pair of rows, beside the new row.
  var github: GitHubText {
    var commands: [GitHubCommand] = []
    for change in difference.changes {
      let side: Side = change.answers.new.position == nil ? .old : .new
      var message: TerminalText = "old \(answer(change, .old))\nnew \(answer(change, .new))"
      message += "\n\(change.cells, of: "cell")"
      if let box = change.boxes.first {
        message += ", as \(conditions(box))"
        for (index, step) in (box.witness?.steps ?? []).enumerated() {
          message += "\n\(index + 1). \(step.words) -> \(Self.outcome(step))"
        }
      }
      let title = change.kinds.map { $0.rawValue }.joined(separator: ", ")
      commands.append(command(title, message, at: change.answers[side].position, side))
    }
    for declaration in difference.declarations {
      let side: Side = declaration.positions.new == nil ? .old : .new
      let words = declaration.words
      var message: TerminalText = "\(declaration.subject)\nold \(words.old)\nnew \(words.new)"
      for (index, step) in (declaration.witness?.steps ?? []).enumerated() {
        message += "\n\(index + 1). \(step.words) -> \(Self.outcome(step))"
      }
      let kinds = declaration.kinds.map { $0.rawValue }.joined(separator: ", ")
      commands.append(
        command(
          "declared otherwise: " + kinds, message,
          at: declaration.positions[side], side))
    }
    let shown = commands.prefix(GitHubCommand.limit)
    var last: TerminalText = summary()
    if commands.count > shown.count {
      last += "; \(commands.count - shown.count) more differences are not shown here"
    }
    let end = GitHubCommand(.notice, title: "linkpolicy diff", last, at: nil)
    return (shown + [end]).map { $0.text }.joined(by: "")
  }

  private func command(
    _ title: String, _ message: TerminalText, at position: SourcePosition?, _ side: Side
  ) -> GitHubCommand {
    GitHubCommand(
      .warning, title: title, message,
      at: ReportPlace(position, in: difference.policies[side].sources))
  }
}
