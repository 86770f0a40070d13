internal import LinkPolicy
package import LinkPolicyExploration

/// A generator of a small set of short sequences that together reach a goal, such as every row.
package struct SequenceGenerator {
  private let explorer: Explorer
  private let numbers: RowNumbers
  private let map: CellMap

  /// Creates a generator from the results of an exploration.
  package init(_ explorer: Explorer) {
    self.explorer = explorer
    numbers = RowNumbers(explorer.policy)
    map = CellMap(explorer.policy)
  }

  /// The number of rows and guards that the exploration does not reach.
  package var unreachedRows: Int {
    ReachableCells(in: explorer, map: map, numbers: numbers).rows.count { $0 == nil }
  }

  /// The number of rows and guards of the policy.
  package var rowCount: Int { numbers.count }

  /// Returns at most `limit` sequences, the shortest first.
  ///
  /// Each sequence is the shortest known sequence to a target, and reaches a target that no other returned sequence
  /// reaches.
  package func sequences(for goal: Goal, limit: Int = .max) -> [StepSequence] {
    let candidates = candidates(for: goal)
    var targets: [CoverageTarget: Int] = [:]
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

  /// A target of a sequence: a row or guard, a cell, or a transition.
  private enum CoverageTarget: Hashable {
    case row(Int)
    case cell(row: Int, CellMap.Cell)
    case transition(Coverage.Transition)
  }

  /// Returns the shortest sequence found for each target, ordered by length, then by target.
  private func candidates(for goal: Goal) -> [StepSequence] {
    let sequences: [StepSequence]
    switch goal {
    case .rows:
      let reachable = ReachableCells(in: explorer, map: map, numbers: numbers)
      sequences = reachable.rows.compactMap { $0 }.map { sequence($0) }
    case .cells:
      let reachable = ReachableCells(in: explorer, map: map, numbers: numbers)
      sequences = reachable.found.flatMap { cells in
        cells.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { sequence($0.value) }
      }
    case .transitions:
      let possible = ReachableTransitions(in: explorer, numbers: numbers)
      let wanted = possible.found.keys.sorted()
      let found = TransitionSearch(in: explorer, numbers: numbers, reachable: possible)
        .sequences(for: wanted)
      sequences = wanted.compactMap { found[$0] }
    }
    return sequences.enumerated()
      .sorted { ($0.element.steps.count, $0.offset) < ($1.element.steps.count, $1.offset) }
      .map { $0.element }
  }

  private func sequence(_ end: ReachableCells.End) -> StepSequence {
    explorer.sequence(to: end.basis, end.combination)
  }

  /// Returns the targets of a goal that a sequence and its prefixes reach.
  private func reached(by sequence: StepSequence, _ goal: Goal) -> [CoverageTarget] {
    var targets: [CoverageTarget] = []
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

/// The parts of a policy that generated vectors must reach.
package enum Goal: String, Sendable, CaseIterable {
  /// The vectors together reach every row and guard that an exploration reaches.
  case rows
  /// The vectors together reach each cell of each row, as far as an exploration reaches the cell.
  case cells
  /// The vectors together reach every pair of rows or guards that decide consecutive attempts in an exploration.
  case transitions
}

/// A greedy search for a few sets that together contain all elements of the given sets.
package enum SetCover {
  /// Returns the indices of the picked sets, in ascending order.
  ///
  /// The search repeatedly picks the set with the most uncovered elements. Among sets with equally many such elements,
  /// the search picks the set with the least weight, then the lowest index. Finally, the search drops each set that the
  /// other picked sets cover.
  package static func pick(_ sets: [Set<Int>], weights: [Int]) -> [Int] {
    var uncovered: Set<Int> = []
    for set in sets {
      uncovered.formUnion(set)
    }
    // A set's gain, the number of its uncovered elements, never grows. An outdated gain in the queue is an upper bound.
    var queue = sets.indices.map { (gain: sets[$0].count, place: $0) }
    let precedes = { (a: (gain: Int, place: Int), b: (gain: Int, place: Int)) in
      (-a.gain, weights[a.place], a.place) < (-b.gain, weights[b.place], b.place)
    }
    queue.sort(by: precedes)
    var picked: [Int] = []
    while !uncovered.isEmpty, let first = queue.first {
      let gain = sets[first.place].count { uncovered.contains($0) }
      if gain == first.gain {
        queue.removeFirst()
        picked.append(first.place)
        uncovered.subtract(sets[first.place])
        continue
      }
      queue.removeFirst()
      guard gain > 0 else { continue }
      let entry = (gain: gain, place: first.place)
      queue.insert(entry, at: insertion(of: entry, in: queue, precedes))
    }
    return withoutSuperfluous(picked, sets).sorted()
  }

  private static func insertion(
    of entry: (gain: Int, place: Int), in queue: [(gain: Int, place: Int)],
    _ precedes: ((gain: Int, place: Int), (gain: Int, place: Int)) -> Bool
  ) -> Int {
    var (low, high) = (0, queue.count)
    while low < high {
      let middle = (low + high) / 2
      if precedes(queue[middle], entry) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }

  private static func withoutSuperfluous(_ picked: [Int], _ sets: [Set<Int>]) -> [Int] {
    var counts: [Int: Int] = [:]
    for place in picked {
      for element in sets[place] {
        counts[element, default: 0] += 1
      }
    }
    return picked.filter { place in
      guard sets[place].allSatisfy({ (counts[$0] ?? 0) > 1 }) else { return true }
      for element in sets[place] {
        counts[element, default: 0] -= 1
      }
      return false
    }
  }
}
