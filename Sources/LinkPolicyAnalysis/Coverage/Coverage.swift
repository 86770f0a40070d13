package import LinkPolicy
package import LinkPolicyVectors

/// What of a policy some vectors reach: its rows and guards, their cells, and which row follows
/// which.
package struct Coverage: Sendable {
  /// The policy.
  package let policy: CompiledPolicy
  /// The rows and guards by number.
  package let numbers: RowNumbers
  /// The cells of the rows.
  package internal(set) var cells: CellMap
  /// How often each row and guard decided.
  package private(set) var counts: [Int]
  /// The cells reached, by the place of the row in the map.
  package private(set) var reached: [Set<CellMap.Cell>]
  /// The transitions reached.
  package private(set) var transitions: Set<Transition> = []
  /// The number of cases and steps.
  package private(set) var cases = 0
  package private(set) var steps = 0

  /// A row or guard that decided, and the one that decided the next attempt of the sequence.
  package struct Transition: Sendable, Hashable, Comparable {
    package var from: Int
    package var to: Int

    package static func < (a: Self, b: Self) -> Bool { (a.from, a.to) < (b.from, b.to) }
  }

  package init(_ policy: CompiledPolicy) {
    self.policy = policy
    numbers = RowNumbers(policy)
    cells = CellMap(policy)
    counts = [Int](repeating: 0, count: numbers.count)
    reached = [Set<CellMap.Cell>](repeating: [], count: cells.rows.count)
  }

  /// Adds a case, which must have been played under the policy.
  package mutating func add(_ played: PlayedCase) {
    add(played.steps.map { $0.decision })
  }

  /// Adds the decisions of a sequence, nil for a step without one.
  package mutating func add(_ decisions: [Decision?]) {
    cases += 1
    steps += decisions.count
    var last: Int?
    for decision in decisions.compactMap({ $0 }) {
      guard let number = numbers.number(of: decision) else { continue }
      counts[number] += 1
      if let last {
        transitions.insert(Transition(from: last, to: number))
      }
      last = number
      if case .row(let row) = decision.source {
        let place = cells.index(table: decision.table, row: row)
        reached[place].insert(cells.cell(of: decision.facts, inTable: decision.table))
      }
    }
  }
}
