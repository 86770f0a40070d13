/// The elements of an array, walked without making a list of them.
package struct JSONElements: Sequence, IteratorProtocol, Sendable {
  private let tape: JSONTape
  private var index: Int
  private var rest: Int

  /// No elements.
  static let none = JSONElements(JSONValue(.null))

  /// The elements of an array; none of anything else.
  package init(_ value: JSONValue) {
    tape = value.tape
    index = value.index + 1
    rest = value.node.kind == .array ? Int(value.node.detail) : 0
  }

  package var underestimatedCount: Int { rest }
  /// How many are left.
  package var count: Int { rest }
  /// Whether none is left.
  package var isEmpty: Bool { rest == 0 }
  /// The next one.
  package var first: JSONValue? {
    var copy = self
    return copy.next()
  }

  package mutating func next() -> JSONValue? {
    guard rest > 0 else { return nil }
    let value = JSONValue(tape, index)
    index = tape.nodes[index].next(after: index)
    rest -= 1
    return value
  }
}

/// The members of an object, walked without making a list of them.
package struct JSONMembers: Sequence, IteratorProtocol, Sendable {
  private let tape: JSONTape
  private var index: Int
  private var rest: Int

  /// The members of an object; none of anything else.
  package init(_ value: JSONValue) {
    tape = value.tape
    index = value.index + 1
    rest = value.node.kind == .object ? Int(value.node.detail) : 0
  }

  package var underestimatedCount: Int { rest }
  /// How many are left.
  package var count: Int { rest }
  /// Whether none is left.
  package var isEmpty: Bool { rest == 0 }
  /// The next one.
  package var first: JSONMember? {
    var copy = self
    return copy.next()
  }

  package mutating func next() -> JSONMember? {
    guard rest > 0 else { return nil }
    let member = JSONMember(tape, index)
    index = tape.nodes[index + 1].next(after: index + 1)
    rest -= 1
    return member
  }
}
