internal import LinkPolicy
package import LinkPolicyAnalysis

/// Searches for the shortest sequence that shows each box of a difference.
///
/// The new policy is explored first, then the old one; in every store that comes up each attempt
/// is read by both, and those that lie in a box are played under both from the beginning.
package struct WitnessSearch {
  private let policies: Sides<CompiledPolicy>
  /// The policies as they were given, under which sequences are played: one that tests no tenants is asked about none.
  private let given: Sides<CompiledPolicy>
  private let means: Sides<AdministrationMeans>
  private let vocabulary: JointVocabulary
  private let comparisons: [TableComparison]
  private var changes: [PolicyDifference.Change]
  /// The changes of each comparison.
  private var changesOf: [[Int]]
  /// The best found so far, by change and box.
  private var found: [Place: (sequence: StepSequence, trial: WitnessTrial)] = [:]
  private var tries: [Place: Int] = [:]
  /// The boxes that something better may still be found for.
  private var wanted: Set<Place> = []
  /// What each box takes of the facts that it restricts.
  private var restrictions: [Place: [Restriction]] = [:]

  /// The classes of a joint fact that a box takes, where it does not take all.
  private struct Restriction {
    let axis: CellAxis
    let classes: ValueSet

    func holds(_ value: Int) -> Bool {
      value >= 0 && classes.contains(axis.classOfValue[value])
    }
  }

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
    changesOf = comparisons.indices.map { [changes] index in
      changes.indices.filter { changes[$0].comparison == index }
    }
    for (number, change) in changes.enumerated() where !change.kinds.contains(.unreachable) {
      let axes = comparisons[change.comparison].algebra.axes
      for (index, box) in change.boxes.enumerated() {
        let place = Place(change: number, box: index)
        wanted.insert(place)
        restrictions[place] = zip(axes, box.box.classes)
          .filter { axis, classes in classes.count < axis.classCount }
          .map { Restriction(axis: $0, classes: $1) }
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
    if !choice.administration.isEmpty {
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
        (choice, chosenFor) = (self.choice, wanted.count)
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
  private var choice: WitnessInterlude.Choice {
    var choice = WitnessInterlude.Choice()
    for place in wanted {
      let change = changes[place.change]
      let algebra = comparisons[change.comparison].algebra
      for (axis, classes) in zip(algebra.axes, change.boxes[place.box].box.classes)
      where classes.count < axis.classCount {
        func asks<Value: FactWord>(for values: Value..., not others: Value...) -> Bool {
          values.contains { classes.contains(axis.classOfValue[$0.rawValue]) }
            && !others.contains { classes.contains(axis.classOfValue[$0.rawValue]) }
        }
        switch EngineFact(rawValue: axis.fact) {
        case .session:
          if asks(for: FactValue.Session.old, not: .recent) { choice.passing.insert(.aging) }
          if asks(for: FactValue.Session.gone, not: .recent, .old) {
            choice.administration.insert(.deletion)
          }
        case .code:
          if asks(for: FactValue.Code.expired, not: .valid) { choice.passing.insert(.expiry) }
          if asks(for: FactValue.Code.used, not: .valid) { choice.passing.insert(.repetition) }
        case .account:
          if asks(for: FactValue.Account.none, not: .unverified) {
            choice.administration.insert(.deletion)
          }
          if asks(for: FactValue.Account.verified, not: .unverified) {
            choice.administration.insert(.verification)
          }
        case .accountState:
          if asks(for: FactValue.AccountState.disabled, not: .active) {
            choice.administration.insert(.disabling)
          }
        case .credential:
          if asks(for: FactValue.Credential.broken, not: .new, .own, .known) {
            choice.administration.insert(.deletion)
          }
        case .action, .kind, .provider, .domain, .origin, .nonce, .connection, .consent, .method,
          .secret, .linkDomain, .linkInApp, .tenant, .address, .relay, .sameProvider, .methods,
          .linkAddress, .requestedBy, nil:
          break
        }
      }
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
      result[place.change].boxes[place.box].witness = Witness(
        entry.sequence, entry.trial, given)
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

  /// The joint facts that can be chosen freely: those of the modifiers, and settings of the other policy alone.
  private func free(
    _ modifiers: [Modifier], _ foreign: [Modifier?], _ settings: [[Choice]], _ side: Side
  ) -> ValueSet {
    let own = modifiers.flatMap { modifier -> [Int] in
      if case .link = modifier.subject {
        return FactDescription.all.filter { $0.stated?.carrier == .link }.map(\.fact.rawValue)
      }
      return [modifier.fact]
    }
    let joint = vocabulary.joint
    return ValueSet(
      (own.map { joint[side][$0] } + foreign.compactMap { $0.map { joint[side.other][$0.fact] } }
        + settings.joined().map { joint[side.other][$0.fact] }).filter { $0 >= 0 })
  }

  /// A value of a setting that only one policy has.
  private struct Choice {
    var fact: Int
    var value: Int
    var words: (name: String, value: String)
  }

  // Beyond these two settings at once hardly ever matter.
  private static var choiceLimit: Int { 16 }

  /// The values of the settings that only one policy has and that matter in some tables: none
  /// changed, then one, then more.
  private func settings(_ side: Side, _ open: [Int]) -> [[Choice]] {
    let policy = policies[side]
    let schema = policy.vocabulary.schema
    var tested = ValueSet()
    for index in open {
      let tests = policy.withDerived(policy.tests(ofTable: comparisons[index].tables[side]))
      tested = tested.union(ValueSet(tests.map { $0.fact }))
    }
    var choices: [[Choice]] = [[]]
    for fact in schema.settings where tested.contains(fact) {
      let joint = vocabulary.joint[side][fact]
      guard joint >= 0, vocabulary.facts[joint].own[side.other] == nil else { continue }
      let name = String(schema.facts[fact].name.text.dropFirst("setting.".utf8.count))
      for choice in choices where choices.count < Self.choiceLimit {
        choices += schema.facts[fact].values.indices.dropFirst().map { value in
          choice + [
            Choice(
              fact: fact, value: value, words: (name, schema.facts[fact].values[value].text))
          ]
        }
      }
    }
    return choices.sorted { $0.count < $1.count }
  }

  /// Plays a sequence under both and keeps it if it is better than what there was.
  private mutating func attempt(_ sequence: StepSequence, for place: Place) {
    let change = changes[place.change]
    let sources = comparisons[change.comparison].groups[change.group].sources
    guard let trial = WitnessTrial(sequence, given, by: sources), ends(trial, in: place) else {
      return
    }
    tries[place, default: 0] += 1
    if found[place].map({ trial.rank < $0.trial.rank }) ?? true {
      let policies = given
      let search = self
      let least = sequence.minimised { shorter in
        WitnessTrial(shorter, policies, by: sources).map {
          $0.rank <= trial.rank && search.ends($0, in: place)
        } ?? false
      }
      found[place] = (least, WitnessTrial(least, policies, by: sources) ?? trial)
    }
    if trial.rank == 0 || tries[place, default: 0] >= Self.tryLimit {
      wanted.remove(place)
    }
  }

  /// Whether the last step lies in a box, as far as both policies decide it: the same rows may decide outside of it too.
  private func ends(_ trial: WitnessTrial, in place: Place) -> Bool {
    guard let old = trial.played.old.last?.decision, let new = trial.played.new.last?.decision
    else { return true }
    return lies(Sides(old: old.facts, new: new.facts), in: place) { _ in true }
  }

  /// The modifiers in the values of the other policy; nil for what that does not know.
  private func foreign(_ modifiers: [Modifier], _ side: Side) -> [Modifier?] {
    modifiers.map { modifier in
      guard case .setting = modifier.subject else { return modifier }
      let joint = vocabulary.joint[side][modifier.fact]
      guard joint >= 0, let fact = vocabulary.facts[joint].own[side.other] else { return nil }
      // The usual value is nothing set, which each policy reads by its own default.
      let values =
        [-1]
        + modifier.values.dropFirst().map { value in
          vocabulary.facts[joint].values.first { $0.own[side] == value }?.own[side.other] ?? -1
        }
      return Modifier(subject: modifier.subject, fact: fact, values: values)
    }
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
