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

  /// Everything that a text names as far as it can be told, whether or not it is YAML.
  static func all(inBroken bytes: [UInt8]) -> [Mention] {
    var walk = MentionWalk()
    var places = ScalarPlaces(bytes)
    for spot in LenientScanner.spots(in: bytes) {
      let isQuoted = [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes[spot.range.lowerBound])
      walk.word(
        spot.text, spot.path, isKey: spot.isKey, from: places.position(of: spot.range.lowerBound),
        to: places.position(of: spot.range.upperBound), isQuoted: isQuoted)
    }
    return walk.mentions
  }
}

/// Collects what words name.
private struct MentionWalk {
  var mentions: [Mention] = []

  mutating func node(_ node: YAMLNode, _ path: TextPath) {
    switch node.content {
    case .scalar(let scalar):
      guard !scalar.isMissing else { return }
      word(
        scalar.value, path, isKey: false, from: node.position, to: node.end,
        isQuoted: scalar.style == .quoted)
    case .list(let list):
      for item in list.items {
        self.node(item, path + [.item])
      }
    case .map(let map):
      for entry in map.entries {
        word(
          entry.key.value, path, isKey: true, from: entry.key.position, to: nil,
          isQuoted: entry.keyStyle == .quoted)
        self.node(entry.value, path + [.key(entry.key.value)])
      }
    }
  }

  mutating func word(
    _ word: Name, _ path: TextPath, isKey: Bool, from start: SourcePosition,
    to end: SourcePosition?, isQuoted: Bool
  ) {
    guard let place = isKey ? NamePlace.key(word, in: path) : NamePlace.value(at: path) else {
      return
    }
    var mention = Mention(
      symbol: place.symbol(word, at: path), declares: place.declares, position: start, end: end,
      isQuoted: isQuoted)
    if place.sort == .subject {
      // What a finding is about may be a row, behind its table's name.
      guard let (table, row) = Symbol.row(ofSubject: word) else { return }
      mention = Mention(
        symbol: row, declares: false, position: start, end: end, isQuoted: isQuoted,
        prefix: table.text.unicodeScalars.count + 1)
    }
    mentions.append(mention)
  }
}
