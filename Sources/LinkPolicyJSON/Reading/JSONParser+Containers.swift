internal import LinkPolicy

extension JSONParser {
  // Up to here comparing with every earlier key is faster than hashing.
  private static var scannedKeys: Int { 16 }

  mutating func array(_ span: Span<UInt8>) throws(JSONSyntaxError) {
    let container = nodes.count
    add(.array, from: index)
    try enter()
    if isAt(span, UInt8(ascii: "]")) {
      leave(container, count: 0)
      return
    }
    var count = 0
    while true {
      try value(span)
      count += 1
      skipSpace(span)
      guard index < end else { throw unexpected(span, .expectedCommaOrBracket) }
      switch span[index] {
      case UInt8(ascii: ","):
        let comma = index
        index += 1
        if isAt(span, UInt8(ascii: "]")) { throw JSONSyntaxError(.trailingComma, at: comma) }
      case UInt8(ascii: "]"):
        leave(container, count: count)
        return
      default:
        throw unexpected(span, .expectedCommaOrBracket)
      }
    }
  }

  mutating func object(_ span: Span<UInt8>) throws(JSONSyntaxError) {
    let container = nodes.count
    add(.object, from: index)
    try enter()
    if isAt(span, UInt8(ascii: "}")) {
      leave(container, count: 0)
      return
    }
    var keys = KeysRead(first: nodes.count)
    while true {
      try member(span, &keys)
      skipSpace(span)
      guard index < end else { throw unexpected(span, .expectedCommaOrBrace) }
      switch span[index] {
      case UInt8(ascii: ","):
        let comma = index
        index += 1
        if isAt(span, UInt8(ascii: "}")) { throw JSONSyntaxError(.trailingComma, at: comma) }
      case UInt8(ascii: "}"):
        leave(container, count: keys.count)
        return
      default:
        throw unexpected(span, .expectedCommaOrBrace)
      }
    }
  }

  /// The keys of an object so far.
  private struct KeysRead {
    /// The index of the first one.
    let first: Int
    var count = 0
    /// The offsets by key, once there are many.
    var offsets: [Name: Int] = [:]
    /// One bit for each key by its shape; a key whose bit is clear is new.
    var shapes: UInt64 = 0
  }

  private mutating func member(
    _ span: Span<UInt8>, _ keys: inout KeysRead
  ) throws(JSONSyntaxError) {
    guard index < end, span[index] == UInt8(ascii: "\"") else {
      throw unexpected(span, .expectedKey)
    }
    let key = nodes.count
    try string(span)
    guard isAt(span, UInt8(ascii: ":")) else { throw unexpected(span, .expectedColon) }
    index += 1
    skipSpace(span)
    try value(span)
    if let first = firstUse(of: key, span, &keys) {
      throw JSONSyntaxError(
        .duplicateKey, at: base + Int(nodes[key].offset), related: first, key: name(key))
    }
    keys.count += 1
  }

  /// The offset of an earlier key that is the same.
  private func firstUse(of key: Int, _ span: Span<UInt8>, _ keys: inout KeysRead) -> Int? {
    let node = nodes[key]
    if keys.count < Self.scannedKeys {
      let isNew = node.detail == 0 && keys.shapes & shape(node, span) == 0
      keys.shapes |= node.detail == 0 ? shape(node, span) : .max
      return isNew ? nil : scan(for: node, span, keys)
    }
    if keys.offsets.isEmpty {
      var index = keys.first
      for _ in 0..<keys.count {
        keys.offsets[name(index)] = base + Int(nodes[index].offset)
        index = nodes[index + 1].next(after: index + 1)
      }
    }
    let name = name(key)
    if let first = keys.offsets[name] {
      return first
    }
    keys.offsets[name] = base + Int(node.offset)
    return nil
  }

  private func scan(for node: JSONTape.Node, _ span: Span<UInt8>, _ keys: KeysRead) -> Int? {
    var index = keys.first
    for _ in 0..<keys.count {
      if isSame(nodes[index], node, span) {
        return base + Int(nodes[index].offset)
      }
      index = nodes[index + 1].next(after: index + 1)
    }
    return nil
  }

  private func isSame(_ a: JSONTape.Node, _ b: JSONTape.Node, _ span: Span<UInt8>) -> Bool {
    guard a.detail == 0, b.detail == 0 else { return name(a) == name(b) }
    guard a.end - a.offset == b.end - b.offset else { return false }
    for place in 1..<Int(a.end - a.offset)
    where span[base + Int(a.offset) + place] != span[base + Int(b.offset) + place] {
      return false
    }
    return true
  }

  /// Length, first and last byte tell nearly all keys of one object apart.
  private func shape(_ node: JSONTape.Node, _ span: Span<UInt8>) -> UInt64 {
    let start = base + Int(node.offset)
    let end = base + Int(node.end)
    let sum = (end - start) &* 7 &+ Int(span[start + 1]) &* 3 &+ Int(span[end - 1])
    return 1 << UInt64(truncatingIfNeeded: sum & 63)
  }

  private func name(_ index: Int) -> Name {
    name(nodes[index])
  }

  private func name(_ node: JSONTape.Node) -> Name {
    if node.detail > 0 {
      return texts[Int(node.detail) - 1]
    }
    return Name(bytes: Array(bytes[(base + Int(node.offset) + 1)..<(base + Int(node.end))]))
  }

  private mutating func isAt(_ span: Span<UInt8>, _ byte: UInt8) -> Bool {
    skipSpace(span)
    return index < end && span[index] == byte
  }

  private mutating func enter() throws(JSONSyntaxError) {
    guard depth < limits.depth else { throw JSONSyntaxError(.tooDeep, at: index) }
    depth += 1
    index += 1
  }

  private mutating func leave(_ container: Int, count: Int) {
    depth -= 1
    nodes[container].close = UInt32(truncatingIfNeeded: index - base)
    index += 1
    nodes[container].end = UInt32(truncatingIfNeeded: nodes.count)
    nodes[container].detail = UInt32(truncatingIfNeeded: count)
  }
}
