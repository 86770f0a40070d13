package import LinkPolicy

/// The value as the type that is expected, or a finding and nil.
///
/// The key names the place in messages; for an element it is the key of its array.
extension JSONFindings {
  /// Reads a string.
  package mutating func string(_ value: JSONValue, in key: String?) -> Name? {
    if let string = value.string { return string }
    return wrongType(value, "a string", key)
  }

  /// Reads a string as text.
  package mutating func text(_ value: JSONValue, in key: String?) -> String? {
    if let text = value.text { return text }
    return wrongType(value, "a string", key)
  }

  /// Reads an integer that is written without fraction or exponent and lies in a range.
  package mutating func int(
    _ value: JSONValue, in key: String?, range: ClosedRange<Int> = .min ... .max
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
  package mutating func bool(_ value: JSONValue, in key: String?) -> Bool? {
    if let bool = value.bool { return bool }
    return wrongType(value, "`true` or `false`", key)
  }

  /// Reads the elements of an array.
  package mutating func elements(_ value: JSONValue, in key: String?) -> [JSONValue]? {
    if let elements = value.elements { return elements }
    return wrongType(value, "an array", key)
  }

  /// Whether a value is an object; anything else is a finding.
  mutating func isObject(_ value: JSONValue, in key: String?) -> Bool {
    if value.isObject { return true }
    let none: Never? = wrongType(value, "an object", key)
    return none != nil
  }

  /// Reads the members of an object.
  package mutating func members(_ value: JSONValue, in key: String?) -> [JSONMember]? {
    if let members = value.members { return members }
    return wrongType(value, "an object", key)
  }

  /// Reads an array, to be walked.
  package mutating func list(_ value: JSONValue, in key: String?) -> JSONElements? {
    if value.isArray { return JSONElements(value) }
    return wrongType(value, "an array", key)
  }

  /// Reads a string that must be one of a few, as its index among them.
  package mutating func choice(
    _ value: JSONValue, of choices: [String], in key: String?
  ) -> Int? {
    guard value.isString else { return wrongType(value, "a string", key) }
    if let choice = value.tape.choice(value.index, of: choices) {
      return choice
    }
    let name = value.string ?? ""
    report(
      .jsonUnknownValue, "unknown value " + name.quoted + Self.place(key), at: value,
      help: Self.suggestion(
        for: name, among: choices.map { Name($0) }, called: "possible values"))
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
    _ value: JSONValue, _ expected: String, _ key: String?
  ) -> Value? {
    report(
      .jsonWrongType, "expected " + expected + Self.place(key) + ", found " + value.kind,
      at: value)
    return nil
  }

  private static func place(_ key: String?) -> String {
    guard let key else { return "" }
    return " in " + Name(key).quoted
  }
}
