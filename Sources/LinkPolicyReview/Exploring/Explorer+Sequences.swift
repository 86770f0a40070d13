package import LinkPolicy
internal import LinkPolicyAuthoring

extension Explorer {
  /// The steps that lead to a store.
  func contents(to number: Int) -> [ExploredStep] {
    var steps: [ExploredStep] = []
    var number = number
    while number >= 0 {
      if let step = stores[number].step {
        steps.append(step)
      }
      number = stores[number].parent
    }
    return steps.reversed()
  }

  /// The sequence that leads to a store.
  package func sequence(to store: Int) -> StepSequence {
    StepSequence(contents(to: store), under: policy)
  }

  /// The sequence that ends with a situation, modified by one of its combinations, and with some steps between its last
  /// one and those before.
  package func sequence(
    to basis: Int, _ combination: Int, after interlude: [ExploredStep] = []
  ) -> StepSequence {
    var step = situations[basis].step
    modify(&step, of: basis, combination)
    return StepSequence(
      contents(to: situations[basis].store) + interlude + [.attempt(step)], under: policy)
  }

  /// The attempt of a situation, modified by one of its combinations, and the store in which it is made.
  package func attempt(of basis: Int, _ combination: Int) -> (ExploredAttempt, in: Accounts) {
    var step = situations[basis].step
    modify(&step, of: basis, combination)
    return (step, stores[situations[basis].store].accounts)
  }

  /// The number of steps of sequences that end with a situation.
  func length(of basis: Int) -> Int { stores[situations[basis].store].depth + 1 }

  /// The situations by the lengths of their sequences, the shortest first.
  package var situationsByLength: [Int] {
    situations.indices.sorted { (length(of: $0), $0) < (length(of: $1), $1) }
  }

  /// Looks through every situation under every modification, the shortest sequences first, until
  /// one fits; the facts handed on are complete.
  package func shortestSequence(
    where fits: (_ table: Int, _ facts: FactVector, _ source: Decision.Source) -> Bool
  ) -> StepSequence? {
    for number in situationsByLength {
      if let combination = combination(of: number, where: fits) {
        return sequence(to: number, combination)
      }
    }
    return nil
  }

  /// The first modification of a situation that fits.
  func combination(
    of number: Int,
    where fits: (_ table: Int, _ facts: FactVector, _ source: Decision.Source) -> Bool
  ) -> Int? {
    let basis = situations[number]
    let pattern = patterns[basis.pattern]
    let modifiers = pattern.modifiers(isChecked: basis.isChecked)
    for (place, modification) in pattern.combinations(isChecked: basis.isChecked).enumerated() {
      var facts = basis.facts
      modification.set(modifiers, in: &facts)
      guard let source = policy.source(of: &facts) else { continue }
      if fits(pattern.table, facts, source) {
        return place
      }
    }
    return nil
  }
}
