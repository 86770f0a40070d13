internal import LinkPolicy
internal import LinkPolicyVectors

extension DifferenceReport {
  /// The report as commands for GitHub's workflow runs: one a pair of rows, beside the new row.
  var github: String {
    var lines: [String] = []
    for change in difference.changes {
      let side: Side = change.answers.new.position == nil ? .old : .new
      var message = "old " + answer(change, .old)
      message += "\nnew " + answer(change, .new)
      message += "\n" + change.cells.of("cell")
      if let box = change.boxes.first {
        message += ", as " + conditions(box)
        let steps = box.witness?.steps ?? []
        for (index, step) in steps.enumerated() {
          message += "\n\(index + 1). " + step.words + " -> " + Self.outcome(step)
        }
      }
      let title = change.kinds.map { $0.rawValue }.joined(separator: ", ")
      lines.append(annotation(title, message, at: change.answers[side].position, side))
    }
    for declaration in difference.declarations {
      let side: Side = declaration.positions.new == nil ? .old : .new
      let message =
        declaration.subject + "\nold " + declaration.words.old + "\nnew " + declaration.words.new
      lines.append(annotation("declared otherwise", message, at: declaration.positions[side], side))
    }
    let shown = lines.prefix(GitHubCommand.limit)
    var words = summary
    if lines.count > shown.count {
      words += "; \(lines.count - shown.count) more differences are not shown here"
    }
    let last = "::notice title=linkpolicy diff::" + MarkupText.commandData(words) + "\n"
    return shown.joined() + last
  }

  private func annotation(
    _ title: String, _ message: String, at position: SourcePosition?, _ side: Side
  ) -> String {
    GitHubCommand.annotation(
      "warning", title: title, message,
      at: ReportPlace(position, in: difference.policies[side].sources))
  }
}
