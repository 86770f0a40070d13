package import LinkPolicy

/// What a text holds beside its tree, in the order of positions.
package struct YAMLTrivia: Sendable {
  /// The comments, recovered from the gaps between tokens.
  package var comments: [YAMLComment] = []
  /// The `-` of every item of a block list.
  package var dashes: [SourcePosition] = []
}

/// A comment and what stands before it.
package struct YAMLComment: Sendable {
  /// The bytes from `#` on, without white space at the end.
  package var text: ArraySlice<UInt8>
  /// Where the `#` stands.
  package var position: SourcePosition
  /// Whether something other than white space stands before it on its line.
  package var isTrailing: Bool
}
