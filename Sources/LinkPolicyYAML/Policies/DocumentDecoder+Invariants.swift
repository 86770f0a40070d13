internal import LinkPolicy
internal import LinkPolicyAuthoring

extension DocumentDecoder {
  /// An entry of `invariants:`.
  mutating func invariant(_ node: YAMLNode) -> InvariantDeclaration? {
    guard var map = MapReader(node, as: "an invariant", &findings) else { return nil }
    return invariant(&map)
  }

  /// What an entry says; what is left of the map are its conditions.
  mutating func invariant(_ map: inout MapReader) -> InvariantDeclaration? {
    let id = map.required("id", &findings).flatMap { findings.name($0) }
    let never = map.required("never", &findings)
    guard let id, let never else { return nil }
    var invariant = InvariantDeclaration(id: id)
    invariant.never = findings.names(never)
    if invariant.never.isEmpty {
      findings.add(
        .wrongType, "`never` lists nothing", at: never.position,
        help: "name `allowed`, `refused`, an error, or effects such as `link`")
    }
    invariant.because = map.names("because", &findings) ?? []
    invariant.conditions = map.rest.compactMap { condition($0) }
    return invariant
  }
}
