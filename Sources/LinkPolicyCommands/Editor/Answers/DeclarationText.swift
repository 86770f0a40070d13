internal import LinkPolicy
internal import LinkPolicyYAML

/// What a declaration says, in lines of text.
enum DeclarationText {
  /// The entries of a map or items of a list, as far as they are words.
  static func lines(_ node: YAMLNode) -> [String] {
    switch node.content {
    case .scalar(let scalar): scalar.isMissing ? [] : [scalar.value.text]
    case .list: [words(node)]
    case .map(let map): map.entries.map { $0.key.value.text + ": " + words($0.value) }
    }
  }

  private static func words(_ node: YAMLNode) -> String {
    switch node.content {
    case .scalar(let scalar): return scalar.value.text
    case .list(let list): return NameList.text(list.items.map { Name(words($0)) })
    case .map(let map):
      return map.entries.map { $0.key.value.text + " " + words($0.value) }.joined(separator: ", ")
    }
  }
}
