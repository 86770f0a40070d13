package import LinkPolicy

/// A JSON value and the byte offset it starts at.
///
/// The offset becomes a line and column only through the ``JSONLocator`` of the document, because
/// nearly all values are read without anybody asking for their position.
package struct JSONValue: Sendable {
  /// What the value is.
  package enum Content: Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(Name)
    case array([JSONValue])
    case object([JSONMember])
  }

  /// What the value is.
  package let content: Content
  /// The offset of its first byte in the buffer it was read from.
  package let offset: Int

  /// Creates a value; the offset is 0 for values built in code.
  package init(_ content: Content, at offset: Int = 0) {
    self.content = content
    self.offset = offset
  }
}

/// A key and its value, in the order in which they were written.
package struct JSONMember: Sendable {
  /// The key, with escapes decoded.
  package let key: Name
  /// The offset of the key's opening quote.
  package let keyOffset: Int
  /// The value.
  package let value: JSONValue

  /// Creates a member; the offset is 0 for members built in code.
  package init(_ key: Name, at keyOffset: Int = 0, _ value: JSONValue) {
    self.key = key
    self.keyOffset = keyOffset
    self.value = value
  }
}
