package import LinkPolicy

/// Values of the expected type by key; a missing required key or another type is a finding.
///
/// A nil of an optional reader means missing or wrong; the findings tell which.
extension JSONObjectReader {
  /// Reads a required string.
  package mutating func string(_ key: String, _ findings: inout JSONFindings) -> Name? {
    guard let value = required(key, &findings) else { return nil }
    return findings.string(value, in: key)
  }

  /// Reads a required string with its position.
  package mutating func locatedString(
    _ key: String, _ findings: inout JSONFindings
  ) -> Located<Name>? {
    guard let value = required(key, &findings) else { return nil }
    guard let string = findings.string(value, in: key) else { return nil }
    return Located(string, at: findings.locator.position(of: value))
  }

  /// Reads a string that may be missing.
  package mutating func optionalString(_ key: String, _ findings: inout JSONFindings) -> Name? {
    guard let value = optional(key) else { return nil }
    return findings.string(value, in: key)
  }

  /// Reads a required integer in a range.
  package mutating func int(
    _ key: String, range: ClosedRange<Int> = .min ... .max, _ findings: inout JSONFindings
  ) -> Int? {
    guard let value = required(key, &findings) else { return nil }
    return findings.int(value, in: key, range: range)
  }

  /// Reads an integer in a range that may be missing.
  package mutating func optionalInt(
    _ key: String, range: ClosedRange<Int> = .min ... .max, _ findings: inout JSONFindings
  ) -> Int? {
    guard let value = optional(key) else { return nil }
    return findings.int(value, in: key, range: range)
  }

  /// Reads a required boolean.
  package mutating func bool(_ key: String, _ findings: inout JSONFindings) -> Bool? {
    guard let value = required(key, &findings) else { return nil }
    return findings.bool(value, in: key)
  }

  /// Reads a boolean that may be missing.
  package mutating func optionalBool(_ key: String, _ findings: inout JSONFindings) -> Bool? {
    guard let value = optional(key) else { return nil }
    return findings.bool(value, in: key)
  }

  /// Reads the elements of a required array.
  package mutating func elements(_ key: String, _ findings: inout JSONFindings) -> [JSONValue]? {
    guard let value = required(key, &findings) else { return nil }
    return findings.elements(value, in: key)
  }

  /// Reads the elements of an array that may be missing.
  package mutating func optionalElements(
    _ key: String, _ findings: inout JSONFindings
  ) -> [JSONValue]? {
    guard let value = optional(key) else { return nil }
    return findings.elements(value, in: key)
  }

  /// Starts reading a required object.
  package mutating func object(_ key: String, _ findings: inout JSONFindings) -> JSONObjectReader? {
    guard let value = required(key, &findings) else { return nil }
    return JSONObjectReader(value, in: key, &findings)
  }

  /// Starts reading an object that may be missing.
  package mutating func optionalObject(
    _ key: String, _ findings: inout JSONFindings
  ) -> JSONObjectReader? {
    guard let value = optional(key) else { return nil }
    return JSONObjectReader(value, in: key, &findings)
  }

  /// Reads a required string that must be one of a few, as its index among them.
  package mutating func choice(
    _ key: String, of choices: [String], _ findings: inout JSONFindings
  ) -> Int? {
    guard let value = required(key, &findings) else { return nil }
    return findings.choice(value, of: choices, in: key)
  }

  /// Reads a string that must be one of a few and may be missing, as its index among them.
  package mutating func optionalChoice(
    _ key: String, of choices: [String], _ findings: inout JSONFindings
  ) -> Int? {
    guard let value = optional(key) else { return nil }
    return findings.choice(value, of: choices, in: key)
  }
}
