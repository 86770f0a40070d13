internal import LinkPolicy
package import LinkPolicyDiagnostics

/// An incremental compiler for edits of one policy.
///
/// For each edit, the compiler recomputes only the affected parts.
///
/// Use the editor in tools that try thousands of edits. The result has the digest of the edited document, so nobody can
/// mistake it for the base policy.
package struct PolicyEditor: Sendable {
  /// The part of a policy that an edit changes; this part determines the parts that the editor recomputes.
  package enum Part: Sendable, Hashable {
    /// The rows of the table with this index.
    case table(Int)
    /// Guards that keep their positions in the list, given by their indices.
    case guards([Int])
    /// The rows of the derived fact with this index in the schema.
    case fact(Int)
    /// The conditions under which an attempt proves its address.
    case proof
    /// The remedies, disclosures and names of errors.
    case errors
    /// The declarations by which the engine interprets attempts and accounts, such as the members of a domain set.
    ///
    /// An edit of this part changes neither the tables nor the fact vectors that can occur.
    case readings
    /// All parts of the policy except the declarations of its vocabulary, such as providers and settings.
    case rules
    /// The set of tables and the order of a setting's values.
    ///
    /// An edit of this part does not change the representative accounts.
    case tables
    /// Any part of the policy.
    case everything
  }

  /// The policy to which each edit applies.
  package let base: CompiledPolicy
  private var known: KnownParts
  /// The parts of the base policy if accounts had superseded methods, or had none, contrary to the base policy.
  private var otherwise: KnownParts?

  package init(_ base: CompiledPolicy) {
    self.base = base
    known = KnownParts(base.storage, base.occurring)
  }

  /// Checks the base policy once, and keeps the work for the checks of edits.
  ///
  /// Call this before you try many edits. The results of the edits are the same without this call.
  package mutating func rememberWork() {
    known.rememberWork()
    let supersedes = base.storage.hasSupersededMethods
    var compiler = PolicyCompiler(base.document, supersedes: !supersedes)
    if let storage = compiler.compile(), let checker = compiler.checker {
      otherwise = KnownParts(storage, OccurringBoxes(checker))
    }
  }

  /// Returns the edited policy; nil if the document does not load.
  ///
  /// The document may differ from the document of ``base`` only in `part`.
  package func policy(_ document: PolicyDocument, editing part: Part) -> CompiledPolicy? {
    compiled(document, editing: part).policy
  }

  /// Returns the edited policy with the findings in the recomputed parts.
  package func compiled(
    _ document: PolicyDocument, editing part: Part
  ) -> (policy: CompiledPolicy?, findings: [Diagnostic]) {
    var compiler: PolicyCompiler
    switch part {
    case .everything: compiler = PolicyCompiler(document, resembling: known)
    case .tables: compiler = PolicyCompiler(document, resembling: known, reading: known.space)
    case .table, .guards, .fact, .proof, .errors, .readings, .rules:
      compiler = PolicyCompiler(
        document, knowing: known.editing(part), otherwise: otherwise?.editing(part))
    }
    guard let storage = compiler.compile(), let checker = compiler.checker else {
      return (nil, compiler.findings.diagnostics)
    }
    let occurring =
      switch part {
      // These edits can change the representative accounts or the list of tables, so the boxes come from the new
      // checker.
      case .everything, .tables: OccurringBoxes(checker)
      case .table, .guards, .fact, .proof, .errors, .readings, .rules:
        OccurringBoxes(space: (checker.known ?? known).space, boxes: [])
      }
    let policy = CompiledPolicy(storage, occurring, isEdit: true)
    return (policy, compiler.findings.diagnostics)
  }

  /// Returns whether a table of an edited policy was recomputed.
  package func touches(_ part: Part, _ index: Int, of policy: CompiledPolicy) -> Bool {
    known.editing(part).touches(
      tableAt: index, now: policy.storage.tables[index], in: checker(of: policy))
  }

  /// Caches the possible cells of a table, which later edits can reuse.
  ///
  /// The cells also distinguish the values that `further` conditions test.
  package mutating func remember(_ further: [ResolvedCondition], forTable index: Int) {
    let cells = cells(ofTable: index, of: base, distinguishing: further)
    known.boxes[index].remember(cells.algebra)
  }

  /// Returns the cells of a table of an edited policy; the cells also distinguish the values that `further` conditions
  /// test.
  ///
  /// Graphs branch in the same order for all edits, so that the graphs are comparable.
  package func cells(
    ofTable index: Int, of policy: CompiledPolicy, distinguishing further: [ResolvedCondition]
  ) -> TableCells {
    let storage = policy.storage
    var checker = checker(of: policy)
    let holding = [known, otherwise].lazy.compactMap { parts in
      parts?.holding(
        for: storage.vocabulary, hasSupersededMethods: storage.hasSupersededMethods)
    }.first
    let table = storage.tables[index]
    checker.context.order = known.orders[index]
    checker.context.allowance = storage.limits.review
    return TableCells(
      rows: table.rows, boxes: holding?.boxes[index] ?? checker.boxes(of: table),
      guards: checker.guards(for: table), distinguishing: further, in: checker.context)
  }

  /// Computes the cells of a table of an edited policy in the algebra of an earlier version of the table.
  ///
  /// - Parameters:
  ///   - cells: the cells of the earlier version, from ``cells(ofTable:of:distinguishing:)``.
  ///   - index: the index of the table.
  ///   - policy: the edited policy.
  ///   - further: further conditions whose values the cells must distinguish.
  /// - Returns: whether the cells hold; false if the edited policy has other fact vectors, or tests other values.
  package func recompute(
    _ cells: inout TableCells, ofTable index: Int, of policy: CompiledPolicy,
    distinguishing further: [ResolvedCondition]
  ) -> Bool {
    let storage = policy.storage
    let holding = known.holding(
      for: storage.vocabulary, hasSupersededMethods: storage.hasSupersededMethods)
    guard holding != nil else { return false }
    let checker = checker(of: policy)
    let table = storage.tables[index]
    return cells.recompute(
      rows: table.rows, guards: checker.guards(for: table), distinguishing: further,
      in: checker.context)
  }

  private func checker(of policy: CompiledPolicy) -> TableChecker {
    let storage = policy.storage
    var context = TableContext(
      storage.vocabulary, limits: storage.limits, guards: storage.guards,
      impossible: storage.impossible)
    context.facts = storage.facts
    return TableChecker(
      context, hasSupersededMethods: storage.hasSupersededMethods,
      knowing: policy.occurring)
  }
}

/// The parts of a policy that stay the same when one part is edited.
struct KnownParts: Sendable {
  let base: PolicyStorage
  /// The boxes of fact vectors that can occur for each table of the base policy.
  var boxes: [BoxSet]
  /// The boxes of fact vectors that can occur for at least one table.
  let everyBox: BoxSet
  /// The relations of accounts to attempts, read for the tables of the base policy.
  let space: SituationSpace
  /// The axis order of each table of the base policy; all edits use the same orders, so that their graphs are
  /// comparable.
  private(set) var orders: [AxisOrder] = []
  var edited = PolicyEditor.Part.rules
  /// Whether the boxes keep the work of checking the base policy.
  private(set) var hasWork = false

  init(_ base: PolicyStorage, _ occurring: OccurringBoxes) {
    self.base = base
    var context = TableContext(
      base.vocabulary, limits: base.limits, guards: base.guards, impossible: base.impossible)
    context.facts = base.facts
    var checker = TableChecker(
      context, hasSupersededMethods: base.hasSupersededMethods, knowing: occurring)
    var boxes: [BoxSet] = []
    for (index, table) in base.tables.enumerated() {
      var set = checker.boxSet(of: table, index)
      // Most edits distinguish the same values as the base policy.
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

  /// Checks the tables of the base policy, and keeps the work.
  mutating func rememberWork() {
    var context = TableContext(
      base.vocabulary, limits: base.limits, guards: base.guards, impossible: base.impossible)
    context.facts = base.facts
    var checker = TableChecker(
      context, hasSupersededMethods: base.hasSupersededMethods, names: [])
    // Nobody reads the findings of this check, so they need no examples.
    checker.known = self
    for (index, table) in base.tables.enumerated() {
      var guardsMet = ValueSet()
      _ = checker.check(
        table, source: base.document.decisions[index], boxes: boxes[index], guardsMet: &guardsMet)
      if let worked = checker.worked {
        boxes[index].keep(worked)
      }
    }
    hasWork = true
  }

  /// Returns the boxes of the table with a key; nil if the base policy has no such table.
  func boxes(ofTable key: Name) -> BoxSet? {
    base.tables.firstIndex { $0.key == key }.map { boxes[$0] }
  }

  /// Forgets the work of checking the base policy.
  mutating func forgetWork() {
    hasWork = false
    for index in boxes.indices {
      boxes[index].forgetWork()
    }
  }

  /// Returns a copy of the known parts for an edit of one part.
  func editing(_ part: PolicyEditor.Part) -> KnownParts {
    var known = self
    known.edited = part
    return known
  }

  /// Returns the known parts; nil if the edit changes which fact vectors can occur.
  func holding(for vocabulary: Vocabulary, hasSupersededMethods: Bool) -> KnownParts? {
    space.holds(for: vocabulary, hasSupersededMethods: hasSupersededMethods) ? self : nil
  }

  /// Whether the edit requires a new check of the derived facts.
  var editsFacts: Bool {
    switch edited {
    case .fact, .rules, .tables, .everything: true
    case .table, .guards, .proof, .errors, .readings: false
    }
  }

  /// Returns whether the edit requires a new check of a table.
  ///
  /// The checker supplies the edited guards and facts.
  func touches(tableAt index: Int, now table: CompiledTable, in checker: TableChecker) -> Bool {
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

  /// Returns whether two versions of a `unique` table differ only in errors, outcomes, remedies and disclosures; false
  /// for a table with `hit: first`.
  private func hasSameCells(_ before: CompiledTable, _ after: CompiledTable) -> Bool {
    // With `hit: first`, the check of `overrides` depends on whether answers are equal.
    before.hit == .unique && after.hit == .unique && before.rows.count == after.rows.count
      && zip(before.rows, after.rows).allSatisfy { before, after in
        before.id == after.id && Self.isSame(before.conditions, after.conditions)
          && before.answer.effects == after.answer.effects
          && (before.answer.error == nil) == (after.answer.error == nil)
          && before.wouldGuards == after.wouldGuards
      }
  }

  /// Returns whether two versions of a guard refuse the same cells of a table.
  private func isSameGuard(
    _ before: CompiledRow, _ after: CompiledRow, in table: CompiledTable
  ) -> Bool {
    guard before.would == after.would, before.hasWould == after.hasWould else { return false }
    switch (Self.conditions(of: before, in: table), Self.conditions(of: after, in: table)) {
    case (nil, nil): return true
    case (let before?, let after?): return Self.isSame(before, after)
    case (_?, nil), (nil, _?): return false
    }
  }

  /// Returns the conditions of a guard that are relevant in a table; nil if the guard never applies in the table.
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
        // A condition that every kind of the table meets is redundant.
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
