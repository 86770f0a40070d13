internal import LinkPolicy
internal import LinkPolicyDiagnostics
internal import LinkPolicyJSON
internal import LinkPolicyPresets
internal import LinkPolicyReview

/// The words that an editor can offer to complete a document at a place.
struct Completion {
  /// One word that the editor can insert, with its description.
  struct Item: Equatable {
    /// The completion kinds that this server uses, from the Language Server Protocol; editors show a kind as an icon.
    enum CompletionKind: Int {
      case value = 12
      case property = 10
      case field = 5
      case function = 3
      case reference = 18
      case file = 17
    }

    let name: Name
    let kind: CompletionKind
    /// A short label for the word, such as `effect` or `shipped policy`.
    let detail: String
    /// The meaning of the word, in a sentence.
    var meaning: String?
    /// Whether the word is a key, after which a missing colon is inserted.
    var isKey = false
    /// Whether the word is inserted in brackets, as a list of one item.
    var isInBrackets = false
  }

  private let inquiry: Inquiry
  private let place: CursorPlace

  /// Returns the answer to a completion request: the possible words, or none in a comment.
  static func answer(_ inquiry: Inquiry) -> JSONValue {
    guard let place = inquiry.place else { return list([]) }
    let completion = Completion(inquiry, place)
    return list(completion.items.map { completion.json(of: $0) })
  }

  init(_ inquiry: Inquiry, _ place: CursorPlace) {
    self.inquiry = inquiry
    self.place = place
  }

  private static func list(_ items: [JSONValue]) -> JSONValue {
    .object(["isIncomplete": .bool(false), "items": .array(items)])
  }

  /// The completions, each word once.
  var items: [Item] {
    guard inquiry.document.isPolicy else {
      // The document has no kind yet, so the server offers the key with which a policy begins.
      let isStart = place.path.isEmpty && inquiry.document.isBlank
      return isStart
        ? [Item(name: "linkpolicy", kind: .property, detail: "begins a policy", isKey: true)] : []
    }
    var items: [Item] = []
    switch place.part {
    case .key(let beside):
      items = KeyCompletion(inquiry, place.path).items.filter { !beside.contains($0.name) }
    case .start, .item:
      items = ValueCompletion(inquiry, place.path).items + KeyCompletion(inquiry, place.path).items
    case .value:
      items = ValueCompletion(inquiry, place.path).items
      if items.isEmpty {
        items = inBrackets
      }
    }
    var seen: Set<Name> = []
    return items.filter { seen.insert($0.name).inserted }
  }

  /// The completions that begin a list in brackets, for a place that accepts no other value.
  private var inBrackets: [Item] {
    ValueCompletion(inquiry, place.path + [.item]).items.map { item in
      var item = item
      item.isInBrackets = true
      return item
    }
  }

  private func json(of item: Item) -> JSONValue {
    let range = inquiry.document.text.range(of: place.range, inquiry.encoding)
    return .object([
      "label": .string(item.name), "kind": .int(item.kind.rawValue),
      "detail": .string(item.detail), "documentation": item.meaning.map { .string($0) },
      "filterText": .string(filterText(item)), "insertTextFormat": .int(1),
      "textEdit": .object(["range": range.json, "newText": .string(newText(item))]),
    ])
  }

  // Editors compare the typed text with the filter text, and the typed text includes an open quotation mark.
  private func filterText(_ item: Item) -> String {
    guard let first = inquiry.document.text.bytes[place.range].first,
      first == UInt8(ascii: "\"") || first == UInt8(ascii: "'")
    else { return item.name.text }
    return String(Unicode.Scalar(first)) + item.name.text
  }

  private func newText(_ item: Item) -> String {
    let word = PlainWord.text(item.name)
    let space = place.needsSpace ? " " : ""
    if item.isKey {
      return space + word + (place.hasColon ? "" : ": ")
    }
    return space + (item.isInBrackets ? "[" + word + "]" : word)
  }
}

/// The keys that an editor can offer in the map at a place, such as `refuse` in a row.
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

  /// Whether the keys of the map are labels, as in `set: {label: value}`.
  private var isLabel: Bool { path.last?.name == "set" }

  /// Returns the declared names that are valid keys at a place.
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
    case .fact: return inherited(.fact, "declared by an extended policy")
    case .table:
      let tables = inherited(.table, "table of an extended policy")
      let actions = FactEntry.named(EngineFact.action.name, inquiry.names)?.values ?? []
      return tables + actions.map { item($0, "action") }
    case .row(let table):
      return inquiry.names.declared(.row(in: table)).map { item($0, "row") }
    case .effect: return []
    case .action where !place.declares:
      let actions = FactEntry.named(EngineFact.action.name, inquiry.names)?.values ?? []
      return actions.map { item($0, "action") }
    case .provider, .domain, .action, .error, .purpose:
      return inherited(place.sort, "declared by an extended policy")
    case .value, .policy, .finding, .outcome, .subject: return []
    }
  }

  /// Returns the names that extended policies declare, because this policy can override their declarations.
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

  /// Returns the name of a fact without the prefix of its section; nil if the fact belongs to another section.
  private func shown(_ name: Name, in section: PathStep) -> Name? {
    let prefixes: [Name: String] = [
      "claims": "claim.", "settings": "setting.", "inputs": "input.", "identifiers": "identifier.",
      "labels": "label.",
    ]
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

/// The values that an editor can offer at a place, such as the declared errors after `refuse:`.
struct ValueCompletion {
  private let inquiry: Inquiry
  private let path: TextPath

  init(_ inquiry: Inquiry, _ path: TextPath) {
    self.inquiry = inquiry
    self.path = path
  }

  var items: [Completion.Item] {
    let named = NamePlace.value(at: path)
    let isEffect = named?.sort == .effect
    let words = PolicySchema.current.words(at: path).map { word in
      isEffect ? effect(word) : Completion.Item(name: word, kind: .value, detail: "word")
    }
    return (named.map { names($0) } ?? []) + words
  }

  private func names(_ place: NamePlace) -> [Completion.Item] {
    guard !place.declares else { return [] }
    switch place.sort {
    case .value(let fact):
      // A value that is assigned must be declared. A condition also accepts the values that the engine adds.
      let declared = inquiry.names.declared(.value(of: fact))
      return values(of: fact).filter { isCondition || declared.contains($0.name) }
    case .provider:
      // The family of all other providers is `other` in conditions, and `*` in lists of providers.
      return isCondition
        ? values(of: EngineFact.provider.name) : declared(.provider, "provider", also: ["*"])
    case .domain: return values(of: EngineFact.domain.name)
    case .action: return values(of: EngineFact.action.name)
    case .error:
      let isShow = path.last?.name == "show"
      return declared(.error, "error", also: isShow ? ["allowed"] : [])
    case .effect: return []
    case .purpose: return declared(.purpose, "purpose", also: EngineWords.purposes)
    case .row(let table):
      let also: [Name] = path.contains(.key("overrides")) ? ["earlier"] : []
      return declared(.row(in: table), "row", also: also)
    case .policy:
      return Presets.names.map { name in
        Completion.Item(name: Name(name), kind: .file, detail: "shipped policy")
      }
    case .finding:
      return FindingCatalog.all.map { finding in
        Completion.Item(
          name: finding.code.name, kind: .value, detail: "finding", meaning: finding.meaning)
      }
    case .outcome:
      return declared(.error, "error", also: ["allowed", "refused"])
        + EffectWord.allCases.map { effect($0.name) }
    case .fact where NamePlace.namesIdentifiers(path): return identifiers
    case .subject, .fact, .table: return []
    }
  }

  /// The declared identifiers and, under `find:`, the other keys of a search, such as `address`.
  private var identifiers: [Completion.Item] {
    let places = path.first?.name == "find" ? NamePlace.searchedFacts : []
    return places.map { Completion.Item(name: $0, kind: .value, detail: "word") }
      + inquiry.names.declared(.fact).compactMap { name in
        guard name.text.hasPrefix("identifier.") else { return nil }
        let identifier = Name(String(name.text.dropFirst("identifier.".count)))
        return Completion.Item(name: identifier, kind: .reference, detail: "identifier")
      }
  }

  private var isCondition: Bool {
    let isItem = path.last == .item
    return ConditionPlace(isItem ? path.dropLast() : path)?.fact != nil
  }

  private func values(of fact: Name) -> [Completion.Item] {
    guard let entry = FactEntry.named(fact, inquiry.names) else { return [] }
    return entry.values.map { value in
      Completion.Item(
        name: value, kind: .value, detail: "value of " + fact.text,
        meaning: fact == EngineFact.action.name ? EngineWords.meaning(ofAction: value) : nil)
    }
  }

  private func declared(_ sort: Sort, _ detail: String, also: [Name]) -> [Completion.Item] {
    let names = inquiry.names.declared(sort)
    return (names + also.filter { !names.contains($0) }).map { name in
      Completion.Item(name: name, kind: .reference, detail: detail)
    }
  }

  private func effect(_ word: Name) -> Completion.Item {
    Completion.Item(
      name: word, kind: .function, detail: "effect", meaning: EffectWord(word)?.meaning.text)
  }
}
