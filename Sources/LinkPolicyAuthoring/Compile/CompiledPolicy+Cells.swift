package import LinkPolicy

extension CompiledPolicy {
  /// Returns the cells of a table in a new algebra.
  ///
  /// The cells also distinguish the values that `further` conditions test.
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

  /// Returns a policy that decides like this policy, and computes the given facts even if no row tests them.
  ///
  /// Use the result to compare the policy with a policy that tests the given facts.
  package func reading(also facts: ValueSet) -> CompiledPolicy {
    guard !facts.isSubset(of: vocabulary.usedFacts) else { return self }
    return CompiledPolicy(
      PolicyStorage(
        document: document, vocabulary: vocabulary.using(vocabulary.usedFacts.union(facts)),
        facts: storage.facts, guards: storage.guards, tables: storage.tables,
        errors: storage.errors, proof: storage.proof, impossible: storage.impossible,
        hasSupersededMethods: storage.hasSupersededMethods, invariants: storage.invariants,
        digest: storage.digestSource), occurring, decidingBy: policy.image.rules)
  }

  /// Returns the cells of a table; the cells distinguish only values that can change the table's decisions.
  ///
  /// The computation ignores guards that refuse nothing in the table, and rows of derived facts that never apply in the
  /// table.
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

  /// Returns the indices of the guards that can apply to a table's action and kinds, in the order of the policy.
  package func guards(ofTable index: Int) -> [Int] {
    let checker = TableChecker(
      TableContext(storage.vocabulary, limits: storage.limits, guards: storage.guards),
      hasSupersededMethods: storage.hasSupersededMethods, names: [])
    return checker.guards(for: storage.tables[index])
  }
}

extension CompiledPolicy {
  /// All conditions of the policy: of guards, derived facts, tables, impossible combinations and `proof`.
  package var conditions: [ResolvedCondition] {
    let rows =
      storage.guards + storage.facts.flatMap { $0.rows } + storage.tables.flatMap { $0.rows }
    return rows.flatMap { $0.conditions } + storage.impossible.flatMap { $0 } + storage.proof
  }

  /// Returns the given conditions, together with the conditions of the derived facts on which the given conditions
  /// depend.
  package func withDerived(_ conditions: [ResolvedCondition]) -> [ResolvedCondition] {
    var context = TableContext(storage.vocabulary, limits: storage.limits)
    context.facts = storage.facts
    let derived = context.derived(by: ValueSet(conditions.map { $0.fact }))
    return conditions + derived.flatMap { $0.rows.flatMap { $0.conditions } }
  }

  /// For each derived fact, all facts that determine its value, directly or through earlier derived facts.
  package var factsBehindDerived: [ValueSet] {
    let first = vocabulary.schema.derived.lowerBound
    var behind: [ValueSet] = []
    for fact in storage.facts {
      var facts = ValueSet()
      for condition in fact.rows.lazy.flatMap({ $0.conditions }) {
        facts.insert(condition.fact)
      }
      // A derived fact can test only earlier derived facts.
      for earlier in behind.indices where facts.contains(first + earlier) {
        facts = facts.union(behind[earlier])
      }
      behind.append(facts)
    }
    return behind
  }
}

/// A generator of each table's cells, which caches the results that several tables share.
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

  /// Creates a generator that reuses the results of the policy's checker.
  init(_ policy: CompiledPolicy, _ checker: TableChecker) {
    self.policy = policy
    self.checker = checker
    self.checker.context.allowance = policy.storage.limits.review
  }

  /// Returns the boxes of fact vectors that can occur for a table.
  package mutating func boxes(ofTable index: Int) -> BoxSet {
    checker.boxSet(of: policy.storage.tables[index], index)
  }

  /// Returns the boxes of fact vectors that can occur for at least one table.
  package mutating func everyBox() -> BoxSet {
    checker.everyBox(of: policy.storage.tables)
  }

  /// Returns the cells of a derived fact's rows, within all boxes that can occur for at least one table.
  ///
  /// The result includes the cells that guards refuse and the cells declared impossible, as in the compiler's check.
  package mutating func cells(ofFact index: Int, allowance: Int) -> TableCells {
    let boxes = everyBox()
    var context = TableContext(policy.storage.vocabulary, limits: policy.storage.limits)
    context.allowance = allowance
    context.facts = Array(policy.storage.facts[..<index])
    return TableCells(
      rows: policy.storage.facts[index].rows, boxes: boxes, guards: [], distinguishing: [],
      in: context)
  }

  /// Returns the cells of a table within `boxes`, in a new algebra.
  ///
  /// The cells also distinguish the values that `further` conditions test.
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
  /// Returns the rows of a derived fact that give the fact its value in at least one cell of the table.
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

/// The possible fact vectors of each table, as boxes that the compiler computed.
///
/// Later analyses reuse the boxes, because reading all representative accounts takes longer than most analyses of
/// cells.
struct OccurringBoxes: Sendable {
  /// The relations of representative accounts to attempts, from which the compiler made the boxes.
  let space: SituationSpace
  /// The boxes of each table, in the order of the tables; empty if the boxes of some table were not computed.
  let boxes: [BoxSet]

  init(space: SituationSpace, boxes: [BoxSet]) {
    self.space = space
    self.boxes = boxes
  }

  /// Copies the boxes that a checker has computed so far.
  init(_ checker: TableChecker) {
    space = checker.space
    boxes = checker.boxesOfTable
  }
}
