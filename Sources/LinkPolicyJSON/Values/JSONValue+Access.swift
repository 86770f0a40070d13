package import LinkPolicy

extension JSONValue {
  /// Whether the value is `null`.
  package var isNull: Bool {
    if case .null = content { true } else { false }
  }

  /// The truth value, or nil if it is something else.
  package var bool: Bool? {
    if case .bool(let value) = content { value } else { nil }
  }

  /// The number, or nil if it is something else.
  package var number: JSONNumber? {
    if case .number(let value) = content { value } else { nil }
  }

  /// The integer, or nil if it is something else, has a fraction or exponent, or does not fit.
  package var int: Int? {
    number?.int
  }

  /// The string, or nil if it is something else.
  package var string: Name? {
    if case .string(let value) = content { value } else { nil }
  }

  /// The elements, or nil if it is not an array.
  package var elements: [JSONValue]? {
    if case .array(let value) = content { value } else { nil }
  }

  /// The members, or nil if it is not an object.
  package var members: [JSONMember]? {
    if case .object(let value) = content { value } else { nil }
  }

  /// The kind of the value with its article, for messages.
  package var kind: String {
    switch content {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// The value of a key, or nil if the value is no object or lacks the key.
  ///
  /// - Complexity: linear in the number of members; meant for tests and small objects.
  package subscript(key: Name) -> JSONValue? {
    guard let members else { return nil }
    for member in members where member.key == key {
      return member.value
    }
    return nil
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
