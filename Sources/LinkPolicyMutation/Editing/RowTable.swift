internal import LinkPolicy

/// A list of rows of a policy: a table of decisions, a derived fact, or the guards.
enum RowTable: Sendable, Hashable {
  case decision(Int)
  case fact(Int)
  case guards

  /// The name of the list in reports.
  func name(in document: PolicyDocument) -> Name {
    switch self {
    case .decision(let index): document.decisions[index].key.value
    case .fact(let index): Name("facts." + document.facts[index].name.value.text)
    case .guards: "guards"
    }
  }

  func hit(in document: PolicyDocument) -> HitPolicy {
    switch self {
    case .decision(let index): document.decisions[index].hit
    case .fact(let index): document.facts[index].hit
    case .guards: .first
    }
  }

  func rows(of document: PolicyDocument) -> [RowDeclaration] {
    switch self {
    case .decision(let index): document.decisions[index].rows
    case .fact(let index): document.facts[index].rows
    case .guards: document.guards
    }
  }

  func replaceRows(of document: inout PolicyDocument, with rows: [RowDeclaration]) {
    switch self {
    case .decision(let index): document.decisions[index].rows = rows
    case .fact(let index): document.facts[index].rows = rows
    case .guards: document.guards = rows
    }
  }

  func setHit(_ hit: HitPolicy, in document: inout PolicyDocument) {
    switch self {
    case .decision(let index): document.decisions[index].hit = hit
    case .fact(let index): document.facts[index].hit = hit
    case .guards: break
    }
  }

  func compiledRows(of storage: PolicyStorage) -> [CompiledRow] {
    switch self {
    case .decision(let index): storage.tables[index].rows
    case .fact(let index): storage.facts[index].rows
    case .guards: storage.guards
    }
  }
}
