package import LinkPolicy

/// A JSON value and the byte offset it starts at.
///
/// A place on the tape of its document, so it copies at the cost of one reference. The offset
/// becomes a line and column only through the ``JSONLocator`` of the document, because nearly all
/// values are read without anybody asking for their position.
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

  let tape: JSONTape
  let index: Int

  init(_ tape: JSONTape, _ index: Int) {
    self.tape = tape
    self.index = index
  }

  /// Creates a value in code; the offset is 0 where it stands nowhere.
  package init(_ content: Content, at offset: Int = 0) {
    var builder = JSONTapeBuilder()
    builder.add(content, at: offset)
    self.init(builder.tape, 0)
  }

  var node: JSONTape.Node { tape.nodes[index] }

  /// The offset of its first byte in the buffer it was read from.
  package var offset: Int { tape.offset(of: index) }

  /// What the value is; its parts are made anew each time.
  package var content: Content {
    switch node.kind {
    case .null: .null
    case .no: .bool(false)
    case .yes: .bool(true)
    case .number: .number(tape.numbers[Int(node.detail)])
    case .string: .string(tape.name(index))
    case .array: .array(Array(JSONElements(self)))
    case .object: .object(Array(JSONMembers(self)))
    }
  }
}

/// A key and its value, in the order in which they were written.
package struct JSONMember: Sendable {
  private let tape: JSONTape
  /// The index of the key; the value stands behind it.
  private let index: Int

  init(_ tape: JSONTape, _ index: Int) {
    self.tape = tape
    self.index = index
  }

  /// Creates a member in code; the offset is 0 where it stands nowhere.
  package init(_ key: Name, at keyOffset: Int = 0, _ value: JSONValue) {
    var builder = JSONTapeBuilder()
    builder.add(.string(key), at: keyOffset)
    builder.add(value)
    self.init(builder.tape, 0)
  }

  /// The key, with escapes decoded.
  package var key: Name { tape.name(index) }
  /// The key as text.
  package var keyText: String { tape.text(index) }
  /// The offset of the key's opening quote.
  package var keyOffset: Int { tape.offset(of: index) }
  /// The key as a string value where it stands.
  package var keyValue: JSONValue { JSONValue(tape, index) }
  /// The value.
  package var value: JSONValue { JSONValue(tape, index + 1) }

  /// Whether the key is this one.
  package func isKey(_ key: String) -> Bool { tape.isString(index, key) }
}
