internal import LinkPolicy
internal import LinkPolicyYAML

/// A word in a policy's text that names something.
struct Mention: Sendable {
  /// What it names.
  let symbol: Symbol
  /// Whether it is declared by this.
  let declares: Bool
  /// Where the word begins, its quotes included.
  let position: SourcePosition
  /// The place behind it; nil for a key, which ends where its text does.
  let end: SourcePosition?
  /// Whether the word is in quotes.
  let isQuoted: Bool
  /// How many characters of the word come before the name, as `sign-in/` does in `sign-in/first`.
  var prefix = 0

  /// Everything that a tree names, in the order of the text.
  static func all(in root: YAMLNode) -> [Mention] {
    var walk = MentionWalk()
    walk.node(root, [])
    return walk.mentions
  }
}

/// Goes through a tree.
private struct MentionWalk {
  var mentions: [Mention] = []

  mutating func node(_ node: YAMLNode, _ path: TextPath) {
    switch node.content {
    case .scalar(let scalar): self.scalar(scalar, node, path)
    case .list(let list):
      for item in list.items {
        self.node(item, path + [.item])
      }
    case .map(let map):
      for entry in map.entries {
        if let place = NamePlace.key(entry.key.value, in: path) {
          mentions.append(
            Mention(
              symbol: place.symbol(entry.key.value, at: path), declares: place.declares,
              position: entry.key.position, end: nil, isQuoted: entry.keyStyle == .quoted))
        }
        self.node(entry.value, path + [.key(entry.key.value)])
      }
    }
  }

  private mutating func scalar(_ scalar: YAMLScalar, _ node: YAMLNode, _ path: TextPath) {
    guard !scalar.isMissing, let place = NamePlace.value(at: path) else { return }
    if place.sort == .subject {
      return subject(scalar, node)
    }
    mentions.append(
      Mention(
        symbol: place.symbol(scalar.value, at: path), declares: place.declares,
        position: node.position, end: node.end, isQuoted: scalar.style == .quoted))
  }

  /// What a finding is about may be a row, behind its table's name.
  private mutating func subject(_ scalar: YAMLScalar, _ node: YAMLNode) {
    let bytes = scalar.value.bytes
    guard let slash = bytes.firstIndex(of: UInt8(ascii: "/")) else { return }
    let (table, row) = (Name(bytes: Array(bytes[..<slash])), Array(bytes[(slash + 1)...]))
    guard row != [UInt8(ascii: "*")], !row.isEmpty else { return }
    mentions.append(
      Mention(
        symbol: Symbol(.row(in: table), Name(bytes: row)), declares: false,
        position: node.position, end: node.end, isQuoted: scalar.style == .quoted,
        prefix: table.text.unicodeScalars.count + 1))
  }
}
