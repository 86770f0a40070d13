package import LinkPolicy

/// A map, its entries in the order written; no two keys are the same bytes.
package struct YAMLMap: Sendable {
  /// A key and its value.
  package struct Entry: Sendable {
    /// The key, without quotes.
    package var key: Located<Name>
    /// How the key was written.
    package var keyStyle: YAMLScalar.Style
    /// The value.
    package var value: YAMLNode

    /// Creates an entry, its key plain unless said otherwise.
    package init(_ key: Located<Name>, _ keyStyle: YAMLScalar.Style = .plain, value: YAMLNode) {
      self.key = key
      self.keyStyle = keyStyle
      self.value = value
    }
  }

  /// The entries.
  package var entries: [Entry]
  /// How the map was written.
  package var style: YAMLCollectionStyle

  /// Creates a map, in block style unless said otherwise.
  package init(_ entries: [Entry], _ style: YAMLCollectionStyle = .block) {
    self.entries = entries
    self.style = style
  }

  /// The value of a key, found by going through the entries.
  package subscript(key: Name) -> YAMLNode? {
    entries.first { $0.key.value == key }?.value
  }
}

/// How a map or a list was written.
package enum YAMLCollectionStyle: Sendable, Hashable {
  /// By indentation.
  case block
  /// In brackets.
  case flow
  /// A map of one entry without its braces, as in `[send-code: reset]`; only in a flow list.
  case pair
}
