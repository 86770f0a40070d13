internal import LinkPolicy
internal import LinkPolicyAuthoring
package import LinkPolicyExploration

/// The search for a short sequence that shows the difference between two policies, for each box of changed cells.
///
/// The search explores the new policy, then the old policy. In each store, both policies read the facts of each
/// attempt. If the facts lie in a box, the search plays the sequence under both policies from the empty store.
package struct WitnessSearch {
  let policies: Sides<CompiledPolicy>
  /// The policies that the caller passed to the comparison, and that decide the sequences.
  ///
  /// If one of these policies does not test tenants, the search gives that policy no attempts across tenants.
  private let given: Sides<CompiledPolicy>
  private let means: Sides<AdministrationMeans>
  let vocabulary: JointVocabulary
  let comparisons: [TableComparison]
  private var changes: [PolicyDifference.Change]
  /// The best sequence found so far for each box.
  private var found: [BoxPlace: (sequence: StepSequence, trial: WitnessTrial)] = [:]
  private var tries: [BoxPlace: Int] = [:]
  /// The boxes for which the search still needs a sequence or a better sequence.
  private var wanted: Set<BoxPlace> = []
  /// The restricted facts of each box, with the values in the box.
  private var restrictions: [BoxPlace: [BoxRestriction]] = [:]
  /// A cache for the results of ``settings(_:_:)``; the keys are the side and the indices of the comparisons.
  private var settings: [Side: [[Int]: [[SettingChoice]]]] = [:]

  /// The place of a box: the index of the change, and the index of the box in the change.
  struct BoxPlace: Hashable {
    var change: Int
    var box: Int
  }

  // The maximum number of tries for a box. A better sequence is rare after many tries.
  private static var tryLimit: Int { 24 }
  private static var situationsAtATime: Int { 16 }

  package init(_ difference: PolicyDifference) {
    policies = difference.policies
    given = difference.given
    let policies = difference.policies
    means = Sides { AdministrationMeans(policies[$0]) }
    vocabulary = difference.vocabulary
    comparisons = difference.comparisons
    changes = difference.changes
    for (number, change) in changes.enumerated() where !change.kinds.contains(.unreachable) {
      for box in change.boxes.indices {
        let place = BoxPlace(change: number, box: box)
        wanted.insert(place)
        restrictions[place] = difference.restrictions(of: place)
      }
    }
  }

  /// Whether the search is finished: each box has a good sequence, has no tries left, or is unreachable.
  package var isDone: Bool { wanted.isEmpty }

  /// Searches an exploration of one policy for sequences that lead to a box, the shortest sequences first.
  ///
  /// - Parameters:
  ///   - explorer: the exploration.
  ///   - side: the side of the explored policy.
  ///   - first: the number of the first situation that no earlier call has searched.
  ///   - isSpent: a function that returns true when the search must end.
  package mutating func search(
    _ explorer: Explorer, of side: Side, from first: Int = 0,
    until isSpent: () -> Bool = { false }
  ) {
    search(explorer, of: side, from: first, administers: false, until: isSpent)
    // Administrative steps make sequences longer, so the search tries them last.
    if !choiceOfInterludes.administration.isEmpty {
      search(explorer, of: side, from: first, administers: true, until: isSpent)
    }
  }

  private mutating func search(
    _ explorer: Explorer, of side: Side, from first: Int, administers: Bool,
    until isSpent: () -> Bool
  ) {
    var choice = WitnessInterlude.Choice()
    var chosenFor = -1
    for (place, number) in explorer.situationsByLength.enumerated()
    where number >= first && !wanted.isEmpty {
      // Reading the clock takes longer than searching most situations.
      if place.isMultiple(of: Self.situationsAtATime), isSpent() { return }
      if chosenFor != wanted.count {
        (choice, chosenFor) = (choiceOfInterludes, wanted.count)
        if !administers {
          choice.administration = []
        }
      }
      let basis = explorer.situations[number]
      let pattern = explorer.patterns[basis.pattern]
      let open = comparisons.indices.filter { index in
        comparisons[index].tables[side] == pattern.table
          && wanted.contains { changes[$0.change].comparison == index }
      }
      if !open.isEmpty {
        look(at: number, of: explorer, on: side, open: open, choice: choice)
      }
    }
  }

  /// The interludes, such as waits, that can produce fact values of the boxes that still need a sequence.
  private var choiceOfInterludes: WitnessInterlude.Choice {
    var choice = WitnessInterlude.Choice()
    for restriction in wanted.flatMap({ restrictions[$0] ?? [] }) {
      choice.take(restriction, of: vocabulary.engineFact(restriction.axis.fact))
    }
    return choice
  }

  /// The boxes for which the search still needs a sequence or a better sequence; boxes without a sequence come first.
  var open: [BoxPlace] {
    wanted.sorted {
      (hasSequence($0) ? 1 : 0, $0.change, $0.box) < (hasSequence($1) ? 1 : 0, $1.change, $1.box)
    }
  }

  /// Returns whether the search has found a sequence for a box.
  func hasSequence(_ place: BoxPlace) -> Bool { found[place] != nil }

  /// Returns the goal with which an exploration of one policy searches for a box.
  ///
  /// A value counts as near if an interlude, such as a wait, turns the value into a value of the box.
  func goal(_ place: BoxPlace, numbered number: Int, _ side: Side) -> ExplorationGoal {
    let change = changes[place.change]
    let comparison = comparisons[change.comparison]
    var goal = ExplorationGoal(number: number, table: comparison.tables[side])
    for limit in change.boxes[place.box].limits {
      let axis = comparison.algebra.axes[limit.axis]
      let fact = vocabulary.facts[axis.fact]
      guard let own = fact.own[side] else { continue }
      let values = axis.values(of: limit.classes).values.map { fact.values[$0].own[side] }
      var accepted = ValueSet(values.filter { $0 >= 0 })
      guard !accepted.isEmpty else { continue }
      var near = ValueSet()
      switch vocabulary.engineFact(axis.fact) {
      case .secret?:
        // If the attempt has a password to check, the search can choose a right or a wrong password.
        let checked = ValueSet(of: FactValue.Secret.right, .wrong)
        accepted = accepted.intersection(checked).isEmpty ? accepted : accepted.union(checked)
      case let engine?:
        near = WitnessInterlude.sources(of: accepted, engine).subtracting(accepted)
      case nil: break
      }
      goal.requirements.append(
        ExplorationGoal.GoalRequirement(fact: own, values: accepted, near: near))
    }
    return goal
  }

  /// The changes, with the sequences that the search has found.
  package var result: [PolicyDifference.Change] {
    var result = changes
    for (place, entry) in found {
      let longer = isLockOut(place) ? entry.sequence.withOwnersReturn(under: given) : nil
      let shown = longer ?? entry
      result[place.change].boxes[place.box].witness = Witness(
        sequence: shown.sequence, trial: shown.trial, under: given)
    }
    return result
  }

  private mutating func look(
    at number: Int, of explorer: Explorer, on side: Side, open: [Int],
    choice: WitnessInterlude.Choice
  ) {
    let basis = explorer.situations[number]
    let store = explorer.stores[basis.store].accounts
    for interlude in choice.all(in: store) where hasWanted(open) {
      guard
        let outcome = interlude.outcome(
          after: store, before: basis.step, under: policies[side], means[side])
      else { continue }
      look(at: number, after: outcome, of: explorer, on: side, open: open)
    }
  }

  private mutating func choices(_ side: Side, _ open: [Int]) -> [[SettingChoice]] {
    if let known = settings[side]?[open] {
      return known
    }
    let choices = settings(side, open)
    settings[side, default: [:]][open] = choices
    return choices
  }

  private func hasWanted(_ open: [Int]) -> Bool {
    wanted.contains { open.contains(changes[$0.change].comparison) }
  }

  private mutating func look(
    at number: Int, after interlude: WitnessInterlude.InterludeOutcome, of explorer: Explorer,
    on side: Side, open: [Int]
  ) {
    let basis = explorer.situations[number]
    let pattern = explorer.patterns[basis.pattern]
    let modifiers = pattern.modifiers(isChecked: basis.isChecked)
    guard var facts = facts(of: basis.step, in: interlude.store) else { return }
    if interlude.steps.isEmpty {
      facts.facts[side] = basis.facts
    }
    let foreign = foreign(modifiers, side)
    let settings = choices(side.other, open)
    let free = free(modifiers: modifiers, foreign: foreign, settings: settings, on: side)
    let near = wanted.filter { place in
      open.contains(changes[place.change].comparison)
        && lies(facts, in: place) { !free.contains($0) }
    }
    guard !near.isEmpty else { return }
    var tried: Set<BoxPlace> = []
    for (place, modification) in pattern.combinations(isChecked: basis.isChecked).enumerated() {
      guard !tried.isSuperset(of: near) else { return }
      var facts = facts
      modification.set(modifiers, in: &facts.facts[side])
      for (modifier, choice) in zip(foreign, modification.choices) {
        if let modifier, modifier.values[choice] >= 0 {
          modifier.set(modifier.values[choice], in: &facts.facts[side.other])
        }
      }
      for choice in settings {
        var varied = facts
        for setting in choice {
          varied.facts[side.other][setting.fact] = setting.value
        }
        for target in near
        where !tried.contains(target) && lies(varied, in: target, where: { free.contains($0) }) {
          tried.insert(target)
          let sequence = explorer.sequence(to: number, place, after: interlude.steps)
          attempt(sequence.setting(choice), for: target)
        }
      }
    }
  }

  /// The facts that both policies read for an attempt.
  private struct ReadFacts {
    var facts = Sides { _ in FactVector(every: 0) }
    /// The policy that rejects the attempt as malformed, for example because the policy does not declare the provider.
    ///
    /// If one policy rejects the attempt, only the facts of the other policy count.
    var malformed: Side?
  }

  /// Returns the facts that both policies read for an attempt in a store; nil if both policies reject the attempt as
  /// malformed.
  private func facts(of step: ExploredAttempt, in store: Accounts) -> ReadFacts? {
    var read = ReadFacts()
    for side in Side.allCases {
      let policy = policies[side]
      let adapted = StepSequence([StepSequence.Step(content: .attempt(step))]).adapted(to: policy)
      guard case .attempt(let step)? = adapted.steps.first?.content else { return nil }
      do throws(InputError) {
        let situation = try store.situation(
          for: step.attempt, by: step.caller, under: policy.policy)
        read.facts[side] = try policy.reading(of: step.attempt, in: situation).facts
      } catch {
        guard read.malformed == nil else { return nil }
        read.malformed = side
      }
    }
    return read
  }

  /// Returns whether the facts of an attempt lie in a box; a joint fact for which `counts` returns false is ignored.
  private func lies(
    _ read: ReadFacts, in place: BoxPlace, where counts: (Int) -> Bool
  ) -> Bool {
    let change = changes[place.change]
    let sources = comparisons[change.comparison].groups[change.group].sources
    for side in Side.allCases where (sources[side] == .cannotOccur) != (read.malformed == side) {
      // A policy reads the facts of an attempt across tenants before rejecting the attempt.
      guard sources[side] == .cannotOccur, read.malformed == nil else { return false }
    }
    return (restrictions[place] ?? []).allSatisfy { restriction in
      let fact = restriction.axis.fact
      guard counts(fact) else { return true }
      guard let malformed = read.malformed else {
        return restriction.holds(vocabulary.value(of: fact, read.facts.old, read.facts.new))
      }
      guard let own = vocabulary.facts[fact].own[malformed.other] else { return true }
      return vocabulary.values(
        of: fact, holding: ValueSet([read.facts[malformed.other][own]]), malformed.other
      ).values.contains { restriction.holds($0) }
    }
  }

  /// Plays a sequence under both policies, and keeps the sequence if it is better than the previous best.
  private mutating func attempt(_ sequence: StepSequence, for place: BoxPlace) {
    let change = changes[place.change]
    let sources = comparisons[change.comparison].groups[change.group].sources
    guard let trial = WitnessTrial(sequence, given, by: sources), ends(trial, in: place) else {
      return
    }
    tries[place, default: 0] += 1
    let rank = self.rank(sequence, trial, for: place)
    if found[place].map({ rank < self.rank($0.sequence, $0.trial, for: place) }) ?? true {
      let policies = given
      let search = self
      let least = sequence.minimized { shorter in
        WitnessTrial(shorter, policies, by: sources).map {
          search.rank(shorter, $0, for: place) <= rank && search.ends($0, in: place)
        } ?? false
      }
      found[place] = (least, WitnessTrial(least, policies, by: sources) ?? trial)
    }
    if rank == 0 || tries[place, default: 0] >= Self.tryLimit {
      wanted.remove(place)
    }
  }

  /// Returns whether a change locks out a caller who presents a credential.
  private func isLockOut(_ place: BoxPlace) -> Bool {
    let change = changes[place.change]
    return change.kinds.contains(.locksOut) && comparisons[change.comparison].caller == .bearer
  }

  /// Returns the rank of a sequence for a box; the sequence with the smallest rank is the best.
  ///
  /// For a lockout, the best sequences show both the owner and a squatter, who created an account with the owner's
  /// address.
  private func rank(_ sequence: StepSequence, _ trial: WitnessTrial, for place: BoxPlace) -> Int {
    trial.rank + (isLockOut(place) && !showsBoth(sequence, trial) ? 4 : 0)
  }

  /// Returns whether the sequence shows the squatter and the owner.
  ///
  /// The new policy refuses the owner at a squatter's account, or it refuses the next sign-in of an owner who lost
  /// methods.
  private func showsBoth(_ sequence: StepSequence, _ trial: WitnessTrial) -> Bool {
    guard trial.played.new.last?.decision?.isAllowed ?? false else {
      return trial.meetsSquatter ?? true
    }
    return sequence.withOwnersReturn(under: given) != nil
  }

  /// Returns whether the last step lies in a box, according to the facts of its decisions.
  ///
  /// The check is necessary because the expected rows can also decide cells outside the box.
  private func ends(_ trial: WitnessTrial, in place: BoxPlace) -> Bool {
    let decisions = Sides { trial.played[$0].last?.decision }
    guard let either = decisions.old ?? decisions.new else { return true }
    var read = ReadFacts()
    for side in Side.allCases {
      read.facts[side] = decisions[side]?.facts ?? either.facts
      read.malformed = decisions[side] == nil ? side : read.malformed
    }
    return lies(read, in: place) { _ in true }
  }
}

extension StepSequence {
  /// Returns the sequence with the given settings and inputs added to its last step.
  fileprivate func setting(_ settings: [WitnessSearch.SettingChoice]) -> StepSequence {
    var varied = self
    let last = varied.steps.count - 1
    guard !settings.isEmpty, last >= 0, case .attempt(var attempt) = varied.steps[last].content
    else { return self }
    attempt.caller.settings.values += settings.filter { !$0.isInput }.map { $0.words }
    attempt.attempt.inputs.values += settings.filter { $0.isInput }.map { $0.words }
    varied.steps[last].content = .attempt(attempt)
    return varied
  }
}

extension CellBox {
  func contains(_ cell: [Int]) -> Bool {
    zip(classes, cell).allSatisfy { $0.contains($1) }
  }
}
