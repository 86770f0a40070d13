internal import LinkPolicy

/// What a policy needs that was written when less had to be said, so that it goes on meaning what it
/// meant.
///
/// An attempt by a provider that no policy declares was federated once, and gave everything; now it
/// is malformed unless the family `*` is declared. What an older policy left open in a way that no
/// text can keep, such as the purpose that an action takes, is left to `check` to point out.
struct PolicyUpgrade {
  private static var providers: Name { "providers" }

  /// Adds what is missing to the tree of a policy; a policy that extends another has it from there.
  func upgrade(_ root: inout YAMLNode) {
    guard var map = root.map, let first = map.entries.first, first.key.value == "linkpolicy",
      !map.entries.contains(where: { $0.key.value == "extends" })
    else { return }
    if let place = map.entries.firstIndex(where: { $0.key.value == Self.providers }) {
      guard var declared = map.entries[place].value.map,
        !declared.entries.contains(where: { $0.key.value == ProviderTable.everyOther })
      else { return }
      let end = map.entries[place].value.end
      declared.entries.append(Self.everyOther(at: Self.below(end)))
      map.entries[place].value.content = .map(declared)
    } else {
      let last = map.entries.last?.value.end ?? root.end
      let position = Self.below(last)
      let providers = YAMLNode(
        .map(YAMLMap([Self.everyOther(at: position)])), at: position)
      map.entries.append(
        YAMLMap.Entry(Located(Self.providers, at: position), value: providers))
    }
    root.content = .map(map)
  }

  private static func everyOther(at position: SourcePosition) -> YAMLMap.Entry {
    let kind = YAMLMap.Entry(
      Located("kind", at: position), value: YAMLNode(.scalar(YAMLScalar("federated")), at: position)
    )
    return YAMLMap.Entry(
      Located(ProviderTable.everyOther, at: position), .quoted,
      value: YAMLNode(.map(YAMLMap([kind], .flow)), at: position))
  }

  /// The line behind a place, so that comments up to there stay where they are.
  private static func below(_ position: SourcePosition) -> SourcePosition {
    SourcePosition(file: position.file, line: position.line + 1, column: 1)
  }
}
