internal import LinkPolicy
package import LinkPolicyDiagnostics

/// A command for GitHub's workflow runs, which shows a message beside a line.
package struct GitHubCommand: Sendable {
  /// How bad it is, by the names of the commands.
  package enum Level: String, Sendable, CaseIterable {
    case notice, warning, error
  }

  /// How many annotations of one level GitHub shows of a step; it drops the others.
  package static var limit: Int { 10 }

  /// The level.
  package var level: Level
  /// What stands over the message.
  package var title: String
  /// The message, of one line or more.
  package var message: TerminalText
  /// The file, line and column that the message stands beside; nil for a message about the run.
  package var place: ReportPlace?

  /// Creates a command.
  package init(
    _ level: Level, title: String, _ message: TerminalText,
    at place: ReportPlace?
  ) {
    self.level = level
    self.title = title
    self.message = message
    self.place = place
  }

  /// The command on a line of its own.
  package var text: GitHubText {
    var text: GitHubText = "::\(word: level) "
    if let place {
      text += "file=\(place.file),line=\(place.position.line),col=\(place.position.column),"
    }
    text += "title=\(title)::"
    return text + GitHubText(data: message) + "\n"
  }
}

/// Commands for GitHub's workflow runs, a line each.
package typealias GitHubText = OutputText<GitHubFormat>

/// The format of ``GitHubText``.
package enum GitHubFormat: OutputFormat {
  /// The text of a property, where colon and comma mean something.
  package static func escaped(_ text: String) -> String {
    data(TerminalText(text)).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }

  /// The text behind the last colons of a command, its lines in one.
  fileprivate static func data(_ text: TerminalText) -> String {
    text.text.replacing("%", with: "%25").replacing("\r", with: "%0D")
      .replacing("\n", with: "%0A")
  }
}

extension OutputText where Format == GitHubFormat {
  /// The message of a command.
  fileprivate init(data text: TerminalText) {
    self.init(trusted: GitHubFormat.data(text))
  }
}
