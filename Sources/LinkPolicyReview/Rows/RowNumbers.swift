package import LinkPolicy
package import LinkPolicyAuthoring

/// Numbers the rows and guards of a policy: the guards in their order, then the rows of each table.
package struct RowNumbers: Sendable {
  /// The names by number.
  package let names: [RowName]
  /// Where each stands.
  package let positions: [SourcePosition]
  /// The number of guards, which come first.
  package let guardCount: Int
  private let firstOfTable: [Int]

  package init(_ policy: CompiledPolicy) {
    let storage = policy.storage
    var names = storage.guards.map { RowName(table: "guards", id: $0.id) }
    var positions = storage.guards.map { $0.position }
    guardCount = names.count
    var first: [Int] = []
    for table in storage.tables {
      first.append(names.count)
      names += table.rows.map { RowName(table: table.key, id: $0.id) }
      positions += table.rows.map { $0.position }
    }
    self.names = names
    self.positions = positions
    firstOfTable = first
  }

  package var count: Int { names.count }

  /// The number of a table's row.
  package func number(table: Int, row: Int) -> Int { firstOfTable[table] + row }

  /// The number of what decided; nil where no row or guard did.
  package func number(_ source: Decision.Source, table: Int) -> Int? {
    switch source {
    case .row(let index): firstOfTable[table] + index
    case .guarding(let index), .would(let index, _): index
    case .impossible, .cannotOccur, .staleTicket: nil
    }
  }

  /// The number of what decided; nil where no row or guard did.
  package func number(of decision: Decision) -> Int? {
    number(decision.source, table: decision.table)
  }
}
