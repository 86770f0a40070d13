/// Text that people read as lines, on a terminal or in the log of a build server.
///
/// Text from input cannot control the terminal, start a line, or give a command to a build server. Escaping keeps the
/// number of characters, so that a caret below the text is in the right column.
package typealias TerminalText = OutputText<TerminalFormat>

/// The format of ``TerminalText``.
package enum TerminalFormat: OutputFormat {
  package static func escaped(_ text: String) -> String {
    HarmlessText.line(text)
  }

  /// Returns the text without build server commands; several pieces without a command can together form a command.
  package static func finished(_ text: String) -> String {
    HarmlessText.withoutCommands(text)
  }
}

extension OutputText where Format == TerminalFormat {
  /// Creates text from lines, such as a file excerpt or a help text, by escaping each line and keeping the line feeds.
  package init(ownLines text: String) {
    self.init()
    var isFirst = true
    for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      self += isFirst ? "" : "\n"
      isFirst = false
      self += TerminalText(String(Substring(line)))
    }
  }

  /// Returns the text in a color if the style uses color.
  ///
  /// The color is added after escaping, so the text itself contains no escape sequences.
  package func coloured(_ colour: TerminalColour, _ style: DiagnosticStyle) -> TerminalText {
    style.coloured ? colour.sequence + self + "\u{1B}[0m" : self
  }
}

/// The style of a rendered diagnostic: plain, or with color.
public struct DiagnosticStyle: Sendable {
  /// Whether ANSI escape sequences color the text, for terminals.
  public var coloured: Bool

  /// The style without color.
  public static var plain: DiagnosticStyle { DiagnosticStyle(coloured: false) }

  /// Creates a style with or without ANSI color.
  ///
  /// - Parameter coloured: whether ANSI escape sequences mark level and position, for terminals.
  public init(coloured: Bool) {
    self.coloured = coloured
  }
}

/// A color, or another form of emphasis on a terminal.
package enum TerminalColour: Sendable {
  case bold, cyan, green, red, yellow

  fileprivate var sequence: TerminalText {
    switch self {
    case .bold: "\u{1B}[1m"
    case .cyan: "\u{1B}[36m"
    case .green: "\u{1B}[32m"
    case .red: "\u{1B}[31m"
    case .yellow: "\u{1B}[33m"
    }
  }
}
