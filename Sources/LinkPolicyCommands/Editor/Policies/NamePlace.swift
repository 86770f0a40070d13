internal import LinkPolicy
internal import LinkPolicyYAML

/// The kind of name at a place in a policy, such as a row id after `overrides:`; the path of the place determines the
/// kind.
///
/// The schema lists the keys of the language and the words of the engine. A schema cannot express the places at which
/// names are declared and used, so this type adds these places.
struct NamePlace: Equatable {
  /// The kind of name.
  let sort: Sort
  /// Whether the place declares the name.
  let declares: Bool

  private init(_ sort: Sort, declares: Bool = false) {
    self.sort = sort
    self.declares = declares
  }

  /// Returns the kind of the name in a key; nil if the key belongs to the policy language.
  static func key(_ word: Name, in path: TextPath) -> NamePlace? {
    ConditionPlace.isLanguage(word, in: path) ? nil : key(in: path)
  }

  /// Returns the kind of the names in the keys of a map; nil if all keys belong to the policy language.
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
      "inputs" where rest.isEmpty, "identifiers" where rest.isEmpty, "labels" where rest.isEmpty:
      return NamePlace(.fact, declares: true)
    case "find" where rest.isEmpty: return NamePlace(.action)
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

  /// Returns the kind of the name in a scalar; nil if the scalar is not a name, or is a word of the engine.
  static func value(at path: TextPath) -> NamePlace? {
    // An item of a list of words has the same kind as a single word.
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
    case .inRow(["do", nil, "set-identifier"]), .inRow(["do", nil, "clear-identifier"]):
      return NamePlace(.fact)
    case .inRow(let keys) where keys.count == 4 && keys.starts(with: ["do", nil, "set"]):
      guard let label = keys[3] else { return nil }
      return NamePlace(.value(of: labelled(label)))
    case .inRow(["is"]):
      guard let fact = row.fact else { return nil }
      return NamePlace(.value(of: fact))
    case .edited, .inRow, .rows: return nil
    }
  }

  /// Returns the kind of the name in a scalar, in a section with declarations.
  private static func declared(_ path: TextPath) -> NamePlace? {
    guard let section = path.first?.name?.text else { return nil }
    let (depth, last) = (path.count - 1, path.last?.name?.text ?? "")
    switch (section, depth, last) {
    case ("extends", 0, _), ("extends", 1, "policy"): return NamePlace(.policy)
    case ("settings", 1, _), ("labels", 1, _), ("settings", 2, "values"),
      ("inputs", 2, "values"), ("labels", 2, "values"), ("facts", 2, "values"):
      return NamePlace(.value(of: declaredFact(path)), declares: true)
    case ("purposes", 0, _): return NamePlace(.purpose, declares: true)
    case ("actions", 2, "takes"): return NamePlace(.purpose)
    case ("action-groups", 1, _): return NamePlace(.action)
    case ("pools", 1, _): return NamePlace(.provider)
    case ("find", 1, _): return NamePlace(.fact)
    case ("invariants", 2, "never"): return NamePlace(.outcome)
    case ("findings", 2, "code"): return NamePlace(.finding)
    case ("findings", 2, "at"): return NamePlace(.subject)
    default: return nil
    }
  }

  /// Returns the fact that the declaration at a path defines.
  private static func declaredFact(_ path: TextPath) -> Name {
    let name = path.dropFirst().first?.name ?? ""
    return switch path.first?.name?.text {
    case "claims": Name("claim." + name.text)
    case "settings": Name("setting." + name.text)
    case "inputs": Name("input." + name.text)
    case "identifiers": Name("identifier." + name.text)
    case "labels": labelled(name)
    default: name
    }
  }

  private static func labelled(_ label: Name) -> Name { Name("label." + label.text) }

  /// Returns whether the words at a place are names of identifiers, because the place is in a search order or in an
  /// effect.
  static func namesIdentifiers(_ path: TextPath) -> Bool {
    let keys = path.compactMap { $0.name }
    return keys.first == "find"
      || [EffectWord.setIdentifier.name, EffectWord.clearIdentifier.name].contains(keys.last)
  }

  /// The facts that a search order under `find:` can list in addition to identifiers.
  static var searchedFacts: [Name] { [EngineFact.credential.name, EngineFact.address.name] }

  private static func identified(_ word: Name) -> Name {
    searchedFacts.contains(word) ? word : Name("identifier." + word.text)
  }

  /// Returns the symbol of a word at a path.
  func symbol(_ word: Name, at path: TextPath) -> Symbol {
    switch sort {
    case .fact where declares: Symbol(.fact, Self.declaredFact(path + [.key(word)]))
    // The effect `set` names a label without the prefix `label.`.
    case .fact where path.last?.name == "set": Symbol(.fact, Self.labelled(word))
    case .fact where Self.namesIdentifiers(path): Symbol(.fact, Self.identified(word))
    // Conditions refer to the provider `*` as `other`.
    case .provider where word == "other": Symbol(.provider, "*")
    default: Symbol(sort, word)
    }
  }

  /// Returns the kind of name for the values of a fact.
  private static func sort(ofValuesOf fact: Name) -> Sort {
    switch fact {
    case EngineFact.provider.name: .provider
    case EngineFact.domain.name: .domain
    case EngineFact.action.name: .action
    default: .value(of: fact)
    }
  }
}

/// A kind of name in a policy.
enum Sort: Hashable, Sendable {
  /// A fact of the engine or of a policy, with its prefix, such as `claim.`, `setting.` or `label.`.
  case fact
  /// A value of a fact; the values of `provider`, `domain` and `action` have other kinds.
  case value(of: Name)
  /// An identity provider, such as `google.com`, or a family of providers, such as `saml.*`.
  case provider
  /// A named set of e-mail domains.
  case domain
  /// An action, such as `sign-in`, or a group of actions.
  case action
  /// An error with which rows can refuse.
  case error
  /// An effect of a row, such as `link`.
  case effect
  /// The purpose of an out-of-band code, such as `reset`.
  case purpose
  /// A row of the named table: `guards`, the key of a table of decisions such as `sign-in`, or `facts.NAME`.
  case row(in: Name)
  /// A table of decisions, such as `sign-in.federated`.
  case table
  /// A policy that the document extends, such as `firebase`.
  case policy
  /// The code of a finding, such as `gap`.
  case finding
  /// An outcome that an invariant forbids: `allowed`, `refused`, an error or an effect.
  case outcome
  /// The subject of a finding, such as `sign-in.federated/first`.
  case subject
}

/// A name in a policy with its kind, such as the row `first` of the table `sign-in`.
struct Symbol: Hashable, Sendable {
  let sort: Sort
  let name: Name

  init(_ sort: Sort, _ name: Name) {
    self.sort = sort
    self.name = name
  }

  /// Returns the table and the row in the subject of a finding, or nil if the subject is not a
  /// single row.
  static func row(ofSubject word: Name) -> (table: Name, row: Symbol)? {
    guard let slash = word.bytes.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    let table = Name(bytes: Array(word.bytes[..<slash]))
    let row = Name(bytes: Array(word.bytes[(slash + 1)...]))
    return row == "*" || row == "" ? nil : (table, Symbol(.row(in: table), row))
  }
}

/// A place in a table: in the list of rows, in a row, or in an edit of the rows of an extended
/// policy.
struct RowPlace {
  /// A part of a table.
  enum TablePart: Equatable {
    /// The place is in the list of rows, or in the list of a group of rows.
    case rows
    /// The place is inside a row.
    ///
    /// The keys form the path from the row to the place, with nil for an item of a list.
    case inRow([Name?])
    /// The place is inside an edit of rows.
    ///
    /// The keys form the path from the edit to the place.
    case edited([Name?])
  }

  /// The name of the table in findings: its key, `guards`, or `facts.NAME`.
  let table: Name
  /// The fact that the table defines; nil for a table of decisions or the guards.
  let fact: Name?
  /// The part of the table that contains the place.
  let part: TablePart
  /// Whether the place is in an edit that changes, replaces or removes rows of the extended policy.
  let isEdit: Bool

  /// Parses a path; returns nil if the path does not lead into a table.
  init?(_ path: TextPath) {
    let names = path.map { $0.name }
    var rest: ArraySlice<Name?>
    switch path.first?.name?.text {
    case "guards":
      (table, fact) = ("guards", nil)
      rest = names.dropFirst()
      if rest.first == .some(nil) {
        // Guards are a list without the key `rows`.
        rest = ["rows"] + rest
      }
    case "decisions":
      guard let key = path.dropFirst().first?.name else { return nil }
      (table, fact) = (key, nil)
      rest = names.dropFirst(2)
    case "facts":
      guard let name = path.dropFirst().first?.name else { return nil }
      (table, fact) = (Name("facts." + name.text), name)
      rest = names.dropFirst(2)
    default:
      return nil
    }
    guard let first = rest.first, let key = first else { return nil }
    rest = rest.dropFirst()
    switch RowEditKey(key) {
    case .change, .replace: isEdit = true
    case .remove:
      isEdit = true
      part = .edited([key])
      return
    case .before, .after:
      isEdit = false
      // The key under `before` or `after` is the row next to which rows are inserted.
      guard !rest.isEmpty else {
        part = .edited([key])
        return
      }
      rest = rest.dropFirst()
    case nil:
      guard key == "rows" else { return nil }
      isEdit = false
    }
    guard rest.first == .some(nil) else {
      part = .rows
      return
    }
    rest = rest.dropFirst()
    // The rows are in a group with shared conditions.
    while rest.starts(with: ["rows", nil]) {
      rest = rest.dropFirst(2)
    }
    part = .inRow(Array(rest))
  }
}

/// A place in conditions, either in a map whose keys are facts or in the values of a fact.
struct ConditionPlace {
  /// The fact whose values are at the place; nil for a place in the map.
  let fact: Name?
  /// Whether the place is in the map itself; if so, the keys at the place are facts.
  let hasFacts: Bool

  /// Parses a path; returns nil if the path does not lead to conditions.
  init?(_ path: TextPath) {
    guard let (rest, others) = Self.conditions(path) else { return nil }
    guard let first = rest.first else {
      (fact, hasFacts) = (nil, true)
      return
    }
    // A condition can have a map `{not: ...}` instead of values.
    guard let name = first.name, !others.contains(name),
      rest.count == 1 || rest.count == 2 && rest.last?.name == "not"
    else { return nil }
    (fact, hasFacts) = (name, false)
  }

  /// Returns whether a key in a map of conditions belongs to the policy language, such as `because`, and names no fact.
  static func isLanguage(_ key: Name, in path: TextPath) -> Bool {
    guard let (rest, others) = conditions(path), rest.isEmpty else { return false }
    return others.contains(key)
  }

  /// Returns the rest of a path after its map of conditions, and the keys of the map that are not facts.
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
