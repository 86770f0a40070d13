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
  /// The trees.
  let trees: PolicyTrees
  /// The number of the state of the document that they were read from.
  private let revision: Int

  init(_ trees: PolicyTrees, revision: Int) {
    self.trees = trees
    self.revision = revision
    sources = trees.sources
    own = trees.own.map { Mention.all(in: $0) } ?? []
    inherited = trees.base.map { Mention.all(in: $0) } ?? []
  }

  /// Whether they were read from a document as it is now.
  func isCurrent(_ document: OpenDocument) -> Bool { revision == document.revision }

  /// Where something is declared; in the text itself rather than in what it extends.
  func declaration(of symbol: Symbol) -> Mention? {
    let isSame = { (mention: Mention) in mention.declares && mention.symbol == symbol }
    return own.first(where: isSame) ?? inherited.first(where: isSame)
  }

  /// The node of the key under which something is declared, with the value.
  func entry(at position: SourcePosition) -> YAMLNode? {
    let root = position.file == 0 ? trees.own : trees.base
    return root.flatMap { Self.value(ofKeyAt: position, in: $0) }
  }

  /// The names of a sort that are declared, each once, those of the policies extended first.
  func declared(_ sort: Sort) -> [Name] {
    var seen: Set<Name> = []
    return (inherited + own).compactMap { mention in
      guard mention.declares, mention.symbol.sort == sort else { return nil }
      return seen.insert(mention.symbol.name).inserted ? mention.symbol.name : nil
    }
  }

  /// Whether the text extends another policy.
  var extends: Bool { trees.own?.map?["extends"] != nil }

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
