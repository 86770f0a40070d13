internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyReview

/// The cells of two tables, seen as a matrix: what arrives is told apart as either policy does.
struct ComparedCells {
  /// A kind of arrival: for each joint fact the number of a part of its values.
  private typealias Arrival = [Int]

  /// What one policy knows of a kind of arrival.
  private struct Known {
    var classes: [Int]
    var results: [[OutcomeMatrix.Result]]
  }

  private let difference: PolicyDifference
  private let tables: Sides<Int>
  private var cells: Sides<MatrixCells>
  /// The joint facts that tell arriving sign-ins apart.
  private let facts: [Int]
  private let values: [JointFact]
  /// For each of them its values, those together that neither policy tells apart.
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

  /// The values of a joint fact, those together that no policy and no change tells apart.
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

  /// The lines of the tables.
  mutating func group(_ columns: [MatrixColumn]) -> ComparedMatrix.Group {
    var group = ComparedMatrix.Group(
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

  /// What one policy knows, for every kind of arrival; nil for too many.
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
  ) -> [ComparedMatrix.Line]? {
    var cells: [[ComparedMatrix.Cell]] = []
    var numbered: [ArrivalLines.Arrival] = []
    let arrivals = Set(known.old.keys).union(known.new.keys).sorted {
      $0.lexicographicallyPrecedes($1)
    }
    for arrival in arrivals where canOccur(arrival, known) {
      let results = Sides { self.results(arrival, known[$0], $0, columns) }
      let own = columns.indices.map { column in
        let both = Sides { results[$0]?[column] }
        // What can occur under neither is told apart by the matrix, not by the changes.
        let occurs = Side.allCases.contains { both[$0]?.isEmpty == false }
        let conditions = self.conditions(arrival, columns[column])
        let met = occurs ? locator?.changes(where: conditions) ?? [] : []
        return ComparedMatrix.Cell(
          results: both,
          changes: met.map { ComparedMatrix.Change(place: $0.change, boxes: $0.boxes) })
      }
      let number = cells.firstIndex { $0 == own } ?? cells.count
      if number == cells.count {
        cells.append(own)
      }
      numbered.append((arrival, number))
    }
    guard locator?.isSpent != true else { return nil }
    return ArrivalLines(numbered, axisCount: facts.count).lines.map { line in
      ComparedMatrix.Line(
        arriving: line.parts.map { words($0) },
        derived: Sides { side in
          self.cells[side].derived(
            line.arrivals.compactMap { known[side][$0]?.classes })
        },
        cells: cells[line.results])
    }
  }

  /// Whether an arrival can occur at all: one that a policy has only since it does not tell values
  /// of a fact apart has to occur under the other.
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

  /// Whether a policy declares everything that an arrival is told apart by.
  private func isOffered(_ arrival: Arrival, _ side: Side) -> Bool {
    values.indices.allSatisfy { place in
      let fact = values[place]
      return !fact.isKnown[side] || fact.own[side][parts[place][arrival[place]][0]] >= 0
    }
  }

  private func results(
    _ arrival: Arrival, _ known: [Arrival: Known], _ side: Side, _ columns: [MatrixColumn]
  ) -> [[OutcomeMatrix.Result]]? {
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

  /// What narrows a line down in words, by what is left out where that is shorter.
  private func words(_ part: ArrivalLines.Part) -> OutcomeMatrix.Arriving {
    let others = part.possible.subtracting(part.classes)
    let isNegated = others.count < part.classes.count
    let fact = values[part.axis]
    let meant = (isNegated ? others : part.classes).values.flatMap { parts[part.axis][$0] }
    return OutcomeMatrix.Arriving(
      fact: fact.name, values: meant.sorted().map { fact.values[$0] }, isNegated: isNegated)
  }
}
