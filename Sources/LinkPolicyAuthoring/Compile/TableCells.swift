package import LinkPolicy

/// The cells of a table: what can occur, what guards take away, and what each row matches.
///
/// The one place where rows become sets of cells; checking, comparing and covering tables all
/// start here.
package struct TableCells: Sendable {
  /// The algebra that the sets belong to.
  package var algebra: CellAlgebra
  /// What can occur, without what is declared impossible.
  package private(set) var space = CellGraph.empty
  /// What is declared impossible.
  package private(set) var impossible = CellGraph.empty
  /// The guards that are asked before the rows: their indices, and the cells each takes.
  package private(set) var guarded: [(index: Int, cells: CellGraph)] = []
  /// What is left for the rows.
  package private(set) var open = CellGraph.empty
  /// For each row the open cells that its conditions match.
  package private(set) var matched: [CellGraph] = []
  /// For each row the open cells that it decides.
  package private(set) var decided: [CellGraph] = []
  /// The open cells that no row matches.
  package private(set) var gap = CellGraph.empty

  let context: TableContext
  private let indexOfFact: [Int]
  let boxes: BoxSet
  private let arrangement: AxisArrangement
  /// The facts that the table's answer depends on; others are only told apart.
  private let decidingFacts: ValueSet
  /// The steps that orders of the axes took which did not suffice.
  private var stepsInVain = 0

  /// Whether the cells are more than the allowance holds: nothing in them says anything then.
  package var isSpent: Bool { algebra.isSpent }
  /// The steps taken so far.
  package var steps: Int { stepsInVain + algebra.steps }

  /// Works out the cells of a table.
  ///
  /// - Parameters:
  ///   - rows: the table's rows.
  ///   - boxes: what can occur, over the basic facts.
  ///   - guards: indices of the guards that apply to the table.
  ///   - further: further sets of values that the cells are to tell apart.
  ///   - context: what the table depends on.
  init(
    rows: [CompiledRow], boxes: BoxSet, guards: [Int], distinguishing further: [ResolvedCondition],
    in context: TableContext
  ) {
    self.context = context
    self.boxes = boxes
    let before = guards.filter { !context.guards[$0].hasWould }
    var tests: [ResolvedCondition] = []
    for row in rows {
      tests += row.conditions
    }
    for index in guards {
      tests += context.guards[index].conditions
    }
    for conditions in context.impossible {
      tests += conditions
    }
    decidingFacts = ValueSet(context.withDerived(tests).map { $0.fact })
    tests += further
    let derived = context.derived(by: ValueSet(tests.map { $0.fact }))
    tests = context.withDerived(tests)
    let axes = Self.axes(tests, context.vocabulary.schema)
    var indexOfFact = [Int](repeating: -1, count: context.vocabulary.schema.facts.count)
    for (index, axis) in axes.enumerated() {
      indexOfFact[axis.fact] = index
    }
    self.indexOfFact = indexOfFact
    let together = context.conditionsTogether(rows, guards, derived)
    arrangement = AxisArrangement(together, of: axes)
    algebra = CellAlgebra(axes: axes)
    let orders = context.order.map { [$0] } ?? arrangement.orders
    for (order, allowance) in Self.tries(orders, context) {
      stepsInVain += algebra.steps
      work(rows, derived, before, order, allowance: allowance)
      guard algebra.isSpent else { break }
    }
    // Whoever looks at the cells next may go on to the end of the allowance.
    if !algebra.isSpent {
      algebra.allowance = context.allowance
    }
  }

  /// The orders to try and what each may take: one after the other, and again with more where none
  /// has sufficed, so that the work is at most a few times that of the best of them.
  private static func tries(
    _ orders: [AxisOrder], _ context: TableContext
  ) -> [(AxisOrder, Int)] {
    let most = context.allowance
    guard orders.count > 1 else { return orders.map { ($0, most) } }
    var tries: [(AxisOrder, Int)] = []
    var allowance = context.limits.firstTry
    while allowance < most {
      tries += orders.map { ($0, allowance) }
      allowance *= CellLimits.growth
    }
    return tries + orders.map { ($0, most) }
  }

  /// Works out everything in one order of the axes.
  private mutating func work(
    _ rows: [CompiledRow], _ derived: [CompiledFact], _ guards: [Int], _ order: AxisOrder,
    allowance: Int
  ) {
    (impossible, gap) = (.empty, .empty)
    (guarded, matched, decided) = ([], [], [])
    (algebra, space) = boxes.space(on: algebra.axes, order: order, allowance: allowance)
    for fact in derived where !algebra.isSpent {
      let relation = relation(of: fact)
      space = algebra.intersection(space, relation)
    }
    takeImpossible()
    takeGuards(guards)
    match(rows)
  }

  private static func axes(_ tests: [ResolvedCondition], _ schema: FactSchema) -> [CellAxis] {
    var sets = [Set<ValueSet>](repeating: [], count: schema.facts.count)
    for test in tests {
      sets[test.fact].insert(test.values)
    }
    var axes: [CellAxis] = []
    for fact in sets.indices where !sets[fact].isEmpty {
      // Which values share a class does not depend on the order of the sets.
      axes.append(
        CellAxis(fact: fact, valueCount: schema.count(fact), distinguishedBy: Array(sets[fact])))
    }
    return axes
  }

  /// The cells that conditions match.
  package mutating func cells(matching conditions: [ResolvedCondition]) -> CellGraph {
    var box = CellBox(algebra.axes.map { .all($0.classCount) })
    for condition in conditions {
      let index = indexOfFact[condition.fact]
      let classes = algebra.axes[index].classes(touching: condition.values)
      box.classes[index] = box.classes[index].intersection(classes)
      if box.classes[index].isEmpty {
        return .empty
      }
    }
    return algebra.set(of: box)
  }

  /// The cells in which a derived fact has the value that its table gives.
  private mutating func relation(of fact: CompiledFact) -> CellGraph {
    var parts: [CellGraph] = []
    var covered = CellGraph.empty
    for row in fact.rows {
      let all = cells(matching: row.conditions)
      let own = algebra.difference(all, covered)
      covered = algebra.union(covered, all)
      let value = cells(matching: [
        ResolvedCondition(fact: fact.fact, values: ValueSet([row.value]), position: row.position)
      ])
      parts.append(algebra.intersection(own, value))
    }
    return algebra.union(parts)
  }

  private mutating func takeImpossible() {
    for conditions in context.impossible {
      let cells = cells(matching: conditions)
      impossible = algebra.union(impossible, algebra.intersection(space, cells))
    }
    space = algebra.difference(space, impossible)
  }

  private mutating func takeGuards(_ guards: [Int]) {
    open = space
    for index in guards {
      let cells = cells(matching: context.guards[index].conditions)
      guarded.append((index, algebra.intersection(open, cells)))
      open = algebra.difference(open, cells)
    }
  }

  private mutating func match(_ rows: [CompiledRow]) {
    gap = open
    for row in rows {
      let cells = cells(matching: row.conditions)
      matched.append(algebra.intersection(open, cells))
      decided.append(algebra.intersection(gap, cells))
      gap = algebra.difference(gap, cells)
    }
  }

  /// The graph that finds a vector's row: 0 where it cannot occur, 1 where that is declared, then
  /// the guards, then the rows, as numbered by ``Verdict``.
  mutating func graph(guardCount: Int) -> CellGraph {
    // Only what can occur is told apart by facts that nothing tests but effects.
    var graph = CellGraph.terminal(Verdict.cannotOccur.number(guardCount: guardCount))
    for (index, cells) in decided.enumerated() {
      let row = CellGraph.terminal(Verdict.row(index).number(guardCount: guardCount))
      graph = algebra.choose(cells, row, else: graph)
    }
    for (index, cells) in guarded {
      let guarding = CellGraph.terminal(
        Verdict.guarding(index).number(guardCount: guardCount))
      graph = algebra.choose(cells, guarding, else: graph)
    }
    let declared = CellGraph.terminal(Verdict.impossible.number(guardCount: guardCount))
    graph = algebra.choose(impossible, declared, else: graph)
    // The facts that only effects look at need not be walked.
    return algebra.joining(algebra.axes.map { !decidingFacts.contains($0.fact) }, in: graph)
  }

  /// The facts that no order keeps apart, by name: what to look at where the cells are too many.
  package var entangledFacts: [Name] {
    arrangement.entangled.map { name(ofFact: $0) }
  }

  /// The name of a fact that the cells are about.
  package func name(ofFact fact: Int) -> Name {
    context.vocabulary.schema.facts[fact].name
  }
}
