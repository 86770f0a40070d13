/// Text that people read as lines: on a terminal, in the log of a build server.
///
/// Text from input cannot drive the terminal, begin a line of its own or command a build server. It is
/// shown with as many characters as it has, so that a caret below it stands in the right place.
package typealias TerminalText = OutputText<TerminalFormat>

/// The format of ``TerminalText``.
package enum TerminalFormat: OutputFormat {
  package static func escaped(_ text: String) -> String {
    HarmlessText.line(text)
  }

  /// Pieces that are harmless by themselves may be a command where they meet.
  package static func finished(_ text: String) -> String {
    HarmlessText.withoutCommands(text)
  }
}

/// A colour, or another way to set text off on a terminal.
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

extension OutputText where Format == TerminalFormat {
  /// Text that is in lines already, such as an excerpt of a file or a help: each is made harmless, and
  /// the line feeds stay.
  package init(ownLines text: String) {
    self.init()
    var isFirst = true
    for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      self += isFirst ? "" : "\n"
      isFirst = false
      self += TerminalText(String(Substring(line)))
    }
  }

  /// The text in a colour, where colour is wanted.
  ///
  /// Colour comes behind escaping: sequences that stand in the text have become harmless before.
  package func coloured(_ colour: TerminalColour, _ style: DiagnosticStyle) -> TerminalText {
    style.coloured ? colour.sequence + self + "\u{1B}[0m" : self
  }
}
