/// Writes JSON text into a byte array, in the order of the calls.
///
/// Wrong nesting, such as a value without a key in an object, is a mistake of the program and
/// stops it. Whether a key is written twice is not checked.
package struct JSONWriter: Sendable {
  /// How the text is laid out.
  package enum Layout: Sendable {
    /// Without any space.
    case compact
    /// One member or element a line, indented by two spaces.
    case pretty
  }

  private enum Container: Sendable {
    case array
    case object
  }

  private struct Level: Sendable {
    var container: Container
    var isEmpty = true
    var hasKey = false
  }

  /// The text so far.
  package private(set) var bytes: [UInt8]

  private let layout: Layout
  private var levels: [Level] = []
  private var hasRoot = false

  /// Starts a document behind the given bytes.
  package init(_ layout: Layout = .compact, appendingTo bytes: [UInt8] = []) {
    self.layout = layout
    self.bytes = bytes
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

  /// Ends a complete document with a line feed, after which another one may follow.
  package mutating func endLine() {
    precondition(hasRoot && levels.isEmpty, "a line ends after one complete value")
    bytes.append(UInt8(ascii: "\n"))
    hasRoot = false
  }

  /// Takes the text out, leaving an empty writer; the document must be complete.
  package mutating func take() -> [UInt8] {
    precondition(levels.isEmpty, "the text is taken when every container has ended")
    hasRoot = false
    let text = bytes
    bytes = []
    return text
  }

  /// Opens the place of a key; the caller appends the string behind it.
  mutating func beginKey() {
    precondition(!levels.isEmpty, "a key stands in an object")
    let last = levels.count - 1
    precondition(
      levels[last].container == .object && !levels[last].hasKey, "a key stands in an object")
    separate(last)
    levels[last].hasKey = true
  }

  /// Ends the place of a key.
  mutating func endKey() {
    append(UInt8(ascii: ":"))
    if layout == .pretty { append(UInt8(ascii: " ")) }
  }

  /// Opens the place of a value; the caller appends its text.
  mutating func beginValue() {
    guard !levels.isEmpty else {
      precondition(!hasRoot, "a document is one value")
      hasRoot = true
      return
    }
    let last = levels.count - 1
    if levels[last].container == .object {
      precondition(levels[last].hasKey, "a value in an object follows its key")
      levels[last].hasKey = false
    } else {
      separate(last)
    }
  }

  mutating func append(_ byte: UInt8) {
    bytes.append(byte)
  }

  mutating func append(_ text: some Collection<UInt8>) {
    bytes.append(contentsOf: text)
  }

  private mutating func begin(_ container: Container, _ bracket: UInt8) {
    beginValue()
    append(bracket)
    levels.append(Level(container: container))
  }

  private mutating func end(_ container: Container, _ bracket: UInt8) {
    let level = levels.popLast()
    precondition(
      level?.container == container && level?.hasKey == false, "containers end as they began")
    if level?.isEmpty == false { breakLine() }
    append(bracket)
  }

  private mutating func separate(_ last: Int) {
    if !levels[last].isEmpty { append(UInt8(ascii: ",")) }
    levels[last].isEmpty = false
    breakLine()
  }

  private mutating func breakLine() {
    guard layout == .pretty else { return }
    append(UInt8(ascii: "\n"))
    for _ in levels.indices {
      append(UInt8(ascii: " "))
      append(UInt8(ascii: " "))
    }
  }
}
