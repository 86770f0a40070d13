internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration

/// The cells of a table, grouped by the deciding row or guard.
struct DecidedCells {
  /// The cells that one row or guard decides.
  struct DecidedRowCells {
    var row: RowName
    /// The answer; nil if the policy declares the cells impossible.
    var answer: CompiledAnswer?
    var cells: CellGraph
  }

  /// The table's cells by deciding row or guard, and the cells that the policy declares impossible.
  ///
  /// A condition that the caller passes never divides a cell: the condition holds in the whole cell, or nowhere in it.
  var cells: TableCells
  /// The disjoint parts of the table, without cells that cannot occur.
  ///
  /// The cells that the policy declares impossible form a part without an answer.
  private(set) var parts: [DecidedRowCells] = []

  /// Every row and every guard of the table, each with its answer.
  ///
  /// If ``isSpent``, use these candidates instead of ``parts``.
  let candidates: [(row: RowName, answer: CompiledAnswer)]

  /// Whether the table has more cells than the budget allows.
  ///
  /// For a table beyond the budget, ``parts`` may lack rows and cells, and a set that appears to be empty may have
  /// cells.
  var isSpent: Bool { cells.isSpent }

  init(
    ofTable index: Int, of policy: CompiledPolicy, distinguishing conditions: [ResolvedCondition]
  ) {
    cells = policy.cells(ofTable: index, distinguishing: conditions)
    let storage = policy.storage
    let table = storage.tables[index]
    let applying = policy.guards(ofTable: index)
    candidates =
      applying.map { (Self.name(ofGuard: $0, storage), storage.guards[$0].answer) }
      + table.rows.map { (RowName(table: table.key, id: $0.id), $0.answer) }
    add(RowName(table: table.key, id: "impossible"), answer: nil, cells: cells.impossible)
    for (number, taken) in cells.guarded {
      add(Self.name(ofGuard: number, storage), answer: storage.guards[number].answer, cells: taken)
    }
    for (number, row) in table.rows.enumerated() {
      var left = cells.decided[number]
      for guarding in row.wouldGuards where applying.contains(guarding) {
        let refused = cells.cells(matching: storage.guards[guarding].conditions)
        let taken = cells.algebra.intersection(left, refused)
        add(
          Self.name(ofGuard: guarding, storage), answer: storage.guards[guarding].answer,
          cells: taken)
        left = cells.algebra.difference(left, refused)
      }
      add(RowName(table: table.key, id: row.id), answer: row.answer, cells: left)
    }
  }

  private static func name(ofGuard number: Int, _ storage: PolicyStorage) -> RowName {
    RowName(table: "guards", id: storage.guards[number].id)
  }

  private mutating func add(_ row: RowName, answer: CompiledAnswer?, cells: CellGraph) {
    if !cells.isEmpty {
      parts.append(DecidedRowCells(row: row, answer: answer, cells: cells))
    }
  }
}

extension ResolvedCondition {
  /// Creates the condition that a fact has one of the given values; the condition's position has no meaning.
  init(_ fact: Int, in values: [Int]) {
    self.init(fact: fact, values: ValueSet(values), position: SourcePosition(line: 1, column: 1))
  }

  /// Creates the condition that an engine fact has one of the given values.
  init(_ fact: EngineFact, in values: [Int]) {
    self.init(fact.rawValue, in: values)
  }
}

/// A check of declared invariants in every cell, even in cells that no sequence of attempts reaches.
enum ForbiddenCells {
  /// The result of the check of one declared invariant.
  enum InvariantFinding: Sendable, Equatable {
    /// No row violates the invariant in any cell.
    case nowhere
    /// No cell of any table matches the invariant's conditions, so the invariant restricts nothing.
    case nothingMeant
    /// The named row or guard violates the invariant in some cell.
    case row(RowName)
    /// The named table has too many cells for the check.
    case unknown(table: Name)
  }

  /// Returns the first violation of each invariant.
  ///
  /// A cell that the policy declares impossible violates an invariant only if the invariant forbids refusals. If a
  /// guard decides the violating cell, the finding names the guard.
  ///
  /// - Parameters:
  ///   - policy: the policy.
  ///   - settings: the settings with a fixed value; any other setting can have any value.
  /// - Returns: a finding for each invariant, in order.
  static func all(
    of policy: CompiledPolicy, given settings: Settings = Settings()
  ) -> [InvariantFinding] {
    let possible = policy.conditions(onGiven: settings) + policy.tenantConditions
    return policy.storage.invariants.map { invariant in
      var isAboutSomething = false
      for table in policy.storage.tables.indices {
        switch finding(inTable: table, of: policy, breaking: invariant, where: possible) {
        case .nothingMeant: continue
        case .nowhere: isAboutSomething = true
        case .row(let row): return .row(row)
        case .unknown(let table): return .unknown(table: table)
        }
      }
      return isAboutSomething ? .nowhere : .nothingMeant
    }
  }

  private static func finding(
    inTable index: Int, of policy: CompiledPolicy, breaking invariant: CompiledInvariant,
    where possible: [ResolvedCondition]
  ) -> InvariantFinding {
    var decided = DecidedCells(
      ofTable: index, of: policy, distinguishing: invariant.conditions + possible)
    let meant = decided.cells.algebra.intersection(
      decided.cells.cells(matching: invariant.conditions),
      decided.cells.cells(matching: possible))
    let isMeant = decided.parts.contains { part in
      (part.answer != nil || invariant.neverRefused)
        && !decided.cells.algebra.intersection(part.cells, meant).isEmpty
    }
    let row = decided.parts.first { part in
      invariant.forbids(part.answer)
        && !decided.cells.algebra.intersection(part.cells, meant).isEmpty
    }?.row
    guard !decided.isSpent else {
      return .unknown(table: policy.storage.tables[index].key)
    }
    return row.map { .row($0) } ?? (isMeant ? .nowhere : .nothingMeant)
  }
}

extension CompiledPolicy {
  /// The condition that the attempt finds no account of another tenant; empty if the policy tests `tenant`.
  ///
  /// The engine rejects attempts on an account of another tenant as invalid input.
  fileprivate var tenantConditions: [ResolvedCondition] {
    guard !vocabulary.usedFacts.contains(EngineFact.tenant.rawValue) else { return [] }
    return [
      ResolvedCondition(
        .tenant, in: [FactValue.Tenant.none.rawValue, FactValue.Tenant.same.rawValue])
    ]
  }

  /// Returns a condition for each setting.
  ///
  /// The condition requires the given value or, without a given value, the setting's first value.
  func conditions(on settings: Settings) -> [ResolvedCondition] {
    document.settings.enumerated().map { place, setting in
      let given = settings.values.last { setting.name.value == Name($0.name) }
      let value = given.flatMap { given in
        setting.values.firstIndex { $0.value == Name(given.value) }
      }
      return ResolvedCondition(vocabulary.schema.settings.lowerBound + place, in: [value ?? 0])
    }
  }

  /// Returns a condition for each given setting.
  ///
  /// The condition requires the given value.
  ///
  /// Settings without a given value can have any value.
  func conditions(onGiven settings: Settings) -> [ResolvedCondition] {
    zip(document.settings, conditions(on: settings)).filter { setting, _ in
      settings.values.contains { setting.name.value == Name($0.name) }
    }.map { $0.1 }
  }
}

extension Vocabulary {
  /// Returns whether a fact describes the account rather than the attempt or the service.
  ///
  /// Derived facts count as facts about the account, because the function does not analyze the rows of derived facts.
  func isOfAccount(_ fact: Int) -> Bool {
    guard let fact = EngineFact(rawValue: fact) else {
      return schema.labels.contains(fact) || schema.derived.contains(fact)
    }
    switch fact {
    case .account, .accountState, .credential, .address, .sameProvider, .methods, .relay,
      .otherMethods, .secret, .tenant, .factors:
      return true
    case .action, .kind, .provider, .domain, .origin, .nonce, .connection, .consent, .method, .code,
      .linkAddress, .requestedBy, .codeCredential, .linkDomain, .linkInApp, .ticket,
      .session:
      return false
    }
  }
}
