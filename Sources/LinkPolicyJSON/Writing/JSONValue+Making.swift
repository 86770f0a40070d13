package import LinkPolicy

extension JSONValue {
  /// An object of members; those whose value is nil are left out.
  package static func object(_ members: KeyValuePairs<Name, JSONValue?>) -> JSONValue {
    JSONValue(.object(self.members(members)))
  }

  /// The members of an object, to be joined with others; one that is nil is left out.
  package static func members(_ members: KeyValuePairs<Name, JSONValue?>) -> [JSONMember] {
    members.compactMap { key, value in value.map { JSONMember(key, $0) } }
  }

  /// An array.
  package static func array(_ elements: [JSONValue]) -> JSONValue { JSONValue(.array(elements)) }

  /// A string.
  package static func string(_ text: String) -> JSONValue { JSONValue(.string(Name(text))) }

  /// A string.
  package static func string(_ name: Name) -> JSONValue { JSONValue(.string(name)) }

  /// A number.
  package static func int(_ number: Int) -> JSONValue { JSONValue(.number(JSONNumber(number))) }

  /// `true` or `false`.
  package static func bool(_ value: Bool) -> JSONValue { JSONValue(.bool(value)) }

  /// `null`.
  package static var null: JSONValue { JSONValue(.null) }

  /// An object of names and words; nil for none.
  package static func words(_ pairs: [(name: String, value: String)]) -> JSONValue? {
    pairs.isEmpty
      ? nil : JSONValue(.object(pairs.map { JSONMember(Name($0.name), .string($0.value)) }))
  }

  /// The value on one line, without white space, in the order in which it was made.
  package var line: [UInt8] {
    var writer = JSONWriter()
    writer.value(self)
    return writer.take()
  }
}
