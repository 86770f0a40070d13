internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Reads the resolved tree of a policy file into a ``PolicyDocument``.
///
/// Only the shape is checked here: which keys there are and of what type. What names mean is the
/// compiler's to check.
struct DocumentDecoder {
  var findings = PolicyFindings()

  /// The document of a tree; usable only where no finding is an error.
  mutating func decode(_ root: YAMLNode, sources: SourceMap) -> PolicyDocument {
    var document = PolicyDocument(
      name: Located("policy", at: root.position), sources: sources)
    guard var map = MapReader(root, as: "a policy", &findings) else { return document }
    checkVersion(map.required("linkpolicy", &findings))
    // Whether it is true is asked of the text, which has a digest; a document that is edited has none.
    _ = map.name(OwnDigest.key, &findings)
    if let name = map.required("name", &findings).flatMap({ findings.name($0) }) {
      document.name = name
    }
    document.title = map.name("title", &findings)?.value ?? ""
    decodeDeclarations(&map, &document)
    document.facts = entries(&map, "facts").compactMap { fact($0) }
    document.proof = map.node("proof").map { proof($0) } ?? []
    document.impossible = items(&map, "impossible").compactMap { impossible($0) }
    document.guards = map.node("guards").map { rows($0) } ?? []
    if let decisions = map.required("decisions", &findings) {
      document.decisions = findings.entries(decisions, of: "tables").compactMap { table($0) }
    }
    document.errors = entries(&map, "errors").compactMap { error($0) }
    document.findings = items(&map, "findings").compactMap { finding($0) }
    document.invariants = items(&map, "invariants").compactMap { invariant($0) }
    map.finish(&findings)
    return document
  }

  private mutating func checkVersion(_ node: YAMLNode?) {
    guard let node, let version = findings.name(node), version.value != "1" else { return }
    findings.add(
      .unknownVersion, "unknown format version `" + version.value.text + "`",
      at: version.position, help: "this package reads `linkpolicy: 1`")
  }

  mutating func entries(_ map: inout MapReader, _ key: StaticString) -> [YAMLMap.Entry] {
    map.node(key).map { findings.entries($0, of: "\(key)") } ?? []
  }

  mutating func items(_ map: inout MapReader, _ key: StaticString) -> [YAMLNode] {
    map.node(key).map { findings.items($0, of: "\(key)") } ?? []
  }

  private mutating func fact(_ entry: YAMLMap.Entry) -> FactDeclaration? {
    guard var map = MapReader(entry.value, as: "a fact", &findings) else { return nil }
    let values = map.required("values", &findings).map { findings.names($0) } ?? []
    let hit = hitPolicy(&map)
    let rows = map.required("rows", &findings).map { self.rows($0) } ?? []
    map.finish(&findings)
    return FactDeclaration(entry.key, values: values, hit: hit, rows: rows)
  }

  private mutating func table(_ entry: YAMLMap.Entry) -> TableDeclaration? {
    guard var map = MapReader(entry.value, as: "a table", &findings) else { return nil }
    let hit = hitPolicy(&map)
    let rows = map.required("rows", &findings).map { self.rows($0) } ?? []
    map.finish(&findings)
    return TableDeclaration(entry.key, hit: hit, rows: rows)
  }

  private mutating func hitPolicy(_ map: inout MapReader) -> HitPolicy {
    map.choice("hit", of: [("unique", .unique), ("first", .first)], &findings) ?? .unique
  }

  private mutating func impossible(_ node: YAMLNode) -> ImpossibleDeclaration? {
    guard var map = MapReader(node, as: "an impossible combination", &findings) else {
      return nil
    }
    return impossible(&map)
  }

  /// What an entry of `impossible:` says; what is left of the map are its conditions.
  mutating func impossible(_ map: inout MapReader) -> ImpossibleDeclaration? {
    guard let because = map.required("because", &findings).flatMap({ findings.name($0) }) else {
      return nil
    }
    if map.rest.isEmpty {
      findings.add(
        .wrongType, "an impossible combination names no fact", at: map.position,
        help: "add conditions; without one it would make everything impossible")
    }
    return ImpossibleDeclaration(
      conditions: map.rest.compactMap { condition($0) }, because: because)
  }

  private mutating func proof(_ node: YAMLNode) -> [Condition] {
    if let map = node.map, map.entries.isEmpty {
      findings.add(
        .wrongType, "`proof` names no fact", at: node.position,
        help: "say what proves an address, such as `proof: {trust: trusted}`, or leave it out")
    }
    return conditions(node)
  }

  private mutating func error(_ entry: YAMLMap.Entry) -> ErrorDeclaration? {
    guard var map = MapReader(entry.value, as: "an error", &findings) else { return nil }
    var error = ErrorDeclaration(entry.key)
    error.ask = map.name("ask", &findings)
    error.tell = map.names("tell", &findings) ?? []
    for name in entries(&map, "names") {
      if let text = findings.name(name.value) {
        error.names.append((platform: name.key, name: text))
      }
    }
    map.finish(&findings)
    return error
  }
}
