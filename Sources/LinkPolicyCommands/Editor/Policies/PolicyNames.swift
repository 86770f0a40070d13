internal import LinkPolicy
internal import LinkPolicyYAML

/// The names in a text and in the policies that it extends, for definitions and completions.
struct PolicyNames: Sendable {
  /// The files that positions refer to; the text is the first file.
  let sources: SourceMap
  /// The names in the text.
  let own: [Mention]
  /// The names in the extended policies.
  let inherited: [Mention]
  /// Whether the text extends another policy.
  let extends: Bool
  /// The declaration of each name.
  private var declarations: [Symbol: Mention] = [:]
  /// The declared names, by kind.
  private var names: [Sort: [Name]] = [:]
  /// The YAML tree of the text, or nil if the text is not valid YAML.
  private let tree: YAMLNode?
  /// The YAML tree of the extended policies; nil if no extended policy is available.
  private let base: YAMLNode?

  /// Reads the names in a text and in the policies that the text extends.
  init(_ bytes: [UInt8], name: String, finder: PolicyFinder) {
    let trees = PolicyTrees(bytes, name: name, finder: finder)
    tree = trees.own
    if let root = trees.own {
      own = Mention.all(in: root)
      extends = root.map?["extends"] != nil
      base = trees.base
      sources = trees.sources
    } else {
      own = Mention.all(inBroken: bytes)
      let extended = own.first { $0.symbol.sort == .policy }?.symbol.name
      extends = extended != nil
      // The reader finds the bases from the line `extends`, even if the rest of the text is invalid.
      let line = Array("extends: ".utf8) + PlainWord.text(extended ?? "").utf8
      let others = PolicyTrees(extended == nil ? [] : line, name: name, finder: finder)
      base = others.base
      sources = SourceMap(
        files: [SourceMap.File(name: name, bytes: bytes)] + others.sources.files.dropFirst())
    }
    inherited = base.map { Mention.all(in: $0) } ?? []
    for mention in inherited + own where mention.declares {
      guard let known = declarations[mention.symbol] else {
        names[mention.symbol.sort, default: []].append(mention.symbol.name)
        declarations[mention.symbol] = mention
        continue
      }
      // A declaration in the text overrides an inherited declaration. Among several declarations in one text, the first
      // counts.
      if known.position.file != 0, mention.position.file == 0 {
        declarations[mention.symbol] = mention
      }
    }
  }

  /// Whether the text is valid YAML; only then is every name in the text known.
  var isComplete: Bool { tree != nil }

  /// Returns the declaration of a symbol; a declaration in the text overrides an inherited declaration.
  func declaration(of symbol: Symbol) -> Mention? { declarations[symbol] }

  /// Returns the YAML value of the key that declares a name at a position; nil if no key is there.
  func entry(at position: SourcePosition) -> YAMLNode? {
    let root = position.file == 0 ? tree : base
    return root.flatMap { Self.value(ofKeyAt: position, in: $0) }
  }

  /// Returns the declared names of a kind, each once, with the names of extended policies first.
  func declared(_ sort: Sort) -> [Name] { names[sort] ?? [] }

  private static func value(ofKeyAt position: SourcePosition, in node: YAMLNode) -> YAMLNode? {
    switch node.content {
    case .scalar: return nil
    case .list(let list):
      for item in list.items {
        if let found = value(ofKeyAt: position, in: item) { return found }
      }
      return nil
    case .map(let map):
      for entry in map.entries {
        if entry.key.position == position { return entry.value }
        if let found = value(ofKeyAt: position, in: entry.value) { return found }
      }
      return nil
    }
  }
}

/// A name that occurs in the text of a policy.
struct Mention: Sendable {
  /// The name with its kind.
  let symbol: Symbol
  /// Whether the word declares the name.
  let declares: Bool
  /// The start of the word, including its quotes.
  let position: SourcePosition
  /// The end of the word; nil for a key, because the text of a key determines its end.
  let end: SourcePosition?
  /// Whether the word is quoted.
  let isQuoted: Bool
  /// The number of characters before the name, such as 8 for `sign-in/` in `sign-in/first`.
  var prefix = 0

  /// Returns the names in a tree, in the order of the text.
  static func all(in root: YAMLNode) -> [Mention] {
    var walk = MentionWalk()
    walk.node(root, [])
    return walk.mentions
  }

  /// Returns the names that can be recognized in a text, even if the text is not valid YAML.
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

/// A walk through a document; it collects the names in the keys and scalars.
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
      // The subject of a finding can be a table and a row, such as `sign-in.federated/first`.
      guard let (table, row) = Symbol.row(ofSubject: word) else { return }
      mention = Mention(
        symbol: row, declares: false, position: start, end: end, isQuoted: isQuoted,
        prefix: table.text.unicodeScalars.count + 1)
    }
    mentions.append(mention)
  }
}

/// The spelling of a name in a policy, plain or in quotation marks.
enum PlainWord {
  /// Returns the name, in quotation marks if the plain form would have another meaning in YAML.
  static func text(_ name: Name) -> String {
    isPlain(name) ? name.text : "\"" + escaped(name) + "\""
  }

  /// Returns whether a name needs no quotation marks at any place.
  static func isPlain(_ name: Name) -> Bool {
    guard let first = name.bytes.first, isLetterOrDigit(first) || first == UInt8(ascii: "_") else {
      return false
    }
    return name.bytes.allSatisfy { byte in
      isLetterOrDigit(byte) || byte >= 0x80
        || [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "/")].contains(
          byte)
        || [UInt8(ascii: "|"), UInt8(ascii: "+"), UInt8(ascii: "@")].contains(byte)
    }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
      || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  private static func escaped(_ name: Name) -> String {
    var text = ""
    for scalar in name.text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" {
        text += "\\"
      }
      text.unicodeScalars.append(scalar)
    }
    return text
  }
}
