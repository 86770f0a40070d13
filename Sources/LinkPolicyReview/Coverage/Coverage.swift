package import LinkPolicy
package import LinkPolicyAuthoring
package import LinkPolicyExploration
package import LinkPolicyTesting

/// The coverage of a policy by vectors: the rows, guards, cells and transitions that the vectors
/// reach.
package struct Coverage: Sendable {
  /// The policy that the vectors test.
  package let policy: CompiledPolicy
  /// The numbering of the policy's rows and guards, which is also the order of the counts of decisions.
  package let numbers: RowNumbers
  /// The cells of each row.
  package internal(set) var cells: CellMap
  /// The number of decisions that each row and guard made, in the order of ``numbers``.
  package private(set) var counts: [Int]
  /// For each row of the map ``cells``, the cells that at least one case reaches.
  package private(set) var reached: [Set<CellMap.Cell>]
  /// The transitions that at least one case reaches.
  package private(set) var transitions: Set<Transition> = []
  /// The pairs of consecutive transitions that at least one case reaches.
  package private(set) var pairs: Set<TransitionPair> = []
  /// The number of added cases.
  package private(set) var cases = 0
  /// The number of steps in all added cases.
  package private(set) var steps = 0

  /// The row or guard that decided an attempt, and the row or guard that decided the next attempt.
  package struct Transition: Sendable, Hashable, Comparable {
    package var from: Int
    package var to: Int

    package static func < (a: Self, b: Self) -> Bool { (a.from, a.to) < (b.from, b.to) }
  }

  /// Two consecutive transitions: three rows or guards that decided consecutive attempts.
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
  /// - Returns: whether the case has a transition, or a pair of transitions, that no earlier case had.
  @discardableResult
  package mutating func add(_ played: PlayedCase) -> Bool {
    add(played.steps.map { $0.decision })
  }

  /// Adds the decisions of a sequence, with nil for a step without a decision.
  ///
  /// - Returns: whether the sequence has a transition, or a pair of transitions, that no earlier sequence had.
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

  /// Returns the transitions, and the pairs of transitions, that a sequence of decisions makes, in order.
  ///
  /// - Parameter decisions: the decisions, with nil for a step without a decision.
  /// - Returns: the transitions and the pairs, with repetitions.
  package func visits(
    of decisions: [Decision?]
  ) -> (transitions: [Transition], pairs: [TransitionPair]) {
    let rows = decisions.compactMap { decision in decision.flatMap { numbers.number(of: $0) } }
    let transitions = zip(rows, rows.dropFirst()).map { Transition(from: $0, to: $1) }
    let pairs = zip(transitions, rows.dropFirst(2)).map { TransitionPair(first: $0, then: $1) }
    return (transitions, pairs)
  }
}

/// The cells that an exploration reached, each with the end of a shortest sequence to the cell.
struct ReachableCells {
  /// The last attempt of a sequence, stored as an explored situation and the index of the modification that makes the
  /// attempt.
  struct End {
    var basis: Int
    var combination: Int
    /// The facts of the last attempt, including derived facts.
    var facts: FactVector
  }

  /// For each row of the map, the reached cells, each with the end of the cell's sequence.
  private(set) var found: [[CellMap.Cell: End]]
  /// For each row and guard, by number, the end of the first sequence to the row or guard; nil if there is no sequence.
  private(set) var rows: [End?]

  init(in explorer: Explorer, map: CellMap, numbers: RowNumbers) {
    found = [[CellMap.Cell: End]](repeating: [:], count: map.rows.count)
    rows = [End?](repeating: nil, count: numbers.count)
    for number in explorer.situationsByLength {
      let basis = explorer.situations[number]
      let pattern = explorer.patterns[basis.pattern]
      let modifiers = pattern.modifiers(isChecked: basis.isChecked)
      for (place, modification) in pattern.combinations(isChecked: basis.isChecked).enumerated() {
        var facts = basis.facts
        modification.set(modifiers, in: &facts)
        guard let source = explorer.policy.source(of: &facts),
          let row = numbers.number(source, table: pattern.table)
        else { continue }
        let end = End(basis: number, combination: place, facts: facts)
        if rows[row] == nil {
          rows[row] = end
        }
        guard case .row(let index) = source else { continue }
        let cell = map.cell(of: facts, inTable: pattern.table)
        let position = map.index(table: pattern.table, row: index)
        if found[position][cell] == nil {
          found[position][cell] = end
        }
      }
    }
  }
}
