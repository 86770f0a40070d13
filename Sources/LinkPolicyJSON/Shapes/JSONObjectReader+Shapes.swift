package import LinkPolicy

/// What attempts, situations and accounts have in common: a `null` counts as a key left out.
extension JSONObjectReader {
  /// The value of a key, or nil where it is missing or `null`.
  package mutating func given(_ key: Name) -> JSONValue? {
    guard let value = optional(key), !value.isNull else { return nil }
    return value
  }

  /// Reads a string.
  package mutating func text(_ key: Name, _ findings: inout JSONFindings) -> String? {
    guard let value = given(key) else { return nil }
    return findings.string(value, in: key)?.text
  }

  /// Reads one of a few words as what it stands for.
  package mutating func word<Value>(
    _ key: Name, _ words: KeyValuePairs<Name, Value>, _ findings: inout JSONFindings
  ) -> Value? {
    guard let value = given(key) else { return nil }
    return findings.word(value, words, in: key)
  }

  /// Reads one of a few words that must be there.
  package mutating func requiredWord<Value>(
    _ key: Name, _ words: KeyValuePairs<Name, Value>, _ findings: inout JSONFindings
  ) -> Value? {
    guard let value = required(key, &findings) else { return nil }
    return findings.word(value, words, in: key)
  }

  /// Reads a boolean.
  package mutating func flag(_ key: Name, _ findings: inout JSONFindings) -> Bool? {
    guard let value = given(key) else { return nil }
    return findings.bool(value, in: key)
  }

  /// Reads a number that counts something.
  package mutating func count(_ key: Name, _ findings: inout JSONFindings) -> Int? {
    guard let value = given(key) else { return nil }
    return findings.int(value, in: key, range: 0...Int.max)
  }

  /// Reads the elements of an array; none where it is missing.
  package mutating func list(_ key: Name, _ findings: inout JSONFindings) -> [JSONValue] {
    guard let value = given(key) else { return [] }
    return findings.elements(value, in: key) ?? []
  }

  /// Reads an array of strings; none where it is missing.
  package mutating func texts(_ key: Name, _ findings: inout JSONFindings) -> [String] {
    var result: [String] = []
    for element in list(key, &findings) {
      if let text = findings.string(element, in: key)?.text {
        result.append(text)
      }
    }
    return result
  }

  /// Starts reading an object.
  package mutating func part(_ key: Name, _ findings: inout JSONFindings) -> JSONObjectReader? {
    guard let value = given(key) else { return nil }
    return JSONObjectReader(value, in: key, &findings)
  }

  /// Reads an object of names and words, such as settings, in the order written.
  package mutating func pairs(
    _ key: Name, _ findings: inout JSONFindings
  ) -> [(name: String, value: String)] {
    guard let value = given(key), let members = findings.members(value, in: key) else { return [] }
    var result: [(name: String, value: String)] = []
    for member in members {
      if let word = findings.scalarWord(member.value, in: member.key) {
        result.append((member.key.text, word))
      }
    }
    return result
  }
}

extension JSONFindings {
  /// Reads one of a few words as what it stands for.
  package mutating func word<Value>(
    _ value: JSONValue, _ words: KeyValuePairs<Name, Value>, in key: Name?
  ) -> Value? {
    guard let index = choice(value, of: words.map { $0.key }, in: key) else { return nil }
    return words[index].value
  }

  /// Reads a word that a policy declares; `true` and numbers stand for the words they are
  /// written with, because a policy may declare such words.
  package mutating func scalarWord(_ value: JSONValue, in key: Name?) -> String? {
    switch value.content {
    case .bool(let flag): flag ? "true" : "false"
    case .number(let number): String(decoding: number.text, as: UTF8.self)
    default: string(value, in: key)?.text
    }
  }
}
