internal import LinkPolicy

/// A place among conditions: a map whose keys are facts, or what stands behind such a key.
struct ConditionPlace {
  /// The fact whose values stand here; nil in the map itself.
  let fact: Name?
  /// Whether keys of the map are facts.
  let hasFacts: Bool

  /// Takes a way apart; nil for one that leads to no conditions.
  init?(_ path: TextPath) {
    guard let (rest, others) = Self.conditions(path) else { return nil }
    guard let first = rest.first else {
      (fact, hasFacts) = (nil, true)
      return
    }
    // `{not: ...}` may stand in the place of values.
    guard let name = first.name, !others.contains(name),
      rest.count == 1 || rest.count == 2 && rest.last?.name == "not"
    else { return nil }
    (fact, hasFacts) = (name, false)
  }

  /// Whether a key among conditions is one of the language's own.
  static func isLanguage(_ key: Name, in path: TextPath) -> Bool {
    guard let (rest, others) = conditions(path), rest.isEmpty else { return false }
    return others.contains(key)
  }

  /// What is left of a way behind the map of conditions that it leads to, and the keys that stand beside conditions there.
  private static func conditions(_ path: TextPath) -> (rest: TextPath, others: [Name])? {
    switch path.first?.name?.text {
    case "proof": return (Array(path.dropFirst()), [])
    case "impossible":
      return path.dropFirst().first == .item ? (Array(path.dropFirst(2)), ["because"]) : nil
    case "invariants":
      return path.dropFirst().first == .item
        ? (Array(path.dropFirst(2)), ["id", "never", "because"]) : nil
    default: break
    }
    guard case .inRow(let keys)? = RowPlace(path)?.part else { return nil }
    guard keys.first == .some("given") else { return (Array(path.suffix(keys.count)), inRows) }
    return (Array(path.suffix(keys.count - 1)), [])
  }

  private static var inRows: [Name] {
    [
      "id", "is", "do", "refuse", "would", "ask", "tell", "show", "overrides", "because",
      "comment", "owner", "since", "given", "rows",
    ]
  }
}
