package import LinkPolicy
package import LinkPolicyDiagnostics

/// A finding as compilers write theirs, so that build systems and editors show it at its line.
package struct BuildMessage: Sendable {
  /// The message with the line it is about, ending with a line feed.
  package let text: TerminalText

  /// Writes a finding.
  ///
  /// - Parameters:
  ///   - diagnostic: the finding.
  ///   - sources: the files that its place refers to.
  package init(_ diagnostic: Diagnostic, in sources: SourceMap) {
    var text = TerminalText()
    if let position = diagnostic.position {
      text += "\(sources.describe(position)): "
    }
    switch diagnostic.level {
    case .error: text += "error: "
    case .warning: text += "warning: "
    case .note: text += "note: "
    }
    text += "\(diagnostic.message)"
    if let help = diagnostic.help {
      text += "; \(help)"
    }
    text += " [\(diagnostic.code.name)]\n"
    for other in diagnostic.related {
      text += "\(sources.describe(other.position)): note: \(other.message)\n"
    }
    self.text = text
  }
}
