internal import LinkPolicy

/// Makes sequences that together reach a goal, as few and as short as it finds.
package struct Generator {
  private let explorer: Explorer
  private let numbers: RowNumbers
  private let map: CellMap

  /// Generates from what an exploration has found.
  package init(_ explorer: Explorer) {
    self.explorer = explorer
    numbers = RowNumbers(explorer.policy)
    map = CellMap(explorer.policy)
  }

  /// The sequences: each the shortest found to something that no other one reaches, the short ones
  /// first; at most a number of them.
  package func sequences(for goal: Goal, limit: Int = .max) -> [StepSequence] {
    let candidates = candidates(for: goal)
    var targets: [Target: Int] = [:]
    var sets: [Set<Int>] = []
    for candidate in candidates {
      var set: Set<Int> = []
      for target in reached(by: candidate, goal) {
        let number = targets[target] ?? targets.count
        targets[target] = number
        set.insert(number)
      }
      sets.append(set)
    }
    let weights = candidates.map { $0.steps.count }
    let picked = SetCover.pick(sets, weights: weights).map { candidates[$0] }
    return Array(picked.prefix(limit))
  }

  /// Something to reach.
  private enum Target: Hashable {
    case row(Int)
    case cell(row: Int, CellMap.Cell)
    case transition(Coverage.Transition)
  }

  /// A shortest sequence to each target, by length and in the order in which they were found.
  private func candidates(for goal: Goal) -> [StepSequence] {
    let sequences: [StepSequence]
    switch goal {
    case .rows:
      let reachable = ReachableCells(explorer, map, numbers)
      sequences = reachable.rows.compactMap { $0 }.map { sequence($0) }
    case .cells:
      let reachable = ReachableCells(explorer, map, numbers)
      sequences = reachable.found.flatMap { cells in
        cells.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { sequence($0.value) }
      }
    case .transitions:
      let possible = ReachableTransitions(explorer, numbers)
      let wanted = possible.found.keys.sorted()
      let found = TransitionSearch(explorer, numbers, possible).sequences(for: wanted)
      sequences = wanted.compactMap { found[$0] }
    }
    return sequences.enumerated()
      .sorted { ($0.element.steps.count, $0.offset) < ($1.element.steps.count, $1.offset) }
      .map { $0.element }
  }

  private func sequence(_ end: ReachableCells.End) -> StepSequence {
    explorer.sequence(to: end.basis, end.combination)
  }

  /// What a sequence reaches of a goal, its beginning included.
  private func reached(by sequence: StepSequence, _ goal: Goal) -> [Target] {
    var targets: [Target] = []
    var last: Int?
    for decision in sequence.play(explorer.policy).compactMap({ $0.decision }) {
      guard let number = numbers.number(of: decision) else { continue }
      switch goal {
      case .rows: targets.append(.row(number))
      case .cells:
        if case .row = decision.source {
          let cell = map.cell(of: decision.facts, inTable: decision.table)
          targets.append(.cell(row: number, cell))
        }
      case .transitions:
        if let last {
          targets.append(.transition(Coverage.Transition(from: last, to: number)))
        }
      }
      last = number
    }
    return targets
  }
}
