package import LinkPolicy

/// A cursor over the members of one object for a decoder that knows its keys.
///
/// The decoder asks for each key it knows and calls ``finish(_:)``, which reports the members that
/// nobody asked for. Asking in the order of the document finds each key at once; any other order
/// searches the members.
package struct JSONObjectReader: Sendable {
  private let object: JSONValue
  private let members: [JSONMember]
  private var isRead: [Bool]
  private var asked: [Name] = []
  private var next = 0

  /// Starts reading a value, or reports that it is no object and returns nil.
  ///
  /// The key is the one the object stands under, for the message.
  package init?(_ value: JSONValue, in key: Name? = nil, _ findings: inout JSONFindings) {
    guard let members = findings.members(value, in: key) else { return nil }
    object = value
    self.members = members
    isRead = Array(repeating: false, count: members.count)
  }

  /// The member of a key that may be missing.
  package mutating func member(_ key: Name) -> JSONMember? {
    asked.append(key)
    var index = next
    for _ in members.indices {
      if index >= members.count { index = 0 }
      if members[index].key == key {
        isRead[index] = true
        next = index + 1
        return members[index]
      }
      index += 1
    }
    return nil
  }

  /// The value of a key that may be missing.
  ///
  /// A `null` is a value like any other; it does not mean that the key is missing.
  package mutating func optional(_ key: Name) -> JSONValue? {
    member(key)?.value
  }

  /// The value of a key that must be there, or a finding and nil.
  package mutating func required(_ key: Name, _ findings: inout JSONFindings) -> JSONValue? {
    if let member = member(key) { return member.value }
    findings.report(
      .jsonMissingKey, "the key " + key.quoted + " is missing", at: object,
      help: "add it to the object that starts here")
    return nil
  }

  /// Reports the members that were not asked for.
  package func finish(_ findings: inout JSONFindings) {
    for index in members.indices where !isRead[index] {
      let key = members[index].key
      findings.report(
        Diagnostic(
          .jsonUnknownKey, .error, "unknown key " + key.quoted,
          at: findings.locator.position(at: members[index].keyOffset),
          help: JSONFindings.suggestion(for: key, among: asked, called: "known keys")))
    }
  }
}
