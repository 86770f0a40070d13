internal import LinkPolicy
internal import LinkPolicyYAML

/// What a text and the policies that it extends name: for finding where something is declared, and for what can
/// be written.
struct PolicyNames: Sendable {
  /// The files that positions refer to; the text itself is the first.
  let sources: SourceMap
  /// What the text itself names.
  let own: [Mention]
  /// What it extends names.
  let inherited: [Mention]
  /// Whether the text extends another policy.
  let extends: Bool
  /// Where each name is declared.
  private var declarations: [Symbol: Mention] = [:]
  /// The names that are declared, by their sorts.
  private var names: [Sort: [Name]] = [:]
  /// The text's tree; nil where it is not YAML.
  private let tree: YAMLNode?
  /// The tree of what it extends.
  private let base: YAMLNode?

  /// Reads what a text and what it extends name.
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
      // What it extends is read as if the text said nothing else.
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
      // The text's own before what it extends; of several in one text the first.
      if known.position.file != 0, mention.position.file == 0 {
        declarations[mention.symbol] = mention
      }
    }
  }

  /// Whether the text is YAML, so that every name in it is known.
  var isComplete: Bool { tree != nil }

  /// Where something is declared; in the text itself rather than in what it extends.
  func declaration(of symbol: Symbol) -> Mention? { declarations[symbol] }

  /// The node of the key under which something is declared, with the value.
  func entry(at position: SourcePosition) -> YAMLNode? {
    let root = position.file == 0 ? tree : base
    return root.flatMap { Self.value(ofKeyAt: position, in: $0) }
  }

  /// The names of a sort that are declared, each once, those of the policies extended first.
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
