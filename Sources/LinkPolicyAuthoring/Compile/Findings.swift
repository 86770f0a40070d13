package import LinkPolicy
package import LinkPolicyDiagnostics

/// The diagnostics that the compiler of a document has collected.
package struct Findings: Sendable {
  package private(set) var diagnostics: [Diagnostic] = []

  // The number of findings after which no finding suggests a name, because a search for each of many unknown names
  // takes too long.
  private static var suggestionLimit: Int { 100 }

  package init() {}

  package var hasErrors: Bool {
    diagnostics.contains { $0.level == .error }
  }

  package mutating func add(_ diagnostic: Diagnostic) {
    diagnostics.append(diagnostic)
  }

  package mutating func error(
    _ code: DiagnosticCode, _ message: String, at position: SourcePosition, help: String? = nil,
    related: [Diagnostic.Related] = []
  ) {
    add(Diagnostic(code, .error, message, at: position, help: help, related: related))
  }

  /// Reports an undeclared name, and suggests the nearest declared name unless there are already 100 findings.
  package mutating func unknown(
    _ what: String, _ name: Located<Name>, among known: [Name]
  ) {
    var help: String?
    if diagnostics.count < Self.suggestionLimit, let nearest = Name.nearest(name.value, to: known) {
      help = "did you mean `" + nearest.text + "`?"
    } else if !known.isEmpty, known.count <= 12 {
      help = "expected one of " + Self.list(known)
    }
    error(
      .unknownName, "unknown " + what + " `" + name.value.text + "`", at: name.position,
      help: help)
  }

  /// Reports a second declaration of a name, and points to the first declaration.
  package mutating func duplicate(
    _ what: String, _ name: Located<Name>, first: SourcePosition?
  ) {
    var related: [Diagnostic.Related] = []
    if let first {
      related.append(Diagnostic.Related("first declared here", at: first))
    }
    error(
      .duplicateName, what + " `" + name.value.text + "` is declared twice", at: name.position,
      related: related)
  }

  /// Reports duplicate names in a list.
  package mutating func checkUnique(_ what: String, _ names: [Located<Name>]) {
    var seen: [Name: SourcePosition] = [:]
    for name in names {
      if let first = seen[name.value] {
        duplicate(what, name, first: first)
      } else {
        seen[name.value] = name.position
      }
    }
  }

  /// Returns names in backticks, separated by commas.
  package static func list(_ names: [Name]) -> String {
    var text = ""
    for name in names {
      text += (text.utf8.isEmpty ? "" : ", ") + "`" + name.text + "`"
    }
    return text
  }
}
