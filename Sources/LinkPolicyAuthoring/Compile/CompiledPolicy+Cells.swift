package import LinkPolicy

extension CompiledPolicy {
  /// The cells of a table, in a new algebra; `further` are further conditions to be told apart.
  package func cells(
    ofTable index: Int, distinguishing further: [ResolvedCondition] = []
  ) -> TableCells {
    var context = TableContext(
      storage.vocabulary, limits: storage.limits, guards: storage.guards,
      impossible: storage.impossible)
    context.facts = storage.facts
    context.allowance = storage.limits.review
    var checker = TableChecker(
      context, hasSupersededMethods: storage.hasSupersededMethods, knowing: occurring)
    let table = storage.tables[index]
    return TableCells(
      rows: table.rows, boxes: checker.boxSet(of: table, index),
      guards: checker.guards(for: table), distinguishing: further, in: context)
  }

  /// The same policy, with facts computed that none of its conditions tests.
  ///
  /// For laying it beside a policy that tests them; it decides as before.
  package func reading(also facts: ValueSet) -> CompiledPolicy {
    guard !facts.isSubset(of: vocabulary.usedFacts) else { return self }
    return CompiledPolicy(
      PolicyStorage(
        document: document, vocabulary: vocabulary.using(vocabulary.usedFacts.union(facts)),
        facts: storage.facts, guards: storage.guards, tables: storage.tables,
        errors: storage.errors, proof: storage.proof, impossible: storage.impossible,
        hasSupersededMethods: storage.hasSupersededMethods, invariants: storage.invariants,
        digest: digest), occurring, decidingBy: policy.image.rules)
  }

  /// The cells of a table that tell apart no more than can matter in it: guards that never refuse
  /// anything there, and rows of derived facts that never apply there, are left out.
  package func essentialCells(ofTable index: Int) -> TableCells {
    var cells = cells(ofTable: index)
    let table = storage.tables[index]
    var active = ValueSet(cells.guarded.filter { !$0.cells.isEmpty }.map { $0.index })
    for guarding in guards(ofTable: index) where storage.guards[guarding].hasWould {
      let refused = cells.cells(matching: storage.guards[guarding].conditions)
      for (number, row) in table.rows.enumerated()
      where row.wouldGuards.contains(guarding) {
        if !cells.algebra.intersection(cells.decided[number], refused).isEmpty {
          active.insert(guarding)
        }
      }
    }
    var context = TableContext(
      storage.vocabulary, limits: storage.limits, guards: storage.guards,
      impossible: storage.impossible)
    context.allowance = storage.limits.review
    for fact in storage.facts {
      var fact = fact
      if cells.algebra.axes.contains(where: { $0.fact == fact.fact }) {
        fact.rows = cells.applying(fact.rows)
      }
      context.facts.append(fact)
    }
    var checker = TableChecker(
      context, hasSupersededMethods: storage.hasSupersededMethods, knowing: occurring)
    return TableCells(
      rows: table.rows, boxes: checker.boxSet(of: table, index), guards: active.values,
      distinguishing: [], in: context)
  }

  /// The guards that can apply to a table, by index.
  package func guards(ofTable index: Int) -> [Int] {
    let checker = TableChecker(
      TableContext(storage.vocabulary, limits: storage.limits, guards: storage.guards),
      hasSupersededMethods: storage.hasSupersededMethods, names: [])
    return checker.guards(for: storage.tables[index])
  }
}

extension CompiledPolicy {
  /// Every condition of the policy, wherever it stands.
  package var conditions: [ResolvedCondition] {
    let rows =
      storage.guards + storage.facts.flatMap { $0.rows } + storage.tables.flatMap { $0.rows }
    return rows.flatMap { $0.conditions } + storage.impossible.flatMap { $0 } + storage.proof
  }

  /// Conditions, and those of the derived facts that they depend on.
  package func withDerived(_ conditions: [ResolvedCondition]) -> [ResolvedCondition] {
    var context = TableContext(storage.vocabulary, limits: storage.limits)
    context.facts = storage.facts
    let derived = context.derived(by: ValueSet(conditions.map { $0.fact }))
    return conditions + derived.flatMap { $0.rows.flatMap { $0.conditions } }
  }

  /// For each derived fact, what its value depends on: the facts that its rows test, and those
  /// behind these.
  package var factsBehindDerived: [ValueSet] {
    let first = vocabulary.schema.derived.lowerBound
    var behind: [ValueSet] = []
    for fact in storage.facts {
      var facts = ValueSet()
      for condition in fact.rows.lazy.flatMap({ $0.conditions }) {
        facts.insert(condition.fact)
      }
      // A derived fact tests earlier ones only.
      for earlier in behind.indices where facts.contains(first + earlier) {
        facts = facts.union(behind[earlier])
      }
      behind.append(facts)
    }
    return behind
  }
}

/// Works out the cells of a policy's tables one after the other, keeping what tables share.
package struct CellMaker {
  private let policy: CompiledPolicy
  private var checker: TableChecker

  package init(_ policy: CompiledPolicy) {
    self.policy = policy
    let storage = policy.storage
    var context = TableContext(
      storage.vocabulary, limits: storage.limits, guards: storage.guards,
      impossible: storage.impossible)
    context.facts = storage.facts
    context.allowance = storage.limits.review
    checker = TableChecker(
      context, hasSupersededMethods: storage.hasSupersededMethods, knowing: policy.occurring)
  }

  /// Goes on from what the policy was checked with.
  init(_ policy: CompiledPolicy, _ checker: TableChecker) {
    self.policy = policy
    self.checker = checker
    self.checker.context.allowance = policy.storage.limits.review
  }

  /// What can occur for a table.
  package mutating func boxes(ofTable index: Int) -> BoxSet {
    checker.boxSet(of: policy.storage.tables[index], index)
  }

  /// What can occur for any table.
  package mutating func everyBox() -> BoxSet {
    checker.everyBox(of: policy.storage.tables)
  }

  /// The cells of a derived fact's rows in anything that can occur, guards and what is declared
  /// impossible left in, as the compiler checks them.
  package mutating func cells(ofFact index: Int, allowance: Int) -> TableCells {
    let boxes = everyBox()
    var context = TableContext(policy.storage.vocabulary, limits: policy.storage.limits)
    context.allowance = allowance
    context.facts = Array(policy.storage.facts[..<index])
    return TableCells(
      rows: policy.storage.facts[index].rows, boxes: boxes, guards: [], distinguishing: [],
      in: context)
  }

  /// The cells of a table in which `boxes` can occur, in a new algebra; `further` are further
  /// conditions to be told apart.
  package func cells(
    ofTable index: Int, within boxes: BoxSet, distinguishing further: [ResolvedCondition],
    allowance: Int? = nil
  ) -> TableCells {
    let table = policy.storage.tables[index]
    var context = checker.context
    context.allowance = allowance ?? context.limits.review
    return TableCells(
      rows: table.rows, boxes: boxes, guards: checker.guards(for: table), distinguishing: further,
      in: context)
  }
}

extension TableCells {
  /// The rows of a derived fact that give it its value somewhere in the table.
  fileprivate mutating func applying(_ rows: [CompiledRow]) -> [CompiledRow] {
    var left = space
    return rows.filter { row in
      let matched = cells(matching: row.conditions)
      let own = algebra.intersection(left, matched)
      left = algebra.difference(left, matched)
      return !own.isEmpty
    }
  }
}
