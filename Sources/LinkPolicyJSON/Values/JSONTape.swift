internal import LinkPolicy

/// The values of one document as a flat, immutable array of nodes in text order.
///
/// A container precedes its contents, and stores the index of the node after the contents, so code can read the nodes
/// in sequence. Strings remain in the text, and are decoded on demand.
package final class JSONTape: Sendable {
  /// A value, or the key that precedes a value.
  struct Node: Sendable {
    enum NodeKind: UInt8, Sendable {
      case null, no, yes, number, string, array, object
    }

    let kind: NodeKind
    /// The offset of the first byte, relative to the base of the tape.
    let offset: UInt32
    /// The end of the text of a string, or the index of the node after a container.
    var end: UInt32 = 0
    /// For a container, the number of elements or members; for a number, the index of the number; for a string with
    /// escapes, the index of the decoded text plus one; otherwise 0.
    var detail: UInt32 = 0
    /// The offset of the last byte of a parsed container, relative to the base; otherwise 0.
    var close: UInt32 = 0
  }

  let nodes: [Node]
  let bytes: [UInt8]
  /// The offset in the bytes to which the offsets of nodes are relative.
  let base: Int
  let numbers: [JSONNumber]
  /// The decoded texts of the strings that have escapes.
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
  /// Returns the index of the node after the value at an index.
  func next(after index: Int) -> Int {
    kind == .array || kind == .object ? Int(end) : index + 1
  }
}

extension JSONTape {
  /// Returns the offset of a node's first byte in the buffer of the document.
  func offset(of index: Int) -> Int {
    base + Int(nodes[index].offset)
  }

  /// Returns whether the string at a node's index, with its escapes decoded, has the same bytes as a text.
  func isString(_ index: Int, _ text: String) -> Bool {
    let node = nodes[index]
    if node.detail > 0 {
      return text.hasSameBytes(as: texts[Int(node.detail) - 1])
    }
    let wanted = text.utf8Span
    let bytes = bytes
    return Self.isSame(node, as: wanted.span, in: bytes.span, base: base)
  }

  /// Returns whether a string without escapes has the given bytes.
  private static func isSame(
    _ node: Node, as wanted: Span<UInt8>, in bytes: Span<UInt8>, base: Int
  ) -> Bool {
    guard Int(node.end &- node.offset) == wanted.count &+ 1 else { return false }
    let start = base &+ Int(node.offset) &+ 1
    for place in wanted.indices where wanted[place] != bytes[start &+ place] {
      return false
    }
    return true
  }

  /// Returns the index in `words` of the string at a node's index; nil if `words` does not contain the string.
  func choice(_ index: Int, of words: [String]) -> Int? {
    for choice in words.indices where isString(index, words[choice]) {
      return choice
    }
    return nil
  }

  /// The result of a search for a member by its key.
  struct MemberMatch {
    /// The position of the member in its object.
    let member: Int
    /// The index of the key's node.
    let key: Int
    /// The index of the node after the member's value.
    let behind: Int
  }

  /// Finds a member of an object by its key; the search begins at a given member, and after the last member continues
  /// with the first.
  func find(_ key: String, in object: Int, from first: Int, at firstKey: Int) -> MemberMatch? {
    let count = Int(nodes[object].detail)
    let wanted = key.utf8Span
    // The owner of a span must be a local variable.
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
        ? isString(index, key) : Self.isSame(nodes[index], as: wanted.span, in: bytes, base: base)
      if isFound {
        return MemberMatch(member: member, key: index, behind: behind)
      }
      member += 1
      index = behind
    }
    return nil
  }

  /// Returns a set of bits, with one bit for each length that a key of an object has.
  ///
  /// Decoders mostly request keys that the object lacks. Usually, no key of the object has the length of the requested
  /// key, so the search ends early.
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

  /// Returns the bit that represents keys of a given length.
  static func lengthBit(_ length: Int) -> UInt64 {
    1 << UInt64(truncatingIfNeeded: length & 63)
  }

  /// Returns the string at an index as a `Name`.
  func name(_ index: Int) -> Name {
    let node = nodes[index]
    if node.detail > 0 {
      return texts[Int(node.detail) - 1]
    }
    return Name(bytes: Array(bytes[(base + Int(node.offset) + 1)..<(base + Int(node.end))]))
  }

  /// Returns the string at an index as a `String`.
  func text(_ index: Int) -> String {
    let node = nodes[index]
    if node.detail > 0 {
      return texts[Int(node.detail) - 1].text
    }
    let start = base + Int(node.offset) + 1
    return String(decoding: bytes[start..<(base + Int(node.end))], as: UTF8.self)
  }
}

/// A builder of tapes, for values that are made in code.
struct JSONTapeBuilder {
  private var nodes: [JSONTape.Node] = []
  private var numbers: [JSONNumber] = []
  private var texts: [Name] = []

  var tape: JSONTape { JSONTape(nodes, numbers: numbers, texts: texts) }

  mutating func add(_ content: JSONValue.JSONContent, at offset: Int) {
    switch content {
    case .null: addNode(.null, at: offset)
    case .bool(let value): addNode(value ? .yes : .no, at: offset)
    case .number(let value):
      addNode(.number, at: offset, detail: numbers.count)
      numbers.append(value)
    case .string(let value):
      texts.append(value)
      addNode(.string, at: offset, detail: texts.count)
    case .array(let elements):
      let container = nodes.count
      addNode(.array, at: offset, detail: elements.count)
      for element in elements {
        add(element)
      }
      nodes[container].end = UInt32(nodes.count)
    case .object(let members):
      let container = nodes.count
      addNode(.object, at: offset, detail: members.count)
      for member in members {
        add(member.keyValue)
        add(member.value)
      }
      nodes[container].end = UInt32(nodes.count)
    }
  }

  /// Adds a value of another tape, with all nested values.
  mutating func add(_ value: JSONValue) {
    add(value.content, at: value.offset)
  }

  private mutating func addNode(_ kind: JSONTape.Node.NodeKind, at offset: Int, detail: Int = 0) {
    nodes.append(
      JSONTape.Node(
        kind: kind, offset: UInt32(clamping: offset), detail: UInt32(clamping: detail)))
  }
}
