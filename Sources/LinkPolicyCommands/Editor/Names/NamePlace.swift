internal import LinkPolicy

/// What a word names at a place in a policy, by the way to the place.
///
/// Which keys there are and which words the engine has stands in the schema; here stands where names are declared and where
/// they are used, which a schema cannot say.
struct NamePlace: Equatable {
  /// What it names.
  let sort: Sort
  /// Whether it is declared here.
  let declares: Bool

  private init(_ sort: Sort, declares: Bool = false) {
    self.sort = sort
    self.declares = declares
  }

  /// What a certain key names; nil where it is one of the language's own.
  static func key(_ word: Name, in path: TextPath) -> NamePlace? {
    ConditionPlace.isLanguage(word, in: path) ? nil : key(in: path)
  }

  /// What a key names that is none of the language's own; nil where all are.
  static func key(in path: TextPath) -> NamePlace? {
    if let conditions = ConditionPlace(path) {
      return conditions.hasFacts ? NamePlace(.fact) : nil
    }
    guard let section = path.first?.name?.text else { return nil }
    let rest = path.dropFirst()
    switch section {
    case "domains" where rest.isEmpty: return NamePlace(.domain, declares: true)
    case "providers" where rest.isEmpty: return NamePlace(.provider, declares: true)
    case "purposes" where rest.isEmpty: return NamePlace(.purpose, declares: true)
    case "actions" where rest.isEmpty, "action-groups" where rest.isEmpty:
      return NamePlace(.action, declares: true)
    case "errors" where rest.isEmpty: return NamePlace(.error, declares: true)
    case "decisions" where rest.isEmpty: return NamePlace(.table, declares: true)
    case "facts" where rest.isEmpty, "claims" where rest.isEmpty, "settings" where rest.isEmpty,
      "labels" where rest.isEmpty:
      return NamePlace(.fact, declares: true)
    case "claims" where rest.count == 1:
      return NamePlace(.value(of: declaredFact(path)), declares: true)
    default: break
    }
    guard let row = RowPlace(path) else { return nil }
    switch row.part {
    case .edited: return NamePlace(.row(in: row.table))
    case .inRow(["do", nil]): return NamePlace(.effect)
    case .inRow(["do", nil, "set"]): return NamePlace(.fact)
    case .inRow, .rows: return nil
    }
  }

  /// What a scalar names; nil where it names nothing, or something that only the engine has words for.
  static func value(at path: TextPath) -> NamePlace? {
    // An item of a list of words names what the word alone would.
    var path = path
    let isItem = path.last == .item
    if isItem {
      path.removeLast()
    }
    if let condition = ConditionPlace(path), let fact = condition.fact {
      return NamePlace(sort(ofValuesOf: fact))
    }
    if let place = declared(path) {
      return place
    }
    guard let row = RowPlace(path) else { return nil }
    switch row.part {
    case .edited(["remove"]): return NamePlace(.row(in: row.table))
    case .inRow(["id"]):
      return NamePlace(.row(in: row.table), declares: !row.isEdit)
    case .inRow(["overrides"]): return NamePlace(.row(in: row.table))
    case .inRow(["refuse"]), .inRow(["show"]): return NamePlace(.error)
    case .inRow(["would"]): return NamePlace(.effect)
    case .inRow(["do"]) where isItem: return NamePlace(.effect)
    case .inRow(["do", nil, "send-code"]): return NamePlace(.purpose)
    case .inRow(let keys) where keys.count == 4 && keys.starts(with: ["do", nil, "set"]):
      guard let label = keys[3] else { return nil }
      return NamePlace(.value(of: labelled(label)))
    case .inRow(["is"]):
      guard let fact = row.fact else { return nil }
      return NamePlace(.value(of: fact))
    case .edited, .inRow, .rows: return nil
    }
  }

  /// What a scalar names in the sections that declare.
  private static func declared(_ path: TextPath) -> NamePlace? {
    guard let section = path.first?.name?.text else { return nil }
    let (depth, last) = (path.count - 1, path.last?.name?.text ?? "")
    switch (section, depth, last) {
    case ("extends", 0, _), ("extends", 1, "policy"): return NamePlace(.policy)
    case ("settings", 1, _), ("labels", 1, _), ("settings", 2, "values"), ("labels", 2, "values"),
      ("facts", 2, "values"):
      return NamePlace(.value(of: declaredFact(path)), declares: true)
    case ("purposes", 0, _): return NamePlace(.purpose, declares: true)
    case ("actions", 2, "takes"): return NamePlace(.purpose)
    case ("action-groups", 1, _): return NamePlace(.action)
    case ("pools", 1, _): return NamePlace(.provider)
    case ("invariants", 2, "never"): return NamePlace(.outcome)
    case ("findings", 2, "code"): return NamePlace(.finding)
    case ("findings", 2, "at"): return NamePlace(.subject)
    default: return nil
    }
  }

  /// The fact that a declaration on the way makes.
  private static func declaredFact(_ path: TextPath) -> Name {
    let name = path.dropFirst().first?.name ?? ""
    return switch path.first?.name?.text {
    case "claims": Name("claim." + name.text)
    case "settings": Name("setting." + name.text)
    case "labels": labelled(name)
    default: name
    }
  }

  private static func labelled(_ label: Name) -> Name { Name("label." + label.text) }

  /// The symbol that a word makes at this place.
  func symbol(_ word: Name, at path: TextPath) -> Symbol {
    switch sort {
    case .fact where declares: Symbol(.fact, Self.declaredFact(path + [.key(word)]))
    // The label that an effect sets.
    case .fact where path.last?.name == "set": Symbol(.fact, Self.labelled(word))
    // The provider that conditions call so.
    case .provider where word == "other": Symbol(.provider, "*")
    default: Symbol(sort, word)
    }
  }

  /// What the values of a fact name.
  private static func sort(ofValuesOf fact: Name) -> Sort {
    switch fact {
    case EngineFact.provider.name: .provider
    case EngineFact.domain.name: .domain
    case EngineFact.action.name: .action
    default: .value(of: fact)
    }
  }
}
