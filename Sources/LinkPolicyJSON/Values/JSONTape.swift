internal import LinkPolicy

/// The values of one document in the order of its text, one after the other without pointers.
///
/// A container stands before what it contains and knows where that ends, so that walking is
/// reading on. Strings stay in the text until somebody asks for them. Never changed once made.
package final class JSONTape: Sendable {
  /// One value, or the key before one.
  struct Node: Sendable {
    enum Kind: UInt8, Sendable {
      case null, no, yes, number, string, array, object
    }

    let kind: Kind
    /// Where it starts, counted from the base of the tape.
    let offset: UInt32
    /// For a string the end of its text, for a container the index of the node behind it.
    var end: UInt32 = 0
    /// For a container how many values it has; for a number its index; for a string with escapes
    /// one more than the index of its text.
    var detail: UInt32 = 0
  }

  let nodes: [Node]
  let bytes: [UInt8]
  /// The offset in the bytes that the offsets of nodes count from.
  let base: Int
  let numbers: [JSONNumber]
  /// The strings that do not stand in the bytes as they are.
  let texts: [Name]

  init(
    _ nodes: [Node], bytes: [UInt8] = [], base: Int = 0, numbers: [JSONNumber] = [],
    texts: [Name] = []
  ) {
    self.nodes = nodes
    self.bytes = bytes
    self.base = base
    self.numbers = numbers
    self.texts = texts
  }
}

extension JSONTape.Node {
  /// The index of the node behind the value at an index.
  func next(after index: Int) -> Int {
    kind == .array || kind == .object ? Int(end) : index + 1
  }
}

extension JSONTape {
  /// The offset of a node's first byte in the buffer it was read from.
  func offset(of index: Int) -> Int {
    base + Int(nodes[index].offset)
  }

  /// Whether a string has the bytes of a text.
  func isString(_ index: Int, _ text: String) -> Bool {
    let node = nodes[index]
    let count = text.utf8.count
    if node.detail > 0 {
      return text.hasSameBytes(as: texts[Int(node.detail) - 1])
    }
    guard Int(node.end &- node.offset) == count &+ 1 else { return false }
    let start = base + Int(node.offset) + 1
    let span = text.utf8Span.span
    for place in span.indices where span[place] != bytes[start + place] {
      return false
    }
    return true
  }

  /// A string as a name.
  func name(_ index: Int) -> Name {
    let node = nodes[index]
    if node.detail > 0 {
      return texts[Int(node.detail) - 1]
    }
    return Name(bytes: Array(bytes[(base + Int(node.offset) + 1)..<(base + Int(node.end))]))
  }

  /// A string as text.
  func text(_ index: Int) -> String {
    let node = nodes[index]
    if node.detail > 0 {
      return texts[Int(node.detail) - 1].text
    }
    let start = base + Int(node.offset) + 1
    return String(decoding: bytes[start..<(base + Int(node.end))], as: UTF8.self)
  }
}
