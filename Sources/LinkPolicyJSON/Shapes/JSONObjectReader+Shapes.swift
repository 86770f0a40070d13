internal import LinkPolicy

/// What attempts, situations and accounts have in common: a `null` counts as a key left out.
extension JSONObjectReader {
  /// The value of a key, or nil where it is missing or `null`.
  package mutating func given(_ key: String) -> JSONValue? {
    guard let key = find(key), object.tape.nodes[key + 1].kind != .null else { return nil }
    return JSONValue(object.tape, key + 1)
  }

  /// Reads a string.
  package mutating func text(_ key: String, _ findings: inout JSONFindings) -> String? {
    guard let index = find(key) else { return nil }
    switch object.tape.nodes[index + 1].kind {
    case .null: return nil
    case .string: return object.tape.text(index + 1)
    default: return findings.text(JSONValue(object.tape, index + 1), in: key)
    }
  }

  /// Reads a string that must be there.
  package mutating func requiredText(
    _ key: String, _ findings: inout JSONFindings
  ) -> String? {
    guard let value = required(key, &findings) else { return nil }
    return findings.text(value, in: key)
  }

  /// Reads an id in the service's store; an empty one names nothing and is a finding.
  package mutating func identifier(_ key: String, _ findings: inout JSONFindings) -> String? {
    guard let value = given(key), let text = findings.text(value, in: key) else { return nil }
    guard !text.utf8.isEmpty else {
      findings.report(
        .jsonUnknownValue, "expected an id in " + Name(key).quoted + ", found an empty string",
        at: value, help: "leave the key out where there is none")
      return nil
    }
    return text
  }

  /// Reads one of a few words as what it stands for.
  package mutating func word<Value>(
    _ key: String, _ words: JSONWords<Value>, _ findings: inout JSONFindings
  ) -> Value? {
    guard let index = wordIndex(key, words.words, &findings) else { return nil }
    return words.values[index]
  }

  /// Reads one of a few words as its index among them.
  mutating func wordIndex(
    _ key: String, _ words: [String], _ findings: inout JSONFindings
  ) -> Int? {
    guard let index = find(key), object.tape.nodes[index + 1].kind != .null else { return nil }
    if object.tape.nodes[index + 1].kind == .string,
      let choice = object.tape.choice(index + 1, of: words)
    {
      return choice
    }
    return findings.choice(JSONValue(object.tape, index + 1), of: words, in: key)
  }

  /// Reads one of a few words that must be there.
  package mutating func requiredWord<Value>(
    _ key: String, _ words: JSONWords<Value>, _ findings: inout JSONFindings
  ) -> Value? {
    guard let value = required(key, &findings) else { return nil }
    return findings.word(value, words, in: key)
  }

  /// Reads a boolean.
  package mutating func flag(_ key: String, _ findings: inout JSONFindings) -> Bool? {
    guard let index = find(key) else { return nil }
    switch object.tape.nodes[index + 1].kind {
    case .null: return nil
    case .yes: return true
    case .no: return false
    default: return findings.bool(JSONValue(object.tape, index + 1), in: key)
    }
  }

  /// Reads a number that counts something, at most 2^53, so that it can be raised and is the same in
  /// every language.
  package mutating func count(_ key: String, _ findings: inout JSONFindings) -> Int? {
    guard let value = given(key) else { return nil }
    return findings.int(value, in: key, range: 0...9_007_199_254_740_992)
  }

  /// Reads the elements of an array; none where it is missing.
  package mutating func list(_ key: String, _ findings: inout JSONFindings) -> JSONElements {
    guard let value = given(key) else { return .none }
    return findings.list(value, in: key) ?? .none
  }

  /// Reads an array of strings; none where it is missing.
  package mutating func texts(_ key: String, _ findings: inout JSONFindings) -> [String] {
    var result: [String] = []
    for element in list(key, &findings) {
      if let text = findings.text(element, in: key) {
        result.append(text)
      }
    }
    return result
  }

  /// Starts reading an object.
  package mutating func part(_ key: String, _ findings: inout JSONFindings) -> JSONObjectReader? {
    guard let value = given(key) else { return nil }
    return JSONObjectReader(value, in: key, &findings)
  }

  /// Reads an object of names and words, such as settings, in the order written.
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
}

extension JSONFindings {
  /// Reads one of a few words as what it stands for.
  package mutating func word<Value>(
    _ value: JSONValue, _ words: JSONWords<Value>, in key: String?
  ) -> Value? {
    guard let index = choice(value, of: words.words, in: key) else { return nil }
    return words.values[index]
  }

  /// Reads a word that a policy declares; `true` and numbers stand for the words they are
  /// written with, because a policy may declare such words.
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
