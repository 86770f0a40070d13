package import LinkPolicy

/// A writer of JSON text; it appends to a byte array in the order of the calls.
///
/// Wrong nesting, such as a value without a key in an object, is a programming error and stops the program. The writer
/// does not detect duplicate keys.
package struct JSONWriter: Sendable {
  /// The layout of the text: without white space, or indented for people.
  package enum Layout: Sendable {
    /// The text contains no white space.
    case compact
    /// Each member or element is on a separate line, indented by two spaces for each level.
    case pretty
  }

  private enum Container: Sendable {
    case document
    case array
    case object
  }

  private struct JSONLevel: Sendable {
    var container: Container
    var isEmpty = true
    var hasKey = false
  }

  /// The text so far.
  package private(set) var bytes: [UInt8]

  private let layout: Layout
  /// The innermost open container, or the document if no container is open.
  private var level = JSONLevel(container: .document)
  /// The number of open containers.
  private var depth = 0
  /// The kinds of the innermost open containers, at most 64, one bit each: 1 for an object.
  private var kinds: UInt64 = 0
  /// The kinds of the open containers around those in `kinds`, 64 in each integer.
  private var outerKinds: [UInt64] = []

  /// Creates a writer that appends a document to the given bytes.
  package init(_ layout: Layout = .compact, appendingTo bytes: [UInt8] = []) {
    self.layout = layout
    self.bytes = bytes
  }

  /// Creates a compact writer that appends to the given bytes without a copy, and leaves an empty array.
  init(taking bytes: inout [UInt8]) {
    layout = .compact
    self.bytes = []
    swap(&self.bytes, &bytes)
  }

  /// Starts an object.
  package mutating func beginObject() {
    begin(.object, UInt8(ascii: "{"))
  }

  /// Ends the innermost container, which must be an object.
  package mutating func endObject() {
    end(.object, UInt8(ascii: "}"))
  }

  /// Starts an array.
  package mutating func beginArray() {
    begin(.array, UInt8(ascii: "["))
  }

  /// Ends the innermost container, which must be an array.
  package mutating func endArray() {
    end(.array, UInt8(ascii: "]"))
  }

  /// Ends a complete document with a line feed, after which another document may follow.
  package mutating func endLine() {
    precondition(
      level.container == .document && !level.isEmpty, "a line ends after one complete value")
    bytes.append(UInt8(ascii: "\n"))
    level.isEmpty = true
  }

  /// Returns the text and empties the writer; the document must be complete.
  package mutating func take() -> [UInt8] {
    precondition(level.container == .document, "the text is taken when every container has ended")
    level.isEmpty = true
    let text = bytes
    bytes = []
    return text
  }

  /// Opens a key, whose string the caller appends.
  private mutating func beginKey() {
    precondition(level.container == .object && !level.hasKey, "a key must be in an object")
    separate()
    level.hasKey = true
  }

  /// Opens a value, whose text the caller appends.
  mutating func beginValue() {
    switch level.container {
    case .document:
      precondition(level.isEmpty, "a document is one value")
      level.isEmpty = false
    case .object:
      precondition(level.hasKey, "a value in an object follows its key")
      level.hasKey = false
    case .array: separate()
    }
  }

  private mutating func append(_ byte: UInt8) {
    bytes.append(byte)
  }

  private mutating func append(_ text: some Collection<UInt8>) {
    bytes.append(contentsOf: text)
  }

  /// Appends text that a function writes to an output with limited room.
  ///
  /// An output that is full is incomplete, so the function is then called again with twice the room. One call that
  /// appends many parts is cheaper than many calls that append one part each.
  ///
  /// - Parameters:
  ///   - room: the usual length of the text in bytes.
  ///   - write: the function, which writes the same text in each call.
  private mutating func append(
    reserving room: Int, _ write: (inout OutputSpan<UInt8>) -> Void
  ) {
    let start = bytes.count
    var room = room &+ 1
    while true {
      bytes.append(addingCapacity: room, initializingWith: write)
      guard bytes.count &- start == room else { return }
      bytes.removeLast(room)
      room *= 2
    }
  }

  private mutating func appendInteger(_ value: LongInteger) {
    append(reserving: 20) { $0.integer(value) }
  }

  private mutating func appendString(_ text: Span<UInt8>) {
    append(reserving: text.count &+ 2) { $0.string(text) }
  }

  private mutating func begin(_ container: Container, _ bracket: UInt8) {
    beginValue()
    append(bracket)
    if depth > 0, depth & 63 == 0 { outerKinds.append(kinds) }
    depth += 1
    kinds = kinds &<< 1 | (container == .object ? 1 : 0)
    level = JSONLevel(container: container)
  }

  private mutating func end(_ container: Container, _ bracket: UInt8) {
    precondition(
      level.container == container && !level.hasKey, "containers end as they began")
    let wasEmpty = level.isEmpty
    depth -= 1
    kinds = depth > 0 && depth & 63 == 0 ? outerKinds.removeLast() : kinds &>> 1
    // The container around a value is not empty, and has no key that waits for its value.
    level = JSONLevel(container: surrounding, isEmpty: false)
    if layout == .pretty, !wasEmpty { breakLine() }
    append(bracket)
  }

  /// The innermost open container.
  private var surrounding: Container {
    guard depth > 0 else { return .document }
    return kinds & 1 == 1 ? .object : .array
  }

  private mutating func separate() {
    if !level.isEmpty { append(UInt8(ascii: ",")) }
    level.isEmpty = false
    if layout == .pretty { breakLine() }
  }

  private mutating func breakLine() {
    append(UInt8(ascii: "\n"))
    for _ in 0..<depth {
      append(UInt8(ascii: " "))
      append(UInt8(ascii: " "))
    }
  }
}

extension JSONWriter {
  /// Writes a key, which the caller must follow with a value.
  package mutating func key(_ key: Name) {
    self.key(key.bytes.span)
  }

  /// Writes a key, which the caller must follow with a value.
  ///
  /// Unlike a ``Name``, a short string, such as a key in source code, is stored without an allocation.
  package mutating func key(_ key: String) {
    self.key(key.utf8Span.span)
  }

  private mutating func key(_ key: Span<UInt8>) {
    beginKey()
    appendString(key)
    append(UInt8(ascii: ":"))
    if layout == .pretty { append(UInt8(ascii: " ")) }
  }

  /// Writes a value that a function composes of fixed text and strings, such as `{"new":true}`.
  ///
  /// The function writes a complete value without white space. The writer does not check the text, because a check
  /// would cost most of the time.
  ///
  /// - Parameters:
  ///   - room: the usual length of the text in bytes.
  ///   - write: the function, which writes the same text in each call.
  mutating func composed(reserving room: Int, _ write: (inout OutputSpan<UInt8>) -> Void) {
    precondition(layout == .compact, "a composed value has the layout of the writer")
    beginValue()
    append(reserving: room, write)
  }

  /// Writes further members of an object that has a member, such as `,"name":"a","line":7`.
  ///
  /// - Parameters:
  ///   - room: the usual length of the text in bytes.
  ///   - write: the function, which writes the same members in each call, each after a comma.
  mutating func furtherMembers(
    reserving room: Int, _ write: (inout OutputSpan<UInt8>) -> Void
  ) {
    precondition(
      layout == .compact && level.container == .object && !level.isEmpty && !level.hasKey,
      "further members follow a member")
    append(reserving: room, write)
  }

  /// Writes members of the innermost object from their text, such as `"name":"a","line":7`.
  ///
  /// - Parameter text: members that a compact writer wrote, without the braces of their object; if the text is empty,
  ///   nothing is written.
  mutating func rendered(_ text: ArraySlice<UInt8>) {
    precondition(layout == .compact, "rendered members have the layout of the writer")
    guard !text.isEmpty else { return }
    beginKey()
    append(text)
    level.hasKey = false
  }

  /// Writes a string; invalid UTF-8 becomes U+FFFD.
  package mutating func string(_ value: Name) {
    beginValue()
    appendString(value.bytes.span)
  }

  /// Writes a string.
  package mutating func string(_ value: String) {
    beginValue()
    appendString(value.utf8Span.span)
  }

  /// Writes an integer.
  package mutating func int(_ value: Int) {
    long(LongInteger(value))
  }

  /// Writes an integer of 64 bits.
  package mutating func long(_ value: LongInteger) {
    beginValue()
    appendInteger(value)
  }

  /// Writes a number with its exact text.
  package mutating func number(_ value: JSONNumber) {
    beginValue()
    append(value.text)
  }

  /// Writes a boolean.
  package mutating func bool(_ value: Bool) {
    beginValue()
    append(reserving: 5) { $0.text(value ? "true" : "false") }
  }

  /// Writes `null`.
  package mutating func null() {
    beginValue()
    append(reserving: 4) { $0.text("null") }
  }

  /// Writes a value with all nested values.
  ///
  /// The nesting must not exceed the greatest depth of ``JSONLimits``.
  package mutating func value(_ value: JSONValue) {
    switch value.content {
    case .null: null()
    case .bool(let value): bool(value)
    case .number(let value): number(value)
    case .string(let value): string(value)
    case .array(let elements):
      beginArray()
      for element in elements { self.value(element) }
      endArray()
    case .object(let members):
      beginObject()
      for member in members {
        key(member.key)
        self.value(member.value)
      }
      endObject()
    }
  }
}

extension JSONValue {
  /// Returns an object with the members whose values are not nil.
  package static func object(_ members: KeyValuePairs<Name, JSONValue?>) -> JSONValue {
    JSONValue(.object(self.members(members)))
  }

  /// Returns the members with non-nil values, to be joined with other members.
  package static func members(_ members: KeyValuePairs<Name, JSONValue?>) -> [JSONMember] {
    members.compactMap { key, value in value.map { JSONMember(key, $0) } }
  }

  /// Returns a JSON array of values.
  package static func array(_ elements: [JSONValue]) -> JSONValue { JSONValue(.array(elements)) }

  /// Returns a JSON string.
  package static func string(_ text: String) -> JSONValue { JSONValue(.string(Name(text))) }

  /// Returns a JSON string.
  package static func string(_ name: Name) -> JSONValue { JSONValue(.string(name)) }

  /// Returns a JSON number.
  package static func int(_ number: Int) -> JSONValue { long(LongInteger(number)) }

  /// Returns a JSON number for an integer of 64 bits.
  package static func long(_ number: LongInteger) -> JSONValue {
    JSONValue(.number(JSONNumber(number)))
  }

  /// Returns `true` or `false`.
  package static func bool(_ value: Bool) -> JSONValue { JSONValue(.bool(value)) }

  /// The value `null`.
  package static var null: JSONValue { JSONValue(.null) }

  /// Returns an object with these string members, in order; nil for an empty list.
  package static func words(_ pairs: [(name: String, value: String)]) -> JSONValue? {
    pairs.isEmpty
      ? nil : JSONValue(.object(pairs.map { JSONMember(Name($0.name), .string($0.value)) }))
  }

  /// The value on one line without white space, with the members in their stored order.
  package var line: [UInt8] {
    var writer = JSONWriter()
    writer.value(self)
    return writer.take()
  }
}
