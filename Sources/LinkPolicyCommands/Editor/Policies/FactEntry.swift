internal import LinkPolicy

/// A fact that a policy can test, as far as it can be told from texts that may be wrong elsewhere.
struct FactEntry {
  /// The name that conditions have for it.
  let name: Name
  /// What it says.
  let meaning: String
  /// The values that conditions can name.
  let values: [Name]

  /// The facts of the engine, then those that a policy and what it extends declare.
  static func all(_ names: PolicyNames) -> [FactEntry] {
    FactDescription.all.map { FactEntry($0, names) }
      + names.declared(.fact).map { FactEntry(declared: $0, names) }
  }

  /// The fact of a name; nil where there is none.
  static func named(_ name: Name, _ names: PolicyNames) -> FactEntry? {
    if let fact = FactDescription.all.first(where: { $0.name == name }) {
      return FactEntry(fact, names)
    }
    return names.declaration(of: Symbol(.fact, name)).map { _ in FactEntry(declared: name, names) }
  }

  private init(_ fact: FactDescription, _ names: PolicyNames) {
    name = fact.name
    meaning = fact.meaning.text
    let declared: [Name] =
      switch fact.fact {
      case .provider: names.declared(.provider).map { $0 == "*" ? "other" : $0 }
      case .domain: names.declared(.domain)
      case .action: EngineWords.actions + names.declared(.action)
      default: []
      }
    values = declared + fact.values.filter { !declared.contains($0) }
  }

  private init(declared name: Name, _ names: PolicyNames) {
    self.name = name
    let declared = names.declared(.value(of: name))
    let text = name.text
    if text.hasPrefix("claim.") {
      meaning = "a claim about the address, in the words that the policy has for its values"
      values = declared + ["other", "absent"]
    } else if text.hasPrefix("setting.") {
      meaning = "what a project, tenant or provider has set; the first value is the default"
      values = declared
    } else if text.hasPrefix("label.") {
      meaning = "a label of an account or method; the first value is what a new one has"
      values = declared + ["absent"]
    } else {
      meaning = "a fact that the policy derives from others by a table"
      values = declared
    }
  }
}

/// The words of the engine for what policies declare more of.
enum EngineWords {
  /// The actions that every policy can decide.
  static var actions: [Name] { StandardAction.allCases.map { $0.name } }
  /// What codes can be mailed for in every policy.
  static var purposes: [Name] { PurposeTable.standard.map { $0.purpose.name } }

  /// What an action is; nil for one that a policy declares.
  static func meaning(ofAction name: Name) -> String? {
    StandardAction.allCases.first { $0.name == name }?.meaning.text
  }
}
