package import LinkPolicy

/// The cells of a table: the possible cells, the cells that guards refuse, and the cells that each row matches.
///
/// A cell is a set of fact vectors that no condition distinguishes. All checks, comparisons and coverage computations
/// on tables use this type to convert rows to cells.
package struct TableCells: Sendable {
  /// The algebra whose graphs represent the sets of cells.
  package var algebra: CellAlgebra
  /// The cells that can occur, without the cells declared impossible.
  package private(set) var space = CellGraph.empty
  /// The cells declared impossible.
  package private(set) var impossible = CellGraph.empty
  /// The guards that apply before the rows: the index of each guard, and the cells that the guard refuses.
  package private(set) var guarded: [(index: Int, cells: CellGraph)] = []
  /// The cells that the guards leave for the rows.
  package private(set) var open = CellGraph.empty
  /// The open cells that match the conditions of each row.
  package private(set) var matched: [CellGraph] = []
  /// The open cells that each row decides.
  package private(set) var decided: [CellGraph] = []
  /// The open cells that no row matches.
  package private(set) var gap = CellGraph.empty

  private(set) var context: TableContext
  /// The cells that can occur, before the rows of derived facts and the impossible combinations restrict them.
  private var start = CellGraph.empty
  private let indexOfFact: [Int]
  let boxes: BoxSet
  private let arrangement: AxisArrangement
  /// The facts that determine the answer of the table.
  ///
  /// The cells can also distinguish other facts, for example for the check of effects.
  private let decidingFacts: ValueSet
  /// The number of steps spent on axis orders that exceeded the allowance.
  private var stepsInVain = 0

  /// Whether the cells exceed the allowance, and are therefore invalid.
  package var isSpent: Bool { algebra.isSpent }
  /// The steps taken so far, including the steps spent on axis orders that exceeded the allowance.
  package var steps: Int { stepsInVain + algebra.steps }

  /// Computes the cells of a table.
  ///
  /// - Parameters:
  ///   - rows: the table's rows.
  ///   - boxes: the boxes of fact vectors that can occur, over all facts except derived facts.
  ///   - guards: indices of the guards that apply to the table.
  ///   - further: further conditions whose values the cells must distinguish.
  ///   - context: the vocabulary, derived facts, guards and limits of the policy.
  init(
    rows: [CompiledRow], boxes: BoxSet, guards: [Int], distinguishing further: [ResolvedCondition],
    in context: TableContext
  ) {
    self.context = context
    self.boxes = boxes
    let before = guards.filter { !context.guards[$0].hasWould }
    var tests = context.tests(of: rows, guards: guards)
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
    let together = context.conditionsTogether(in: rows, guards: guards, derived: derived)
    arrangement = AxisArrangement(together, of: axes)
    algebra = CellAlgebra(axes: axes)
    let orders = context.order.map { [$0] } ?? arrangement.orders
    for (order, allowance) in Self.tries(orders, context) {
      stepsInVain += algebra.steps
      work(on: rows, derived: derived, guards: before, order: order, allowance: allowance)
      guard algebra.isSpent else { break }
    }
    // Later operations on the cells can use the rest of the allowance.
    if !algebra.isSpent {
      algebra.allowance = context.allowance
    }
  }

  /// Computes the cells of another version of the table in the same algebra, and returns whether this was possible.
  ///
  /// The algebra keeps the graphs of earlier versions, so that the parts that both versions share take no new steps, and
  /// equal sets of both versions have equal handles. The cells are the same as in a new algebra with the same axes. The
  /// steps include the steps of the earlier versions, so cells that fit here also fit in a new algebra.
  ///
  /// - Parameters:
  ///   - rows: the rows of the other version.
  ///   - guards: the indices of the guards that apply to the other version.
  ///   - further: further conditions whose values the cells must distinguish.
  ///   - context: the derived facts, guards and impossible combinations of the other version, which can have the same
  ///     fact vectors.
  /// - Returns: whether the axes distinguish all tested values; if false, the cells are unchanged.
  mutating func recompute(
    rows: [CompiledRow], guards: [Int], distinguishing further: [ResolvedCondition],
    in context: TableContext
  ) -> Bool {
    var tests = context.tests(of: rows, guards: guards) + further
    let derived = context.derived(by: ValueSet(tests.map { $0.fact }))
    tests = context.withDerived(tests)
    guard tests.allSatisfy({ distinguishes($0) }) else { return false }
    self.context = context
    fill(
      rows, derived: derived, guards: guards.filter { !context.guards[$0].hasWould })
    return true
  }

  /// Returns whether each class of an axis has only values that meet a condition, or only values that do not.
  private func distinguishes(_ test: ResolvedCondition) -> Bool {
    guard indexOfFact[test.fact] >= 0 else { return false }
    let axis = algebra.axes[indexOfFact[test.fact]]
    return axis.classCount == axis.classOfValue.count
      || axis.values(of: axis.classes(touching: test.values)) == test.values
  }

  /// Returns the orders to try, each with its allowance.
  ///
  /// The method tries all orders in turn. If the cells fit in no order, the method tries again with a higher allowance.
  /// The total work is therefore at most a few times the work of the best order.
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

  /// Computes all sets in one order of the axes.
  private mutating func work(
    on rows: [CompiledRow], derived: [CompiledFact], guards: [Int], order: AxisOrder, allowance: Int
  ) {
    (algebra, start) = boxes.space(on: algebra.axes, order: order, allowance: allowance)
    fill(rows, derived: derived, guards: guards)
  }

  /// Computes all sets from the cells that can occur.
  private mutating func fill(_ rows: [CompiledRow], derived: [CompiledFact], guards: [Int]) {
    (space, impossible, gap) = (start, .empty, .empty)
    (guarded, matched, decided) = ([], [], [])
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
      // The order of the value sets does not affect the classes.
      axes.append(
        CellAxis(fact: fact, valueCount: schema.count(fact), distinguishedBy: Array(sets[fact])))
    }
    return axes
  }

  /// Returns the cells that match all given conditions.
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

  /// Returns the cells in which a derived fact has the value that its table computes.
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

  /// Returns the graph that maps a fact vector to its verdict, with the numbers of ``TableVerdict``.
  ///
  /// The verdicts are numbered in this order: cannot occur, declared impossible, the guards, the rows.
  mutating func graph(guardCount: Int) -> CellGraph {
    // Some facts are in the cells only for the check of effects. Cells that differ only in these facts have the same
    // verdict, unless one of the cells cannot occur.
    var graph = CellGraph.terminal(TableVerdict.cannotOccur.number(guardCount: guardCount))
    for (index, cells) in decided.enumerated() {
      let row = CellGraph.terminal(TableVerdict.row(index).number(guardCount: guardCount))
      graph = algebra.choose(cells, row, else: graph)
    }
    for (index, cells) in guarded {
      let guarding = CellGraph.terminal(
        TableVerdict.guarding(index).number(guardCount: guardCount))
      graph = algebra.choose(cells, guarding, else: graph)
    }
    let declared = CellGraph.terminal(TableVerdict.impossible.number(guardCount: guardCount))
    graph = algebra.choose(impossible, declared, else: graph)
    // The graph for decisions must not branch on facts that only the check of effects needs.
    return algebra.joining(algebra.axes.map { !decidingFacts.contains($0.fact) }, in: graph)
  }

  /// The facts that rows test in too many combinations.
  ///
  /// The names are a hint for the author if the cells exceed the allowance.
  package var entangledFacts: [Name] {
    arrangement.entangled.map { name(ofFact: $0) }
  }

  /// Returns the name of the fact with this index, such as `address`, for messages.
  package func name(ofFact fact: Int) -> Name {
    context.vocabulary.schema.facts[fact].name
  }
}

/// The inputs that the cells of all tables of a policy share: vocabulary, derived facts, guards and limits.
package struct TableContext: Sendable {
  let vocabulary: Vocabulary
  /// The derived facts resolved so far, in order.
  var facts: [CompiledFact] = []
  var guards: [CompiledRow] = []
  var impossible: [[ResolvedCondition]] = []
  /// The limits on the work for the cells of the policy.
  let limits: CellLimits
  /// The maximum number of steps for the cells of one table.
  var allowance: Int
  /// The order in which graphs branch; if nil, ``TableCells`` searches for a good order.
  var order: AxisOrder?

  init(
    _ vocabulary: Vocabulary, limits: CellLimits, guards: [CompiledRow] = [],
    impossible: [[ResolvedCondition]] = []
  ) {
    self.vocabulary = vocabulary
    self.limits = limits
    allowance = limits.table
    self.guards = guards
    self.impossible = impossible
  }

  /// Returns the conditions of rows, of guards and of all impossible combinations.
  func tests(of rows: [CompiledRow], guards: [Int]) -> [ResolvedCondition] {
    var tests: [ResolvedCondition] = []
    for row in rows {
      tests += row.conditions
    }
    for index in guards {
      tests += self.guards[index].conditions
    }
    for conditions in impossible {
      tests += conditions
    }
    return tests
  }

  /// Returns the derived facts on which the given facts depend, in the order of dependency.
  func derived(by facts: ValueSet) -> [CompiledFact] {
    let first = vocabulary.schema.derived.lowerBound
    var needed = facts
    // A derived fact tests only earlier derived facts, so one pass from the last to the first fact finds all needed
    // facts.
    for derived in self.facts.reversed() where needed.contains(derived.fact) {
      for row in derived.rows {
        for condition in row.conditions {
          needed.insert(condition.fact)
        }
      }
    }
    return self.facts.filter { $0.fact >= first && needed.contains($0.fact) }
  }

  /// Returns the given conditions; for each derived fact that they test, the result also has the conditions and values
  /// of the fact's rows.
  func withDerived(_ conditions: [ResolvedCondition]) -> [ResolvedCondition] {
    var tests = conditions
    for fact in derived(by: ValueSet(conditions.map { $0.fact })) {
      for row in fact.rows {
        tests += row.conditions
        tests.append(
          ResolvedCondition(
            fact: fact.fact, values: ValueSet([row.value]), position: row.position))
      }
    }
    return tests
  }

  /// Returns the groups of conditions that one row, guard or combination tests together.
  ///
  /// Each row, guard and impossible combination is a group. Each row of a derived fact, together with the derived fact,
  /// is a group too.
  func conditionsTogether(
    in rows: [CompiledRow], guards: [Int], derived: [CompiledFact]
  ) -> [[ResolvedCondition]] {
    var together = rows.map { $0.conditions }
    together += guards.map { self.guards[$0].conditions }
    together += impossible
    for fact in derived {
      together += fact.rows.map { row in
        row.conditions + [
          ResolvedCondition(
            fact: fact.fact, values: ValueSet([row.value]), position: row.position)
        ]
      }
    }
    return together
  }

  /// Returns the guards that can apply to a table.
  ///
  /// The function evaluates only the guards' conditions on action and kind.
  func guards(for action: Int, _ kinds: ValueSet) -> [Int] {
    var result: [Int] = []
    for (index, row) in guards.enumerated() {
      var applies = true
      for condition in row.conditions {
        if condition.fact == EngineFact.action.rawValue {
          applies = applies && condition.values.contains(action)
        } else if condition.fact == EngineFact.kind.rawValue {
          applies = applies && condition.values.intersects(kinds)
        }
      }
      if applies {
        result.append(index)
      }
    }
    return result
  }
}
