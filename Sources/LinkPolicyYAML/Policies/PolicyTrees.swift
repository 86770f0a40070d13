package import LinkPolicy

/// The trees of a policy's text and of what it extends, as far as they can be read, whatever is wrong with them.
///
/// For who works on texts that are being written.
package struct PolicyTrees: Sendable {
  /// The text's own tree, whose positions are in file 0; nil where it is not YAML.
  package let own: YAMLNode?
  /// What it extends, with what that extends merged in; nil for none, and where it cannot be had.
  package let base: YAMLNode?
  /// The files that positions refer to.
  package let sources: SourceMap

  /// Reads a text and what it extends.
  package init(_ bytes: [UInt8], name: String, finder: PolicyFinder) {
    var reader = PolicyReader(finder: finder, checksOwnDigests: false)
    _ = reader.resolve(bytes, name: name)
    own = reader.own
    base = reader.base
    sources = reader.sources
  }
}
