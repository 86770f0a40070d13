package import LinkPolicyAuthoring
package import LinkPolicyExploration

/// A search, in an exploration of one policy, for the shortest sequence of attempts that another policy answers
/// differently.
package struct DifferenceSearch {
  /// The bounds of a search for a difference, such as the number of continued sequences.
  package struct DifferenceLimits: Sendable {
    /// The maximum number of sequences to continue.
    ///
    /// After such a sequence, the two policies' stores differ, but no answer has shown the difference yet.
    package var hidden = 5
    /// The maximum number of steps to add to a continued sequence.
    package var depth = 2
    /// The maximum number of pairs of stores to examine while continuing one sequence.
    package var pairs = 12
    /// The maximum number of stores in which the search tries every step, if the policies interpret
    /// attempts or accounts differently.
    package var stores = 150

    package init() {}
  }

  private let explorer: Explorer
  private let other: CompiledPolicy
  private let limits: DifferenceLimits
  private let comparison: PolicyComparison
  private var hidden: [StepSequence] = []

  /// The number of sequences that the search has played.
  package private(set) var played = 0

  package init(
    _ explorer: Explorer, _ other: CompiledPolicy, limits: DifferenceLimits = DifferenceLimits()
  ) {
    self.explorer = explorer
    self.other = other
    self.limits = limits
    comparison = PolicyComparison(explorer.policy, other)
  }

  /// Whether the exploration distinguishes every pair of attempts that the other policy distinguishes.
  var isCovered: Bool {
    guard comparison.sharesVocabulary else { return comparison.isSame }
    let finer = AttemptPattern.all(of: explorer.policy, distinguishedBy: [other])
    return zip(explorer.patterns, finer).allSatisfy { mine, others in
      mine.axes.axes.map { $0.classCount } == others.axes.axes.map { $0.classCount }
    }
  }

  /// Returns the shortest sequence that the search finds; nil if the search finds none.
  ///
  /// The sequence ends with the step that shows the difference.
  package mutating func shortest() -> StepSequence? {
    guard !comparison.isSame else { return nil }
    for number in explorer.situationsByLength {
      let pattern = explorer.patterns[explorer.situations[number].pattern]
      guard comparison.canDiffer(inTable: pattern.table) else { continue }
      for combination in differing(number) {
        let sequence = explorer.sequence(to: number, combination)
        played += 1
        if let found = sequence.showingDifference(explorer.policy, other) {
          return found
        }
        if hidden.count < limits.hidden, leavesDifference(sequence) {
          hidden.append(sequence)
        }
      }
    }
    for sequence in hidden {
      if let found = followUp(sequence) {
        return found
      }
    }
    return comparison.sharesVocabulary ? nil : differentReading()
  }

  /// Returns the first sequence in which the policies interpret an attempt or an account differently.
  ///
  /// For example, the policies can have different defaults, or count the methods of an account differently. The answers
  /// of the tables do not show such a difference.
  private mutating func differentReading() -> StepSequence? {
    for number in explorer.stores.indices.prefix(limits.stores) {
      let before = explorer.contents(to: number)
      for step in explorer.steps(in: explorer.stores[number].accounts) {
        played += 1
        let sequence = StepSequence(before + [step], under: explorer.policy)
        if let found = sequence.showingDifference(explorer.policy, other) {
          return found
        }
      }
    }
    return nil
  }

  /// Returns the modifications of a situation under which the policies answer differently, one for each pair of
  /// different answers.
  private func differing(_ number: Int) -> [Int] {
    let basis = explorer.situations[number]
    let pattern = explorer.patterns[basis.pattern]
    let modifiers = pattern.modifiers(isChecked: basis.isChecked)
    var pairs: [PolicyComparison.AnswerPair] = []
    var found: [Int] = []
    for (place, modification) in pattern.combinations(isChecked: basis.isChecked).enumerated() {
      var facts = basis.facts
      modification.set(modifiers, in: &facts)
      let pair: PolicyComparison.AnswerPair
      if comparison.sharesVocabulary {
        pair = comparison.pair(facts)
      } else {
        var step = basis.step
        explorer.modify(&step, of: number, place)
        pair = comparison.pair(facts, of: step, in: explorer.stores[basis.store].accounts)
      }
      if comparison.differs(pair), !pairs.contains(pair) {
        pairs.append(pair)
        found.append(place)
      }
    }
    return found
  }

  /// Returns whether a sequence leaves the two policies' stores different in a way that a later step could show.
  private func leavesDifference(_ sequence: StepSequence) -> Bool {
    guard let left = sequence.play(explorer.policy).last?.accounts,
      let right = sequence.play(other).last?.accounts
    else { return false }
    return StoreKey(left, explorer.sketch) != StoreKey(right, explorer.sketch)
  }

  /// Continues a sequence after which the two stores differ, until an answer shows the difference; nil if no
  /// continuation within the limits shows it.
  private mutating func followUp(_ sequence: StepSequence) -> StepSequence? {
    var level = [sequence]
    var count = 0
    for _ in 0..<limits.depth {
      var following: [StepSequence] = []
      for beginning in level {
        guard count < limits.pairs else { return nil }
        count += 1
        for next in continuations(beginning) {
          if let found = next.showingDifference(explorer.policy, other) {
            return found
          }
          following.append(next)
        }
      }
      level = following
    }
    return nil
  }

  /// Returns the sequences with one more step: an attempt for each distinct decision of the policy, or a wait.
  private mutating func continuations(_ sequence: StepSequence) -> [StepSequence] {
    let steps = sequence.play(explorer.policy)
    guard let accounts = steps.last?.accounts else { return [] }
    let following = explorer.steps(in: accounts)
    played += following.count
    return following.map { StepSequence(steps.map { $0.content } + [$0], under: explorer.policy) }
  }
}

extension Explorer {
  /// Returns the shortest sequence found that another policy visibly answers differently.
  ///
  /// The search starts with the existing exploration. If this exploration shows no difference, but the other policy
  /// distinguishes more attempts, the search continues in a new exploration. The new exploration ends when `isSpent`
  /// returns true. The result nil does not prove that the policies are equal, because the search has limits.
  package func shortestDifference(
    from other: CompiledPolicy,
    limits: DifferenceSearch.DifferenceLimits = DifferenceSearch.DifferenceLimits(),
    until isSpent: () -> Bool = { false }
  ) -> StepSequence? {
    var search = DifferenceSearch(self, other, limits: limits)
    if let found = search.shortest() {
      return found
    }
    guard !search.isCovered, !isSpent() else { return nil }
    var closer = Explorer(policy, distinguishedBy: [other], limits: self.limits)
    closer.explore { _ in !isSpent() }
    var again = DifferenceSearch(closer, other, limits: limits)
    return again.shortest()
  }
}
