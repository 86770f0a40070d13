package import LinkPolicy

/// A value of the strict reader's tree: a scalar, a map or a list, and where it was written.
///
/// Every scalar is text; nothing is turned into a number, a Boolean or null here.
package struct YAMLNode: Sendable {
  /// What a node holds.
  package enum Content: Sendable {
    case scalar(YAMLScalar)
    case map(YAMLMap)
    case list(YAMLList)
  }

  /// The value.
  package var content: Content
  /// The first character.
  package var position: SourcePosition
  /// The place after the last character; for a block collection, after its last child's.
  package var end: SourcePosition

  /// Creates a node; the default position is for trees built in code.
  package init(
    _ content: Content, at position: SourcePosition = SourcePosition(line: 1, column: 1),
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
