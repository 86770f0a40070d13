internal import LinkPolicy
package import LinkPolicyDiagnostics

/// The workflow commands of a GitHub Actions step, such as `::error`, that annotate lines with findings.
///
/// The writer returns each command immediately, so that a long run shows its first findings early.
struct GitHubCommands: Sendable {
  // The maximum number of annotations of one level that GitHub shows for a workflow step.
  private static var limit: Int { 10 }

  private var shown = 0
  private var notices = 0
  private var unshown: [HostedFinding.HostedNoun: Int] = [:]

  /// Returns the command of the verdict on the run; empty without a verdict.
  mutating func add(_ verdict: HostedReport.HostedVerdict?) -> GitHubText {
    guard let verdict else { return "" }
    shown += 1
    return Self.command(verdict.level, title: verdict.title, verdict.message, at: nil)
  }

  /// Returns the command of a finding; empty if GitHub would not show the command together with the summary.
  mutating func add(_ finding: HostedFinding) -> GitHubText {
    // The summary is a notice too.
    let isCrowded = finding.level == .note && notices == Self.limit - 1
    guard unshown.isEmpty, shown < Self.limit, !isCrowded else {
      unshown[finding.noun, default: 0] += 1
      return ""
    }
    shown += 1
    notices += finding.level == .note ? 1 : 0
    let title =
      switch finding.title {
      case .kinds(let words), .subject(let words): words
      }
    return Self.command(finding.level, title: title, finding.text, at: finding.place)
  }

  /// Returns the last command: a notice with the summary of the run, and the number of findings that are not shown.
  func end(of verb: String, _ summary: TerminalText) -> GitHubText {
    var summary = summary
    for noun in HostedFinding.HostedNoun.allCases {
      guard let count = unshown[noun] else { continue }
      let words: TerminalText =
        switch noun {
        case .finding: "\(count, of: "finding") not shown here"
        case .edit:
          count == 1 ? "1 more edit is not shown here" : "\(count) more edits are not shown here"
        case .failure:
          count == 1 ? "1 more failure is not shown" : "\(count) more failures are not shown"
        case .problem: "\(count, of: "problem") with the input not shown"
        }
      summary += "; " + words
    }
    return Self.command(.note, title: "linkpolicy " + verb, summary, at: nil)
  }

  private static func command(
    _ level: Diagnostic.Level, title: String, _ message: TerminalText, at place: ReportPlace?
  ) -> GitHubText {
    var text: GitHubText =
      switch level {
      case .note: "::notice "
      case .warning: "::warning "
      case .error: "::error "
      }
    if let place {
      text += "file=\(place.file),line=\(place.position.line),col=\(place.position.column),"
      if let end = place.end {
        text += "endLine=\(end.line),"
        // GitHub ignores columns in a range of several lines.
        text += end.line == place.position.line ? "endColumn=\(end.column)," : ""
      }
    }
    text += "title=\(title)::"
    return text + GitHubText(data: message) + "\n"
  }
}

extension HostedReport {
  /// The report as workflow commands of GitHub, as many as GitHub shows; the summary is the last command.
  package var github: GitHubText {
    var commands = GitHubCommands()
    var text = commands.add(verdict)
    for finding in findings {
      text += commands.add(finding)
    }
    return text + commands.end(of: verb, summary)
  }
}

/// GitHub Actions workflow commands, one per line.
package typealias GitHubText = OutputText<GitHubFormat>

/// The rules for escaping text in ``GitHubText``, such as `%0A` for a line feed.
package enum GitHubFormat: OutputFormat {
  /// Returns the escaped text of a property such as `title`, in which colons and commas are special.
  package static func escaped(_ text: String) -> String {
    percentEncoded(TerminalText(text), and: [":": "%3A", ",": "%2C"])
  }

  /// Returns the escaped message of a command; line feeds are escaped too.
  fileprivate static func data(_ text: TerminalText) -> String {
    percentEncoded(text, and: [:])
  }

  private static func percentEncoded(
    _ text: TerminalText, and others: [Unicode.Scalar: String]
  ) -> String {
    var encoded = ""
    for scalar in text.text.unicodeScalars {
      switch scalar {
      case "%": encoded += "%25"
      case "\r": encoded += "%0D"
      case "\n": encoded += "%0A"
      case let other: encoded += others[other] ?? String(other)
      }
    }
    return encoded
  }
}

extension OutputText where Format == GitHubFormat {
  /// Creates the escaped message of a command.
  fileprivate init(data text: TerminalText) {
    self.init(trusted: GitHubFormat.data(text))
  }
}
