internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Searches for the shortest sequence that shows each box of a difference.
///
/// The new policy is explored first, then the old one; in every store that comes up each attempt
/// is read by both, and those that lie in a box are played under both from the beginning.
package struct WitnessSearch {
  let policies: Sides<CompiledPolicy>
  /// The policies as they were given, under which sequences are played: one that tests no tenants is asked about none.
  private let given: Sides<CompiledPolicy>
  private let means: Sides<AdministrationMeans>
  let vocabulary: JointVocabulary
  let comparisons: [TableComparison]
  private var changes: [PolicyDifference.Change]
  /// The best found so far, by change and box.
  private var found: [Place: (sequence: StepSequence, trial: WitnessTrial)] = [:]
  private var tries: [Place: Int] = [:]
  /// The boxes that something better may still be found for.
  private var wanted: Set<Place> = []
  /// What each box takes of the facts that it restricts.
  private var restrictions: [Place: [BoxRestriction]] = [:]

  /// A box of a change.
  struct Place: Hashable {
    var change: Int
    var box: Int
  }

  // A sequence that lies in a box but takes other ways before is rarely followed by a better one.
  private static var tryLimit: Int { 24 }

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
        let place = Place(change: number, box: box)
        wanted.insert(place)
        restrictions[place] = difference.restrictions(of: place)
      }
    }
  }

  /// Whether every box that can be has its sequence.
  package var isDone: Bool { wanted.isEmpty }

  /// Looks through an exploration of one of the policies, the shortest sequences first; situations
  /// before a place were looked at already.
  package mutating func search(_ explorer: Explorer, of side: Side, from first: Int = 0) {
    search(explorer, of: side, from: first, administers: false)
    // What an administrator does makes a sequence longer than the attempts of others do.
    if !choiceOfInterludes.administration.isEmpty {
      search(explorer, of: side, from: first, administers: true)
    }
  }

  private mutating func search(
    _ explorer: Explorer, of side: Side, from first: Int, administers: Bool
  ) {
    var choice = WitnessInterlude.Choice()
    var chosenFor = -1
    for number in explorer.situationsByLength where number >= first && !wanted.isEmpty {
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
        look(at: number, of: explorer, side, open, choice)
      }
    }
  }

  /// The interludes that bring about what some box is about, and no situation has by itself.
  private var choiceOfInterludes: WitnessInterlude.Choice {
    var choice = WitnessInterlude.Choice()
    for restriction in wanted.flatMap({ restrictions[$0] ?? [] }) {
      choice.take(restriction)
    }
    return choice
  }

  /// The boxes that a sequence is still looked for, in their order.
  var open: [Place] {
    wanted.sorted { ($0.change, $0.box) < ($1.change, $1.box) }
  }

  /// The changes with the sequences found.
  package var result: [PolicyDifference.Change] {
    var result = changes
    for (place, entry) in found {
      let longer = isLockOut(place) ? entry.sequence.withOwnersReturn(under: given) : nil
      let shown = longer ?? entry
      result[place.change].boxes[place.box].witness = Witness(
        shown.sequence, shown.trial, given)
    }
    return result
  }

  private mutating func look(
    at number: Int, of explorer: Explorer, _ side: Side, _ open: [Int],
    _ choice: WitnessInterlude.Choice
  ) {
    let basis = explorer.situations[number]
    let store = explorer.stores[basis.store].accounts
    for interlude in choice.all(in: store) where hasWanted(open) {
      guard
        let outcome = interlude.outcome(
          after: store, before: basis.step, under: policies[side], means[side])
      else { continue }
      look(at: number, after: outcome, of: explorer, side, open)
    }
  }

  private func hasWanted(_ open: [Int]) -> Bool {
    wanted.contains { open.contains(changes[$0.change].comparison) }
  }

  private mutating func look(
    at number: Int, after interlude: WitnessInterlude.Outcome, of explorer: Explorer,
    _ side: Side, _ open: [Int]
  ) {
    let basis = explorer.situations[number]
    let pattern = explorer.patterns[basis.pattern]
    let modifiers = pattern.modifiers(isChecked: basis.isChecked)
    guard var facts = facts(of: basis.step, in: interlude.store) else { return }
    if interlude.steps.isEmpty {
      facts[side] = basis.facts
    }
    let foreign = foreign(modifiers, side)
    let settings = settings(side.other, open)
    let free = free(modifiers, foreign, settings, side)
    let near = wanted.filter { place in
      open.contains(changes[place.change].comparison)
        && lies(facts, in: place) { !free.contains($0) }
    }
    guard !near.isEmpty else { return }
    var tried: Set<Place> = []
    for (place, modification) in pattern.combinations(isChecked: basis.isChecked).enumerated() {
      guard !tried.isSuperset(of: near) else { return }
      var facts = facts
      modification.set(modifiers, in: &facts[side])
      for (modifier, choice) in zip(foreign, modification.choices) {
        if let modifier, modifier.values[choice] >= 0 {
          modifier.set(modifier.values[choice], in: &facts[side.other])
        }
      }
      for choice in settings {
        var varied = facts
        for setting in choice {
          varied[side.other][setting.fact] = setting.value
        }
        for target in near
        where !tried.contains(target) && lies(varied, in: target, where: { free.contains($0) }) {
          tried.insert(target)
          let sequence = explorer.sequence(to: number, place, after: interlude.steps)
          attempt(sequence.setting(choice.map { $0.words }), for: target)
        }
      }
    }
  }

  /// What both policies read of an attempt in a store; nil where it is malformed under one of them.
  private func facts(of step: ExploredAttempt, in store: Accounts) -> Sides<FactVector>? {
    var facts = Sides { _ in FactVector(every: 0) }
    for side in Side.allCases {
      let policy = policies[side]
      let adapted = StepSequence([StepSequence.Step(content: .attempt(step))]).adapted(to: policy)
      guard case .attempt(let step)? = adapted.steps.first?.content else { return nil }
      do throws(InputError) {
        let situation = try store.situation(
          for: step.attempt, by: step.caller, under: policy.policy)
        facts[side] = try policy.reading(of: step.attempt, in: situation).facts
      } catch {
        // Under this policy it is no attempt, and so in no cell that a sequence is wanted for.
        return nil
      }
    }
    return facts
  }

  /// Whether facts lie in a box, as far as some joint facts say.
  private func lies(
    _ facts: Sides<FactVector>, in place: Place, where counts: (Int) -> Bool
  ) -> Bool {
    (restrictions[place] ?? []).allSatisfy { restriction in
      let fact = restriction.axis.fact
      return !counts(fact) || restriction.holds(vocabulary.value(of: fact, facts.old, facts.new))
    }
  }

  /// Plays a sequence under both and keeps it if it is better than what there was.
  private mutating func attempt(_ sequence: StepSequence, for place: Place) {
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
      let least = sequence.minimised { shorter in
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

  /// Whether a change locks out somebody who shows something to sign in.
  private func isLockOut(_ place: Place) -> Bool {
    let change = changes[place.change]
    return change.kinds.contains(.locksOut) && comparisons[change.comparison].caller == .bearer
  }

  /// What counts first of sequences for a box: where owners are locked out, that the story shows the squatter and the owner.
  private func rank(_ sequence: StepSequence, _ trial: WitnessTrial, for place: Place) -> Int {
    trial.rank + (isLockOut(place) && !showsBoth(sequence, trial) ? 4 : 0)
  }

  /// Whether a squatter has the address of the owner who is refused, or an owner who lost methods is refused afterwards.
  private func showsBoth(_ sequence: StepSequence, _ trial: WitnessTrial) -> Bool {
    guard trial.played.new.last?.decision?.isAllowed ?? false else {
      return trial.meetsSquatter ?? true
    }
    return sequence.withOwnersReturn(under: given) != nil
  }

  /// Whether the last step lies in a box, as far as both policies decide it: the same rows may decide outside of it too.
  private func ends(_ trial: WitnessTrial, in place: Place) -> Bool {
    guard let old = trial.played.old.last?.decision, let new = trial.played.new.last?.decision
    else { return true }
    return lies(Sides(old: old.facts, new: new.facts), in: place) { _ in true }
  }
}

extension StepSequence {
  /// The sequence with settings given to its last step.
  fileprivate func setting(_ settings: [(name: String, value: String)]) -> StepSequence {
    var varied = self
    let last = varied.steps.count - 1
    guard !settings.isEmpty, last >= 0, case .attempt(var attempt) = varied.steps[last].content
    else { return self }
    attempt.caller.settings.values += settings
    varied.steps[last].content = .attempt(attempt)
    return varied
  }
}

extension CellBox {
  func contains(_ cell: [Int]) -> Bool {
    zip(classes, cell).allSatisfy { $0.contains($1) }
  }
}
