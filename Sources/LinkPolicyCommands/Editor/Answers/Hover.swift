internal import LinkPolicy
internal import LinkPolicyJSON

/// What is told of what stands at a place.
///
/// The text is sent as plain text: names of a policy can be anything, and Markdown would make links and headings of them.
struct Hover {
  private let inquiry: Inquiry

  /// The answer to a request; null where there is nothing to tell.
  static func answer(_ inquiry: Inquiry) -> JSONValue {
    guard let place = inquiry.place, !place.range.isEmpty,
      let text = Hover(inquiry: inquiry).text(place)
    else { return .null }
    return .object([
      "contents": .object(["kind": .string("plaintext"), "value": .string(text)]),
      "range": inquiry.document.text.range(of: place.range, inquiry.encoding).json,
    ])
  }

  private func text(_ place: CursorPlace) -> String? {
    if let (symbol, _) = inquiry.symbol, let lines = lines(inquiry.resolved(symbol)) {
      return lines.joined(separator: "\n")
    }
    let path = place.fullPath
    guard place.isKey, let name = path.last?.name,
      let description = PolicySchema.current.description(
        at: path, extending: inquiry.names.extends)
    else { return nil }
    return "`" + name.text + "`: " + description
  }

  private func lines(_ symbol: Symbol) -> [String]? {
    let name = "`" + symbol.name.text + "`"
    switch symbol.sort {
    case .fact: return fact(symbol)
    case .value(let fact): return value(symbol, of: fact)
    case .provider, .domain, .purpose:
      return declared(symbol, word(symbol.sort) + " " + name)
    case .action:
      if let meaning = EngineWords.meaning(ofAction: symbol.name) {
        return ["action " + name + ": " + meaning]
      }
      return declared(symbol, "action or group of actions " + name)
    case .error: return error(symbol)
    case .effect:
      return EffectWord(symbol.name).map { ["effect " + name + ": " + $0.meaning.text] }
    case .row(let table): return RowText(inquiry, table: table, id: symbol.name).lines
    case .table: return TableText(inquiry, symbol.name).lines
    case .policy: return policy(symbol.name)
    case .finding:
      return FindingText.lines(symbol.name)
    case .outcome, .subject: return nil
    }
  }

  private func fact(_ symbol: Symbol) -> [String]? {
    guard let fact = FactEntry.named(symbol.name, inquiry.names) else { return nil }
    var lines = ["fact `" + fact.name.text + "`: " + fact.meaning]
    if !fact.values.isEmpty {
      lines.append("values: " + NameList.text(fact.values))
    }
    return lines + origin(symbol)
  }

  private func value(_ symbol: Symbol, of fact: Name) -> [String]? {
    guard let entry = FactEntry.named(fact, inquiry.names), entry.values.contains(symbol.name)
    else { return nil }
    var lines = ["`" + symbol.name.text + "`: a value of the fact `" + fact.text + "`"]
    if let engine = FactDescription.all.first(where: { $0.name == fact }),
      let index = engine.values.firstIndex(of: symbol.name)
    {
      if index < engine.bringers.count {
        lines.append("brought about by " + engine.bringers[index].words.text)
      }
      lines.append("`" + fact.text + "`: " + entry.meaning)
    }
    return lines + origin(symbol)
  }

  private func error(_ symbol: Symbol) -> [String]? {
    if symbol.name == "allowed" {
      return ["`allowed`: the outside sees that the attempt was allowed"]
    }
    return declared(symbol, "error `" + symbol.name.text + "`")
  }

  private func policy(_ name: Name) -> [String] {
    var lines = ["policy `" + name.text + "`"]
    if inquiry.names.sources.files.count > 1 {
      switch PolicyFiles.place(1, in: inquiry.names.sources) {
      case .shipped(let shipped):
        lines.append(
          "shipped with LinkPolicy and in no file; `linkpolicy expand \(shipped)` prints it")
      case .file(let path): lines.append("in " + path)
      case .own: break
      }
    } else {
      lines.append("it cannot be read")
    }
    return lines
  }

  /// What is declared, as it is written there, and where.
  private func declared(_ symbol: Symbol, _ title: String) -> [String]? {
    guard let mention = inquiry.names.declaration(of: symbol) else { return nil }
    var lines = [title]
    if let node = inquiry.names.entry(at: mention.position) {
      lines += DeclarationText.lines(node)
    }
    return lines + origin(symbol)
  }

  /// Where something is declared, if it is in another file.
  private func origin(_ symbol: Symbol) -> [String] {
    guard let mention = inquiry.names.declaration(of: symbol) else { return [] }
    let sources = inquiry.names.sources
    switch PolicyFiles.place(mention.position.file, in: sources) {
    case .own: return []
    case .file: return ["declared in " + sources.describe(mention.position)]
    case .shipped(let name):
      return ["declared in the shipped policy `\(name)`, which is in no file"]
    }
  }

  private func word(_ sort: Sort) -> String {
    switch sort {
    case .provider: "provider"
    case .domain: "set of domains"
    case .purpose: "purpose of codes"
    case .fact, .value, .action, .error, .effect, .row, .table, .policy, .finding, .outcome,
      .subject:
      ""
    }
  }
}
