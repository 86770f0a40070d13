package import LinkPolicy

extension JSONValue {
  /// Whether the value is `null`.
  package var isNull: Bool { node.kind == .null }

  /// Whether the value is an object.
  package var isObject: Bool { node.kind == .object }

  /// Whether the value is an array.
  package var isArray: Bool { node.kind == .array }

  /// Whether the value is a string.
  package var isString: Bool { node.kind == .string }

  /// The number of elements or members; 0 for what has none.
  package var count: Int {
    node.kind == .array || node.kind == .object ? Int(node.detail) : 0
  }

  /// Whether the value is a string with the bytes of a text.
  package func isString(_ text: String) -> Bool {
    node.kind == .string && tape.isString(index, text)
  }

  /// The truth value, or nil if it is something else.
  package var bool: Bool? {
    switch node.kind {
    case .no: false
    case .yes: true
    default: nil
    }
  }

  /// The number, or nil if it is something else.
  package var number: JSONNumber? {
    node.kind == .number ? tape.numbers[Int(node.detail)] : nil
  }

  /// The integer, or nil if it is something else, has a fraction or exponent, or does not fit.
  package var int: Int? {
    number?.int
  }

  /// The string, or nil if it is something else.
  package var string: Name? {
    node.kind == .string ? tape.name(index) : nil
  }

  /// The string as text, or nil if it is something else.
  package var text: String? {
    node.kind == .string ? tape.text(index) : nil
  }

  /// The elements, or nil if it is not an array.
  package var elements: [JSONValue]? {
    node.kind == .array ? Array(JSONElements(self)) : nil
  }

  /// The members, or nil if it is not an object.
  package var members: [JSONMember]? {
    node.kind == .object ? Array(JSONMembers(self)) : nil
  }

  /// The kind of the value with its article, for messages.
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

  /// The value of a key, or nil if the value is no object or lacks the key.
  ///
  /// Linear in the number of members; meant for tests and small objects.
  package subscript(key: String) -> JSONValue? {
    guard isObject else { return nil }
    return tape.find(key, in: index, from: 0, at: index + 1).map { JSONValue(tape, $0.key + 1) }
  }
}

extension JSONValue: Equatable {
  /// Compares what was written, not where; the order of members and the spelling of numbers count.
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
  /// Compares key and value, not where they stand.
  package static func == (a: JSONMember, b: JSONMember) -> Bool {
    a.key == b.key && a.value == b.value
  }
}
