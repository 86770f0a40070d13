package import LinkPolicy
package import LinkPolicyAuthoring

/// The name of a row or guard of a policy: its table and id, such as `sign-in.federated/first`.
///
/// Guards belong to the table `guards`. A row that a policy inherits through `extends` keeps its name, so that you can
/// compare reports of the policy and its base.
package struct RowName: Sendable, Hashable, Comparable {
  /// The table's key, such as `sign-in.federated`; `guards` for a guard.
  package var table: Name
  /// The row's id.
  package var id: Name

  package init(table: Name, id: Name) {
    self.table = table
    self.id = id
  }

  /// Creates the name of the row or guard that made a decision; nil if no row or guard decided, for example for an
  /// impossible attempt.
  package init?(_ decision: Decision) {
    guard let row = decision.row else { return nil }
    table = Name(row.table)
    id = Name(row.id)
  }

  /// The name as reports write it, such as `guards/closed`.
  package var text: String { table.text + "/" + id.text }

  /// Compares two names byte by byte: first the tables, then the ids.
  package static func < (left: Self, right: Self) -> Bool {
    left.table == right.table ? left.id < right.id : left.table < right.table
  }
}

/// A numbering of a policy's rows and guards: first the guards, then the rows of each table, in the order of the
/// policy.
package struct RowNumbers: Sendable {
  /// The name of each row and guard, in the order of the numbers.
  package let names: [RowName]
  /// The position of each row and guard, in the order of the numbers.
  package let positions: [SourcePosition]
  /// The number of guards.
  ///
  /// Every guard has a smaller number than every row.
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

  /// Returns the number of a row, given by the index of the table and the index of the row in the table.
  package func number(table: Int, row: Int) -> Int { firstOfTable[table] + row }

  /// Returns the number of the row or guard that made a decision; nil if neither a row nor a guard decided.
  package func number(_ source: Decision.Source, table: Int) -> Int? {
    switch source {
    case .row(let index): firstOfTable[table] + index
    case .guarding(let index), .would(let index, _): index
    case .impossible, .cannotOccur, .staleTicket: nil
    }
  }

  /// Returns the number of the row or guard that made a decision; nil if neither a row nor a guard decided.
  package func number(of decision: Decision) -> Int? {
    number(decision.source, table: decision.table)
  }
}

extension CompiledPolicy {
  /// Whether the policy declares identifiers, such as user names.
  ///
  /// An exploration makes no attempts that state an identifier.
  package var declaresIdentifiers: Bool { !vocabulary.identifiers.identifiers.isEmpty }
}
