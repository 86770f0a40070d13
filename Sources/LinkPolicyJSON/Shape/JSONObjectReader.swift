internal import LinkPolicy

/// A cursor over the members of one object for a decoder that knows its keys.
///
/// The decoder asks for each key it knows and calls ``finish(_:)``, which reports the members that
/// nobody asked for. Asking in the order of the document finds each key at once; any other order
/// searches the members.
package struct JSONObjectReader: Sendable {
  private let object: JSONValue
  private let count: Int
  /// Which of the first members were read, a bit each.
  private var isRead: UInt64 = 0
  /// Which of the others were read.
  private var isReadBeyond: [Bool] = []
  private var asked: [String] = []
  private let keepsAsked: Bool
  /// The member to look at first: its place among the members, and its key on the tape.
  private var next = 0
  private var nextKey: Int

  /// Starts reading a value, or reports that it is no object and returns nil.
  ///
  /// The key is the one the object stands under, for the message.
  package init?(_ value: JSONValue, in key: String? = nil, _ findings: inout JSONFindings) {
    guard findings.isObject(value, in: key) else { return nil }
    object = value
    count = value.count
    keepsAsked = findings.suggestsKeys
    nextKey = value.index + 1
    if count > UInt64.bitWidth {
      isReadBeyond = Array(repeating: false, count: count - UInt64.bitWidth)
    }
  }

  /// Finds the member of a key and returns the index of the key on the tape.
  private mutating func find(_ key: String) -> Int? {
    if keepsAsked {
      asked.append(key)
    }
    let tape = object.tape
    var member = next
    var index = nextKey
    for _ in 0..<count {
      if member == count {
        member = 0
        index = object.index + 1
      }
      let behind = tape.nodes[index + 1].next(after: index + 1)
      if tape.isString(index, key) {
        markRead(member)
        next = member + 1
        nextKey = behind
        return index
      }
      member += 1
      index = behind
    }
    return nil
  }

  private mutating func markRead(_ member: Int) {
    if member < UInt64.bitWidth {
      isRead |= 1 << UInt64(member)
    } else {
      isReadBeyond[member - UInt64.bitWidth] = true
    }
  }

  private func wasRead(_ member: Int) -> Bool {
    member < UInt64.bitWidth
      ? isRead & (1 << UInt64(member)) != 0 : isReadBeyond[member - UInt64.bitWidth]
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
    guard isRead.nonzeroBitCount < count else { return }
    for (number, member) in JSONMembers(object).enumerated() where !wasRead(number) {
      let key = member.key
      findings.report(
        Diagnostic(
          .jsonUnknownKey, .error, "unknown key " + key.quoted,
          at: findings.locator.position(at: member.keyOffset),
          help: JSONFindings.suggestion(
            for: key, among: asked.map { Name($0) }, called: "known keys")))
    }
  }
}
