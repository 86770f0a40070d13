internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration
internal import LinkPolicyReview

/// The outcomes of an action under two policies, as two matrices side by side.
///
/// A cell of the matrix contains many cells of the comparison. The matrix cell counts as changed if at least one of
/// these cells has changed, even a cell with unusual values of facts.
struct ComparedMatrix: Sendable {
  /// The answers of both policies in a cell.
  struct ComparisonCell: Sendable, Equatable {
    /// The results of each policy; nil if the policy does not declare the sign-in's provider or kind, and empty if the
    /// cell cannot occur.
    var results: Sides<[OutcomeMatrix.MatrixResult]?>
    /// The changes in the cell, as indices into the difference, each with its boxes in the cell.
    var changes: [ComparisonChange]

    /// Whether at least one answer in the cell has changed.
    var isChanged: Bool { !changes.isEmpty || !isAlike }
    /// Whether both policies have the same results, apart from the names of rows.
    var isAlike: Bool {
      func said(_ side: Side) -> [String]? {
        results[side]?.map { result in
          [result.outcome.word, result.error?.text ?? "", result.shown?.text ?? ""]
            .joined(separator: "\n")
        }
      }
      return said(.old) == said(.new)
    }
  }

  /// A change of the difference that affects the cell, with the change's boxes in the cell.
  struct ComparisonChange: Sendable, Equatable {
    var place: Int
    var boxes: [Int]
  }

  /// A line of the matrix: arriving sign-ins with the same results in every column, under each policy.
  struct ComparedLine: Sendable {
    var arriving: [OutcomeMatrix.Arriving]
    /// The derived facts with one value for the whole line.
    var derived: Sides<[(fact: Name, value: Name)]>
    var cells: [ComparisonCell]

    var isChanged: Bool { cells.contains { $0.isChanged } }
  }

  /// The lines for a pair of tables, one table of each policy.
  struct ComparisonGroup: Sendable {
    /// The keys of the two tables, such as `sign-in.federated`.
    var tables: Sides<Name>
    var lines: [ComparedLine] = []
    /// If the page cannot display all kinds of arriving sign-ins, an upper bound for their number; otherwise nil.
    var uncounted: Int?
  }

  /// The action of the matrix, such as `sign-in`.
  let action: Name
  /// The columns, one for each possible state of the accounts.
  let columns: [MatrixColumn]
  /// The lines of the matrix, grouped by pair of tables.
  let groups: [ComparisonGroup]

  /// Compares the matrices of an action; nil if the policies have no common table for the action.
  init?(_ difference: PolicyDifference, action: Name) {
    let policies = difference.policies
    let pairs = PolicyDifference.pairs(policies).filter { tables in
      let table = policies.old.storage.tables[tables.old]
      return policies.old.vocabulary.actions[table.action].name == action
    }
    guard !pairs.isEmpty else { return nil }
    let columns = MatrixColumn.all
    var groups = pairs.map { tables in
      var cells = ComparedCells(difference, tables)
      let group = cells.group(columns)
      guard group.uncounted != nil else { return group }
      var fewer = ComparedCells(difference, tables, tellsClaims: false)
      return fewer.group(columns)
    }
    let isMet = columns.indices.map { column in
      groups.contains { group in
        group.lines.contains { line in
          Side.allCases.contains { line.cells[column].results[$0]?.isEmpty == false }
        }
      }
    }
    for group in groups.indices {
      for line in groups[group].lines.indices {
        let cells = groups[group].lines[line].cells
        groups[group].lines[line].cells = cells.indices.filter { isMet[$0] }.map { cells[$0] }
      }
    }
    self.action = action
    self.columns = columns.indices.filter { isMet[$0] }.map { columns[$0] }
    self.groups = groups
  }

  /// Whether at least one cell has changed.
  var isChanged: Bool { groups.contains { group in group.lines.contains { $0.isChanged } } }

  /// Returns the matrices of two policies, one for each sign-in action that both policies have.
  static func all(_ difference: PolicyDifference) -> [ComparedMatrix] {
    let vocabulary = difference.policies.new.vocabulary
    return vocabulary.actions.filter {
      $0.pointsTo == .credential && !($0.kinds == MethodKindSet())
    }.compactMap { ComparedMatrix(difference, action: $0.name) }
  }
}

/// The cells of an old and a new table, combined into one matrix.
///
/// The matrix distinguishes two arriving sign-ins if either policy distinguishes them.
struct ComparedCells {
  /// A kind of arriving sign-in: for each joint fact, the index of one group of values.
  private typealias Arrival = [Int]

  /// The results of one policy for one kind of arriving sign-in.
  private struct Known {
    var classes: [Int]
    var results: [[OutcomeMatrix.MatrixResult]]
  }

  private let difference: PolicyDifference
  private let tables: Sides<Int>
  private var cells: Sides<MatrixCells>
  /// The joint facts that distinguish arriving sign-ins.
  private let facts: [Int]
  private let values: [JointFact]
  /// For each joint fact, the groups of values that neither policy distinguishes further.
  private var parts: [[[Int]]] = []
  private var locator: ChangeLocator?

  init(_ difference: PolicyDifference, _ tables: Sides<Int>, tellsClaims: Bool = true) {
    self.difference = difference
    self.tables = tables
    let cells = Sides {
      MatrixCells(difference.policies[$0], table: tables[$0], tellsClaims: tellsClaims)
    }
    let own = Side.allCases.flatMap { side in
      cells[side].arrivalFacts.compactMap { difference.jointFact(of: $0, side) }
    }
    self.cells = cells
    facts = Set(own).sorted()
    values = facts.map { difference.jointFact($0) }
    locator = ChangeLocator(difference, tables: tables)
    parts = facts.indices.map { parts(of: $0) }
  }

  /// Returns the values of a joint fact in groups; both policies and all changes treat the values of a group alike.
  private func parts(of place: Int) -> [[Int]] {
    let fact = facts[place]
    var tellings: [[Int]] = [locator?.classes(of: fact) ?? []]
    for side in Side.allCases {
      tellings.append(values[place].own[side].map { $0 < 0 ? 1 : 0 })
      let own = cells[side].arrivalFacts
      guard let axis = own.firstIndex(where: { difference.jointFact(of: $0, side) == fact })
      else { continue }
      var classes = [Int](repeating: -1, count: values[place].values.count)
      for index in 0..<cells[side].classCount(at: axis) {
        let held = cells[side].values(at: axis, of: index)
        for value in difference.jointValues(of: fact, holding: held, side).values {
          classes[value] = index
        }
      }
      tellings.append(classes)
    }
    var parts: [(telling: [Int], values: [Int])] = []
    for value in values[place].values.indices {
      let telling = tellings.map { $0.isEmpty ? 0 : $0[value] }
      if let index = parts.firstIndex(where: { $0.telling == telling }) {
        parts[index].values.append(value)
      } else {
        parts.append((telling, [value]))
      }
    }
    return parts.map { $0.values }
  }

  /// Returns the matrix lines of the two tables.
  mutating func group(_ columns: [MatrixColumn]) -> ComparedMatrix.ComparisonGroup {
    var group = ComparedMatrix.ComparisonGroup(
      tables: Sides { difference.policies[$0].storage.tables[tables[$0]].key })
    guard let old = known(.old, columns), let new = known(.new, columns),
      let lines = lines(Sides(old: old, new: new), columns)
    else {
      group.uncounted = max(cells.old.arrivalCount, cells.new.arrivalCount)
      return group
    }
    group.lines = lines
    return group
  }

  /// Returns the results of one policy for every kind of arriving sign-in; nil if there are too many kinds.
  private mutating func known(_ side: Side, _ columns: [MatrixColumn]) -> [Arrival: Known]? {
    guard let arrivals = cells[side].arrivals(columns) else { return nil }
    let own = cells[side].arrivalFacts.map { difference.jointFact(of: $0, side) }
    var known: [Arrival: Known] = [:]
    for (classes, results) in arrivals {
      var joint: [Arrival] = [[]]
      for (number, fact) in facts.enumerated() {
        var held = Array(parts[number].indices)
        if let place = own.firstIndex(of: fact) {
          let values = difference.jointValues(
            of: fact, holding: cells[side].values(at: place, of: classes[place]), side)
          held = held.filter { values.contains(parts[number][$0][0]) }
        }
        joint = joint.flatMap { arrival in held.map { arrival + [$0] } }
        guard joint.count <= OutcomeMatrix.arrivalLimit else { return nil }
      }
      for arrival in joint {
        known[arrival] = Known(classes: classes, results: results)
      }
    }
    return known.count <= OutcomeMatrix.arrivalLimit ? known : nil
  }

  private mutating func lines(
    _ known: Sides<[Arrival: Known]>, _ columns: [MatrixColumn]
  ) -> [ComparedMatrix.ComparedLine]? {
    var cells: [[ComparedMatrix.ComparisonCell]] = []
    var numbered: [ArrivalLines.Arrival] = []
    let arrivals = Set(known.old.keys).union(known.new.keys).sorted {
      $0.lexicographicallyPrecedes($1)
    }
    for arrival in arrivals where canOccur(arrival, known) {
      let results = Sides {
        self.results(of: arrival, known: known[$0], side: $0, columns: columns)
      }
      let own = columns.indices.map { column in
        let both = Sides { results[$0]?[column] }
        // A change can cover cells that are impossible under both policies. The matrix does not mark impossible cells.
        let occurs = Side.allCases.contains { both[$0]?.isEmpty == false }
        let conditions = self.conditions(arrival, columns[column])
        let met = occurs ? locator?.changes(where: conditions) ?? [] : []
        return ComparedMatrix.ComparisonCell(
          results: both,
          changes: met.map { ComparedMatrix.ComparisonChange(place: $0.change, boxes: $0.boxes) })
      }
      let number = cells.firstIndex { $0 == own } ?? cells.count
      if number == cells.count {
        cells.append(own)
      }
      numbered.append((arrival, number))
    }
    guard locator?.isSpent != true else { return nil }
    return ArrivalLines(numbered, axisCount: facts.count).lines.map { line in
      ComparedMatrix.ComparedLine(
        arriving: line.parts.map { words($0) },
        derived: Sides { side in
          self.cells[side].derived(
            line.arrivals.compactMap { known[side][$0]?.classes })
        },
        cells: cells[line.results])
    }
  }

  /// Returns whether a kind of arriving sign-in can occur.
  ///
  /// A policy may permit an arrival only because the policy ignores one of the facts. In this case, the arrival must
  /// also be possible under the other policy.
  private func canOccur(_ arrival: Arrival, _ known: Sides<[Arrival: Known]>) -> Bool {
    let told = Sides { side in
      cells[side].arrivalFacts.compactMap { difference.jointFact(of: $0, side) }
    }
    return
      Side.allCases.allSatisfy { side in
        known[side.other][arrival] != nil || !isOffered(arrival, side.other)
          || facts.allSatisfy { told[side].contains($0) }
      }
  }

  /// Returns whether a policy has the arrival's value of every fact, apart from facts that the policy does not declare.
  private func isOffered(_ arrival: Arrival, _ side: Side) -> Bool {
    values.indices.allSatisfy { place in
      let fact = values[place]
      return !fact.isKnown[side] || fact.own[side][parts[place][arrival[place]][0]] >= 0
    }
  }

  private func results(
    of arrival: Arrival, known: [Arrival: Known], side: Side, columns: [MatrixColumn]
  ) -> [[OutcomeMatrix.MatrixResult]]? {
    if let own = known[arrival] {
      return own.results
    }
    return isOffered(arrival, side) ? columns.map { _ in [] } : nil
  }

  private func conditions(
    _ arrival: Arrival, _ column: MatrixColumn
  ) -> [ChangeLocator.Condition] {
    let position = difference.policies.new.storage.tables[tables.new].position
    let met = column.conditions(at: position).compactMap { condition in
      difference.jointFact(of: condition.fact, .new).map { fact in
        (fact: fact, values: difference.jointValues(of: fact, holding: condition.values, .new))
      }
    }
    return met
      + facts.indices.map { place in
        (fact: facts[place], values: ValueSet(parts[place][arrival[place]]))
      }
  }

  /// Returns the condition of a line in words, negated if the negation is shorter.
  private func words(_ part: ArrivalLines.ArrivalCondition) -> OutcomeMatrix.Arriving {
    let others = part.possible.subtracting(part.classes)
    let isNegated = others.count < part.classes.count
    let fact = values[part.axis]
    let meant = (isNegated ? others : part.classes).values.flatMap { parts[part.axis][$0] }
    return OutcomeMatrix.Arriving(
      fact: fact.name, values: meant.sorted().map { fact.values[$0] }, isNegated: isNegated)
  }
}
