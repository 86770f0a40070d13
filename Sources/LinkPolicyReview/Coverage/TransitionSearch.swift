internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration
internal import LinkPolicyTesting

/// A search for sequences in which two given rows or guards decide the last two attempts.
struct TransitionSearch {
  private let explorer: Explorer
  private let numbers: RowNumbers
  private let reachable: ReachableTransitions

  init(in explorer: Explorer, numbers: RowNumbers, reachable: ReachableTransitions) {
    self.explorer = explorer
    self.numbers = numbers
    self.reachable = reachable
  }

  /// Returns a sequence for each wanted transition that occurs in the exploration.
  func sequences(
    for wanted: [Coverage.Transition]
  ) -> [Coverage.Transition: StepSequence] {
    var groups: [TransitionGroup: [Coverage.Transition]] = [:]
    for transition in wanted {
      if let start = reachable.found[transition] {
        let group = TransitionGroup(start: start, from: transition.from)
        groups[group, default: []].append(transition)
      }
    }
    var found: [Coverage.Transition: StepSequence] = [:]
    for (group, wanted) in groups {
      search(group, for: Set(wanted), into: &found)
    }
    return found
  }

  /// The transitions that start with the same step.
  private struct TransitionGroup: Hashable {
    var start: ReachableTransitions.Start
    var from: Int
  }

  private func search(
    _ group: TransitionGroup, for wanted: Set<Coverage.Transition>,
    into found: inout [Coverage.Transition: StepSequence]
  ) {
    let store = explorer.stores[group.start.store].accounts
    guard let first = first(of: group, in: store) else { return }
    let path = explorer.contents(to: group.start.store) + [first.step]
    for (waits, accounts) in Self.waited(first.accounts)
    where wanted.contains(where: { found[$0] == nil }) {
      for second in explorer.steps(in: accounts) {
        guard let row = perform(second, in: accounts)?.row else { continue }
        let transition = Coverage.Transition(from: group.from, to: row)
        guard wanted.contains(transition), found[transition] == nil else { continue }
        found[transition] = StepSequence(path + waits + [second], under: explorer.policy)
      }
    }
  }

  /// Returns the first step of a group's transitions, and the store after this step; nil if the group's first row
  /// decides no step in the store.
  private func first(
    of group: TransitionGroup, in accounts: Accounts
  ) -> (step: ExploredStep, accounts: Accounts)? {
    let steps =
      group.start.edge.map { [explorer.edges[$0].step] } ?? explorer.steps(in: accounts)
    for step in steps {
      if let done = perform(step, in: accounts), done.row == group.from {
        return (step, done.accounts)
      }
    }
    return nil
  }

  /// Returns the unchanged store, and the store after each combination of waits.
  private static func waited(
    _ accounts: Accounts
  ) -> [(waits: [ExploredStep], accounts: Accounts)] {
    var old = accounts
    old.ageSessions()
    var expired = accounts
    expired.expireCodes()
    var both = old
    both.expireCodes()
    return [
      ([], accounts), ([.wait(.old)], old), ([.wait(.expired)], expired),
      ([.wait(.old), .wait(.expired)], both),
    ]
  }

  /// Returns the row or guard that decides a step, and the store after the step; nil if no row or guard decides the
  /// step.
  private func perform(
    _ step: ExploredStep, in accounts: Accounts
  ) -> (row: Int, accounts: Accounts)? {
    guard case .attempt(let attempt) = step,
      let situation = try? accounts.situation(
        for: attempt.attempt, by: attempt.caller, under: explorer.policy.policy),
      let decision = try? explorer.policy.decide(attempt.attempt, in: situation),
      let row = numbers.number(of: decision)
    else { return nil }
    var changed = accounts
    return (try? changed.apply(decision)).map { _ in (row, changed) }
  }
}

/// The transitions between rows and guards that occur in an exploration.
struct ReachableTransitions {
  /// The store and the step with which a transition starts.
  struct Start: Hashable {
    /// The store in which the first row or guard of the transition decides.
    var store: Int
    /// The edge of the first step, by its index in the explorer; nil if the first step leaves the store unchanged.
    var edge: Int?
  }

  /// The transitions, each with a start in a store of the least depth.
  private(set) var found: [Coverage.Transition: Start] = [:]
  private let explorer: Explorer
  private let numbers: RowNumbers

  init(in explorer: Explorer, numbers: RowNumbers) {
    self.explorer = explorer
    self.numbers = numbers
    var following = explorer.stores.indices.map { rows(in: $0) }
    // No row decides a wait, so a transition can connect the attempts before and after a wait.
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

  /// Returns the depth of the store in which a transition starts.
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
