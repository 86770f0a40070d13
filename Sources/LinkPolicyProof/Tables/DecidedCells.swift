internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyReview

/// The cells of a table, by the row or guard that answers in them.
struct DecidedCells {
  /// The cells of one row or guard.
  struct Part {
    var row: RowName
    /// What it answers; nil where the policy declares that the cells are impossible.
    var answer: CompiledAnswer?
    var cells: CellGraph
  }

  /// The algebra that the parts belong to, which tells every wanted condition apart.
  var cells: TableCells
  /// The parts, which do not overlap; what cannot occur is in none.
  private(set) var parts: [Part] = []

  /// Whether the table has more cells than the allowance holds, so that nothing is known of it.
  var isSpent: Bool { cells.isSpent }

  init(
    ofTable index: Int, of policy: CompiledPolicy, distinguishing conditions: [ResolvedCondition]
  ) {
    cells = policy.cells(ofTable: index, distinguishing: conditions)
    let storage = policy.storage
    let table = storage.tables[index]
    let applying = policy.guards(ofTable: index)
    add(RowName(table: table.key, id: "impossible"), nil, cells.impossible)
    for (number, taken) in cells.guarded {
      add(Self.name(ofGuard: number, storage), storage.guards[number].answer, taken)
    }
    for (number, row) in table.rows.enumerated() {
      var left = cells.decided[number]
      for guarding in row.wouldGuards where applying.contains(guarding) {
        let refused = cells.cells(matching: storage.guards[guarding].conditions)
        let taken = cells.algebra.intersection(left, refused)
        add(Self.name(ofGuard: guarding, storage), storage.guards[guarding].answer, taken)
        left = cells.algebra.difference(left, refused)
      }
      add(RowName(table: table.key, id: row.id), row.answer, left)
    }
  }

  private static func name(ofGuard number: Int, _ storage: PolicyStorage) -> RowName {
    RowName(table: "guards", id: storage.guards[number].id)
  }

  private mutating func add(_ row: RowName, _ answer: CompiledAnswer?, _ cells: CellGraph) {
    if !cells.isEmpty {
      parts.append(Part(row: row, answer: answer, cells: cells))
    }
  }
}

extension ResolvedCondition {
  /// That a fact has one of some values, wherever that is asked.
  init(_ fact: Int, in values: [Int]) {
    self.init(fact: fact, values: ValueSet(values), position: SourcePosition(line: 1, column: 1))
  }

  /// The same of a fact of the engine's.
  init(_ fact: EngineFact, in values: [Int]) {
    self.init(fact.rawValue, in: values)
  }
}
