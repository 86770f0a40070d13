internal import LinkPolicy

/// What stays as it is when a policy is edited in one part.
struct KnownParts: Sendable {
  let base: PolicyStorage
  /// What can occur for each table of the base.
  var boxes: [BoxSet]
  /// What can occur for any of them.
  let everyBox: BoxSet
  /// What was read of accounts for the tables of the base.
  let space: SituationSpace
  /// The order of the axes for each table of the base; graphs of edits are compared with its own.
  private(set) var orders: [AxisOrder] = []
  var edited = PolicyEditor.Part.rules

  init(_ policy: CompiledPolicy) {
    let base = policy.storage
    self.base = base
    var context = TableContext(
      base.vocabulary, limits: base.limits, guards: base.guards, impossible: base.impossible)
    context.facts = base.facts
    var checker = TableChecker(
      context, hasSupersededMethods: base.hasSupersededMethods, knowing: policy.occurring)
    var boxes: [BoxSet] = []
    for (index, table) in base.tables.enumerated() {
      var set = checker.boxSet(of: table, index)
      // Most edits tell no more apart than the policy does.
      let cells = TableCells(
        rows: table.rows, boxes: set, guards: checker.guards(for: table),
        distinguishing: checker.obstacleTests(table), in: context)
      set.remember(cells.algebra)
      orders.append(cells.algebra.order)
      boxes.append(set)
    }
    self.boxes = boxes
    space = checker.space
    var everyBox = BoxSet(joining: boxes)
    for fact in base.facts {
      let plain = TableCells(
        rows: fact.rows, boxes: everyBox, guards: [], distinguishing: [],
        in: TableContext(base.vocabulary, limits: base.limits))
      everyBox.remember(plain.algebra)
    }
    self.everyBox = everyBox
  }

  /// The same for an edit of one part.
  func editing(_ part: PolicyEditor.Part) -> KnownParts {
    var known = self
    known.edited = part
    return known
  }

  /// Itself, unless what can occur is not what it was.
  func holding(for vocabulary: Vocabulary, hasSupersededMethods: Bool) -> KnownParts? {
    space.holds(for: vocabulary, hasSupersededMethods: hasSupersededMethods) ? self : nil
  }

  /// Whether derived facts have to be checked again.
  var editsFacts: Bool {
    switch edited {
    case .fact, .rules, .tables, .everything: true
    case .table, .guards, .proof, .errors, .readings: false
    }
  }

  /// Whether a table has to be checked again; the checker knows the edited guards and facts.
  func touches(_ index: Int, _ table: CompiledTable, _ checker: TableChecker) -> Bool {
    switch edited {
    case .table(let edited):
      return index == edited && !hasSameCells(base.tables[index], table)
    case .guards(let edited):
      return edited.contains { guarding in
        !isSameGuard(base.guards[guarding], checker.context.guards[guarding], in: table)
      }
    case .fact(let edited):
      let guards = checker.guards(for: table).map { checker.context.guards[$0] }
      let rows = table.rows + guards
      let tested = ValueSet(rows.flatMap { $0.conditions }.map { $0.fact })
        .union(ValueSet(checker.context.impossible.flatMap { $0 }.map { $0.fact }))
      var before = checker.context
      before.facts = base.facts
      return (before.derived(by: tested) + checker.context.derived(by: tested)).contains {
        $0.fact == edited
      }
    case .proof, .errors, .readings: return false
    case .rules, .tables, .everything: return true
    }
  }

  /// Whether two versions of a table differ in no more than what rows refuse with, show and tell.
  private func hasSameCells(_ before: CompiledTable, _ after: CompiledTable) -> Bool {
    // Where the first row decides, `overrides` depends on whether answers are the same.
    before.hit == .unique && after.hit == .unique && before.rows.count == after.rows.count
      && zip(before.rows, after.rows).allSatisfy { before, after in
        before.id == after.id && Self.isSame(before.conditions, after.conditions)
          && before.answer.effects == after.answer.effects
          && (before.answer.error == nil) == (after.answer.error == nil)
          && before.wouldGuards == after.wouldGuards
      }
  }

  /// Whether two versions of a guard refuse the same of a table, if anything.
  private func isSameGuard(
    _ before: CompiledRow, _ after: CompiledRow, in table: CompiledTable
  ) -> Bool {
    guard before.would == after.would, before.hasWould == after.hasWould else { return false }
    switch (Self.conditions(of: before, in: table), Self.conditions(of: after, in: table)) {
    case (nil, nil): return true
    case (let before?, let after?): return Self.isSame(before, after)
    default: return false
    }
  }

  /// The conditions of a guard as far as they say something in a table; nil where it never applies.
  private static func conditions(
    of guarding: CompiledRow, in table: CompiledTable
  ) -> [ResolvedCondition]? {
    var kinds = ValueSet(table.kinds.map { Int($0.rawValue) })
    if table.kinds.isEmpty {
      kinds.insert(MethodKind.allCases.count)
    }
    var conditions: [ResolvedCondition] = []
    for var condition in guarding.conditions {
      if condition.fact == EngineFact.action.rawValue {
        guard condition.values.contains(table.action) else { return nil }
        continue
      }
      if condition.fact == EngineFact.kind.rawValue {
        condition.values = condition.values.intersection(kinds)
        guard !condition.values.isEmpty else { return nil }
        // All kinds of the table are no condition in it.
        if condition.values == kinds { continue }
      }
      conditions.append(condition)
    }
    return conditions
  }

  private static func isSame(_ a: [ResolvedCondition], _ b: [ResolvedCondition]) -> Bool {
    a.count == b.count
      && zip(a, b).allSatisfy { $0.fact == $1.fact && $0.values == $1.values }
  }
}
