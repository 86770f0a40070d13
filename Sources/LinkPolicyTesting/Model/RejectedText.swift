package import LinkPolicy

/// A text that must be refused, and with which finding.
package struct RejectedText: Sendable {
  /// The text, which need not be UTF-8.
  package var bytes: [UInt8]
  /// The code of the first error, or the reason why a request cannot be decided.
  package var code: Name
  /// The line of that error in the text.
  package var line: Int
  /// The column of that error, in Unicode scalars.
  package var column: Int
  /// Where the expectation stands in the case's file.
  package var position: SourcePosition

  /// Creates the expectation that a text is refused.
  package init(
    _ bytes: [UInt8], code: Name, line: Int, column: Int, position: SourcePosition
  ) {
    self.bytes = bytes
    self.code = code
    self.line = line
    self.column = column
    self.position = position
  }
}
