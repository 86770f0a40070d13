internal import LinkPolicy
internal import LinkPolicyDiagnostics

/// The findings about the shape of a policy file.
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

  /// The text of a scalar; an empty plain one counts as missing.
  mutating func name(_ node: YAMLNode) -> Located<Name>? {
    guard let scalar = node.scalar, !scalar.isMissing else {
      wrongType(node, expected: "a word")
      return nil
    }
    return Located(scalar.value, at: node.position)
  }

  /// The texts of a scalar or of a list of scalars.
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

  mutating func choice<Value>(_ name: Located<Name>, of choices: [(Name, Value)]) -> Value? {
    for (word, value) in choices where word == name.value {
      return value
    }
    let words = choices.map { $0.0 }
    var help = "expected one of " + Self.list(words)
    if let nearest = Name.nearest(name.value, to: words) {
      help = "did you mean `" + nearest.text + "`?"
    }
    add(.unknownValue, "unknown value `" + name.value.text + "`", at: name.position, help: help)
    return nil
  }

  /// The entries of a map, or none where the node is something else.
  mutating func entries(
    _ node: YAMLNode, of what: @autoclosure () -> String
  ) -> [YAMLMap.Entry] {
    guard let map = node.map else {
      wrongType(node, expected: "a map of " + what())
      return []
    }
    return map.entries
  }

  /// The items of a list, or none where the node is something else.
  mutating func items(
    _ node: YAMLNode, of what: @autoclosure () -> String
  ) -> [YAMLNode] {
    guard let list = node.list else {
      wrongType(node, expected: "a list of " + what())
      return []
    }
    return list.items
  }

  /// Findings in the order of their positions; those without one come last.
  static func sorted(_ findings: [Diagnostic]) -> [Diagnostic] {
    func order(_ finding: Diagnostic) -> (Int, Int, Int) {
      guard let position = finding.position else { return (Int.max, 0, 0) }
      return (position.file, position.line, position.column)
    }
    return findings.enumerated().sorted { a, b in
      let (first, second) = (order(a.element), order(b.element))
      return first == second ? a.offset < b.offset : first < second
    }.map(\.element)
  }

  static func list(_ names: [Name]) -> String {
    var text = ""
    for name in names {
      text += (text.isEmpty ? "" : ", ") + "`" + name.text + "`"
    }
    return text
  }
}
