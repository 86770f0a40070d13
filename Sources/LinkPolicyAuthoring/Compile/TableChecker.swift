internal import LinkPolicy
internal import LinkPolicyDiagnostics

/// Checks tables by their cells and lays out the graphs that decide.
struct TableChecker {
  var context: TableContext
  var space: SituationSpace
  /// The errors' names, for messages.
  let names: [Name]
  /// What is known already of the tables and facts that were not edited.
  var known: KnownParts?
  var findings = Findings()
  /// What can occur for each table and for any of them, once that was asked for.
  private(set) var boxesOfTable: [BoxSet] = []
  private var boxesOfAll: BoxSet?
  /// The steps left for the cells of tables that are still to be checked.
  private var stepsLeft: Int

  init(_ context: TableContext, hasSupersededMethods: Bool, names: [Name]) {
    self.context = context
    stepsLeft = context.limits.policy
    self.names = names
    space = SituationSpace(context.vocabulary, hasSupersededMethods: hasSupersededMethods)
  }

  /// A checker of the tables that something was worked out for before.
  ///
  /// - Parameters:
  ///   - context: what the tables stand in.
  ///   - hasSupersededMethods: whether methods of a former subject can exist.
  ///   - occurring: what can occur for a policy that has the same tables and the same vocabulary, or one that uses more or
  ///     fewer facts; taken over as far as it holds.
  init(
    _ context: TableContext, hasSupersededMethods: Bool, knowing occurring: OccurringBoxes
  ) {
    self.init(context, hasSupersededMethods: hasSupersededMethods, names: [])
    guard
      occurring.space.holds(for: context.vocabulary, hasSupersededMethods: hasSupersededMethods)
    else { return }
    space.take(relationsOf: occurring.space)
    boxesOfTable = occurring.boxes
  }

  /// The derived facts with their graphs, checked over everything that any table can meet.
  mutating func check(
    _ facts: [CompiledFact], _ declared: [FactDeclaration], of tables: [CompiledTable]
  ) -> [CompiledFact] {
    if let known, !known.editsFacts {
      context.facts = known.base.facts
      return context.facts
    }
    guard !facts.isEmpty else { return [] }
    let boxes = everyBox(of: tables)
    for (index, fact) in facts.enumerated() {
      var plain = context
      plain.guards = []
      plain.impossible = []
      plain.allowance = min(context.limits.table, stepsLeft)
      var cells = TableCells(
        rows: fact.rows, boxes: boxes, guards: [], distinguishing: [], in: plain)
      let name = Located(declared[index].name.value, at: fact.position)
      let found = findings
      check(
        fact.rows, declared[index].rows, hit: fact.hit, &cells, table: name, decision: nil,
        isSameAnswer: { $0.value == $1.value })
      var checked = fact
      // Outside what can occur the rows still answer; where none does, the value is out of range
      // and the decision fails closed.
      let none = context.vocabulary.schema.count(fact.fact)
      var graph = CellGraph.terminal(none)
      for row in fact.rows.reversed() {
        let matched = cells.cells(matching: row.conditions)
        graph = cells.algebra.choose(matched, .terminal(row.value), else: graph)
      }
      checked.graph = laidOut(graph, &cells, "fact", name, findings: found)
      context.facts.append(checked)
    }
    return context.facts
  }

  /// The tables with their graphs, checked.
  mutating func check(
    _ tables: [CompiledTable], _ declared: [TableDeclaration]
  ) -> [CompiledTable] {
    var checked: [CompiledTable] = []
    var guardsMet = ValueSet()
    for (index, table) in tables.enumerated() {
      if let known, !known.touches(index, table, self) {
        var laidOut = table
        laidOut.graph = known.base.tables[index].graph
        checked.append(laidOut)
        continue
      }
      guard let source = declared.first(where: { $0.key.value == table.key }) else { continue }
      let boxes = known?.boxes[index] ?? boxSet(of: table, index)
      checked.append(check(table, source, boxes, &guardsMet))
    }
    // Only all tables together can tell that a guard is never met.
    guard known == nil else { return checked }
    for (index, guarding) in context.guards.enumerated() where !guardsMet.contains(index) {
      findings.add(
        Diagnostic(
          .hiddenGuard, .warning, "guard `" + guarding.id.text + "` never refuses",
          at: guarding.position,
          help: "earlier guards take its cells, or they cannot occur; remove it"))
    }
    return checked
  }

  /// A table with its graph, checked; notes the guards that can refuse something in it.
  mutating func check(
    _ table: CompiledTable, _ source: TableDeclaration, _ boxes: BoxSet,
    _ guardsMet: inout ValueSet
  ) -> CompiledTable {
    let guards = guards(for: table)
    context.allowance = min(context.limits.table, stepsLeft)
    var cells = TableCells(
      rows: table.rows, boxes: boxes, guards: guards, distinguishing: obstacleTests(table),
      in: context)
    let name = Located(table.key, at: table.position)
    let (found, met) = (findings, guardsMet)
    check(
      table.rows, source.rows, hit: table.hit, &cells, table: name, decision: table,
      isSameAnswer: { $0.answer == $1.answer })
    checkEffects(of: table, &cells)
    noteGuards(table, &cells, &guardsMet)
    let graph = cells.graph(guardCount: context.guards.count)
    var checked = table
    checked.graph = laidOut(graph, &cells, "table", name, findings: found)
    if cells.isSpent {
      guardsMet = met.union(ValueSet(guards))
    }
    return checked
  }

  /// The graph that decides, laid out; where the cells were too many, an empty one, with a finding
  /// in place of all that were made of them.
  private mutating func laidOut(
    _ graph: CellGraph, _ cells: inout TableCells, _ what: String, _ name: Located<Name>,
    findings found: Findings
  ) -> DecisionGraph {
    let laidOut = DecisionGraph(graph, of: &cells.algebra)
    stepsLeft = max(0, stepsLeft - cells.steps)
    guard cells.isSpent else { return laidOut }
    findings = found
    let facts = cells.entangledFacts
    let shown = facts.prefix(Self.shownFacts)
    var help = "narrow its rows, or split it by kind or action"
    if !facts.isEmpty {
      help =
        "put what rows say of facts such as these into a derived fact of few values: "
        + Findings.list(Array(shown))
      if facts.count > shown.count {
        help += " and " + String(facts.count - shown.count) + " more"
      }
    }
    let limits = context.limits
    let isAlone = context.allowance == limits.table
    findings.error(
      .tooIntricate,
      what + " `" + name.value.text + "` is too intricate: its rows test "
        + String(cells.algebra.axes.count) + " facts in combinations that take more than "
        + String(isAlone ? limits.table : limits.policy) + " steps to check"
        + (isAlone ? "" : " with the tables before it"), at: name.position, help: help)
    return DecisionGraph()
  }

  /// How many facts a finding names.
  private static var shownFacts: Int { 8 }

  /// The boxes of everything that can occur for a table.
  mutating func boxes(of table: CompiledTable) -> [FactBox] {
    guard !table.kinds.isEmpty else {
      return space.boxes(action: table.action, kind: nil)
    }
    var boxes: [FactBox] = []
    for kind in table.kinds {
      boxes += space.boxes(action: table.action, kind: kind)
    }
    return boxes
  }

  func guards(for table: CompiledTable) -> [Int] {
    var kinds = ValueSet(table.kinds.map { Int($0.rawValue) })
    if table.kinds.isEmpty {
      kinds.insert(MethodKind.allCases.count)
    }
    // A guard that objects to effects matters only where some row has one.
    return context.guards(for: table.action, kinds).filter { index in
      !context.guards[index].hasWould || table.rows.contains { $0.wouldGuards.contains(index) }
    }
  }

  /// What can occur for a table, by its index.
  mutating func boxSet(of table: CompiledTable, _ index: Int) -> BoxSet {
    boxesOfTable.indices.contains(index) ? boxesOfTable[index] : BoxSet(boxes(of: table))
  }

  /// The boxes of everything that can occur for any table.
  mutating func everyBox(of tables: [CompiledTable]) -> BoxSet {
    if let all = known?.everyBox ?? boxesOfAll {
      return all
    }
    boxesOfTable = []
    for table in tables {
      boxesOfTable.append(BoxSet(boxes(of: table)))
    }
    let all = BoxSet(joining: boxesOfTable)
    boxesOfAll = all
    return all
  }

  /// Notes which guards can refuse something in a table.
  private func noteGuards(
    _ table: CompiledTable, _ cells: inout TableCells, _ met: inout ValueSet
  ) {
    for (index, taken) in cells.guarded where !taken.isEmpty {
      met.insert(index)
    }
    let applying = guards(for: table)
    for (index, row) in table.rows.enumerated() {
      var asked = cells.decided[index]
      for guarding in row.wouldGuards where applying.contains(guarding) {
        let matched = cells.cells(matching: context.guards[guarding].conditions)
        let left = cells.algebra.difference(asked, matched)
        if left != asked {
          met.insert(guarding)
          asked = left
        }
      }
    }
  }
}
