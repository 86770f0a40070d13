package import LinkPolicy
internal import LinkPolicyAuthoring

/// What some vectors reach of a policy, beside what an exploration reached: exact counts, and what
/// is missing with a vector that would reach it.
package struct CoverageReport: Sendable {
  /// How much of something there is and is reached.
  package struct Tally: Sendable {
    /// What the vectors reach.
    package var reached = 0
    /// All there is.
    package var total = 0
    /// Of what is not reached: what the exploration reached.
    package var reachable = 0
    /// Of what is not reached: what nothing reaches from the empty store, as is proved.
    package var unreachable = 0
    /// Of what is not reached: what the exploration did not reach either.
    package var notFound: Int { total - reached - reachable - unreachable }
  }

  /// A row or guard.
  package struct Row: Sendable {
    package var name: RowName
    package var position: SourcePosition
    /// How often it decided.
    package var count: Int
    /// Its cells; nil for a guard, and for a row of a table whose cells are too many.
    package var cells: Tally?
    /// Why nothing reaches it from the empty store; nil where that is not proved.
    package var unreachable: String?
  }

  /// Something that is not reached.
  package struct Missing: Sendable {
    /// What can be missing.
    package enum What: String, CaseIterable, Sendable {
      case row, `guard`, cell, cells, transition
    }

    /// What it is.
    package var what: What
    /// The row or guard; of a transition the first.
    package var name: RowName
    /// The row or guard that follows, of a transition.
    package var next: RowName?
    /// The facts of a cell.
    package var facts: [(fact: String, values: [String])] = []
    /// The vector that reaches it; nil where none was found.
    package var vector: SequenceVector?
    /// Why nothing reaches it from the empty store; nil where that is not proved.
    package var unreachable: String?
  }

  /// What is covered.
  package let coverage: Coverage
  /// How many stores the exploration looked at, and whether that was all there are.
  package let stores: Int
  package let isComplete: Bool
  /// The guards and rows, in the order of the policy.
  package private(set) var rows: [Row] = []
  /// The totals.
  package private(set) var rowTally = Tally()
  package private(set) var cellTally = Tally()
  package private(set) var transitionTally = Tally()
  /// What is missing: rows and guards all of them, cells and transitions up to the limit.
  package private(set) var missing: [Missing] = []

  private let explorer: Explorer
  private let policyName: String
  private let reachable: ReachableCells

  /// Compares coverage with an exploration of the same policy.
  ///
  /// `limit` is the most cells of a row, and the most transitions, that are listed; `policyName` is
  /// what the vectors call the policy.
  package init(_ coverage: Coverage, _ explorer: Explorer, named policyName: String, limit: Int) {
    self.coverage = coverage
    self.explorer = explorer
    self.policyName = policyName
    stores = explorer.expanded
    isComplete = explorer.isComplete
    reachable = ReachableCells(explorer, coverage.cells, coverage.numbers)
    takeRows()
    takeCells(limit)
    takeTransitions(limit)
  }

  /// The tables whose cells are too many to be counted, by key.
  package var uncounted: [Name] {
    coverage.cells.uncounted.map { coverage.policy.storage.tables[$0].key }
  }

  private func vector(_ sequence: StepSequence) -> SequenceVector {
    SequenceVector(
      sequence, under: explorer.policy, named: policyName, prefix: "reach", answers: .outcome)
  }

  private func vector(_ end: ReachableCells.End?) -> SequenceVector? {
    end.map { vector(explorer.sequence(to: $0.basis, $0.combination)) }
  }

  private mutating func takeRows() {
    let numbers = coverage.numbers
    for number in 0..<numbers.count {
      let isGuard = number < numbers.guardCount
      var row = Row(
        name: numbers.names[number], position: numbers.positions[number],
        count: coverage.counts[number])
      rowTally.total += 1
      if isGuard {
        row.unreachable =
          coverage.cells.guardsReachable[number] ? nil : "no effect brings its cells about"
      } else {
        row.unreachable = coverage.cells.rows[number - numbers.guardCount].reason
      }
      if isComplete, reachable.rows[number] == nil, row.unreachable == nil {
        row.unreachable = "no sequence comes to it"
      }
      if row.count > 0 {
        rowTally.reached += 1
      } else {
        rowTally.reachable += reachable.rows[number] == nil ? 0 : 1
        rowTally.unreachable += row.unreachable == nil ? 0 : 1
        missing.append(
          Missing(
            what: isGuard ? .guard : .row, name: row.name,
            vector: vector(reachable.rows[number]), unreachable: row.unreachable))
      }
      rows.append(row)
    }
  }

  private mutating func takeCells(_ limit: Int) {
    var cells = coverage.cells
    let first = coverage.numbers.guardCount
    for (index, row) in cells.rows.enumerated() where !cells.uncounted.contains(row.table) {
      let reached = coverage.reached[index]
      let found = reachable.found[index]
      var tally = Tally(reached: reached.count, total: row.count)
      let left = found.keys.filter { !reached.contains($0) }
      tally.reachable = left.count
      tally.unreachable = row.unreachable - reached.count { !row.isReachable($0, in: cells) }
      if isComplete {
        tally.unreachable = tally.total - tally.reached - tally.reachable
      }
      rows[first + index].cells = tally
      cellTally.reached += tally.reached
      cellTally.total += tally.total
      cellTally.reachable += tally.reachable
      cellTally.unreachable += tally.unreachable
      let name = coverage.numbers.names[first + index]
      let sorted = left.sorted { a, b in
        let (x, y) = (found[a], found[b])
        let (m, n) = (
          x.map { explorer.length(of: $0.basis) } ?? 0, y.map { explorer.length(of: $0.basis) } ?? 0
        )
        return m == n ? a.lexicographicallyPrecedes(b) : m < n
      }
      for cell in sorted.prefix(limit) {
        let box = cells.box(of: cell, inTable: row.table)
        missing.append(
          Missing(
            what: .cell, name: name, facts: cells.words(box, of: cell, inTable: row.table),
            vector: vector(found[cell])))
      }
      guard tally.notFound > 0, sorted.count < limit else { continue }
      let known = reached.union(found.keys)
      let rest = cells.missing(ofRow: index, besides: known, limit: limit - sorted.count)
      for box in rest.boxes {
        missing.append(
          Missing(what: .cells, name: name, facts: cells.words(box, inTable: row.table)))
      }
    }
  }

  private mutating func takeTransitions(_ limit: Int) {
    let numbers = coverage.numbers
    let possible = ReachableTransitions(explorer, numbers)
    let left = possible.found.keys.filter { !coverage.transitions.contains($0) }.sorted { a, b in
      let (x, y) = (possible.depth(of: a, explorer), possible.depth(of: b, explorer))
      return x == y ? a < b : x < y
    }
    transitionTally = Tally(
      reached: coverage.transitions.count, total: coverage.transitions.count + left.count,
      reachable: left.count)
    let listed = Array(left.prefix(limit))
    let sequences = TransitionSearch(explorer, numbers, possible).sequences(for: listed)
    for transition in listed {
      missing.append(
        Missing(
          what: .transition, name: numbers.names[transition.from],
          next: numbers.names[transition.to],
          vector: sequences[transition].map { vector($0) }))
    }
  }
}
