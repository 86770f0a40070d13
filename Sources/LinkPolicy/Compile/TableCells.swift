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

  private let context: TableContext
  private let indexOfFact: [Int]
  private let boxes: BoxSet
  /// The facts that the table's answer depends on; others are only told apart.
  private let decidingFacts: ValueSet

  /// Works out the cells of a table.
  ///
  /// - Parameters:
  ///   - rows: the table's rows.
  ///   - boxes: what can occur, over the basic facts.
  ///   - guards: indices of the guards that apply to the table.
  ///   - told: further sets of values that the cells are to tell apart.
  ///   - context: what the table depends on.
  init(
    rows: [CompiledRow], boxes: BoxSet, guards: [Int], toldApart told: [ResolvedCondition],
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
    tests += told
    let derived = context.derived(by: ValueSet(tests.map { $0.fact }))
    tests = context.withDerived(tests)
    let axes = Self.axes(tests, context.vocabulary.schema)
    var indexOfFact = [Int](repeating: -1, count: context.vocabulary.schema.facts.count)
    for (index, axis) in axes.enumerated() {
      indexOfFact[axis.fact] = index
    }
    self.indexOfFact = indexOfFact
    (algebra, space) = boxes.space(on: axes)
    for fact in derived {
      let relation = relation(of: fact)
      space = algebra.intersection(space, relation)
    }
    takeImpossible()
    takeGuards(before)
    match(rows)
  }

  private static func axes(_ tests: [ResolvedCondition], _ schema: FactSchema) -> [CellAxis] {
    var sets = [[ValueSet]](repeating: [], count: schema.facts.count)
    for test in tests where !sets[test.fact].contains(test.values) {
      sets[test.fact].append(test.values)
    }
    var axes: [CellAxis] = []
    for fact in sets.indices where !sets[fact].isEmpty {
      axes.append(
        CellAxis(fact: fact, valueCount: schema.count(fact), toldApartBy: sets[fact]))
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

  /// The name of a fact that the cells are about.
  package func name(ofFact fact: Int) -> Name {
    context.vocabulary.schema.facts[fact].name
  }

  /// A vector of the set in words, naming only the facts that keep it there: the smallest example.
  ///
  /// What cannot occur anyway is not held against a fact.
  package mutating func example(of set: CellGraph) -> String {
    guard let cell = algebra.smallestCell(of: set) else { return "" }
    let free = algebra.complement(algebra.union(space, impossible))
    let box = algebra.widestBox(around: cell, in: algebra.union(set, free))
    let schema = context.vocabulary.schema
    let values = values(in: cell)
    var text = ""
    for (index, axis) in algebra.axes.enumerated()
    where box.classes[index].count < axis.classCount {
      text += text.utf8.isEmpty ? "" : ", "
      text += schema.facts[axis.fact].name.text + ": "
      text += schema.facts[axis.fact].values[values[index]].text
    }
    return text.utf8.isEmpty ? "every cell" : text
  }

  /// For each axis a value of the cell, such that all of them occur together: the first such
  /// values in the order of axes.
  private func values(in cell: [Int]) -> [Int] {
    let first = algebra.axes.enumerated().map { $1.members[cell[$0]][0] }
    var least: [Int]?
    for box in boxes.boxes {
      var values = first
      var occurs = true
      for (index, axis) in algebra.axes.enumerated() where axis.fact < box.values.count {
        let common = axis.members[cell[index]].first { box.values[axis.fact].contains($0) }
        occurs = occurs && common != nil
        values[index] = common ?? first[index]
      }
      if occurs, least.map({ values.lexicographicallyPrecedes($0) }) ?? true {
        least = values
      }
    }
    return least ?? first
  }
}

/// What a table's graph says of a vector.
enum Verdict: Equatable {
  case cannotOccur
  case impossible
  case guarding(Int)
  case row(Int)

  func number(guardCount: Int) -> Int {
    switch self {
    case .cannotOccur: 0
    case .impossible: 1
    case .guarding(let index): 2 + index
    case .row(let index): 2 + guardCount + index
    }
  }

  init(number: Int, guardCount: Int) {
    switch number {
    case 0: self = .cannotOccur
    case 1: self = .impossible
    case ..<(2 + guardCount): self = .guarding(number - 2)
    default: self = .row(number - 2 - guardCount)
    }
  }
}
