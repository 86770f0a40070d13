package import LinkPolicy

/// Access to the keys of attempts, situations and accounts; under these keys, `null` is equivalent to an absent key.
///
/// For an invalid value, a method reports a finding, and returns nil or an empty list.
extension JSONObjectReader {
  /// Reads an optional string; nil if the key is absent or `null`, or if the value is invalid.
  package mutating func text(_ key: String, _ findings: inout JSONFindings) -> String? {
    guard let index = find(key) else { return nil }
    switch object.tape.nodes[index + 1].kind {
    case .null: return nil
    case .string: return object.tape.text(index + 1)
    default: return findings.text(JSONValue(object.tape, index + 1), in: key)
    }
  }

  /// Reads a required string; if the key is absent or the value is invalid, reports a finding and returns nil.
  package mutating func requiredText(
    _ key: String, _ findings: inout JSONFindings
  ) -> String? {
    guard let value = required(key, &findings) else { return nil }
    return findings.text(value, in: key)
  }

  /// Reads an id of the service's store, such as the id of a session; nil if the key is absent or `null`, or if the
  /// value is invalid.
  ///
  /// For an empty string, the method reports a finding.
  package mutating func identifier(_ key: String, _ findings: inout JSONFindings) -> String? {
    guard let value = given(key), let text = findings.text(value, in: key) else { return nil }
    guard !text.utf8.isEmpty else {
      findings.report(
        .jsonUnknownValue, "expected an id in " + Name(key).quoted + ", found an empty string",
        at: value, help: "omit the key if there is no id")
      return nil
    }
    return text
  }

  /// Reads an optional word, and returns the word's value in `words`; nil if the key is absent or `null`, or if the
  /// word is unknown.
  package mutating func word<Value>(
    _ key: String, of words: JSONWords<Value>, _ findings: inout JSONFindings
  ) -> Value? {
    guard let index = wordIndex(key, of: words.words, &findings) else { return nil }
    return words.values[index]
  }

  /// Reads an optional word, and returns its index in `words`; nil if the key is absent or `null`, or if the word is
  /// unknown.
  mutating func wordIndex(
    _ key: String, of words: [String], _ findings: inout JSONFindings
  ) -> Int? {
    guard let index = find(key), object.tape.nodes[index + 1].kind != .null else { return nil }
    if object.tape.nodes[index + 1].kind == .string,
      let choice = object.tape.choice(index + 1, of: words)
    {
      return choice
    }
    return findings.choice(JSONValue(object.tape, index + 1), of: words, in: key)
  }

  /// Reads a required word, and returns the word's value in `words`; nil if the key is absent or the word is unknown.
  package mutating func requiredWord<Value>(
    _ key: String, of words: JSONWords<Value>, _ findings: inout JSONFindings
  ) -> Value? {
    guard let value = required(key, &findings) else { return nil }
    return findings.word(value, of: words, in: key)
  }

  /// Reads an optional integer in a range.
  package mutating func number(
    _ key: String, in range: ClosedRange<LongInteger>, _ findings: inout JSONFindings
  ) -> Int? {
    optional(key).flatMap { findings.int($0, in: key, range: range) }.map { Int($0) }
  }

  /// Reads an optional boolean; nil if the key is absent or `null`, or if the value is invalid.
  package mutating func flag(_ key: String, _ findings: inout JSONFindings) -> Bool? {
    guard let index = find(key) else { return nil }
    switch object.tape.nodes[index + 1].kind {
    case .null: return nil
    case .yes: return true
    case .no: return false
    default: return findings.bool(JSONValue(object.tape, index + 1), in: key)
    }
  }

  /// Reads a counter, which must be less than 2^53, so that every language represents the counter exactly.
  package mutating func count(_ key: String, _ findings: inout JSONFindings) -> LongInteger? {
    guard let value = given(key) else { return nil }
    return findings.int(value, in: key, range: 0...JSONFindings.greatestCount)
  }

  /// Reads the elements of an array; returns no elements if the key is absent or `null`, or if the value is no array.
  package mutating func list(_ key: String, _ findings: inout JSONFindings) -> JSONElements {
    guard let value = given(key) else { return .none }
    return findings.list(value, in: key) ?? .none
  }

  /// Reads an array of strings, and skips invalid elements; returns an empty list if the key is absent or `null`.
  package mutating func texts(_ key: String, _ findings: inout JSONFindings) -> [String] {
    var result: [String] = []
    for element in list(key, &findings) {
      if let text = findings.text(element, in: key) {
        result.append(text)
      }
    }
    return result
  }

  /// Creates a reader for the object under a key; nil if the key is absent or `null`, or if the value is invalid.
  package mutating func part(_ key: String, _ findings: inout JSONFindings) -> JSONObjectReader? {
    guard let value = given(key) else { return nil }
    return JSONObjectReader(value, in: key, &findings)
  }

  /// Reads an object of names and words, such as settings, in the order of its members.
  package mutating func pairs(
    _ key: String, _ findings: inout JSONFindings
  ) -> [(name: String, value: String)] {
    guard let value = given(key), findings.isObject(value, in: key) else { return [] }
    var result: [(name: String, value: String)] = []
    for member in JSONMembers(value) {
      let name = member.keyText
      if let word = findings.scalarWord(member.value, in: name) {
        result.append((name, word))
      }
    }
    return result
  }

  /// Reads the values of identifiers, such as user names, in the order of the members.
  ///
  /// Only strings are values, because one number can have several spellings, which would be different identifiers.
  ///
  /// - Returns: the identifiers; nil if the key is absent or `null`.
  package mutating func accountIdentifiers(
    _ key: String, _ findings: inout JSONFindings
  ) -> [AccountIdentifier]? {
    guard let value = given(key) else { return nil }
    guard findings.isObject(value, in: key) else { return [] }
    var result: [AccountIdentifier] = []
    for member in JSONMembers(value) {
      let name = member.keyText
      if let text = findings.text(member.value, in: name) {
        result.append(AccountIdentifier(name, text))
      }
    }
    return result
  }
}

extension JSONFindings {
  /// The greatest value of a counter, which is 2^53 - 1.
  static var greatestCount: LongInteger { 9_007_199_254_740_991 }

  /// Reads a word, and returns the word's value in `words`; if the word is unknown, reports a finding and returns nil.
  package mutating func word<Value>(
    _ value: JSONValue, of words: JSONWords<Value>, in key: String?
  ) -> Value? {
    guard let index = choice(value, of: words.words, in: key) else { return nil }
    return words.values[index]
  }

  /// Reads a word that a policy declares.
  ///
  /// A boolean or number is read as a word with the same text, because a policy may declare words such as `true` or
  /// `1`.
  package mutating func scalarWord(_ value: JSONValue, in key: String?) -> String? {
    if let flag = value.bool {
      return flag ? "true" : "false"
    }
    if let number = value.number {
      return String(decoding: number.text, as: UTF8.self)
    }
    return text(value, in: key)
  }
}

/// Writes members, and omits absent values.
extension JSONWriter {
  /// Writes a key and its string; writes nothing if the string is nil.
  package mutating func member(_ key: String, _ value: String?) {
    guard let value else { return }
    self.key(key)
    string(value)
  }

  /// Writes a key and its number; writes nothing if the number equals `usual`, the default of an absent key.
  mutating func member(_ key: String, _ value: LongInteger, unless usual: LongInteger) {
    guard value != usual else { return }
    self.key(key)
    long(value)
  }

  /// Writes a key and an object of names and words; writes nothing if the object would be empty.
  package mutating func members(_ key: String, _ pairs: [(name: String, value: String)]) {
    guard !pairs.isEmpty else { return }
    self.key(key)
    beginObject()
    for (name, value) in pairs {
      self.key(name)
      string(value)
    }
    endObject()
  }

  /// Writes an array of strings.
  package mutating func strings(_ values: [String]) {
    beginArray()
    for value in values {
      string(value)
    }
    endArray()
  }
}
