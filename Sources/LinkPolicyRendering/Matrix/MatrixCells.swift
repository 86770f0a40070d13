internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration

/// The cells of a decision table, arranged by arriving sign-in and account state.
struct MatrixCells {
  private let policy: CompiledPolicy
  private let table: Int
  private var cells: TableCells
  /// The axes that distinguish arriving sign-ins, as indices into the axes of the algebra.
  private let arrivalAxes: [Int]
  /// The facts that have a fixed, usual value.
  private let usual: [(fact: Int, values: [Int])]

  /// Computes the cells, which distinguish every value of the facts in lines and columns.
  ///
  /// If `tellsClaims` is false, the cells distinguish values of claims, settings, inputs, identifiers, the connection
  /// and the nonce only if the table's conditions do.
  init(_ policy: CompiledPolicy, table: Int, tellsClaims: Bool = true) {
    self.policy = policy
    self.table = table
    let schema = policy.vocabulary.schema
    let position = policy.storage.tables[table].position
    let arriving = Self.arrivingFacts(of: policy)
    let usual = UsualValues(schema).facts.filter { !arriving.contains($0.fact) }
    // The cells ignore facts that no condition tests, because such facts would only multiply the cells.
    let told =
      [EngineFact.credential, .address, .account].map { $0.rawValue }
      + arriving.filter {
        policy.vocabulary.usedFacts.contains($0)
          && (tellsClaims || Self.coreFacts.contains($0))
      }
    var conditions: [ResolvedCondition] = []
    for fact in told {
      conditions += (0..<schema.count(fact)).map {
        ResolvedCondition(fact: fact, values: ValueSet([$0]), position: position)
      }
    }
    cells = policy.cells(ofTable: table, distinguishing: conditions)
    let axes = cells.algebra.axes
    arrivalAxes = axes.indices.filter { arriving.contains(axes[$0].fact) }
    self.usual = usual.filter { usual in axes.contains { $0.fact == usual.fact } }
  }

  /// The facts whose values every matrix distinguishes, if the policy tests the facts.
  private static var coreFacts: [Int] {
    [EngineFact.kind, .provider, .domain].map { $0.rawValue }
  }

  /// Returns the facts by which a matrix distinguishes sign-ins, if the policy tests them.
  ///
  /// A setting, input or identifier is included only if the policy uses it to prove an address or to derive the fact
  /// `trust`.
  static func arrivingFacts(of policy: CompiledPolicy) -> [Int] {
    let schema = policy.vocabulary.schema
    var trusting = ValueSet(policy.storage.proof.map { $0.fact })
    if let trust = schema.index(of: "trust"), schema.derived.contains(trust) {
      trusting.insert(trust)
    }
    var behind = trusting
    for (place, facts) in policy.factsBehindDerived.enumerated()
    where trusting.contains(schema.derived.lowerBound + place) {
      behind = behind.union(facts)
    }
    return coreFacts + [EngineFact.connection, .nonce].map { $0.rawValue }
      + (Array(schema.settings) + Array(schema.inputs) + Array(schema.identifiers)).filter {
        behind.contains($0)
      }
      + schema.claims
  }

  /// The facts that have a fixed, usual value.
  var assumed: ValueSet { ValueSet(usual.map { $0.fact }) }

  /// The facts that distinguish arriving sign-ins, in the order in which ``arrivals(_:)`` lists their classes.
  var arrivalFacts: [Int] { arrivalAxes.map { cells.algebra.axes[$0].fact } }

  /// Returns the number of classes of the fact at an index of ``arrivalFacts``.
  func classCount(at place: Int) -> Int { cells.algebra.axes[arrivalAxes[place]].classCount }

  /// Returns the values in a class of the fact at an index of ``arrivalFacts``.
  func values(at place: Int, of index: Int) -> ValueSet {
    cells.algebra.axes[arrivalAxes[place]].values(of: ValueSet([index]))
  }

  /// Returns the results of each possible kind of arriving sign-in in each column; nil if there are too many kinds.
  mutating func arrivals(
    _ columns: [MatrixColumn]
  ) -> [(classes: [Int], results: [[OutcomeMatrix.MatrixResult]])]? {
    guard let arrivals = arrivals(), !cells.isSpent else { return nil }
    let position = policy.storage.tables[table].position
    let met = columns.map { cells.cells(matching: $0.conditions(at: position)) }
    var all: [(classes: [Int], results: [[OutcomeMatrix.MatrixResult]])] = []
    for arrival in arrivals {
      let own = cells.algebra.intersection(cells.space, set(of: arrival))
      let results = zip(columns, met).map { column, cells in
        self.results(self.cells.algebra.intersection(own, cells), column)
      }
      all.append((arrival, results))
    }
    return cells.isSpent ? nil : all
  }

  /// Returns the matrix lines of the table.
  ///
  /// Each line covers arriving sign-ins that have the same results in every column.
  mutating func group(_ columns: [MatrixColumn]) -> OutcomeMatrix.MatrixGroup {
    let key = policy.storage.tables[table].key
    guard let arrivals = arrivals(columns) else { return tooMany }
    var known: [[[OutcomeMatrix.MatrixResult]]] = []
    var numbered: [ArrivalLines.Arrival] = []
    for (arrival, results) in arrivals {
      let number = known.firstIndex { $0 == results } ?? known.count
      if number == known.count {
        known.append(results)
      }
      numbered.append((arrival, number))
    }
    var lines: [OutcomeMatrix.MatrixLine] = []
    for line in ArrivalLines(numbered, axisCount: arrivalAxes.count).lines {
      lines.append(
        OutcomeMatrix.MatrixLine(
          arriving: line.parts.map { words($0) }, derived: derived(line.arrivals),
          cells: known[line.results]))
    }
    guard !cells.isSpent else { return tooMany }
    return OutcomeMatrix.MatrixGroup(table: key, lines: lines, uncounted: nil)
  }

  /// The group without lines, for a table with too many kinds of arriving sign-ins to compute or display.
  private var tooMany: OutcomeMatrix.MatrixGroup {
    OutcomeMatrix.MatrixGroup(
      table: policy.storage.tables[table].key, lines: [], uncounted: arrivalCount)
  }

  /// An upper bound for the number of kinds of arriving sign-ins.
  var arrivalCount: Int {
    var count = 1
    for axis in arrivalAxes {
      let (product, isTooMuch) = count.multipliedReportingOverflow(
        by: cells.algebra.axes[axis].classCount)
      count = isTooMuch ? .max : product
    }
    return count
  }

  /// Returns the possible kinds of arriving sign-ins, each as one class for every arrival axis; nil if there are too
  /// many kinds.
  private mutating func arrivals() -> [[Int]]? {
    let axes = cells.algebra.axes
    var isForgotten = [Bool](repeating: true, count: axes.count)
    for axis in arrivalAxes {
      isForgotten[axis] = false
    }
    var rest = cells.algebra.forgetting(isForgotten, in: cells.space)
    var arrivals: [[Int]] = []
    while let cell = cells.algebra.smallestCell(of: rest) {
      guard arrivals.count < OutcomeMatrix.arrivalLimit else { return nil }
      let arrival = arrivalAxes.map { cell[$0] }
      arrivals.append(arrival)
      rest = cells.algebra.difference(rest, set(of: arrival))
    }
    return arrivals
  }

  /// Returns the cells of one kind of arriving sign-in.
  private mutating func set(of arrival: [Int]) -> CellGraph {
    var box = CellBox(cells.algebra.axes.map { .all($0.classCount) })
    for (axis, index) in zip(arrivalAxes, arrival) {
      box.classes[axis] = ValueSet([index])
    }
    return cells.algebra.set(of: box)
  }

  /// Returns the answers in a set of cells, after the facts with usual values are fixed.
  private mutating func results(
    _ set: CellGraph, _ column: MatrixColumn
  ) -> [OutcomeMatrix.MatrixResult] {
    var set = set
    for (fact, values) in usual {
      let position = policy.storage.tables[table].position
      for value in values where !set.isEmpty {
        let condition = ResolvedCondition(
          fact: fact, values: ValueSet([value]), position: position)
        let usually = cells.algebra.intersection(set, cells.cells(matching: [condition]))
        if !usually.isEmpty {
          set = usually
          break
        }
      }
    }
    var results: [OutcomeMatrix.MatrixResult] = []
    func add(_ result: OutcomeMatrix.MatrixResult) {
      if !results.contains(result) {
        results.append(result)
      }
    }
    for (guarding, taken) in cells.guarded
    where !cells.algebra.intersection(taken, set).isEmpty {
      add(result(of: policy.storage.guards[guarding], in: "guards", column: column))
    }
    let table = policy.storage.tables[self.table]
    // Guards of other tables are skipped, because the cells of this table need not distinguish the facts of those
    // guards.
    let asked = policy.guards(ofTable: self.table)
    for (number, row) in table.rows.enumerated() {
      var own = cells.algebra.intersection(cells.decided[number], set)
      for guarding in row.wouldGuards where asked.contains(guarding) && !own.isEmpty {
        let guardingRow = policy.storage.guards[guarding]
        let refused = cells.cells(matching: guardingRow.conditions)
        if !cells.algebra.intersection(own, refused).isEmpty {
          add(result(of: guardingRow, in: "guards", column: column))
        }
        own = cells.algebra.difference(own, refused)
      }
      if !own.isEmpty {
        add(result(of: row, in: table.key, column: column))
      }
    }
    return results
  }

  private func result(
    of row: CompiledRow, in table: Name, column: MatrixColumn
  ) -> OutcomeMatrix.MatrixResult {
    let answer = row.answer
    let outcome = MatrixOutcome(
      answer.effects, isAllowed: answer.error == nil, asks: answer.ask != nil,
      isCredentialHeld: column.credential == .known, isAddressHeld: column.isAddressHeld)
    var shown: Name?
    switch answer.shown {
    case .outcome: break
    case .allowed: shown = "allowed"
    case .error(let index): shown = policy.storage.errors[index].name
    }
    return OutcomeMatrix.MatrixResult(
      outcome: outcome, row: RowName(table: table, id: row.id),
      error: answer.error.map { policy.storage.errors[$0].name }, shown: shown)
  }
}

extension MatrixCells {
  /// Returns the condition of a line in words, negated if the negation is shorter.
  private func words(_ part: ArrivalLines.ArrivalCondition) -> OutcomeMatrix.Arriving {
    let axis = cells.algebra.axes[arrivalAxes[part.axis]]
    let others = part.possible.subtracting(part.classes)
    let isNegated = others.count < part.classes.count
    let fact = policy.vocabulary.schema.facts[axis.fact]
    let values = axis.values(of: isNegated ? others : part.classes).values
    return OutcomeMatrix.Arriving(
      fact: fact.name, values: values.map { fact.values[$0] }, isNegated: isNegated)
  }

  /// Returns the derived facts that have the same value for all given arrivals.
  mutating func derived(_ arrivals: [[Int]]) -> [(fact: Name, value: Name)] {
    var sets: [CellGraph] = []
    for arrival in arrivals {
      sets.append(set(of: arrival))
    }
    let own = cells.algebra.intersection(cells.space, cells.algebra.union(sets))
    var derived: [(fact: Name, value: Name)] = []
    let schema = policy.vocabulary.schema
    for axis in cells.algebra.axes where schema.derived.contains(axis.fact) {
      let possible = (0..<schema.count(axis.fact)).filter { value in
        let condition = ResolvedCondition(
          fact: axis.fact, values: ValueSet([value]),
          position: policy.storage.tables[table].position)
        return !cells.algebra.intersection(own, cells.cells(matching: [condition])).isEmpty
      }
      if possible.count == 1 {
        let fact = schema.facts[axis.fact]
        derived.append((fact.name, fact.values[possible[0]]))
      }
    }
    return derived
  }
}

/// A small set of disjoint lines, each of which covers arriving sign-ins with the same results.
///
/// The algorithm builds a tree that branches on the facts one after the other. Values with equal subtrees share one
/// line. The algorithm tries several orders of the facts, and uses the order with the fewest lines.
struct ArrivalLines {
  /// A kind of arriving sign-in: a class for each axis, and the index of the sign-in's results.
  typealias Arrival = (classes: [Int], results: Int)

  /// The classes of one axis in a line, and all classes that remain possible after the line's conditions on earlier
  /// axes.
  struct ArrivalCondition: Sendable {
    var axis: Int
    var classes: ValueSet
    var possible: ValueSet
  }

  /// A line of the matrix: the conditions in order, and the kinds of arriving sign-ins that the line covers.
  struct ArrivalLine: Sendable {
    var parts: [ArrivalCondition] = []
    var arrivals: [[Int]] = []
    var results: Int
  }

  /// The lines of the matrix.
  let lines: [ArrivalLine]

  /// Finds the lines that together cover the given arrivals.
  init(_ arrivals: [Arrival], axisCount: Int) {
    var best: [ArrivalLine]?
    for first in 0..<max(axisCount, 1) {
      let order = first < axisCount ? [first] + (0..<axisCount).filter { $0 != first } : []
      let lines = Self.split(arrivals, order[...])
      if lines.count < best?.count ?? Int.max {
        best = lines
      }
    }
    lines = best ?? []
  }

  private static func split(_ arrivals: [Arrival], _ order: ArraySlice<Int>) -> [ArrivalLine] {
    guard let results = arrivals.first?.results else { return [] }
    guard let axis = order.first, arrivals.contains(where: { $0.results != results }) else {
      return [ArrivalLine(arrivals: arrivals.map { $0.classes }, results: results)]
    }
    let possible = ValueSet(arrivals.map { $0.classes[axis] })
    var groups: [(classes: [Int], behind: [[Int]], arrivals: [Arrival])] = []
    for value in possible.values {
      let own = arrivals.filter { $0.classes[axis] == value }
      let behind = own.map { arrival in
        order.dropFirst().map { arrival.classes[$0] } + [arrival.results]
      }
      if let index = groups.firstIndex(where: { $0.behind == behind }) {
        groups[index].classes.append(value)
        groups[index].arrivals += own
      } else {
        groups.append(([value], behind, own))
      }
    }
    return groups.flatMap { group in
      split(group.arrivals, order.dropFirst()).map { line in
        var line = line
        let part = ArrivalCondition(
          axis: axis, classes: ValueSet(group.classes), possible: possible)
        if part.classes != part.possible {
          line.parts.insert(part, at: 0)
        }
        return line
      }
    }
  }
}
