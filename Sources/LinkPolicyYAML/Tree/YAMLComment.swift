package import LinkPolicy

/// A comment, recovered from the gap between two tokens.
package struct YAMLComment: Sendable {
  /// The bytes from `#` on, without white space at the end.
  package var text: [UInt8]
  /// Where the `#` stands.
  package var position: SourcePosition
  /// Whether something other than white space stands before it on its line.
  package var isTrailing: Bool
}
