package import LinkPolicy

/// The value as the type that is expected, or a finding and nil.
///
/// The key names the place in messages; for an element it is the key of its array.
extension JSONFindings {
  /// Reads a string.
  package mutating func string(_ value: JSONValue, in key: Name?) -> Name? {
    if let string = value.string { return string }
    return wrongType(value, "a string", key)
  }

  /// Reads an integer that is written without fraction or exponent and lies in a range.
  package mutating func int(
    _ value: JSONValue, in key: Name?, range: ClosedRange<Int> = .min ... .max
  ) -> Int? {
    guard let number = value.number else { return wrongType(value, "an integer", key) }
    guard let int = number.int, range.contains(int) else {
      let bounds = String(range.lowerBound) + " to " + String(range.upperBound)
      report(
        .jsonWrongType,
        "expected an integer" + Self.place(key) + ", found " + Name(bytes: number.text).quoted,
        at: value, help: "integers here are " + bounds)
      return nil
    }
    return int
  }

  /// Reads a boolean.
  package mutating func bool(_ value: JSONValue, in key: Name?) -> Bool? {
    if let bool = value.bool { return bool }
    return wrongType(value, "`true` or `false`", key)
  }

  /// Reads the elements of an array.
  package mutating func elements(_ value: JSONValue, in key: Name?) -> [JSONValue]? {
    if let elements = value.elements { return elements }
    return wrongType(value, "an array", key)
  }

  /// Reads the members of an object.
  package mutating func members(_ value: JSONValue, in key: Name?) -> [JSONMember]? {
    if let members = value.members { return members }
    return wrongType(value, "an object", key)
  }

  /// Reads a string that must be one of a few, as its index among them.
  package mutating func choice(_ value: JSONValue, of choices: [Name], in key: Name?) -> Int? {
    guard let name = string(value, in: key) else { return nil }
    if let index = choices.firstIndex(of: name) { return index }
    report(
      .jsonUnknownValue, "unknown value " + name.quoted + Self.place(key), at: value,
      help: Self.suggestion(for: name, among: choices, called: "possible values"))
    return nil
  }

  /// Help that names the nearest of the possibilities, or all of them if none is near.
  static func suggestion(
    for name: Name, among names: [Name], called title: String
  ) -> String? {
    if let nearest = Name.nearest(name, to: names) {
      return "did you mean " + nearest.quoted + "?"
    }
    var text = ""
    for name in names.prefix(20) {
      text += (text.isEmpty ? title + ": " : ", ") + name.quoted
    }
    return text.isEmpty ? nil : text + (names.count > 20 ? ", …" : "")
  }

  private mutating func wrongType<Value>(
    _ value: JSONValue, _ expected: String, _ key: Name?
  ) -> Value? {
    report(
      .jsonWrongType, "expected " + expected + Self.place(key) + ", found " + value.kind,
      at: value)
    return nil
  }

  private static func place(_ key: Name?) -> String {
    guard let key else { return "" }
    return " in " + key.quoted
  }
}
