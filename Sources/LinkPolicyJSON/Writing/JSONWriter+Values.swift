package import LinkPolicy

extension JSONWriter {
  /// Writes a key; its value must follow.
  package mutating func key(_ key: Name) {
    beginKey()
    appendString(key.bytes.span)
    endKey()
  }

  /// Writes a string; bytes that are not UTF-8 become U+FFFD.
  package mutating func string(_ value: Name) {
    beginValue()
    appendString(value.bytes.span)
  }

  /// Writes a string.
  package mutating func string(_ value: String) {
    beginValue()
    appendString(value.utf8Span.span)
  }

  /// Writes an integer.
  package mutating func int(_ value: Int) {
    beginValue()
    appendInteger(value)
  }

  /// Writes a number as it was read.
  package mutating func number(_ value: JSONNumber) {
    beginValue()
    append(value.text)
  }

  /// Writes a boolean.
  package mutating func bool(_ value: Bool) {
    beginValue()
    append((value ? "true" : "false").utf8)
  }

  /// Writes `null`.
  package mutating func null() {
    beginValue()
    append("null".utf8)
  }

  /// Writes a whole tree; it must not be nested more deeply than ``JSONLimits`` can allow.
  package mutating func value(_ value: JSONValue) {
    switch value.content {
    case .null: null()
    case .bool(let value): bool(value)
    case .number(let value): number(value)
    case .string(let value): string(value)
    case .array(let elements):
      beginArray()
      for element in elements { self.value(element) }
      endArray()
    case .object(let members):
      beginObject()
      for member in members {
        key(member.key)
        self.value(member.value)
      }
      endObject()
    }
  }

  private mutating func appendInteger(_ value: Int) {
    if value < 0 { append(UInt8(ascii: "-")) }
    var rest = value.magnitude
    var digits: InlineArray<20, UInt8> = InlineArray(repeating: 0)
    var first = digits.count
    repeat {
      first -= 1
      digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest > 0
    while first < digits.count {
      append(digits[first])
      first += 1
    }
  }
}
