package import LinkPolicy
package import LinkPolicyAuthoring
package import LinkPolicyTesting

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
  /// The pairs of transitions reached.
  package private(set) var pairs: Set<TransitionPair> = []
  /// The number of cases and steps.
  package private(set) var cases = 0
  package private(set) var steps = 0

  /// A row or guard that decided, and the one that decided the next attempt of the sequence.
  package struct Transition: Sendable, Hashable, Comparable {
    package var from: Int
    package var to: Int

    package static func < (a: Self, b: Self) -> Bool { (a.from, a.to) < (b.from, b.to) }
  }

  /// Two transitions, one right after the other: three rows or guards that decided in a row.
  package struct TransitionPair: Sendable, Hashable {
    package var first: Transition
    package var then: Int
  }

  package init(_ policy: CompiledPolicy) {
    self.policy = policy
    numbers = RowNumbers(policy)
    cells = CellMap(policy)
    counts = [Int](repeating: 0, count: numbers.count)
    reached = [Set<CellMap.Cell>](repeating: [], count: cells.rows.count)
  }

  /// Adds a case, which must have been played under the policy.
  ///
  /// - Returns: whether it has a transition, or a pair of transitions, that none before it had.
  @discardableResult
  package mutating func add(_ played: PlayedCase) -> Bool {
    add(played.steps.map { $0.decision })
  }

  /// Adds the decisions of a sequence, nil for a step without one.
  ///
  /// - Returns: whether they have a transition, or a pair of transitions, that none before them had.
  @discardableResult
  package mutating func add(_ decisions: [Decision?]) -> Bool {
    cases += 1
    steps += decisions.count
    for case let decision? in decisions {
      guard let number = numbers.number(of: decision) else { continue }
      counts[number] += 1
      if case .row(let row) = decision.source {
        let place = cells.index(table: decision.table, row: row)
        reached[place].insert(cells.cell(of: decision.facts, inTable: decision.table))
      }
    }
    let known = transitions.count + pairs.count
    let visited = visits(of: decisions)
    transitions.formUnion(visited.transitions)
    pairs.formUnion(visited.pairs)
    return transitions.count + pairs.count > known
  }

  /// The transitions of a sequence of decisions, and the pairs of them, in order.
  ///
  /// - Parameter decisions: the decisions, nil for a step without one.
  /// - Returns: both; what comes twice is in it twice.
  package func visits(
    of decisions: [Decision?]
  ) -> (transitions: [Transition], pairs: [TransitionPair]) {
    let rows = decisions.compactMap { decision in decision.flatMap { numbers.number(of: $0) } }
    let transitions = zip(rows, rows.dropFirst()).map { Transition(from: $0, to: $1) }
    let pairs = zip(transitions, rows.dropFirst(2)).map { TransitionPair(first: $0, then: $1) }
    return (transitions, pairs)
  }
}
