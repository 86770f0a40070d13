package import LinkPolicy
package import LinkPolicyDiagnostics

/// The findings of a decoder about one document, collected so that one run shows all of them.
///
/// Keeps a limited number and counts the rest, so that a hostile document cannot make a decoder
/// write without end.
package struct JSONFindings: Sendable {
  /// The findings so far, in the order in which they were made.
  package private(set) var diagnostics: [Diagnostic] = []
  /// How many errors and warnings were left out because the limit was reached.
  package private(set) var omitted = 0
  /// How many findings there are, listed or not.
  package var count: Int { diagnostics.count + omitted }
  /// Whether an error was found, listed or not.
  package private(set) var hasErrors = false
  /// The positions of the document's values.
  package let locator: JSONLocator

  /// Whether readers keep the keys they were asked for, to suggest one for an unknown key.
  ///
  /// Keeping them costs more than reading does. A decoder may leave them out and decode once more
  /// where there are findings.
  package let suggestsKeys: Bool

  private let limit: Int

  /// Starts without findings about a document.
  package init(_ document: JSONDocument, limit: Int = 100) {
    self.init(document.locator, limit: limit)
  }

  /// Starts without findings about a tree whose positions a locator knows.
  package init(_ locator: JSONLocator, suggestsKeys: Bool = true, limit: Int = 100) {
    self.locator = locator
    self.suggestsKeys = suggestsKeys
    self.limit = limit
  }

  /// Adds a finding.
  package mutating func report(_ diagnostic: Diagnostic) {
    if diagnostic.level == .error { hasErrors = true }
    if diagnostics.count < limit {
      diagnostics.append(diagnostic)
    } else {
      omitted += 1
    }
  }

  /// Adds an error at a value.
  package mutating func report(
    _ code: DiagnosticCode, _ message: String, at value: JSONValue, help: String? = nil
  ) {
    report(
      Diagnostic(code, .error, message, at: locator.position(of: value), help: help))
  }

  /// Throws all findings in the order of their positions if one of them is an error.
  package func check(in sources: SourceMap) throws(InvalidInput) {
    guard hasErrors else { return }
    var sorted = diagnostics
    sorted.sort { a, b in
      guard let a = a.position, let b = b.position else {
        return a.position == nil && b.position != nil
      }
      return (a.file, a.line, a.column) < (b.file, b.line, b.column)
    }
    if omitted > 0 {
      sorted.append(
        Diagnostic(
          .jsonMoreFindings, .note, String(omitted) + " more findings are not listed", at: nil))
    }
    throw InvalidInput(sorted, in: sources)
  }
}
