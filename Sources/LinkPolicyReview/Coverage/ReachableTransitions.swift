internal import LinkPolicyTesting

/// Which row or guard can decide after which, as far as an explorer found.
struct ReachableTransitions {
  /// Where a transition was seen.
  struct Start: Hashable {
    /// The store in which the first row decides.
    var store: Int
    /// The number of the explorer's edge; nil for a step that changes nothing, which any step that
    /// the row decides stands for.
    var edge: Int?
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
        let table = explorer.patterns[explorer.situations[basis].pattern].table
        for outcome in explorer.situations[basis].outcomes where !outcome.changes {
          let row = numbers.number(outcome.source, table: table)
          note(row, Start(store: number, edge: nil), before: following[number])
        }
      }
    }
    for (number, edge) in explorer.edges.enumerated() {
      let row = numbers.number(edge.source, table: edge.table)
      note(row, Start(store: edge.store, edge: number), before: following[edge.target])
    }
  }

  /// The depth of the store in which a transition starts.
  func depth(of transition: Coverage.Transition, _ explorer: Explorer) -> Int {
    found[transition].map { explorer.stores[$0.store].depth } ?? 0
  }

  private func rows(in store: Int) -> Set<Int> {
    var rows: Set<Int> = []
    for basis in explorer.met[store] {
      let table = explorer.patterns[explorer.situations[basis].pattern].table
      for outcome in explorer.situations[basis].outcomes {
        if let row = numbers.number(outcome.source, table: table) {
          rows.insert(row)
        }
      }
    }
    return rows
  }

  private mutating func note(_ row: Int?, _ start: Start, before rows: Set<Int>) {
    guard let row else { return }
    let depth = explorer.stores[start.store].depth
    for next in rows {
      let transition = Coverage.Transition(from: row, to: next)
      if let known = found[transition], explorer.stores[known.store].depth <= depth {
        continue
      }
      found[transition] = start
    }
  }
}
