/// What the strict reader made of a document.
package struct YAMLReading: Sendable {
  /// The tree, or nil if the document is empty or could not be read to its end.
  ///
  /// Present beside refusals that leave the rest readable, so that later layers can add theirs;
  /// an entry with a refused key, and the later of two with the same key, are not in it.
  package var root: YAMLNode?
  /// What the tree leaves out, if it was asked for.
  package var trivia: YAMLTrivia?
  /// How much was read.
  package var statistics = YAMLReadStatistics()
}

/// The work that reading a document took, as counts.
package struct YAMLReadStatistics: Sendable, Hashable {
  /// The events taken from libyaml.
  package var events = 0
  /// The scalars, keys and collections met.
  package var nodes = 0
}
