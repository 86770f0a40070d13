package import LinkPolicy
package import LinkPolicyAuthoring

/// Compares what two policies answer to the same facts or the same attempt.
package struct PolicyComparison {
  /// What both answer, each as a number that stands for one answer.
  struct Pair: Equatable {
    var old: Int
    var new: Int
    var oldProves = false
    var newProves = false
  }

  /// The answers of one policy: by table and row, and by guard.
  private struct Answers {
    var rows: [[Int]]
    var guards: [Int]
  }

  /// Whether the policies mean the same.
  let isSame: Bool
  /// Whether facts read by one policy are facts of the other.
  let sharesVocabulary: Bool

  private let old: CompiledPolicy
  private let new: CompiledPolicy
  private var answers: [NamedAnswer] = []
  private var oldAnswers = Answers(rows: [], guards: [])
  private var newAnswers = Answers(rows: [], guards: [])
  /// Whether each table of the old policy may decide otherwise than the new one's.
  private var differingTables: [Bool] = []

  /// What no row decides, and what is an error of the input.
  private static var noRow: Int { -1 }
  private static var noDecision: Int { -2 }

  init(_ old: CompiledPolicy, _ new: CompiledPolicy) {
    self.old = old
    self.new = new
    isSame = old.digest == new.digest
    let read = ValueSet(new.conditions.map { $0.fact })
    let alike = Self.vocabularyDigest(old) == Self.vocabularyDigest(new)
    // Methods and relays are counted only where some condition asks.
    sharesVocabulary = alike && read.isSubset(of: old.vocabulary.usedFacts)
    oldAnswers = number(old)
    newAnswers = number(new)
    let isEverywhere =
      !sharesVocabulary || old.hasOtherBase(than: new)
    differingTables = old.storage.tables.map { table in
      guard !isEverywhere,
        let other = new.storage.tables.first(where: { $0.key == table.key })
      else { return true }
      return old.hasOtherRows(table.rows, than: other.rows, of: new)
    }
  }

  func canDiffer(inTable table: Int) -> Bool { differingTables[table] }

  /// The digest of what a policy declares, without its rows.
  package static func vocabularyDigest(_ policy: CompiledPolicy) -> PolicyDigest {
    var document = policy.document
    document.proof = []
    document.impossible = []
    document.guards = []
    document.decisions = []
    document.errors = []
    for index in document.facts.indices {
      document.facts[index].rows = []
    }
    return PolicyDigest(of: document)
  }

  // MARK: Answers

  private mutating func number(_ policy: CompiledPolicy) -> Answers {
    var rows: [[Int]] = []
    for table in policy.storage.tables {
      rows.append(table.rows.map { number($0.answer, policy) })
    }
    return Answers(rows: rows, guards: policy.storage.guards.map { number($0.answer, policy) })
  }

  private mutating func number(_ compiled: CompiledAnswer, _ policy: CompiledPolicy) -> Int {
    let answer = NamedAnswer(compiled, policy.storage.errors)
    if let known = answers.firstIndex(of: answer) {
      return known
    }
    answers.append(answer)
    return answers.count - 1
  }

  private func answer(
    _ source: Decision.Source?, _ table: Int?, _ answers: Answers
  ) -> Int {
    guard let source, let table else { return Self.noDecision }
    switch source {
    case .row(let index): return answers.rows[table][index]
    case .guarding(let index), .would(let index, _): return answers.guards[index]
    case .impossible, .cannotOccur, .staleTicket: return Self.noRow
    }
  }

  // MARK: Pairs

  /// What both answer to facts that mean the same in both.
  func pair(_ facts: FactVector) -> Pair {
    var (a, b) = (facts, facts)
    let (first, second) = (old.source(of: &a), new.source(of: &b))
    return Pair(
      old: answer(first, old.tableIndex(of: a), oldAnswers),
      new: answer(second, new.tableIndex(of: b), newAnswers),
      oldProves: Self.proves(first, a, old), newProves: Self.proves(second, b, new))
  }

  /// What both answer to an attempt in a store.
  func pair(_ facts: FactVector, _ step: ExploredAttempt, _ accounts: Accounts) -> Pair {
    var pair = pair(old, oldAnswers, facts)
    do throws(InputError) {
      let situation = try accounts.situation(
        for: step.attempt, by: step.caller, under: new.policy)
      let read = try new.reading(of: step.attempt, in: situation)
      let other = self.pair(new, newAnswers, read.facts)
      pair.new = other.old
      pair.newProves = other.oldProves
    } catch {
      // What the new policy takes for an error of the input it does not decide, and the old one does.
      pair.new = Self.noDecision
    }
    return pair
  }

  private func pair(_ policy: CompiledPolicy, _ answers: Answers, _ facts: FactVector) -> Pair {
    var facts = facts
    let source = policy.source(of: &facts)
    return Pair(
      old: answer(source, policy.tableIndex(of: facts), answers), new: Self.noDecision,
      oldProves: Self.proves(source, facts, policy))
  }

  /// Whether an attempt proves its address; not where nothing is decided, and so nothing derived.
  private static func proves(
    _ source: Decision.Source?, _ facts: FactVector, _ policy: CompiledPolicy
  ) -> Bool {
    switch source {
    case nil, .cannotOccur, .staleTicket: false
    case .row, .guarding, .would, .impossible: policy.holdsProof(facts)
    }
  }

  /// Whether the answers differ, or what is proven by an attempt that changes something.
  func differs(_ pair: Pair) -> Bool {
    if pair.old != pair.new {
      return true
    }
    return pair.oldProves != pair.newProves && pair.old >= 0
      && !answers[pair.old].effects.isEmpty
  }
}

extension CompiledPolicy {
  /// An error's name and its names by platform.
  fileprivate func names(ofError index: Int) -> [Name] {
    let error = storage.errors[index]
    return [error.name] + error.names.flatMap { [$0.platform, $0.name] }
  }

  /// Whether anything beside the rows of tables differs that can change a decision.
  fileprivate func hasOtherBase(than other: CompiledPolicy) -> Bool {
    guard !hasOtherRows(storage.guards, than: other.storage.guards, of: other),
      storage.facts.count == other.storage.facts.count,
      storage.impossible.count == other.storage.impossible.count,
      !Self.differ(storage.proof, other.storage.proof)
    else { return true }
    for (a, b) in zip(storage.impossible, other.storage.impossible) where Self.differ(a, b) {
      return true
    }
    for (a, b) in zip(storage.facts, other.storage.facts) {
      if hasOtherRows(a.rows, than: b.rows, of: other) {
        return true
      }
    }
    return false
  }

  fileprivate func hasOtherRows(
    _ rows: [CompiledRow], than others: [CompiledRow], of other: CompiledPolicy
  ) -> Bool {
    guard rows.count == others.count else { return true }
    for (a, b) in zip(rows, others) {
      let errors = (a.answer.error, b.answer.error)
      if a.value != b.value || a.would != b.would || a.answer != b.answer
        || Self.differ(a.conditions, b.conditions)
        || errors.0.map({ names(ofError: $0) }) != errors.1.map({ other.names(ofError: $0) })
      {
        return true
      }
      if case .error(let shown) = a.answer.shown, case .error(let otherShown) = b.answer.shown,
        names(ofError: shown) != other.names(ofError: otherShown)
      {
        return true
      }
    }
    return false
  }

  private static func differ(_ a: [ResolvedCondition], _ b: [ResolvedCondition]) -> Bool {
    a.count != b.count
      || zip(a, b).contains { $0.fact != $1.fact || $0.values != $1.values }
  }
}
