extension Diagnostic {
  /// The finding as terminal text, ending with a line feed.
  ///
  /// Place, level, code and message stand in the first line, then the line with a caret, the help
  /// and the related places. Without the bytes of a file no excerpt of it is shown.
  public func rendered(in sources: SourceMap, style: DiagnosticStyle = .plain) -> String {
    var text = ""
    if let position {
      text += style.place(sources.describe(position)) + ": "
    }
    text += style.level(level) + "[" + code.name.text + "]: " + message + "\n"
    if let position {
      text += sources.excerpt(at: position)
    }
    if let help {
      text += "  = help: " + help + "\n"
    }
    for other in related {
      text += "  = " + sources.describe(other.position) + ": " + other.message + "\n"
      text += sources.excerpt(at: other.position)
    }
    return text
  }
}

/// How the parts of a rendered diagnostic are marked.
public struct DiagnosticStyle: Sendable {
  /// Whether ANSI colour is written.
  public var coloured: Bool

  /// No colour.
  public static var plain: DiagnosticStyle { DiagnosticStyle(coloured: false) }

  /// Creates a style with or without ANSI colour.
  public init(coloured: Bool) {
    self.coloured = coloured
  }

  func place(_ text: String) -> String {
    coloured ? "\u{1B}[1m" + text + "\u{1B}[0m" : text
  }

  func level(_ level: Diagnostic.Level) -> String {
    switch level {
    case .note: coloured ? "\u{1B}[36mnote\u{1B}[0m" : "note"
    case .warning: coloured ? "\u{1B}[33mwarning\u{1B}[0m" : "warning"
    case .error: coloured ? "\u{1B}[31merror\u{1B}[0m" : "error"
    }
  }
}
