internal import LinkPolicy
internal import LinkPolicyDiagnostics

/// A checker for tables, which also lays out their decision graphs.
struct TableChecker {
  var context: TableContext
  var space: SituationSpace
  /// The names of the errors, for messages.
  let names: [Name]
  /// The results for the tables and facts that were not edited; nil if the document is not an edit.
  var known: KnownParts?
  var findings = Findings()
  /// The possible fact vectors of each table, as boxes; empty if they are not computed yet.
  private(set) var boxesOfTable: [BoxSet] = []
  private var boxesOfAll: BoxSet?
  /// The number of steps left for the cells of the tables that are not checked yet.
  private var stepsLeft: Int
  /// Whether the cells of a table exceeded the allowance.
  private(set) var isSpent = false
  /// The algebra of the table that was checked last, after all work on the table.
  private(set) var worked: CellAlgebra?

  init(_ context: TableContext, hasSupersededMethods: Bool, names: [Name]) {
    self.context = context
    stepsLeft = context.limits.policy
    self.names = names
    space = SituationSpace(context.vocabulary, hasSupersededMethods: hasSupersededMethods)
  }

  /// Creates a checker that reuses earlier results.
  ///
  /// - Parameters:
  ///   - context: the vocabulary, derived facts, guards and limits of the policy.
  ///   - hasSupersededMethods: whether accounts can have superseded methods.
  ///   - occurring: boxes that an earlier compilation found for the same policy, possibly with other tested facts; the
  ///     check reuses the boxes that are still valid.
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

  /// Checks the derived facts over all boxes of all tables, and returns the facts with their graphs.
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
        fact.rows, declared: declared[index].rows, hit: fact.hit, in: &cells, table: name,
        decision: nil, isSameAnswer: { $0.value == $1.value })
      var checked = fact
      // For a combination of facts that cannot occur, the rows still determine the value. If no row matches, the value
      // is out of range, and the decision refuses the attempt.
      let none = context.vocabulary.schema.count(fact.fact)
      var graph = CellGraph.terminal(none)
      for row in fact.rows.reversed() {
        let matched = cells.cells(matching: row.conditions)
        graph = cells.algebra.choose(matched, .terminal(row.value), else: graph)
      }
      checked.graph = laidOut(graph, in: &cells, of: "fact", named: name, findings: found)
      context.facts.append(checked)
    }
    return context.facts
  }

  /// Checks each table, and returns the tables with their decision graphs.
  ///
  /// - Parameters:
  ///   - tables: the tables.
  ///   - declared: the declarations of the tables.
  ///   - other: the parts of a policy with similar tables; the check takes the cells of equal boxes from these parts.
  /// - Returns: the tables, each with its graph.
  mutating func check(
    _ tables: [CompiledTable], _ declared: [TableDeclaration], resembling other: KnownParts? = nil
  ) -> [CompiledTable] {
    var checked: [CompiledTable] = []
    var guardsMet = ValueSet()
    for (index, table) in tables.enumerated() {
      if let known, !known.touches(tableAt: index, now: table, in: self) {
        var laidOut = table
        laidOut.graph = known.base.tables[index].graph
        checked.append(laidOut)
        continue
      }
      guard let source = declared.first(where: { $0.key.value == table.key }) else { continue }
      var boxes = known?.boxes[index] ?? boxSet(of: table, index)
      if let similar = other?.boxes(ofTable: table.key), similar.hasSameBoxes(as: boxes) {
        boxes = similar
      }
      checked.append(check(table, source: source, boxes: boxes, guardsMet: &guardsMet))
    }
    // Only a check of all tables together can show that a guard never applies.
    guard known == nil else { return checked }
    for (index, guarding) in context.guards.enumerated() where !guardsMet.contains(index) {
      findings.add(
        Diagnostic(
          .hiddenGuard, .warning, "guard `" + guarding.id.text + "` never refuses",
          at: guarding.position,
          help:
            "earlier guards take the cells of this guard, or the cells cannot occur; remove the guard"
        ))
    }
    return checked
  }

  /// Checks a table, returns the table with its graph, and records the guards that can refuse at least one cell of the
  /// table.
  mutating func check(
    _ table: CompiledTable, source: TableDeclaration, boxes: BoxSet, guardsMet: inout ValueSet
  ) -> CompiledTable {
    let guards = guards(for: table)
    context.allowance = min(context.limits.table, stepsLeft)
    var cells = TableCells(
      rows: table.rows, boxes: boxes, guards: guards, distinguishing: obstacleTests(table),
      in: context)
    let name = Located(table.key, at: table.position)
    let (found, met) = (findings, guardsMet)
    check(
      table.rows, declared: source.rows, hit: table.hit, in: &cells, table: name, decision: table,
      isSameAnswer: { $0.answer == $1.answer })
    checkEffects(of: table, &cells)
    noteGuards(of: table, in: &cells, into: &guardsMet)
    let graph = cells.graph(guardCount: context.guards.count)
    var checked = table
    checked.graph = laidOut(graph, in: &cells, of: "table", named: name, findings: found)
    if cells.isSpent {
      guardsMet = met.union(ValueSet(guards))
    }
    worked = cells.algebra
    return checked
  }

  /// Returns a decision graph in the layout of policy images.
  ///
  /// If the cells exceed the allowance, the graph is empty, and one finding replaces all findings that would depend on
  /// the cells.
  private mutating func laidOut(
    _ graph: CellGraph, in cells: inout TableCells, of what: String, named name: Located<Name>,
    findings found: Findings
  ) -> DecisionGraph {
    let laidOut = DecisionGraph(graph, of: &cells.algebra)
    stepsLeft = max(0, stepsLeft - cells.steps)
    guard cells.isSpent else { return laidOut }
    isSpent = true
    findings = found
    let facts = cells.entangledFacts
    let shown = facts.prefix(Self.shownFacts)
    var help = "narrow the rows, or split the table by kind or action"
    if !facts.isEmpty {
      help =
        "combine facts such as these into a derived fact with few values: "
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

  /// The maximum number of facts that a finding names.
  private static var shownFacts: Int { 8 }

  /// Returns the boxes of fact vectors that can occur for a table.
  mutating func boxes(of table: CompiledTable) -> BoxSet {
    space.boxSet(action: table.action, kinds: table.kinds)
  }

  func guards(for table: CompiledTable) -> [Int] {
    var kinds = ValueSet(table.kinds.map { Int($0.rawValue) })
    if table.kinds.isEmpty {
      kinds.insert(MethodKind.allCases.count)
    }
    // A guard with `would` is relevant only if some row has an effect that the guard lists.
    return context.guards(for: table.action, kinds).filter { index in
      !context.guards[index].hasWould || table.rows.contains { $0.wouldGuards.contains(index) }
    }
  }

  /// Returns the boxes of fact vectors that can occur for the table at an index.
  mutating func boxSet(of table: CompiledTable, _ index: Int) -> BoxSet {
    boxesOfTable.indices.contains(index) ? boxesOfTable[index] : boxes(of: table)
  }

  /// Returns the boxes of fact vectors that can occur for at least one table.
  mutating func everyBox(of tables: [CompiledTable]) -> BoxSet {
    if let all = known?.everyBox ?? boxesOfAll {
      return all
    }
    boxesOfTable = []
    for table in tables {
      boxesOfTable.append(boxes(of: table))
    }
    let all = BoxSet(joining: boxesOfTable)
    boxesOfAll = all
    return all
  }

  /// Records the guards that can refuse at least one cell of a table.
  private func noteGuards(
    of table: CompiledTable, in cells: inout TableCells, into met: inout ValueSet
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

extension TableChecker {
  /// Reports the cells that no row decides, with the row and the guard that nearly match the smallest undecided cell.
  mutating func reportGap(
    _ rows: [CompiledRow], _ cells: inout TableCells, table: Located<Name>,
    decision: CompiledTable?
  ) {
    var finding = Diagnostic(
      .gap, .error, "table `" + table.value.text + "` has no answer for ", at: table.position,
      help: "add a row for these attempts, or a last row without conditions for all other attempts")
    if known == nil, let example = cells.smallest(of: cells.gap) {
      finding.message += example.told(decision, context.vocabulary)
      let near = NearMiss(example, in: context)
      finding.related = near.nearRow(among: rows, to: cells.gap, &cells)
      note(near, to: cells.gap, of: cells.open, &cells, in: &finding)
      finding.found = example.found(
        in: context.vocabulary.schema, table: table.value, decision: decision, rows: [])
    }
    findings.add(finding)
  }

  /// Reports effects that cannot be performed in some cells of their row.
  mutating func report(
    _ blocked: BlockedEffects, ofRow index: Int, of table: CompiledTable,
    _ cells: inout TableCells
  ) {
    let row = table.rows[index]
    var finding = Diagnostic(
      .impossibleEffect, .error,
      "row `" + row.id.text + "` cannot " + blocked.words + " where ", at: row.position,
      help: blocked.reason)
    if known == nil, let example = cells.smallest(of: blocked.cells) {
      finding.message += example.told(table, context.vocabulary)
      let near = NearMiss(example, in: context)
      note(
        near, to: blocked.cells, of: cells.decided[index], &cells,
        in: &finding)
      finding.found = example.found(
        in: context.vocabulary.schema, table: table.key, decision: table, rows: [row.id])
    }
    findings.add(finding)
  }

  /// Adds a note and advice about a guard that nearly refuses the attempt.
  ///
  /// The method never advises that a row should match more cells, because only people may decide to grant access.
  private func note(
    _ near: NearMiss, to wanted: CellGraph, of asked: CellGraph, _ cells: inout TableCells,
    in finding: inout Diagnostic
  ) {
    guard let (note, advice) = near.nearGuard(to: wanted, of: asked, &cells) else {
      return
    }
    finding.related.append(note)
    finding.help = finding.help.map { $0 + "; " + advice } ?? advice
  }
}
