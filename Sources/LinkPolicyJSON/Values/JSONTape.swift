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
    /// For a container that was read where its last byte is, counted from the base; otherwise 0.
    var close: UInt32 = 0
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
    if node.detail > 0 {
      return text.hasSameBytes(as: texts[Int(node.detail) - 1])
    }
    let wanted = text.utf8Span
    let bytes = bytes
    return Self.isSame(node, wanted.span, bytes.span, base)
  }

  /// Whether a string without escapes has some bytes.
  private static func isSame(
    _ node: Node, _ wanted: Span<UInt8>, _ bytes: Span<UInt8>, _ base: Int
  ) -> Bool {
    guard Int(node.end &- node.offset) == wanted.count &+ 1 else { return false }
    let start = base &+ Int(node.offset) &+ 1
    for place in wanted.indices where wanted[place] != bytes[start &+ place] {
      return false
    }
    return true
  }

  /// The index of the word that a string is.
  func choice(_ index: Int, of words: [String]) -> Int? {
    for choice in words.indices where isString(index, words[choice]) {
      return choice
    }
    return nil
  }

  /// A member found by its key.
  struct Found {
    /// Its place among the members.
    let member: Int
    /// The index of its key.
    let key: Int
    /// The index of the node behind its value.
    let behind: Int
  }

  /// Finds a member of an object by its key, looking at the member of a given place first.
  func find(_ key: String, in object: Int, from first: Int, at firstKey: Int) -> Found? {
    let count = Int(nodes[object].detail)
    let wanted = key.utf8Span
    // A span needs an owner that is bound here.
    let (ownBytes, ownNodes) = (bytes, nodes)
    let bytes = ownBytes.span
    let nodes = ownNodes.span
    var member = first
    var index = firstKey
    for _ in 0..<count {
      if member == count {
        member = 0
        index = object + 1
      }
      let behind = nodes[index + 1].next(after: index + 1)
      let isFound =
        nodes[index].detail > 0
        ? isString(index, key) : Self.isSame(nodes[index], wanted.span, bytes, base)
      if isFound {
        return Found(member: member, key: index, behind: behind)
      }
      member += 1
      index = behind
    }
    return nil
  }

  /// A bit for each length that a key of an object has.
  ///
  /// Most keys that a decoder asks for are missing, and most of these have a length of their own.
  func keyLengths(of object: Int) -> UInt64 {
    let ownNodes = nodes
    let nodes = ownNodes.span
    var lengths: UInt64 = 0
    var index = object + 1
    for _ in 0..<Int(nodes[object].detail) {
      let key = nodes[index]
      lengths |= key.detail > 0 ? .max : Self.lengthBit(Int(key.end &- key.offset) &- 1)
      index = nodes[index + 1].next(after: index + 1)
    }
    return lengths
  }

  /// The bit of a length.
  static func lengthBit(_ length: Int) -> UInt64 {
    1 << UInt64(truncatingIfNeeded: length & 63)
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
