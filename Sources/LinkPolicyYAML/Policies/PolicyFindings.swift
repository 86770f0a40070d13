internal import LinkPolicy
internal import LinkPolicyDiagnostics

/// Findings about the structure of a policy file, such as a missing key or a list in place of a map.
struct PolicyFindings {
  private(set) var diagnostics: [Diagnostic] = []

  mutating func add(
    _ code: DiagnosticCode, _ message: String, at position: SourcePosition,
    help: String? = nil, related: [Diagnostic.Related] = []
  ) {
    diagnostics.append(
      Diagnostic(code, .error, message, at: position, help: help, related: related))
  }

  mutating func wrongType(_ node: YAMLNode, expected: String) {
    let found =
      switch node.content {
      case .scalar(let scalar) where scalar.isMissing: "nothing"
      case .scalar(let scalar): "the text `" + scalar.value.text + "`"
      case .map: "a map"
      case .list: "a list"
      }
    add(.wrongType, "expected " + expected + ", found " + found, at: node.position)
  }

  /// Returns the text of a scalar; an empty plain scalar counts as missing.
  mutating func name(_ node: YAMLNode) -> Located<Name>? {
    guard let scalar = node.scalar, !scalar.isMissing else {
      wrongType(node, expected: "a word")
      return nil
    }
    return Located(scalar.value, at: node.position)
  }

  /// Returns the text of a scalar, or the texts in a list of scalars.
  mutating func names(_ node: YAMLNode) -> [Located<Name>] {
    guard let list = node.list else {
      return name(node).map { [$0] } ?? []
    }
    var names: [Located<Name>] = []
    names.reserveCapacity(list.items.count)
    for item in list.items {
      if let name = name(item) {
        names.append(name)
      }
    }
    return names
  }

  /// Returns the name that is nearest to an unknown name; nil if no name is near.
  ///
  /// After 100 findings, the function always returns nil, because a search for each of many unknown names takes too
  /// long.
  func nearest(_ name: Name, to known: @autoclosure () -> [Name]) -> Name? {
    diagnostics.count < 100 ? Name.nearest(name, to: known()) : nil
  }

  mutating func choice<Value>(_ name: Located<Name>, of choices: [(Name, Value)]) -> Value? {
    for (word, value) in choices where word == name.value {
      return value
    }
    let words = choices.map { $0.0 }
    var help = "expected one of " + Self.list(words)
    if let nearest = nearest(name.value, to: words) {
      help = "did you mean `" + nearest.text + "`?"
    }
    add(.unknownValue, "unknown value `" + name.value.text + "`", at: name.position, help: help)
    return nil
  }

  /// Returns the entries of a map; empty if the node is not a map.
  mutating func entries(
    _ node: YAMLNode, of what: @autoclosure () -> String
  ) -> [YAMLMap.Entry] {
    guard let map = node.map else {
      wrongType(node, expected: "a map of " + what())
      return []
    }
    return map.entries
  }

  /// Returns the items of a list; empty if the node is not a list.
  mutating func items(
    _ node: YAMLNode, of what: @autoclosure () -> String
  ) -> [YAMLNode] {
    guard let list = node.list else {
      wrongType(node, expected: "a list of " + what())
      return []
    }
    return list.items
  }

  /// Returns findings in the order of their positions; findings without a position come last.
  static func sorted(_ findings: [Diagnostic]) -> [Diagnostic] {
    func order(_ finding: Diagnostic) -> (Int, Int, Int) {
      guard let position = finding.position else { return (Int.max, 0, 0) }
      return (position.file, position.line, position.column)
    }
    return findings.enumerated().sorted { a, b in
      let (first, second) = (order(a.element), order(b.element))
      return first == second ? a.offset < b.offset : first < second
    }.map { $0.element }
  }

  static func list(_ names: [Name]) -> String {
    var text = ""
    for name in names {
      text += (text.isEmpty ? "" : ", ") + "`" + name.text + "`"
    }
    return text
  }
}

/// Reads a map, and reports missing keys, wrong types and unknown keys.
struct MapReader {
  let position: SourcePosition
  private let map: YAMLMap
  private var taken: [StaticString] = []

  /// Creates a reader for a map; for any other node, reports a finding and returns nil.
  init?(_ node: YAMLNode, as what: String, _ findings: inout PolicyFindings) {
    guard let map = node.map else {
      findings.wrongType(node, expected: "a map for " + what)
      return nil
    }
    self.map = map
    position = node.position
    // For a row, the decoder requests about 14 keys.
    taken.reserveCapacity(14)
  }

  /// The entries whose keys were not requested yet; ``finish(_:)`` reports these keys as unknown.
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

  /// Returns the value of a key, and records that the key is known; nil if the map lacks the key.
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

  /// Reads the value of a key, which is a scalar or a list of scalars.
  mutating func names(_ key: StaticString, _ findings: inout PolicyFindings) -> [Located<Name>]? {
    node(key).map { findings.names($0) }
  }

  /// Reads a word, and returns the value of the first choice with that name.
  mutating func choice<Value>(
    _ key: StaticString, of choices: @autoclosure () -> [(Name, Value)],
    _ findings: inout PolicyFindings
  ) -> Value? {
    name(key, &findings).flatMap { findings.choice($0, of: choices()) }
  }

  /// The keys that were requested so far.
  var known: [Name] { taken.map { Name("\($0)") } }

  /// Reports every key that was not requested as an unknown key.
  func finish(_ findings: inout PolicyFindings) {
    for entry in rest {
      var help = "expected one of " + PolicyFindings.list(known)
      if let nearest = findings.nearest(entry.key.value, to: known) {
        help = "did you mean `" + nearest.text + "`?"
      }
      findings.add(
        .unknownKey, "unknown key `" + entry.key.value.text + "`", at: entry.key.position,
        help: help)
    }
  }
}
