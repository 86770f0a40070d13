internal import LinkPolicy

/// Reads a map key by key, and reports what is missing, of another type, or left over.
struct MapReader {
  let position: SourcePosition
  private let map: YAMLMap
  private var taken: [StaticString] = []

  /// Starts reading a node, which must be a map.
  init?(_ node: YAMLNode, as what: String, _ findings: inout PolicyFindings) {
    guard let map = node.map else {
      findings.wrongType(node, expected: "a map for " + what)
      return nil
    }
    self.map = map
    position = node.position
    // A row has about as many keys that are no conditions.
    taken.reserveCapacity(14)
  }

  /// The entries that were not taken yet.
  var rest: [YAMLMap.Entry] {
    var rest: [YAMLMap.Entry] = []
    for index in map.entries.indices where !isTaken(index) {
      rest.append(map.entries[index])
    }
    return rest
  }

  private func isTaken(_ index: Int) -> Bool {
    for key in taken where map.entries[index].key.value.isSpelled(key) {
      return true
    }
    return false
  }

  /// The value of a key, found by going through the entries.
  mutating func node(_ key: StaticString) -> YAMLNode? {
    taken.append(key)
    for index in map.entries.indices where map.entries[index].key.value.isSpelled(key) {
      return map.entries[index].value
    }
    return nil
  }

  mutating func required(_ key: StaticString, _ findings: inout PolicyFindings) -> YAMLNode? {
    if let node = node(key) {
      return node
    }
    findings.add(.missingKey, "`\(key)` is missing", at: position)
    return nil
  }

  mutating func name(_ key: StaticString, _ findings: inout PolicyFindings) -> Located<Name>? {
    node(key).flatMap { findings.name($0) }
  }

  /// A scalar or a list of scalars.
  mutating func names(_ key: StaticString, _ findings: inout PolicyFindings) -> [Located<Name>]? {
    node(key).map { findings.names($0) }
  }

  /// A word out of a few; the first choice whose name it is.
  mutating func choice<Value>(
    _ key: StaticString, of choices: @autoclosure () -> [(Name, Value)],
    _ findings: inout PolicyFindings
  ) -> Value? {
    name(key, &findings).flatMap { findings.choice($0, of: choices()) }
  }

  /// The keys that were asked for.
  var known: [Name] { taken.map { Name("\($0)") } }

  /// Reports every key that was not taken.
  func finish(_ findings: inout PolicyFindings) {
    for entry in rest {
      var help = "expected one of " + PolicyFindings.list(known)
      if let nearest = Name.nearest(entry.key.value, to: known) {
        help = "did you mean `" + nearest.text + "`?"
      }
      findings.add(
        .unknownKey, "unknown key `" + entry.key.value.text + "`", at: entry.key.position,
        help: help)
    }
  }
}
