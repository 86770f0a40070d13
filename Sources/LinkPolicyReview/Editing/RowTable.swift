package import LinkPolicy
package import LinkPolicyAuthoring

/// A list of rows of a policy: a table of decisions, a derived fact, or the guards.
package enum RowTable: Sendable, Hashable {
  case decision(Int)
  case fact(Int)
  case guards

  /// The name of the list in reports.
  package func name(in document: PolicyDocument) -> Name {
    switch self {
    case .decision(let index): document.decisions[index].key.value
    case .fact(let index): Name("facts." + document.facts[index].name.value.text)
    case .guards: "guards"
    }
  }

  /// How its rows are chosen among; guards are asked in their order.
  package func hit(in document: PolicyDocument) -> HitPolicy {
    switch self {
    case .decision(let index): document.decisions[index].hit
    case .fact(let index): document.facts[index].hit
    case .guards: .first
    }
  }

  /// Its rows as they are written.
  package func rows(of document: PolicyDocument) -> [RowDeclaration] {
    switch self {
    case .decision(let index): document.decisions[index].rows
    case .fact(let index): document.facts[index].rows
    case .guards: document.guards
    }
  }

  /// Puts other rows in the place of its own.
  package func replaceRows(of document: inout PolicyDocument, with rows: [RowDeclaration]) {
    switch self {
    case .decision(let index): document.decisions[index].rows = rows
    case .fact(let index): document.facts[index].rows = rows
    case .guards: document.guards = rows
    }
  }

  /// Chooses among its rows in another way; guards stay as they are.
  package func setHit(_ hit: HitPolicy, in document: inout PolicyDocument) {
    switch self {
    case .decision(let index): document.decisions[index].hit = hit
    case .fact(let index): document.facts[index].hit = hit
    case .guards: break
    }
  }

  /// Its rows as they are compiled, in the order in which they are written.
  package func compiledRows(of storage: PolicyStorage) -> [CompiledRow] {
    switch self {
    case .decision(let index): storage.tables[index].rows
    case .fact(let index): storage.facts[index].rows
    case .guards: storage.guards
    }
  }
}
