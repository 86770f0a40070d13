package import LinkPolicy

/// A value in the tree of the strict reader: a scalar, a map or a list, with its position.
///
/// Every scalar stays text, such as `yes` or `1`. The reader converts nothing to a number, a Boolean or null.
package struct YAMLNode: Sendable {
  /// The content of a node: a scalar, a map or a list.
  package enum YAMLContent: Sendable {
    case scalar(YAMLScalar)
    case map(YAMLMap)
    case list(YAMLList)
  }

  /// The scalar, map or list in the node.
  package var content: YAMLContent
  /// The position of the node's first character.
  package var position: SourcePosition
  /// The position after the node's last character; for a block collection, the position after the last child.
  package var end: SourcePosition

  /// Creates a node; use the default position for trees that are built in code.
  package init(
    _ content: YAMLContent, at position: SourcePosition = SourcePosition(line: 1, column: 1),
    end: SourcePosition? = nil
  ) {
    self.content = content
    self.position = position
    self.end = end ?? position
  }
}

extension YAMLNode {
  /// The scalar; nil for a collection.
  package var scalar: YAMLScalar? {
    if case .scalar(let scalar) = content { scalar } else { nil }
  }

  /// The map; nil for any other node.
  package var map: YAMLMap? {
    if case .map(let map) = content { map } else { nil }
  }

  /// The list; nil for any other node.
  package var list: YAMLList? {
    if case .list(let list) = content { list } else { nil }
  }
}

/// A map with distinct keys, and with its entries in the order of the text.
package struct YAMLMap: Sendable {
  /// A key and its value.
  package struct Entry: Sendable {
    /// The key, without quotes.
    package var key: Located<Name>
    /// The style of the key: plain or quoted.
    package var keyStyle: YAMLScalar.Style
    /// The value of the key.
    package var value: YAMLNode

    /// Creates an entry, whose key is plain by default.
    package init(_ key: Located<Name>, _ keyStyle: YAMLScalar.Style = .plain, value: YAMLNode) {
      self.key = key
      self.keyStyle = keyStyle
      self.value = value
    }
  }

  /// The entries, in the order of the text.
  package var entries: [Entry]
  /// The style of the map: block, flow or pair.
  package var style: YAMLCollectionStyle

  /// Creates a map, whose style is block by default.
  package init(_ entries: [Entry], _ style: YAMLCollectionStyle = .block) {
    self.entries = entries
    self.style = style
  }

  /// The value of a key, found by linear search; nil if the map lacks the key.
  package subscript(key: Name) -> YAMLNode? {
    entries.first { $0.key.value == key }?.value
  }
}

/// The style of a map or a list.
package enum YAMLCollectionStyle: Sendable, Hashable {
  /// The collection is written with indentation.
  case block
  /// The collection is written in brackets, as in `[a, b]` or `{a: b}`.
  case flow
  /// The collection is a map of one entry without braces, as in `[send-code: reset]`; allowed only in a flow list.
  case pair
}

/// A list of values, with its style.
package struct YAMLList: Sendable {
  /// The items, in the order of the text.
  package var items: [YAMLNode]
  /// The style of the list; never ``YAMLCollectionStyle/pair``.
  package var style: YAMLCollectionStyle

  /// Creates a list, whose style is block by default.
  package init(_ items: [YAMLNode], _ style: YAMLCollectionStyle = .block) {
    self.items = items
    self.style = style
  }
}

/// A scalar: a text with its quoting style.
package struct YAMLScalar: Sendable, Hashable {
  /// The quoting of a scalar, which decides whether an empty text is a missing value.
  package enum Style: Sendable, Hashable {
    /// The scalar has no quotes.
    ///
    /// The missing value of a key is also a plain scalar, with an empty text.
    case plain
    /// The scalar is in single or double quotes.
    case quoted
  }

  /// The text, after quotes and escapes are resolved.
  package var value: Name
  /// The quoting style of the scalar.
  package var style: Style

  /// Whether the scalar represents a missing value, as after `key:` at the end of a line.
  package var isMissing: Bool { style == .plain && value.bytes.isEmpty }

  /// Creates a scalar, plain unless the caller passes another style.
  package init(_ value: Name, _ style: Style = .plain) {
    self.value = value
    self.style = style
  }
}

/// The comments and dashes of a text, which the tree does not contain, in the order of positions.
package struct YAMLTrivia: Sendable {
  /// The comments, which the reader recovers from the gaps between tokens.
  package var comments: [YAMLComment] = []
  /// The positions of the dashes of all block list items.
  package var dashes: [SourcePosition] = []
}

/// A comment, with its position and whether it follows other text on its line.
package struct YAMLComment: Sendable {
  /// The bytes of the comment from the `#` on, without trailing white space.
  package var text: ArraySlice<UInt8>
  /// The position of the `#`.
  package var position: SourcePosition
  /// Whether a character other than white space precedes the comment on its line.
  package var isTrailing: Bool
}
