internal import LinkPolicy
internal import LinkPolicyVectors

/// Makes sequences that end with two given rows, one deciding after the other.
struct TransitionSearch {
  private let explorer: Explorer
  private let numbers: RowNumbers
  private let reachable: ReachableTransitions

  init(_ explorer: Explorer, _ numbers: RowNumbers, _ reachable: ReachableTransitions) {
    self.explorer = explorer
    self.numbers = numbers
    self.reachable = reachable
  }

  /// A sequence for each of some transitions that were found to be possible.
  func sequences(
    for wanted: [Coverage.Transition]
  ) -> [Coverage.Transition: StepSequence] {
    var groups: [Int: Set<Coverage.Transition>] = [:]
    for transition in wanted {
      if let start = reachable.found[transition] {
        groups[start.store, default: []].insert(transition)
      }
    }
    var found: [Coverage.Transition: StepSequence] = [:]
    for store in groups.keys.sorted() {
      search(from: store, groups[store] ?? [], &found)
    }
    return found
  }

  private func search(
    from store: Int, _ wanted: Set<Coverage.Transition>,
    _ found: inout [Coverage.Transition: StepSequence]
  ) {
    let path = explorer.contents(to: store)
    var wanted = wanted
    for first in decided(in: explorer.stores[store].accounts) {
      let following = wanted.filter { $0.from == first.row }
      guard !following.isEmpty else { continue }
      var next: [(waits: [ExploredStep], accounts: Accounts)] = [([], first.accounts)]
      for wait: VectorStep.Wait in [.old, .expired] {
        var accounts = first.accounts
        switch wait {
        case .old: accounts.ageSessions()
        case .expired: accounts.expireCodes()
        }
        next.append(([.wait(wait)], accounts))
      }
      for (waits, accounts) in next where following.contains(where: { found[$0] == nil }) {
        for second in decided(in: accounts) {
          let transition = Coverage.Transition(from: first.row, to: second.row)
          guard following.contains(transition), found[transition] == nil else { continue }
          found[transition] = StepSequence(
            path + [first.step] + waits + [second.step], under: explorer.policy)
        }
      }
      wanted = wanted.filter { found[$0] == nil }
      if wanted.isEmpty {
        return
      }
    }
  }

  /// The steps that can be made in a store, what decides each, and the store after it.
  private func decided(
    in accounts: Accounts
  ) -> [(row: Int, step: ExploredStep, accounts: Accounts)] {
    var result: [(row: Int, step: ExploredStep, accounts: Accounts)] = []
    for step in explorer.steps(in: accounts) {
      guard case .attempt(let attempt) = step,
        let situation = try? accounts.situation(
          for: attempt.attempt, by: attempt.caller, under: explorer.policy),
        let decision = try? explorer.policy.decide(attempt.attempt, in: situation),
        let row = numbers.number(of: decision)
      else { continue }
      var changed = accounts
      guard (try? changed.apply(decision)) != nil else { continue }
      result.append((row, step, changed))
    }
    return result
  }
}
