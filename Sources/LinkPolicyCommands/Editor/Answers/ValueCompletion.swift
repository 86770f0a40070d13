internal import LinkPolicy
internal import LinkPolicyDiagnostics
internal import LinkPolicyPresets
internal import LinkPolicyReview

/// The words that can stand at a place.
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
      // What is set or given is one of those declared; conditions can also name the engine's own.
      let declared = inquiry.names.declared(.value(of: fact))
      return values(of: fact).filter { isCondition || declared.contains($0.name) }
    case .provider:
      // Conditions have another word for the family of all others than the lists of providers.
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
    case .subject, .fact, .table: return []
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
