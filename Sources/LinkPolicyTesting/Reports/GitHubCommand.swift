internal import LinkPolicy
package import LinkPolicyDiagnostics

/// A GitHub Actions workflow command, such as `::error`, that annotates a line with a message.
package struct GitHubCommand: Sendable {
  /// The severity, such as `error`; the raw value is the name of the command.
  package enum GitHubLevel: String, Sendable, CaseIterable {
    case notice, warning, error
  }

  /// The maximum number of annotations of one level that GitHub shows for a workflow step.
  package static var limit: Int { 10 }

  /// The severity that GitHub shows for the annotation.
  package var level: GitHubLevel
  /// The title of the message.
  package var title: String
  /// The message, of one or more lines.
  package var message: TerminalText
  /// The file, line and column of the message; nil for a message about the run.
  package var place: ReportPlace?

  /// Creates a workflow command.
  package init(
    _ level: GitHubLevel, title: String, _ message: TerminalText,
    at place: ReportPlace?
  ) {
    self.level = level
    self.title = title
    self.message = message
    self.place = place
  }

  /// Returns the first commands, so many that GitHub shows them together with a notice about the run.
  package static func shown(_ commands: [GitHubCommand]) -> ArraySlice<GitHubCommand> {
    let first = commands.prefix(limit)
    let isCrowded = first.count { $0.level == .notice } == limit
    return isCrowded ? first.dropLast() : first
  }

  /// The command, including the line feed.
  package var text: GitHubText {
    var text: GitHubText = "::\(word: level) "
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
