package import LinkPolicy

/// A JSON value with the byte offset of its start.
///
/// The value is an index into the tape of its document, so a copy costs only one reference. The ``JSONLocator`` of the
/// document converts the offset to a line and column on demand, because few values need a position.
package struct JSONValue: Sendable {
  /// The content of a value as an enumeration, for `switch` statements.
  package enum JSONContent: Sendable {
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

  /// Creates a value in code; the offset is 0 if the value has no position.
  package init(_ content: JSONContent, at offset: Int = 0) {
    var builder = JSONTapeBuilder()
    builder.add(content, at: offset)
    self.init(builder.tape, 0)
  }

  var node: JSONTape.Node { tape.nodes[index] }

  /// The offset of the first byte in the buffer of the document.
  package var offset: Int { tape.offset(of: index) }

  /// The bytes of the document, with the range of an array or object; nil for any other value, and for a value made in
  /// code.
  package var written: (bytes: [UInt8], range: Range<Int>)? {
    let node = node
    guard node.close > 0 else { return nil }
    return (tape.bytes, offset..<(tape.base + Int(node.close) + 1))
  }

  /// The content of the value, which is computed at each access.
  package var content: JSONContent {
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

/// A member of an object: a key and its value.
package struct JSONMember: Sendable {
  private let tape: JSONTape
  /// The index of the key's node; the node of the value follows.
  private let index: Int

  init(_ tape: JSONTape, _ index: Int) {
    self.tape = tape
    self.index = index
  }

  /// Creates a member in code; the offset is 0 if the key has no position.
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
  /// The key as a string value with its position.
  package var keyValue: JSONValue { JSONValue(tape, index) }
  /// The value of the member.
  package var value: JSONValue { JSONValue(tape, index + 1) }

  /// Returns whether the key has the bytes of a text.
  package func isKey(_ key: String) -> Bool { tape.isString(index, key) }
}

extension JSONValue {
  /// Whether the value is `null`.
  package var isNull: Bool { node.kind == .null }

  /// Whether the value is an object.
  package var isObject: Bool { node.kind == .object }

  /// Whether the value is an array.
  package var isArray: Bool { node.kind == .array }

  /// Whether the value is a string.
  package var isString: Bool { node.kind == .string }

  /// The number of elements or members; 0 for a value of another type.
  package var count: Int {
    node.kind == .array || node.kind == .object ? Int(node.detail) : 0
  }

  /// Returns whether the value is a string with the bytes of a text.
  package func isString(_ text: String) -> Bool {
    node.kind == .string && tape.isString(index, text)
  }

  /// The boolean; nil for any other type.
  package var bool: Bool? {
    switch node.kind {
    case .no: false
    case .yes: true
    default: nil
    }
  }

  /// The number; nil for any other type.
  package var number: JSONNumber? {
    node.kind == .number ? tape.numbers[Int(node.detail)] : nil
  }

  /// The integer; nil for another type, a fraction, an exponent, or an integer beyond 64 bits.
  package var int: LongInteger? {
    number?.int
  }

  /// The string; nil for any other type.
  package var string: Name? {
    node.kind == .string ? tape.name(index) : nil
  }

  /// The exact bytes of a number, or of a parsed string with its quotes and escapes; nil for any other type.
  var token: [UInt8]? {
    switch node.kind {
    case .string: Array(tape.bytes[offset...(tape.base + Int(node.end))])
    case .number: tape.numbers[Int(node.detail)].text
    case .null, .no, .yes, .array, .object: nil
    }
  }

  /// The string as text; nil for any other type.
  package var text: String? {
    node.kind == .string ? tape.text(index) : nil
  }

  /// The elements; nil if the value is not an array.
  package var elements: [JSONValue]? {
    node.kind == .array ? Array(JSONElements(self)) : nil
  }

  /// The members; nil if the value is not an object.
  package var members: [JSONMember]? {
    node.kind == .object ? Array(JSONMembers(self)) : nil
  }

  /// The type of the value with its article, such as `an object`, for messages.
  package var kind: String {
    switch node.kind {
    case .null: "null"
    case .no, .yes: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// The value of a key; nil if the value is not an object or lacks the key.
  ///
  /// The complexity is linear in the number of members, so use the subscript only for tests and small objects.
  package subscript(key: String) -> JSONValue? {
    guard isObject else { return nil }
    return tape.find(key, in: index, from: 0, at: index + 1).map { JSONValue(tape, $0.key + 1) }
  }
}

extension JSONValue: Equatable {
  /// Returns whether two values have equal content, ignoring positions.
  ///
  /// The order of members and the spelling of numbers are significant.
  package static func == (a: JSONValue, b: JSONValue) -> Bool {
    switch (a.content, b.content) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.number(let a), .number(let b)): a == b
    case (.string(let a), .string(let b)): a == b
    case (.array(let a), .array(let b)): a == b
    case (.object(let a), .object(let b)): a == b
    default: false
    }
  }
}

extension JSONMember: Equatable {
  /// Returns whether two members have equal keys and values, ignoring positions.
  package static func == (a: JSONMember, b: JSONMember) -> Bool {
    a.key == b.key && a.value == b.value
  }
}

/// The elements of an array, as a sequence that allocates no list.
package struct JSONElements: Sequence, IteratorProtocol, Sendable {
  private let tape: JSONTape
  private var index: Int
  private var rest: Int

  /// The empty sequence of elements.
  static let none = JSONElements(JSONValue(.null))

  /// Creates the sequence of the elements of an array; empty for any other value.
  package init(_ value: JSONValue) {
    tape = value.tape
    index = value.index + 1
    rest = value.node.kind == .array ? Int(value.node.detail) : 0
  }

  package var underestimatedCount: Int { rest }
  /// The number of remaining elements.
  package var count: Int { rest }
  /// Whether no element remains.
  package var isEmpty: Bool { rest == 0 }
  /// The next element; nil if no element remains.
  package var first: JSONValue? {
    var copy = self
    return copy.next()
  }

  package mutating func next() -> JSONValue? {
    guard rest > 0 else { return nil }
    let value = JSONValue(tape, index)
    index = tape.nodes[index].next(after: index)
    rest -= 1
    return value
  }
}

/// The members of an object, as a sequence that allocates no list.
package struct JSONMembers: Sequence, IteratorProtocol, Sendable {
  private let tape: JSONTape
  private var index: Int
  private var rest: Int

  /// Creates the sequence of the members of an object; empty for any other value.
  package init(_ value: JSONValue) {
    tape = value.tape
    index = value.index + 1
    rest = value.node.kind == .object ? Int(value.node.detail) : 0
  }

  package var underestimatedCount: Int { rest }
  /// The number of remaining members.
  package var count: Int { rest }
  /// Whether no member remains.
  package var isEmpty: Bool { rest == 0 }
  /// The next member; nil if no member remains.
  package var first: JSONMember? {
    var copy = self
    return copy.next()
  }

  package mutating func next() -> JSONMember? {
    guard rest > 0 else { return nil }
    let member = JSONMember(tape, index)
    index = tape.nodes[index + 1].next(after: index + 1)
    rest -= 1
    return member
  }
}

/// A JSON number with its exact text.
///
/// Policies need no floating point, so the type converts no number to floating point.
package struct JSONNumber: Sendable, Equatable {
  // An integer in its only possible spelling needs no stored text, and therefore no allocation.
  private enum Storage: Sendable, Equatable {
    case integer(LongInteger)
    case literal([UInt8])
  }

  private let storage: Storage

  /// Creates a number from an integer.
  package init(_ value: LongInteger) {
    storage = .integer(value)
  }

  /// Creates a number, such as `1.5`, from text that matches the JSON grammar but is not a plain integer.
  package init(literal: [UInt8]) {
    storage = .literal(literal)
  }

  /// The value; nil if the text has a fraction or exponent, or the integer does not fit.
  package var int: LongInteger? {
    switch storage {
    case .integer(let value): value
    case .literal(let text): text == [UInt8(ascii: "-"), UInt8(ascii: "0")] ? 0 : nil
    }
  }

  /// The exact text of the number, such as `1.0`.
  package var text: [UInt8] {
    switch storage {
    case .integer(let value): Array(String(value).utf8)
    case .literal(let text): text
    }
  }
}
