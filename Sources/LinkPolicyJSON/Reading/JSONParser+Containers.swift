internal import LinkPolicy

extension JSONParser {
  // Up to here comparing with every earlier key is faster than hashing.
  private static var scannedKeys: Int { 16 }

  mutating func array(_ span: Span<UInt8>) throws(JSONSyntaxError) -> [JSONValue] {
    try enter()
    var elements: [JSONValue] = []
    if isAt(span, UInt8(ascii: "]")) {
      leave()
      return elements
    }
    while true {
      elements.append(try value(span))
      skipSpace(span)
      guard index < end else { throw unexpected(span, .expectedCommaOrBracket) }
      switch span[index] {
      case UInt8(ascii: ","):
        let comma = index
        index += 1
        if isAt(span, UInt8(ascii: "]")) { throw JSONSyntaxError(.trailingComma, at: comma) }
      case UInt8(ascii: "]"):
        leave()
        return elements
      default:
        throw unexpected(span, .expectedCommaOrBracket)
      }
    }
  }

  mutating func object(_ span: Span<UInt8>) throws(JSONSyntaxError) -> [JSONMember] {
    try enter()
    var members: [JSONMember] = []
    var seen: [Name: Int] = [:]
    if isAt(span, UInt8(ascii: "}")) {
      leave()
      return members
    }
    while true {
      let member = try member(span)
      if let first = firstUse(of: member.key, members, &seen) {
        throw JSONSyntaxError(
          .duplicateKey, at: member.keyOffset, related: first, key: member.key)
      }
      members.append(member)
      skipSpace(span)
      guard index < end else { throw unexpected(span, .expectedCommaOrBrace) }
      switch span[index] {
      case UInt8(ascii: ","):
        let comma = index
        index += 1
        if isAt(span, UInt8(ascii: "}")) { throw JSONSyntaxError(.trailingComma, at: comma) }
      case UInt8(ascii: "}"):
        leave()
        return members
      default:
        throw unexpected(span, .expectedCommaOrBrace)
      }
    }
  }

  private mutating func member(_ span: Span<UInt8>) throws(JSONSyntaxError) -> JSONMember {
    guard index < end, span[index] == UInt8(ascii: "\"") else {
      throw unexpected(span, .expectedKey)
    }
    let keyOffset = index
    let key = Name(bytes: try string(span))
    guard isAt(span, UInt8(ascii: ":")) else { throw unexpected(span, .expectedColon) }
    index += 1
    skipSpace(span)
    return JSONMember(key, at: keyOffset, try value(span))
  }

  private func firstUse(
    of key: Name, _ members: [JSONMember], _ seen: inout [Name: Int]
  ) -> Int? {
    if members.count <= Self.scannedKeys {
      for member in members where member.key == key {
        return member.keyOffset
      }
      return nil
    }
    if seen.isEmpty {
      for member in members {
        seen[member.key] = member.keyOffset
      }
    } else if let last = members.last {
      seen[last.key] = last.keyOffset
    }
    return seen[key]
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

  private mutating func leave() {
    depth -= 1
    index += 1
  }
}
