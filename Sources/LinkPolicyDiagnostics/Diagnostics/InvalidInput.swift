public import LinkPolicy

/// The error of every reader: the findings that made an input unusable, and the files they are in.
///
/// Holds at least one ``Diagnostic`` of level error; warnings found on the way stand beside it.
public struct InvalidInput: Error, Sendable {
  /// The findings, in the order of their positions.
  public let diagnostics: [Diagnostic]
  /// The files that the positions refer to.
  public let sources: SourceMap

  /// Creates the error from its findings.
  ///
  /// - Parameters:
  ///   - diagnostics: what was found, at least one of level error, in the order of positions.
  ///   - sources: the files that their positions refer to.
  public init(_ diagnostics: [Diagnostic], in sources: SourceMap) {
    self.diagnostics = diagnostics
    self.sources = sources
  }
}

#if !hasFeature(Embedded)
  extension InvalidInput: CustomStringConvertible {
    /// The findings as text, each with its line and a caret.
    public var description: String {
      var text = ""
      let sources = sources.indexed()
      for diagnostic in diagnostics {
        text += diagnostic.rendered(in: sources)
      }
      return text
    }
  }
#endif
