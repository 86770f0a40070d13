internal import LinkPolicy
internal import LinkPolicyReview
internal import LinkPolicyTesting

/// Reports for code hosts, which show findings beside the lines they are about.
extension PolicyReport {
  /// The report as commands for GitHub's workflow runs: the worst findings, as many as it shows.
  var github: GitHubText {
    let ordered = findings.enumerated().sorted { a, b in
      (b.element.level.rawValue, a.offset) < (a.element.level.rawValue, b.offset)
    }.map { $0.element }
    var text = GitHubText()
    for finding in ordered.prefix(GitHubCommand.limit) {
      let level: GitHubCommand.Level =
        switch finding.level {
        case .note: .notice
        case .warning: .warning
        case .error: .error
        }
      text +=
        GitHubCommand(
          level, title: finding.code.name.text, message(finding),
          at: ReportPlace(finding.position, in: sources)
        ).text
    }
    var last = summary
    if findings.count > GitHubCommand.limit {
      last += "; \(findings.count - GitHubCommand.limit, of: "finding") not shown here"
    }
    return text + GitHubCommand(.notice, title: "linkpolicy check", last, at: nil).text
  }

  /// The report as a SARIF 2.1.0 log: one result a finding.
  var sarif: [UInt8] {
    var log = SARIFLog(
      rules: FindingCatalog.all.map { (id: "check/" + $0.code.name.text, meaning: $0.meaning) })
    for finding in findings {
      let subject = levels?.subject(of: finding) ?? finding.message
      log.add(
        "check/" + finding.code.name.text, level: Self.word(finding.level), message(finding),
        at: ReportPlace(finding.position, in: sources),
        related: finding.related.compactMap { ReportPlace($0.position, in: sources) },
        key: (name: "subject/v1", parts: [finding.code.name.text, subject]))
    }
    return log.bytes
  }

  private static func word(_ level: Diagnostic.Level) -> String {
    switch level {
    case .note: "note"
    case .warning: "warning"
    case .error: "error"
    }
  }

  /// The message with what to do and what stands elsewhere, since hosts show one place and one text.
  private func message(_ finding: Diagnostic) -> TerminalText {
    var text: TerminalText = "\(finding.message)"
    if let help = finding.help {
      text += "\nhelp: \(help)"
    }
    for other in finding.related {
      text += "\n\(sources.describe(other.position)): \(other.message)"
    }
    return text
  }
}
