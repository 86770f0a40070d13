internal import LinkPolicy

/// A type whose values have one representation in JSON, such as a string or an object with certain keys.
package protocol JSONRepresentable {
  /// The keywords of the JSON Schema that accepts exactly the values that the reader accepts.
  static var schema: [JSONMember] { get }

  /// Reads a value; if the value is invalid, reports a finding that names `key`, and returns nil.
  init?(_ value: JSONValue, in key: String?, _ findings: inout JSONFindings)

  /// Writes the value.
  func write(to writer: inout JSONWriter)
}

/// A closed set of words, such as the tiers of a shard.
package protocol JSONWord: JSONRepresentable, CaseIterable where AllCases == [Self] {
  /// The word in JSON.
  var word: String { get }
}

extension JSONWord where Self: RawRepresentable<String> {
  package var word: String { rawValue }
}

extension JSONWord {
  package static var schema: [JSONMember] {
    [JSONMember("enum", .array(allCases.map { .string($0.word) }))]
  }

  package init?(_ value: JSONValue, in key: String?, _ findings: inout JSONFindings) {
    let words = Self.allCases.map { $0.word }
    guard let index = findings.choice(value, of: words, in: key) else { return nil }
    self = Self.allCases[index]
  }

  package func write(to writer: inout JSONWriter) {
    writer.string(word)
  }
}

/// Any JSON value.
extension JSONValue: JSONRepresentable {
  package static var schema: [JSONMember] { [] }

  package init?(_ value: JSONValue, in key: String?, _ findings: inout JSONFindings) {
    self = value
  }

  package func write(to writer: inout JSONWriter) {
    writer.value(self)
  }
}

extension String: JSONRepresentable {
  package static var schema: [JSONMember] { [JSONMember("type", .string("string"))] }

  package init?(_ value: JSONValue, in key: String?, _ findings: inout JSONFindings) {
    guard let text = findings.text(value, in: key) else { return nil }
    self = text
  }

  package func write(to writer: inout JSONWriter) {
    writer.string(self)
  }
}

extension Bool: JSONRepresentable {
  package static var schema: [JSONMember] { [JSONMember("type", .string("boolean"))] }

  package init?(_ value: JSONValue, in key: String?, _ findings: inout JSONFindings) {
    guard let flag = findings.bool(value, in: key) else { return nil }
    self = flag
  }

  package func write(to writer: inout JSONWriter) {
    writer.bool(self)
  }
}

extension Int: JSONRepresentable {
  package static var schema: [JSONMember] { [JSONMember("type", .string("integer"))] }

  package init?(_ value: JSONValue, in key: String?, _ findings: inout JSONFindings) {
    let range = LongInteger(Int.min)...LongInteger(Int.max)
    guard let number = findings.int(value, in: key, range: range) else { return nil }
    self = Int(number)
  }

  package func write(to writer: inout JSONWriter) {
    writer.int(self)
  }
}

/// An optional value is `null` or a value; ``JSONFields`` has an absent key for nil too.
extension Optional: JSONRepresentable where Wrapped: JSONRepresentable {
  package static var schema: [JSONMember] {
    let null = JSONValue.object(["type": .string("null")])
    return [JSONMember("anyOf", .array([JSONValue(.object(Wrapped.schema)), null]))]
  }

  package init?(_ value: JSONValue, in key: String?, _ findings: inout JSONFindings) {
    let wrapped = value.isNull ? nil : Wrapped(value, in: key, &findings)
    guard value.isNull || wrapped != nil else { return nil }
    self = wrapped
  }

  package func write(to writer: inout JSONWriter) {
    guard let self else { return writer.null() }
    self.write(to: &writer)
  }
}
