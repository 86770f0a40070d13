internal import LinkPolicy

/// Reads a map key by key, and reports what is missing, of another type, or left over.
struct MapReader {
  let position: SourcePosition
  private let map: YAMLMap
  private var taken: [Name] = []

  /// Starts reading a node, which must be a map.
  init?(_ node: YAMLNode, as what: String, _ findings: inout PolicyFindings) {
    guard let map = node.map else {
      findings.wrongType(node, expected: "a map for " + what)
      return nil
    }
    self.map = map
    position = node.position
  }

  /// The entries that were not taken yet.
  var rest: [YAMLMap.Entry] {
    map.entries.filter { !taken.contains($0.key.value) }
  }

  mutating func node(_ key: Name) -> YAMLNode? {
    taken.append(key)
    return map[key]
  }

  mutating func required(_ key: Name, _ findings: inout PolicyFindings) -> YAMLNode? {
    if let node = node(key) {
      return node
    }
    findings.add(.missingKey, "`" + key.text + "` is missing", at: position)
    return nil
  }

  mutating func name(_ key: Name, _ findings: inout PolicyFindings) -> Located<Name>? {
    node(key).flatMap { findings.name($0) }
  }

  /// A scalar or a list of scalars.
  mutating func names(_ key: Name, _ findings: inout PolicyFindings) -> [Located<Name>]? {
    node(key).map { findings.names($0) }
  }

  /// A word out of a few; the first choice whose name it is.
  mutating func choice<Value>(
    _ key: Name, of choices: [(Name, Value)], _ findings: inout PolicyFindings
  ) -> Value? {
    name(key, &findings).flatMap { findings.choice($0, of: choices) }
  }

  /// Reports every key that was not taken.
  func finish(_ findings: inout PolicyFindings) {
    for entry in rest {
      var help = "expected one of " + PolicyFindings.list(taken)
      if let nearest = Name.nearest(entry.key.value, to: taken) {
        help = "did you mean `" + nearest.text + "`?"
      }
      findings.add(
        .unknownKey, "unknown key `" + entry.key.value.text + "`", at: entry.key.position,
        help: help)
    }
  }
}
