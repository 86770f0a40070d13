package import LinkPolicy

/// A value in the tree of the strict reader: a scalar, a map or a list, with its position.
///
/// Every scalar is text. The reader converts nothing to a number, a Boolean or null.
package struct YAMLNode: Sendable {
  /// The content of a node.
  package enum YAMLContent: Sendable {
    case scalar(YAMLScalar)
    case map(YAMLMap)
    case list(YAMLList)
  }

  /// The value.
  package var content: YAMLContent
  /// The position of the first character.
  package var position: SourcePosition
  /// The position after the last character; for a block collection, after its last child.
  package var end: SourcePosition

  /// Creates a node; the default position is for trees built in code.
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
  /// The scalar, or nil for a collection.
  package var scalar: YAMLScalar? {
    if case .scalar(let scalar) = content { scalar } else { nil }
  }

  /// The map, or nil for anything else.
  package var map: YAMLMap? {
    if case .map(let map) = content { map } else { nil }
  }

  /// The list, or nil for anything else.
  package var list: YAMLList? {
    if case .list(let list) = content { list } else { nil }
  }
}

/// A map with its entries in the order written and distinct keys.
package struct YAMLMap: Sendable {
  /// A key and its value.
  package struct Entry: Sendable {
    /// The key, without quotes.
    package var key: Located<Name>
    /// The style of the key.
    package var keyStyle: YAMLScalar.Style
    /// The value.
    package var value: YAMLNode

    /// Creates an entry; its key is plain by default.
    package init(_ key: Located<Name>, _ keyStyle: YAMLScalar.Style = .plain, value: YAMLNode) {
      self.key = key
      self.keyStyle = keyStyle
      self.value = value
    }
  }

  /// The entries.
  package var entries: [Entry]
  /// The style of the map.
  package var style: YAMLCollectionStyle

  /// Creates a map; its style is block by default.
  package init(_ entries: [Entry], _ style: YAMLCollectionStyle = .block) {
    self.entries = entries
    self.style = style
  }

  /// The value of a key, found by linear search.
  package subscript(key: Name) -> YAMLNode? {
    entries.first { $0.key.value == key }?.value
  }
}

/// The style of a map or a list.
package enum YAMLCollectionStyle: Sendable, Hashable {
  /// Written with indentation.
  case block
  /// Written in brackets.
  case flow
  /// A map of one entry without braces, as in `[send-code: reset]`; only in a flow list.
  case pair
}

/// A list of values.
package struct YAMLList: Sendable {
  /// The items, in the order written.
  package var items: [YAMLNode]
  /// The style of the list; never ``YAMLCollectionStyle/pair``.
  package var style: YAMLCollectionStyle

  /// Creates a list; its style is block by default.
  package init(_ items: [YAMLNode], _ style: YAMLCollectionStyle = .block) {
    self.items = items
    self.style = style
  }
}

/// A text, with its quoting style.
package struct YAMLScalar: Sendable, Hashable {
  /// The style of a scalar.
  package enum Style: Sendable, Hashable {
    /// Without quotes; also the empty value of a key that has none.
    case plain
    /// In single or double quotes.
    case quoted
  }

  /// The text, after quotes and escapes are resolved.
  package var value: Name
  /// The style.
  package var style: Style

  /// Whether the scalar represents a missing value.
  package var isMissing: Bool { style == .plain && value.bytes.isEmpty }

  /// Creates a scalar; its style is plain by default.
  package init(_ value: Name, _ style: Style = .plain) {
    self.value = value
    self.style = style
  }
}

/// The parts of a text that are not in its tree, in the order of positions.
package struct YAMLTrivia: Sendable {
  /// The comments, recovered from the gaps between tokens.
  package var comments: [YAMLComment] = []
  /// The positions of the dashes of all block list items.
  package var dashes: [SourcePosition] = []
}

/// A comment with its position in its line.
package struct YAMLComment: Sendable {
  /// The bytes from `#` on, without trailing white space.
  package var text: ArraySlice<UInt8>
  /// The position of the `#`.
  package var position: SourcePosition
  /// Whether a character other than white space precedes it in its line.
  package var isTrailing: Bool
}
