internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyTesting

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
    var groups: [Group: [Coverage.Transition]] = [:]
    for transition in wanted {
      if let start = reachable.found[transition] {
        let group = Group(start: start, from: transition.from)
        groups[group, default: []].append(transition)
      }
    }
    var found: [Coverage.Transition: StepSequence] = [:]
    for (group, wanted) in groups {
      search(group, Set(wanted), &found)
    }
    return found
  }

  /// What starts with the same step.
  private struct Group: Hashable {
    var start: ReachableTransitions.Start
    var from: Int
  }

  private func search(
    _ group: Group, _ wanted: Set<Coverage.Transition>,
    _ found: inout [Coverage.Transition: StepSequence]
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

  /// The step that a group starts with, and the store after it.
  private func first(
    of group: Group, in accounts: Accounts
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

  /// A store as it is, and after each way of waiting.
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

  /// What decides a step, and the store after it.
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
