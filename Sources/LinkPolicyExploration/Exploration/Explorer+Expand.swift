package import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyTesting

extension Explorer {
  /// A situation: a store, and an attempt that is not modified yet.
  ///
  /// The accounts and the assertion determine the facts of the attempt. The modifiers of the attempt's pattern, such as
  /// the nonce, have their usual values and can be varied.
  package struct Basis: Sendable {
    /// The store in which the attempt is made.
    package var store: Int
    package var pattern: Int
    /// The unmodified attempt.
    package var step: ExploredAttempt
    /// The facts of the unmodified attempt, without derived facts.
    package var facts: FactVector
    package var isChecked: Bool
    /// The distinct outcomes of the attempt under all combinations of modifiers.
    package var outcomes: [ModificationOutcome]
  }

  /// The outcome of an attempt under a modification, such as a wrong nonce.
  package struct ModificationOutcome: Sendable {
    package var source: Decision.Source
    var isProven: Bool
    /// The index of the first modification that has the outcome.
    package var combination: Int
    /// Whether the outcome can change the store.
    package var changes: Bool
  }

  /// A step that leads from one store to another store.
  package struct Edge: Sendable {
    package var store: Int
    package var step: ExploredStep
    /// The index of the table that decided the step.
    package var table: Int
    /// The row or guard that decided the step.
    package var source: Decision.Source
    package var target: Int
  }

  struct EdgeKey: Hashable {
    var table: Int
    var row: Int
    var target: Int

    init(table: Int, source: Decision.Source, target: Int) {
      self.table = table
      self.target = target
      row =
        switch source {
        case .row(let index): index
        case .guarding(let index), .would(let index, _): -1 - index
        case .impossible, .cannotOccur, .staleTicket: Int.min
        }
    }
  }

  /// Tries every attempt of the patterns in a store, and both kinds of wait.
  mutating func expand(_ number: Int) {
    let store = stores[number]
    let names = StoreNames(store.accounts)
    var found: Set<Int> = []
    for index in patterns.indices where isOpen(patterns[index]) {
      // The closure must not capture `self`, because the capture would copy the explorer.
      let (pattern, maker) = (patterns[index], maker)
      var attempts: [ExploredAttempt] = []
      maker.attempts(of: pattern, in: names) { attempt in
        if pattern.structural.isEmpty {
          attempts.append(attempt)
        } else {
          attempts += Self.structurally(attempt, pattern)
        }
      }
      for attempt in attempts {
        if let basis = try? perform(attempt, pattern: index, in: number) {
          found.insert(basis)
        }
      }
    }
    met[number] = found.sorted()
    for wait: VectorStep.Wait in [.old, .expired] {
      var accounts = store.accounts
      switch wait {
      case .old: accounts.ageSessions()
      case .expired: accounts.expireCodes()
      }
      _ = keep(accounts, after: number, step: .wait(wait), depth: store.depth + 1)
    }
  }

  private func isOpen(_ pattern: AttemptPattern) -> Bool {
    tables?.contains(policy.storage.tables[pattern.table].key) ?? true
  }

  private static func structurally(_ attempt: ExploredAttempt, _ pattern: AttemptPattern)
    -> [ExploredAttempt]
  {
    guard !pattern.structural.isEmpty else { return [attempt] }
    return Modification.all(of: pattern.structural).map { modification in
      var modified = attempt
      modification.set(pattern.structural, in: &modified)
      return modified
    }
  }

  /// Makes an attempt in a store under every distinct modification, and returns the situation's number.
  private mutating func perform(
    _ attempt: ExploredAttempt, pattern index: Int, in number: Int
  ) throws(InputError) -> Int {
    let store = stores[number]
    let situation = try store.accounts.situation(
      for: attempt.attempt, by: attempt.caller, under: policy.policy)
    let reading = try policy.reading(of: attempt.attempt, in: situation)
    let pointed = reading.account(in: situation)
    let basis = basis(of: attempt, reading.facts, pointed, pattern: index, in: number)
    for outcome in situations[basis].outcomes where outcome.changes {
      var step = attempt
      modify(&step, of: basis, outcome.combination)
      var modified = situation
      modified.settings = step.caller.settings
      modified.stated = step.caller.stated
      let decision = try policy.decide(step.attempt, in: modified)
      var accounts = store.accounts
      guard (try? accounts.apply(decision)) != nil else { continue }
      let target = keep(accounts, after: number, step: .attempt(step), depth: store.depth + 1)
      if let target {
        note(
          Edge(
            store: number, step: .attempt(step), table: decision.table, source: decision.source,
            target: target))
      }
    }
    return basis
  }

  /// Returns the number of an attempt's situation; a new situation is added first.
  private mutating func basis(
    of attempt: ExploredAttempt, _ facts: FactVector, _ pointed: Account?, pattern index: Int,
    in number: Int
  ) -> Int {
    let pattern = patterns[index]
    let isChecked = Self.isChecked(facts)
    let key =
      key(of: facts, pointed, pattern: index) + spellings(of: attempt.attempt)
      + (tellsReadings ? readings(of: attempt, in: number) : [])
    if let known = bases[key] {
      if stores[situations[known].store].depth > stores[number].depth {
        situations[known].store = number
        situations[known].step = attempt
        situations[known].facts = facts
      }
      return known
    }
    situations.append(
      Basis(
        store: number, pattern: index, step: attempt, facts: facts, isChecked: isChecked,
        outcomes: outcomes(facts, pattern, isChecked: isChecked)))
    bases[key] = situations.count - 1
    return situations.count - 1
  }

  /// Returns whether the policy checks a password in an attempt with the given facts.
  private static func isChecked(_ facts: FactVector) -> Bool {
    facts[.secret] != FactValue.Secret.absent.rawValue
  }

  /// Returns the key of an attempt, by which the search recognizes that it tried an equivalent attempt before.
  ///
  /// The key contains the classes of the facts that the accounts and the assertion determine. It also contains the
  /// properties of the account that can change the results of effects.
  private func key(of facts: FactVector, _ pointed: Account?, pattern index: Int) -> [UInt8] {
    let isChecked = Self.isChecked(facts)
    var key: [UInt8] = [
      UInt8(truncatingIfNeeded: index), UInt8(truncatingIfNeeded: index >> 8), isChecked ? 1 : 0,
    ]
    for axis in patterns[index].basis
    where !(isChecked && axis.fact == EngineFact.secret.rawValue) {
      let group = axis.classOfValue[facts[axis.fact]]
      key.append(UInt8(truncatingIfNeeded: group))
      if axis.classCount > 256 {
        key.append(UInt8(truncatingIfNeeded: group >> 8))
      }
    }
    return key + patterns[index].subjects.map { $0.holds(of: pointed) ? 1 : 0 }
  }

  /// Returns the numbers that the compared policies give to the provider, domains and claims of an attempt.
  ///
  /// Another policy may distinguish names that this policy treats alike.
  private func spellings(of attempt: Attempt) -> [UInt8] {
    var numbers: [Int] = []
    for other in others {
      let vocabulary = other.vocabulary
      let provider = attempt.assertion.map { vocabulary.providers.value(of: $0.provider) ?? -1 }
      numbers.append(provider ?? vocabulary.providers.none)
      let records = attempt.assertion?.addresses ?? []
      for email in records.map({ $0.email }) + [attempt.address].compactMap({ $0 }) {
        numbers.append((try? vocabulary.domain(of: email)) ?? 0)
      }
      for claim in records.flatMap({ $0.claims }) {
        for declared in vocabulary.claims where claim.name.hasSameBytes(as: declared.name) {
          numbers.append(declared.value(of: claim.value))
        }
      }
    }
    return numbers.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
  }

  /// Returns the facts about accounts that the compared policies compute for an attempt in a store.
  private func readings(of attempt: ExploredAttempt, in number: Int) -> [UInt8] {
    var numbers: [UInt8] = []
    for other in others {
      do throws(InputError) {
        let situation = try stores[number].accounts.situation(
          for: attempt.attempt, by: attempt.caller, under: other.policy)
        let reading = try other.reading(of: attempt.attempt, in: situation)
        for fact in [
          EngineFact.account, .accountState, .credential, .address, .sameProvider, .methods, .relay,
          .otherMethods, .factors,
        ] {
          numbers.append(UInt8(truncatingIfNeeded: reading.facts[fact]))
        }
      } catch {
        numbers.append(UInt8(truncatingIfNeeded: 128 + error.reason.rawValue))
      }
    }
    return numbers
  }

  /// Returns the steps to try in a store: one attempt for each distinct decision, and each kind of wait.
  package func steps(in accounts: Accounts) -> [ExploredStep] {
    var steps: [ExploredStep] = [.wait(.old), .wait(.expired)]
    var seen: Set<[UInt8]> = []
    let names = StoreNames(accounts)
    for (index, pattern) in patterns.enumerated() {
      maker.attempts(of: pattern, in: names) { unmodified in
        for attempt in Self.structurally(unmodified, pattern) {
          guard
            let situation = try? accounts.situation(
              for: attempt.attempt, by: attempt.caller, under: policy.policy),
            let reading = try? policy.reading(of: attempt.attempt, in: situation),
            seen.insert(
              key(of: reading.facts, reading.account(in: situation), pattern: index)
                + spellings(of: attempt.attempt)
            ).inserted
          else { continue }
          let facts = reading.facts
          let isChecked = Self.isChecked(facts)
          for outcome in outcomes(facts, pattern, isChecked: isChecked) {
            var step = attempt
            modify(&step, in: pattern, isChecked: isChecked, outcome.combination)
            steps.append(.attempt(step))
          }
        }
      }
    }
    return steps
  }

  private func outcomes(_ facts: FactVector, _ pattern: AttemptPattern, isChecked: Bool)
    -> [ModificationOutcome]
  {
    var outcomes: [ModificationOutcome] = []
    let modifiers = pattern.modifiers(isChecked: isChecked)
    for (place, modification) in pattern.combinations(isChecked: isChecked).enumerated() {
      var vector = facts
      modification.set(modifiers, in: &vector)
      guard let source = policy.source(of: &vector) else { continue }
      let isProven = policy.holdsProof(vector)
      guard !outcomes.contains(where: { $0.source == source && $0.isProven == isProven }) else {
        continue
      }
      let answer = policy.answer(of: source, inTable: pattern.table)
      outcomes.append(
        ModificationOutcome(
          source: source, isProven: isProven, combination: place,
          changes: !answer.effects.isEmpty
            || (answer.isAllowed && facts[.code] != FactValue.CodeValue.absent.rawValue)))
    }
    return outcomes
  }

  /// Modifies an attempt with a combination of its pattern's modifiers.
  package func modify(_ step: inout ExploredAttempt, of basis: Int, _ combination: Int) {
    let basis = situations[basis]
    modify(&step, in: patterns[basis.pattern], isChecked: basis.isChecked, combination)
  }

  private func modify(
    _ step: inout ExploredAttempt, in pattern: AttemptPattern, isChecked: Bool, _ combination: Int
  ) {
    let modification = pattern.combinations(isChecked: isChecked)[combination]
    modification.set(pattern.modifiers(isChecked: isChecked), in: &step)
    if isChecked, modification.choices.last == 0 {
      step.attempt.assertion?.secret = .right
    }
  }
}
