internal import LinkPolicy

/// A cursor over the members of one object for a decoder that knows its keys.
///
/// The decoder asks for each key it knows and calls ``finish(_:)``, which reports the members that
/// nobody asked for. Asking in the order of the document finds each key at once; any other order
/// searches the members.
package struct JSONObjectReader: Sendable {
  let object: JSONValue
  private let count: Int
  /// How many members were not read yet.
  private var unread: Int
  private let keyLengths: UInt64
  /// Which of the first members were read, a bit each.
  private var isRead: UInt64 = 0
  private let keepsAsked: Bool
  /// What only large objects and messages need.
  private var more: [More] = []
  /// The member to look at first: its place among the members, and its key on the tape.
  private var next = 0
  private var nextKey: Int

  private struct More: Sendable {
    /// Which of the members were read that have no bit.
    var isRead: [Bool]
    var asked: [String] = []
  }

  /// Starts reading a value, or reports that it is no object and returns nil.
  ///
  /// The key is the one the object stands under, for the message.
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

  /// Finds the member of a key and returns the index of the key on the tape.
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

  /// The value of a key that may be missing.
  ///
  /// A `null` is a value like any other; it does not mean that the key is missing.
  package mutating func optional(_ key: String) -> JSONValue? {
    find(key).map { JSONValue(object.tape, $0 + 1) }
  }

  /// The value of a key that must be there, or a finding and nil.
  package mutating func required(_ key: String, _ findings: inout JSONFindings) -> JSONValue? {
    if let value = optional(key) { return value }
    findings.report(
      .jsonMissingKey, "the key " + Name(key).quoted + " is missing", at: object,
      help: "add it to the object that starts here")
    return nil
  }

  /// Reports the members that were not asked for.
  package func finish(_ findings: inout JSONFindings) {
    guard unread > 0 else { return }
    // What is right at one place and wrong at another is asked for twice.
    var known: [Name] = []
    for key in (more.first?.asked ?? []).map({ Name($0) }) where !known.contains(key) {
      known.append(key)
    }
    for (number, member) in JSONMembers(object).enumerated() where !wasRead(number) {
      let key = member.key
      findings.report(
        Diagnostic(
          .jsonUnknownKey, .error, "unknown key " + key.quoted,
          at: findings.locator.position(at: member.keyOffset),
          help: JSONFindings.suggestion(for: key, among: known, called: "known keys")))
    }
  }
}
