public import LinkPolicy

extension Diagnostic {
  /// The finding as terminal text, ending with a line feed.
  ///
  /// Place, level, code and message stand in the first line, then the line with a caret, the help
  /// and the related places. Without the bytes of a file no excerpt of it is shown. Whatever the
  /// finding quotes, and the names of files, are shown on one line and without characters that could
  /// drive a terminal.
  ///
  /// - Parameters:
  ///   - sources: the files that positions refer to; `SourceMap.indexed()` where many findings
  ///     are shown.
  ///   - style: whether colour is written.
  /// - Returns: the text, with Unicode but without control characters other than line feeds and
  ///   colour that was asked for.
  public func rendered(in sources: SourceMap, style: DiagnosticStyle = .plain) -> String {
    text(in: sources, style).text
  }

  /// The finding as ``rendered(in:style:)`` has it.
  package func text(in sources: SourceMap, _ style: DiagnosticStyle = .plain) -> TerminalText {
    var text = TerminalText()
    if let position {
      text += TerminalText(sources.describe(position)).coloured(.bold, style) + ": "
    }
    text += level.text(style) + "[\(code.name)]: \(message)\n"
    if let position {
      text += TerminalText(ownLines: sources.excerpt(at: position))
    }
    if let help {
      text += "  = help: \(help)\n"
    }
    for other in related {
      text += "  = \(sources.describe(other.position)): \(other.message)\n"
      text += TerminalText(ownLines: sources.excerpt(at: other.position))
    }
    return text
  }
}

extension Diagnostic.Level {
  fileprivate func text(_ style: DiagnosticStyle) -> TerminalText {
    let (word, colour): (TerminalText, TerminalColour) =
      switch self {
      case .note: ("note", .cyan)
      case .warning: ("warning", .yellow)
      case .error: ("error", .red)
      }
    return word.coloured(colour, style)
  }
}
