package import LinkPolicy
package import LinkPolicyAuthoring
package import LinkPolicyExploration
internal import LinkPolicyJSON
internal import LinkPolicyTesting

/// A comparison of the answers of two policies to the same facts or the same attempt.
package struct PolicyComparison {
  /// The numbers of the old and the new policy's answer.
  struct AnswerPair: Equatable {
    var old: Int
    var new: Int
    var oldProves = false
    var newProves = false
  }

  /// The numbers of one policy's answers: one for each row of each table, and one for each guard.
  private struct AnswerNumbers {
    var rows: [[Int]]
    var guards: [Int]
  }

  /// Whether the policies have equal digests, and therefore the same meaning.
  let isSame: Bool
  /// Whether the facts that the old policy computes for an attempt are also valid for the new policy.
  let sharesVocabulary: Bool

  private let old: CompiledPolicy
  private let new: CompiledPolicy
  private var answers: [NamedAnswer] = []
  private var oldAnswers = AnswerNumbers(rows: [], guards: [])
  private var newAnswers = AnswerNumbers(rows: [], guards: [])
  /// For each table of the old policy, whether the new policy's table may decide differently.
  private var differingTables: [Bool] = []

  /// The number for a decision that no row made; ``noDecision`` is the number for an input error.
  private static var noRow: Int { -1 }
  private static var noDecision: Int { -2 }

  init(_ old: CompiledPolicy, _ new: CompiledPolicy) {
    self.old = old
    self.new = new
    isSame = old.digest == new.digest
    let read = ValueSet(new.conditions.map { $0.fact })
    let alike = Self.vocabularyDigest(old) == Self.vocabularyDigest(new)
    // A policy computes the facts about methods and relays only if some condition tests them.
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

  /// Returns the digest of a policy's declarations, without its rows.
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

  private mutating func number(_ policy: CompiledPolicy) -> AnswerNumbers {
    var rows: [[Int]] = []
    for table in policy.storage.tables {
      rows.append(table.rows.map { number($0.answer, policy) })
    }
    return AnswerNumbers(
      rows: rows, guards: policy.storage.guards.map { number($0.answer, policy) })
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
    of source: Decision.Source?, inTable table: Int?, from answers: AnswerNumbers
  ) -> Int {
    guard let source, let table else { return Self.noDecision }
    switch source {
    case .row(let index): return answers.rows[table][index]
    case .guarding(let index), .would(let index, _): return answers.guards[index]
    case .impossible, .cannotOccur, .staleTicket: return Self.noRow
    }
  }

  // MARK: Pairs

  /// Returns the answers of both policies to facts that have the same meaning in both policies.
  func pair(_ facts: FactVector) -> AnswerPair {
    var (a, b) = (facts, facts)
    let (first, second) = (old.source(of: &a), new.source(of: &b))
    return AnswerPair(
      old: answer(of: first, inTable: old.tableIndex(of: a), from: oldAnswers),
      new: answer(of: second, inTable: new.tableIndex(of: b), from: newAnswers),
      oldProves: Self.proves(decidedBy: first, facts: a, under: old),
      newProves: Self.proves(decidedBy: second, facts: b, under: new))
  }

  /// Returns the answers of both policies to an attempt in a store.
  func pair(_ facts: FactVector, of step: ExploredAttempt, in accounts: Accounts) -> AnswerPair {
    var pair = pair(under: old, from: oldAnswers, at: facts)
    do throws(InputError) {
      let situation = try accounts.situation(
        for: step.attempt, by: step.caller, under: new.policy)
      let read = try new.reading(of: step.attempt, in: situation)
      let other = self.pair(under: new, from: newAnswers, at: read.facts)
      pair.new = other.old
      pair.newProves = other.oldProves
    } catch {
      // The old policy decides the attempt, but the new policy rejects it as malformed.
      pair.new = Self.noDecision
    }
    return pair
  }

  private func pair(
    under policy: CompiledPolicy, from answers: AnswerNumbers, at facts: FactVector
  ) -> AnswerPair {
    var facts = facts
    let source = policy.source(of: &facts)
    return AnswerPair(
      old: answer(of: source, inTable: policy.tableIndex(of: facts), from: answers),
      new: Self.noDecision,
      oldProves: Self.proves(decidedBy: source, facts: facts, under: policy))
  }

  /// Returns whether an attempt proves its address.
  ///
  /// The result is false if the policy makes no decision, because the derived facts are then unknown.
  private static func proves(
    decidedBy source: Decision.Source?, facts: FactVector, under policy: CompiledPolicy
  ) -> Bool {
    switch source {
    case nil, .cannotOccur, .staleTicket: false
    case .row, .guarding, .would, .impossible: policy.holdsProof(facts)
    }
  }

  /// Returns whether the two answers of a pair differ.
  ///
  /// Two equal answers with effects count as different if only one policy counts the attempt as proof of its address.
  func differs(_ pair: AnswerPair) -> Bool {
    if pair.old != pair.new {
      return true
    }
    return pair.oldProves != pair.newProves && pair.old >= 0
      && !answers[pair.old].effects.isEmpty
  }
}

extension CompiledPolicy {
  /// Returns the declared name of an error, then each platform with the error's name on the platform.
  fileprivate func names(ofError index: Int) -> [Name] {
    let error = storage.errors[index]
    return [error.name] + error.names.flatMap { [$0.platform, $0.name] }
  }

  /// Returns whether two policies have different guards, derived facts, impossible combinations or conditions of
  /// `proof`.
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

/// The visible result of a played step: the answer, the notices and the accounts after the step,
/// without policy details.
///
/// Vectors compare the results of different implementations, so the result leaves out the deciding row.
package struct Visible: Sendable, Equatable {
  private var answer: [String]
  private var accounts: [[UInt8]]

  package init(_ played: StepSequence.Played) {
    answer = []
    accounts = played.accounts.accounts.map { Self.account($0) }
    if let error = played.inputError {
      answer = ["input error", String(error.reason.rawValue)]
    }
    guard let decision = played.decision else { return }
    add(decision)
    guard let applied = played.applied else {
      answer.append("conflict")
      return
    }
    answer.append(applied.account ?? "no account")
    answer.append(applied.isNewAccount ? "new" : "known")
    answer.append(applied.session == nil ? "no session" : "session")
    for event in applied.events {
      if case .methodRemoved(let account, let provider, let kind) = event {
        answer.append("removed " + account + " " + provider + " " + kind.name.text)
      } else if let notice = ExpectedNotice(event) {
        answer.append(notice.description)
      }
    }
  }

  /// Returns whether the answers are equal; the accounts need no comparison after a step that changes nothing.
  package static func isSameAnswer(_ a: Visible, _ b: Visible) -> Bool { a.answer == b.answer }

  private mutating func add(_ decision: Decision) {
    answer += Self.outcome(decision.outcome) + ["shown"] + Self.outcome(decision.shown)
    answer.append("ask " + (decision.ask?.name.text ?? ""))
    let disclosed = decision.disclosed
    answer += decision.tell.map { "tell " + $0.name.text }
    answer.append("account " + (disclosed.account ?? "-"))
    answer +=
      (disclosed.methods ?? []).map { "method " + $0 } + ["providers"] + (disclosed.providers ?? [])
    answer += ["address methods"] + (disclosed.addressMethods ?? [])
    answer.append("credential " + (disclosed.credential?.subject ?? "-"))
    answer.append("registered " + (disclosed.isRegistered.map { $0 ? "yes" : "no" } ?? "-"))
    answer.append(decision.hasTicket ? "ticket" : "no ticket")
  }

  private static func outcome(_ outcome: Decision.Outcome) -> [String] {
    switch outcome {
    case .allowed: return ["allowed"]
    case .refused(let refusal):
      return [refusal.code] + refusal.names.map { $0.platform + ": " + $0.name }
    }
  }

  /// Returns an account as JSON, in which every field that vectors cannot expect is zero.
  private static func account(_ account: Account) -> [UInt8] {
    var account = account
    account.version = 0
    account.epoch = 0
    for index in account.methods.indices {
      account.methods[index].since = 0
    }
    return account.json
  }
}

extension StepSequence {
  /// Returns the index of the first step with a visible difference between two policies; nil if no step differs before
  /// the sequence ends under one policy.
  package func firstDifference(_ a: CompiledPolicy, _ b: CompiledPolicy) -> Int? {
    let left = play(a)
    let right = play(b)
    for index in 0..<max(left.count, right.count) {
      guard index < left.count, index < right.count else { return nil }
      if Visible(left[index]) != Visible(right[index]) {
        return index
      }
    }
    return nil
  }

  /// Returns the shortest beginning of the sequence that shows a difference between two policies, without unnecessary
  /// steps.
  ///
  /// Returns nil if the sequence shows no difference.
  package func showingDifference(_ a: CompiledPolicy, _ b: CompiledPolicy) -> StepSequence? {
    guard let first = firstDifference(a, b) else { return nil }
    return StepSequence(Array(steps[...first])).minimized { shorter in
      shorter.firstDifference(a, b) == shorter.steps.count - 1
    }
  }
}
