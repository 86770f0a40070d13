package import LinkPolicy

/// A cursor over the members of one object, for a decoder with known keys.
///
/// The decoder requests each known key, and then calls ``finish(_:)``, which reports every other member as an unknown
/// key. A decoder finds each key immediately if the requests follow the order of the document. For requests in another
/// order, the reader searches the members.
package struct JSONObjectReader: Sendable {
  let object: JSONValue
  private let count: Int
  /// The number of members that were not read yet.
  private var unread: Int
  private let keyLengths: UInt64
  /// For each of the first 64 members, one bit that shows whether the member was read.
  private var isRead: UInt64 = 0
  private let keepsAsked: Bool
  /// The state that only large objects and error messages need, as an array of at most one element.
  private var more: [More] = []
  /// The number of the member to examine first; `nextKey` is the index of this member's key on the tape.
  private var next = 0
  private var nextKey: Int

  private struct More: Sendable {
    /// Whether each member after the first 64 was read.
    var isRead: [Bool]
    var asked: [String] = []
  }

  /// Creates a reader for an object.
  ///
  /// For any other value, the initializer reports a finding and returns nil.
  ///
  /// The finding names the object by its key in the parent object.
  package init?(_ value: JSONValue, in key: String? = nil, _ findings: inout JSONFindings) {
    guard findings.isObject(value, in: key) else { return nil }
    object = value
    count = value.count
    unread = count
    keyLengths = value.tape.keyLengths(of: value.index)
    keepsAsked = findings.suggestsKeys
    nextKey = value.index + 1
    if keepsAsked || count > UInt64.bitWidth {
      let isRead = Array(repeating: false, count: max(0, count - UInt64.bitWidth))
      more = [More(isRead: isRead)]
    }
  }

  /// Finds a key and returns its index on the tape; nil if the object lacks the key.
  mutating func find(_ key: String) -> Int? {
    if keepsAsked {
      more[0].asked.append(key)
    }
    guard keyLengths & JSONTape.lengthBit(key.utf8.count) != 0,
      let found = object.tape.find(key, in: object.index, from: next, at: nextKey)
    else { return nil }
    if !wasRead(found.member) {
      unread -= 1
      markRead(found.member)
    }
    next = found.member + 1
    nextKey = found.behind
    return found.key
  }

  private mutating func markRead(_ member: Int) {
    if member < UInt64.bitWidth {
      isRead |= 1 << UInt64(member)
    } else {
      more[0].isRead[member - UInt64.bitWidth] = true
    }
  }

  private func wasRead(_ member: Int) -> Bool {
    member < UInt64.bitWidth
      ? isRead & (1 << UInt64(member)) != 0 : more[0].isRead[member - UInt64.bitWidth]
  }

  /// Returns the value of an optional key; nil if the key is missing.
  ///
  /// A `null` is an ordinary value, and does not count as a missing key.
  package mutating func optional(_ key: String) -> JSONValue? {
    find(key).map { JSONValue(object.tape, $0 + 1) }
  }

  /// Returns the value of a key, or nil if the key is absent or `null`.
  package mutating func given(_ key: String) -> JSONValue? {
    guard let key = find(key), object.tape.nodes[key + 1].kind != .null else { return nil }
    return JSONValue(object.tape, key + 1)
  }

  /// Returns the value of a required key.
  ///
  /// For a missing key, the method reports a finding, with `missing` as its text, and returns nil.
  package mutating func required(
    _ key: String, missing: (message: String, help: String)? = nil, _ findings: inout JSONFindings
  ) -> JSONValue? {
    if let value = optional(key) { return value }
    findings.report(
      .jsonMissingKey, missing?.message ?? "the key " + Name(key).quoted + " is missing",
      at: object, help: missing?.help ?? "add it to the object that starts here")
    return nil
  }

  /// Reports an unknown key for every member that the decoder did not request.
  package func finish(_ findings: inout JSONFindings) {
    guard unread > 0 else { return }
    // A decoder may request a key several times, but the help text lists the key once.
    var known: [Name] = []
    for key in (more.first?.asked ?? []).map({ Name($0) }) where !known.contains(key) {
      known.append(key)
    }
    for (number, member) in JSONMembers(object).enumerated() where !wasRead(number) {
      guard !findings.isFull else {
        findings.countError()
        continue
      }
      let key = member.key
      findings.report(
        Diagnostic(
          .jsonUnknownKey, .error, "unknown key " + key.quoted,
          at: findings.locator.position(at: member.keyOffset),
          help: findings.suggestion(for: key, among: known, called: "known keys")))
    }
  }
}

/// Methods that read the value of a key, which must have an expected type.
///
/// For a missing required key or a value of another type, a method reports a finding.
///
/// For an optional key, nil means that the key is missing or that its value is invalid; a missing optional key is no
/// finding.
extension JSONObjectReader {
  /// Reads a required string; a missing key or a value of another type is a finding.
  package mutating func string(_ key: String, _ findings: inout JSONFindings) -> Name? {
    guard let value = required(key, &findings) else { return nil }
    return findings.string(value, in: key)
  }

  /// Reads a required integer; a missing key or a value outside the range is a finding.
  package mutating func int(
    _ key: String, range: ClosedRange<Int> = .min ... .max, _ findings: inout JSONFindings
  ) -> Int? {
    guard let value = required(key, &findings) else { return nil }
    let long = LongInteger(range.lowerBound)...LongInteger(range.upperBound)
    return findings.int(value, in: key, range: long).map { Int($0) }
  }

  /// Reads the elements of a required array; a missing key or any other value is a finding.
  package mutating func elements(_ key: String, _ findings: inout JSONFindings) -> [JSONValue]? {
    guard let value = required(key, &findings) else { return nil }
    return findings.elements(value, in: key)
  }
}

/// A list of JSON words and their values, which can be searched in both directions.
///
/// Declare a list as a static property if you use the list for many values, because building a list costs more than a
/// search.
package struct JSONWords<Value: Sendable>: Sendable, ExpressibleByDictionaryLiteral {
  /// The JSON words, in the order of the values.
  package let words: [String]
  /// The values, in the order of the words.
  package let values: [Value]

  /// Creates a list from a dictionary literal, such as `["active": .active, "disabled": .disabled]`.
  package init(dictionaryLiteral elements: (String, Value)...) {
    words = elements.map { $0.0 }
    values = elements.map { $0.1 }
  }

  /// Creates a list from values and a function that returns the word of each value.
  package init(_ values: [Value], word: (Value) -> String) {
    words = values.map(word)
    self.values = values
  }

  /// Returns the value of a word; nil if the list does not contain the word.
  package subscript(word: String) -> Value? {
    for (index, candidate) in words.enumerated() where candidate.hasSameBytes(as: word) {
      return values[index]
    }
    return nil
  }
}
