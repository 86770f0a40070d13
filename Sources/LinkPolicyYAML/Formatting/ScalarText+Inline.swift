internal import LinkPolicy

extension ScalarText {
  /// A value in one line, collections in brackets.
  func inline(_ node: YAMLNode, inFlow: Bool = true) -> [UInt8] {
    switch node.content {
    case .scalar(let scalar):
      return text(scalar.value, scalar.style, inFlow: inFlow)
    case .list(let list):
      return Array("[".utf8) + joined(list.items.map { inlineItem($0) }) + Array("]".utf8)
    case .map(let map):
      return Array("{".utf8) + joined(map.entries.map { inline($0) }) + Array("}".utf8)
    }
  }

  /// An item of a flow list in one line; only here a map of one entry may stand without braces.
  func inlineItem(_ node: YAMLNode) -> [UInt8] {
    if let map = node.map, map.style == .pair, map.entries.count == 1 {
      return inline(map.entries[0])
    }
    return inline(node)
  }

  /// An entry of a flow map in one line.
  func inline(_ entry: YAMLMap.Entry) -> [UInt8] {
    key(entry, inFlow: true) + Array(": ".utf8) + inline(entry.value)
  }

  func key(_ entry: YAMLMap.Entry, inFlow: Bool) -> [UInt8] {
    text(entry.key.value, entry.keyStyle, inFlow: inFlow)
  }

  private func joined(_ parts: [[UInt8]]) -> [UInt8] {
    Array(parts.joined(separator: Array(", ".utf8)))
  }
}
