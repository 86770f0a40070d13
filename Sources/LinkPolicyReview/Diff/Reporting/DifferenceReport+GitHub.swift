internal import LinkPolicyTesting

extension DifferenceReport {
  /// The report as commands for GitHub's workflow runs: one a cause, beside its own line, where a reviewer sees it.
  var github: GitHubText {
    var commands: [GitHubCommand] = []
    for cause in causes {
      let kinds = cause.kinds.map { $0.rawValue }.joined(separator: ", ")
      commands.append(
        GitHubCommand(
          Self.level(cause.kinds), title: kinds, message(cause), at: reportPlace(cause)))
    }
    for change in invariants ?? [] {
      var message: TerminalText = "\(change.statement)"
      for line in change.story {
        message += "\n\(line)"
      }
      let verdicts = change.verdicts
      commands.append(
        GitHubCommand(
          change.isLost ? .error : .notice,
          title: "\(change.id) \(verdicts.old.rawValue) -> \(verdicts.new.rawValue)", message,
          at: nil))
    }
    let shown = commands.prefix(GitHubCommand.limit)
    var last: TerminalText = summary()
    if commands.count > shown.count {
      last += "; \(commands.count - shown.count) more edits are not shown here"
    }
    let end = GitHubCommand(.notice, title: "linkpolicy diff", last, at: nil)
    return (shown + [end]).map { $0.text }.joined(by: "")
  }

  private static func level(_ kinds: [ChangeKind]) -> GitHubCommand.Level {
    switch ChangeLevel(kinds) {
    case .danger: .error
    case .change: .warning
    case .note: .notice
    }
  }
}
