internal import LinkPolicy
internal import LinkPolicyVectors

/// Which row or guard can decide after which, as far as an explorer found.
struct ReachableTransitions {
  /// Where a transition was seen: the store and the step in it that the first row decides.
  struct Start {
    var store: Int
    var basis: Int
    var outcome: Int
  }

  /// The transitions, each with the first place at which it was seen.
  private(set) var found: [Coverage.Transition: Start] = [:]
  private let explorer: Explorer
  private let numbers: RowNumbers

  init(_ explorer: Explorer, _ numbers: RowNumbers) {
    self.explorer = explorer
    self.numbers = numbers
    var following = explorer.stores.indices.map { rows(in: $0) }
    // Waiting decides nothing, so what can be decided after it follows what came before.
    for (number, store) in explorer.stores.enumerated().reversed() {
      if case .wait = store.step, store.parent >= 0 {
        following[store.parent].formUnion(following[number])
      }
    }
    for (number, situations) in explorer.met.enumerated() {
      for basis in situations {
        for (place, outcome) in explorer.situations[basis].outcomes.enumerated()
        where !outcome.changes {
          note(basis, place, in: number, before: following[number])
        }
      }
    }
    for edge in explorer.edges where edge.target >= 0 {
      note(edge.basis, edge.outcome, in: edge.store, before: following[edge.target])
    }
  }

  /// The depth of the store in which a transition starts.
  func depth(of transition: Coverage.Transition, _ explorer: Explorer) -> Int {
    found[transition].map { explorer.stores[$0.store].depth } ?? 0
  }

  private func row(_ basis: Int, _ outcome: Int) -> Int? {
    let situation = explorer.situations[basis]
    return numbers.number(
      situation.outcomes[outcome].source, table: explorer.scenes[situation.scene].table)
  }

  private func rows(in store: Int) -> Set<Int> {
    var rows: Set<Int> = []
    for basis in explorer.met[store] {
      for outcome in explorer.situations[basis].outcomes.indices {
        if let row = row(basis, outcome) {
          rows.insert(row)
        }
      }
    }
    return rows
  }

  private mutating func note(_ basis: Int, _ outcome: Int, in store: Int, before rows: Set<Int>) {
    guard let from = row(basis, outcome) else { return }
    for to in rows {
      let transition = Coverage.Transition(from: from, to: to)
      if let known = found[transition],
        explorer.stores[known.store].depth <= explorer.stores[store].depth
      {
        continue
      }
      found[transition] = Start(store: store, basis: basis, outcome: outcome)
    }
  }
}
