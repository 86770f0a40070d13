internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyJSON
internal import LinkPolicyReview
internal import LinkPolicyYAML

/// The description of the word under the pointer, such as a fact, a row or an effect.
///
/// The format is plain text, because Markdown would interpret characters in the names of a policy.
struct Hover {
  private let inquiry: Inquiry

  /// Returns the answer to a hover request, or null if the word has no description.
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
        lines.append("caused by " + engine.bringers[index].words.text)
      }
      lines.append("`" + fact.text + "`: " + entry.meaning)
    }
    return lines + origin(symbol)
  }

  private func error(_ symbol: Symbol) -> [String]? {
    if symbol.name == "allowed" {
      return ["`allowed`: the caller sees that the attempt was allowed"]
    }
    return declared(symbol, "error `" + symbol.name.text + "`")
  }

  private func policy(_ name: Name) -> [String] {
    var lines = ["policy `" + name.text + "`"]
    if inquiry.names.sources.files.count > 1 {
      switch PolicyFiles.place(1, in: inquiry.names.sources) {
      case .shipped(let shipped):
        lines.append(
          "shipped with LinkPolicy, without a file; `linkpolicy expand \(shipped)` prints the policy"
        )
      case .file(let path): lines.append("in " + path)
      case .own: break
      }
    } else {
      lines.append("the policy cannot be read")
    }
    return lines
  }

  /// Returns the content of a declaration, and its file if another file contains the declaration; nil if nothing
  /// declares the symbol.
  private func declared(_ symbol: Symbol, _ title: String) -> [String]? {
    guard let mention = inquiry.names.declaration(of: symbol) else { return nil }
    var lines = [title]
    if let node = inquiry.names.entry(at: mention.position) {
      lines += DeclarationText.lines(node)
    }
    return lines + origin(symbol)
  }

  /// Returns the place of a declaration in another file; empty for a declaration in the document itself.
  private func origin(_ symbol: Symbol) -> [String] {
    guard let mention = inquiry.names.declaration(of: symbol) else { return [] }
    let sources = inquiry.names.sources
    switch PolicyFiles.place(mention.position.file, in: sources) {
    case .own: return []
    case .file: return ["declared in " + sources.describe(mention.position)]
    case .shipped(let name):
      return ["declared in the shipped policy `\(name)`, which has no file"]
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

/// The description of a row: its content and the cells that it decides.
struct RowText {
  private let inquiry: Inquiry
  private let table: Name
  private let id: Name

  init(_ inquiry: Inquiry, table: Name, id: Name) {
    self.inquiry = inquiry
    self.table = table
    self.id = id
  }

  var lines: [String]? {
    var lines = ["row `" + id.text + "` of `" + table.text + "`"]
    if let document = inquiry.state?.review.document, let row = row(in: document) {
      lines += said(row)
    }
    if inquiry.isChecked, let policy = inquiry.state?.review.compiled {
      lines += RowCells(policy, table: table, id: id).lines
    } else {
      lines.append("the cells of the row are shown once the policy loads and is checked")
    }
    return lines
  }

  private func row(in document: PolicyDocument) -> RowDeclaration? {
    let rows: [RowDeclaration]
    if table == "guards" {
      rows = document.guards
    } else if table.text.hasPrefix("facts.") {
      rows = document.facts.first { "facts." + $0.name.value.text == table.text }?.rows ?? []
    } else {
      rows = document.decisions.first { $0.key.value == table }?.rows ?? []
    }
    return rows.first { $0.id.value == id }
  }

  private func said(_ row: RowDeclaration) -> [String] {
    var lines = row.conditions.map { condition in
      let values = NameList.text(condition.values.map { $0.value })
      return "where " + condition.fact.value.text + " is " + (condition.isNegated ? "not " : "")
        + (condition.values.count > 1 && !condition.isNegated ? "one of " : "") + values
    }
    if lines.isEmpty {
      lines.append("if no earlier row or guard decides")
    }
    if let would = row.would {
      lines.append("applies to rows that would " + NameList.text(would.map { $0.value }))
    }
    if let value = row.value {
      lines.append("is " + value.value.text)
    }
    if let effects = row.effects {
      let words = effects.map { effect in
        ([effect.name] + effect.arguments).map { $0.value.text }.joined(separator: " ")
      }
      lines.append(words.isEmpty ? "does nothing" : "does " + words.joined(separator: ", "))
    }
    if let error = row.refusal {
      lines.append("refuses with " + error.value.text)
    }
    if !row.because.isEmpty {
      lines.append("because of " + NameList.text(row.because.map { $0.value }))
    }
    return lines
  }
}

/// The cells of a table that a row decides.
struct RowCells {
  // A description gets one twentieth of the steps of an analysis, so that the editor answers immediately.
  private static var share: Int { 20 }

  private let policy: CompiledPolicy
  private let table: Name
  private let id: Name

  init(_ policy: CompiledPolicy, table: Name, id: Name) {
    self.policy = policy
    self.table = table
    self.id = id
  }

  /// The description of the cells; empty if the row does not exist, or is a guard with `would`.
  var lines: [String] {
    let storage = policy.storage
    var maker = CellMaker(policy)
    let allowance = storage.limits.review / Self.share
    if let index = storage.tables.firstIndex(where: { $0.key == table }) {
      guard let row = storage.tables[index].rows.firstIndex(where: { $0.id == id }) else {
        return []
      }
      let boxes = maker.boxes(ofTable: index)
      var cells = maker.cells(
        ofTable: index, within: boxes, distinguishing: [], allowance: allowance)
      return lines(&cells) { $0.decided[row] }
    }
    if let index = storage.facts.firstIndex(where: { name(of: $0) == table }) {
      guard let row = storage.facts[index].rows.firstIndex(where: { $0.id == id }) else {
        return []
      }
      var cells = maker.cells(ofFact: index, allowance: allowance)
      return lines(&cells) { $0.decided[row] }
    }
    guard table == "guards", let guarding = storage.guards.firstIndex(where: { $0.id == id }),
      !storage.guards[guarding].hasWould
    else { return [] }
    return ofGuard(guarding, maker: &maker, allowance: allowance)
  }

  private func name(of fact: CompiledFact) -> Name {
    Name("facts." + policy.vocabulary.schema.facts[fact.fact].name.text)
  }

  private func lines(
    _ cells: inout TableCells, _ set: (TableCells) -> CellGraph
  ) -> [String] {
    guard !cells.isSpent else { return ["the table has too many cells to count them here"] }
    let own = set(cells)
    let count = cells.algebra.count(own)
    let all = cells.algebra.count(cells.open)
    guard count > 0 else { return ["decides no cell"] }
    let cell = all == 1 ? "cell" : "cells"
    return [
      "decides \(count) of \(all) \(cell) that the table has",
      "for example " + cells.example(of: own),
    ]
  }

  /// Returns a line with the tables in which the guard decides cells; empty if the guard decides no cell.
  private func ofGuard(_ index: Int, maker: inout CellMaker, allowance: Int) -> [String] {
    var taken: [Name] = []
    for table in policy.storage.tables.indices where policy.guards(ofTable: table).contains(index) {
      let boxes = maker.boxes(ofTable: table)
      let cells = maker.cells(
        ofTable: table, within: boxes, distinguishing: [], allowance: allowance)
      guard !cells.isSpent else { continue }
      if let own = cells.guarded.first(where: { $0.index == index }), !own.cells.isEmpty {
        taken.append(policy.storage.tables[table].key)
      }
    }
    return taken.isEmpty ? [] : ["takes cells from " + NameList.text(taken)]
  }
}

/// The description of a table of decisions, such as `sign-in.federated`.
struct TableText {
  private let inquiry: Inquiry
  private let key: Name

  init(_ inquiry: Inquiry, _ key: Name) {
    self.inquiry = inquiry
    self.key = key
  }

  var lines: [String]? {
    let action = Name(bytes: Array(key.bytes.prefix { $0 != UInt8(ascii: ".") }))
    var lines = ["table `" + key.text + "`"]
    if let meaning = EngineWords.meaning(ofAction: action) {
      lines.append("`" + action.text + "`: " + meaning)
    }
    let table = inquiry.state?.review.document?.decisions.first { $0.key.value == key }
    if let table {
      let hit =
        switch table.hit {
        case .unique: "at most one row matches each cell"
        case .first: "the first matching row decides"
        }
      lines.append("\(table.rows.count) rows; " + hit)
    }
    return lines
  }
}

/// The content of a declaration, in lines of text.
enum DeclarationText {
  /// Returns one line for each entry of a map, or a single line for a list or a value.
  static func lines(_ node: YAMLNode) -> [String] {
    switch node.content {
    case .scalar(let scalar): scalar.isMissing ? [] : [scalar.value.text]
    case .list: [words(node)]
    case .map(let map): map.entries.map { $0.key.value.text + ": " + words($0.value) }
    }
  }

  private static func words(_ node: YAMLNode) -> String {
    switch node.content {
    case .scalar(let scalar): return scalar.value.text
    case .list(let list): return NameList.text(list.items.map { Name(words($0)) })
    case .map(let map):
      return map.entries.map { $0.key.value.text + " " + words($0.value) }.joined(separator: ", ")
    }
  }
}

/// The description of the code of a finding, such as `redundant-row`.
enum FindingText {
  /// Returns the description of a code, or nil for an unknown code.
  static func lines(_ code: Name) -> [String]? {
    FindingCatalog.explanation(of: code).map { finding in
      ["finding `" + code.text + "`", finding.meaning, finding.matter, finding.remedy]
    }
  }
}

/// A list of names, shortened to fit a line of text.
enum NameList {
  // The maximum number of names in the text. A list of thousands of names would not be useful.
  private static var limit: Int { 40 }

  /// Returns the first names, separated by commas, and the number of the other names.
  static func text(_ names: [Name]) -> String {
    let shown = names.prefix(limit).map { $0.text }.joined(separator: ", ")
    let more = names.count - limit
    return more > 0 ? shown + " and \(more) more" : shown
  }
}
