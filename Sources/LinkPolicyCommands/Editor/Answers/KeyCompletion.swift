internal import LinkPolicy

/// The keys that the map at a place can have.
struct KeyCompletion {
  private let inquiry: Inquiry
  private let path: TextPath

  init(_ inquiry: Inquiry, _ path: TextPath) {
    self.inquiry = inquiry
    self.path = path
  }

  var items: [Completion.Item] {
    let named = NamePlace.key(in: path)
    let known = PolicySchema.current.keys(at: path, extending: inquiry.names.extends)
    let facts = named?.sort == .fact && named?.declares == false && !isLabel
    let keys = known.map { key in
      let isFact = facts && !ConditionPlace.isLanguage(key.name, in: path)
      return Completion.Item(
        name: key.name, kind: isFact ? .field : .property, detail: isFact ? "fact" : "key",
        meaning: key.description, isKey: true)
    }
    return keys + (named.map { declared($0) } ?? [])
  }

  /// Whether keys are labels, as in `set: {label: value}`.
  private var isLabel: Bool { path.last?.name == "set" }

  /// What the policy declares that can be a key here.
  private func declared(_ place: NamePlace) -> [Completion.Item] {
    switch place.sort {
    case .fact where isLabel:
      return inquiry.names.declared(.fact).compactMap { name in
        guard name.text.hasPrefix("label.") else { return nil }
        let label = Name(String(name.text.dropFirst("label.".count)))
        return item(label, "label")
      }
    case .fact where !place.declares:
      return FactEntry.all(inquiry.names).map { fact in
        Completion.Item(
          name: fact.name, kind: .field, detail: "fact", meaning: fact.meaning, isKey: true)
      }
    case .fact: return inherited(.fact, "declared by what this extends")
    case .table:
      let tables = inherited(.table, "table of what this extends")
      let actions = FactEntry.named(EngineFact.action.name, inquiry.names)?.values ?? []
      return tables + actions.map { item($0, "action") }
    case .row(let table):
      return inquiry.names.declared(.row(in: table)).map { item($0, "row") }
    case .effect: return []
    case .provider, .domain, .action, .error, .purpose:
      return inherited(place.sort, "declared by what this extends")
    case .value, .policy, .finding, .outcome, .subject: return []
    }
  }

  /// What is declared by the policies that this one extends, so that it can be declared anew.
  private func inherited(_ sort: Sort, _ detail: String) -> [Completion.Item] {
    guard let section = path.first else { return [] }
    var seen: Set<Name> = []
    return inquiry.names.inherited.compactMap { mention in
      guard mention.declares, mention.symbol.sort == sort,
        let name = shown(mention.symbol.name, in: section), seen.insert(name).inserted
      else { return nil }
      return item(name, detail)
    }
  }

  /// A fact's name without what its section puts in front; nil for facts of other sections.
  private func shown(_ name: Name, in section: PathStep) -> Name? {
    let prefixes: [Name: String] = ["claims": "claim.", "settings": "setting.", "labels": "label."]
    guard let key = section.name else { return nil }
    if let prefix = prefixes[key] {
      return name.text.hasPrefix(prefix) ? Name(String(name.text.dropFirst(prefix.count))) : nil
    }
    let isPrefixed = prefixes.values.contains { name.text.hasPrefix($0) }
    return key == "facts" && isPrefixed ? nil : name
  }

  private func item(_ name: Name, _ detail: String) -> Completion.Item {
    Completion.Item(name: name, kind: .reference, detail: detail, isKey: true)
  }
}
