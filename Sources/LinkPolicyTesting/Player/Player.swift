public import LinkPolicy
public import LinkPolicyYAML

/// Plays vectors: for each step, the player answers the lookup from an in-memory store, decides, and applies the
/// decision.
///
/// ``PlayedCase/mismatches`` compares the results with the expectations.
public struct Player: Sendable {
  /// The policy that decides every attempt.
  public let policy: Policy

  /// Creates a player that decides every case with one policy.
  ///
  /// - Parameter policy: the policy that decides, regardless of the policy that a case names.
  public init(_ policy: Policy) {
    self.policy = policy
  }

  /// Loads the policy text of a `reject-policy` case, which must fail to load; for any other case, the result's
  /// `reading` is nil.
  ///
  /// - Parameters:
  ///   - vector: the case.
  ///   - finder: finds the base policies of the text.
  /// - Returns: the case with the result of reading the text, without steps.
  public static func play(
    policyTextOf vector: VectorCase, finder: PolicyFinder
  ) -> PlayedCase {
    var reading: TextReading?
    if case .rejectedPolicy(let text) = vector.content {
      reading = TextReading(policy: text.bytes, finder: finder)
    }
    return PlayedCase(vector: vector, policy: nil, steps: [], reading: reading)
  }

  /// Plays all steps of a case from its given rows, or decides a request that must be rejected.
  ///
  /// For a `reject-policy` case, call ``play(policyTextOf:finder:)`` instead. This method loads no policy text, so a
  /// `reject-policy` case would always fail.
  ///
  /// - Parameter vector: the case.
  /// - Returns: the case with its steps, each with its decision and the accounts after the step.
  public func play(_ vector: VectorCase) -> PlayedCase {
    guard let sequence = vector.sequence else {
      var reading: TextReading?
      if case .rejectedInput(let text) = vector.content {
        reading = TextReading(request: text.bytes, by: policy)
      }
      return PlayedCase(vector: vector, policy: policy, steps: [], reading: reading)
    }
    var state = PlayerState(sequence, policy)
    var steps: [PlayedStep] = []
    for (index, step) in sequence.steps.enumerated() {
      let answer = state.perform(step.content, number: index + 1)
      steps.append(
        PlayedStep(
          number: index + 1, step: step, answer: answer, accounts: state.accounts.accounts,
          codes: state.accounts.codes))
    }
    return PlayedCase(vector: vector, policy: policy, steps: steps, reading: nil)
  }
}

extension Player {
  /// Returns whether a sequence meets all expectations.
  ///
  /// The result agrees with ``play(_:)`` and ``PlayedCase/mismatches``, but the method stores no steps. To report the
  /// steps of a failing case, play the case again.
  ///
  /// - Parameters:
  ///   - sequence: the sequence.
  ///   - numbers: the numbers that identify the texts of the settings, given rows and steps; nil if these texts have no
  ///     numbers.
  ///   - position: the position of the sequence's case.
  ///   - prefixes: the states that this player reached in earlier sequences.
  ///   - each: a closure that receives every decision, in order, even if the case fails.
  /// - Returns: whether the sequence meets all expectations.
  func passes(
    _ sequence: VectorSequence, numbers: SequenceNumbers?, at position: SourcePosition,
    knowing prefixes: inout PlayedPrefixes, each: (Decision) -> Void
  ) -> Bool {
    let names = MethodNames(policy)
    var place = numbers.flatMap { prefixes.start($0) }
    var played = 0
    while let before = place, played < sequence.steps.count,
      let step = numbers?.steps[played], let next = prefixes.place(after: step, from: before)
    {
      if let decision = prefixes[next].decision {
        each(decision)
      }
      place = next
      played += 1
    }
    var (state, isAsExpected) = (PlayerState?.none, true)
    if let place, played > 0 {
      (state, isAsExpected) = (prefixes[place].state, prefixes[place].isAsExpected)
    }
    var current = state ?? PlayerState(sequence, policy)
    for index in played..<sequence.steps.count {
      let answer = current.perform(sequence.steps[index].content, number: index + 1)
      if let decision = answer?.decision {
        each(decision)
      }
      if isAsExpected, let answer,
        case .attempt(let attempt) = sequence.steps[index].content
      {
        var list = MismatchList(step: index + 1, at: sequence.steps[index].position)
        answer.compare(with: attempt.expectation, names: names, into: &list)
        isAsExpected = list.items.isEmpty
      }
      // A whole sequence is rarely the beginning of another sequence.
      guard index < PlayedPrefixes.longest, index + 1 < sequence.steps.count, let before = place
      else { continue }
      place = numbers?.steps[index].flatMap { number in
        prefixes.keep(
          PlayedPrefixes.PlayedPrefix(
            state: current, decision: answer?.decision, isAsExpected: isAsExpected),
          after: number, from: before)
      }
    }
    guard isAsExpected, let expected = sequence.accounts else { return isAsExpected }
    let end = AccountComparison(
      of: expected, with: current.accounts.accounts, codes: .stored(current.accounts.codes),
      names: names, at: position)
    return end.mismatches.isEmpty
  }
}

/// The state of a player between two steps: the store, and the sessions and tickets that earlier steps created.
package struct PlayerState {
  private let policy: Policy
  /// The tenant of attempts that state no tenant.
  private let tenant: String?
  package private(set) var accounts = Accounts()
  private var settings: Settings
  /// The ids of the sessions, each with the number of the step that opened the session; nil for a given session.
  private var sessions: [(step: Int?, id: String)] = []
  private var lastCode: String?
  /// The decisions with a ticket, each with the number of its step.
  ///
  /// Few steps redeem a ticket, so the player builds a ticket only for the step that redeems it.
  private var tickets: [(step: Int, decision: Decision)] = []
  /// The first given row that cannot exist under the policy; nil if all given rows can exist.
  private let problem: GivenProblem?

  /// The attempt of a step, or the reason why the attempt cannot be made.
  package enum StepAttempt: Sendable {
    /// An attempt, with its caller's session, target and code, and the settings.
    case attempt(Attempt, by: Accounts.AttemptContext)
    /// The step refers to an object, such as a session, that no earlier step created, or a given row is impossible.
    case fault(key: String, String)
  }

  /// Creates the state before the first step of a sequence.
  package init(_ vector: VectorSequence, _ policy: Policy) {
    self.policy = policy
    tenant = vector.tenant
    settings = vector.settings
    problem = vector.problems(under: policy).first
    give(vector)
  }

  /// Adds the given rows of a sequence to the store.
  private mutating func give(_ vector: VectorSequence) {
    for var account in vector.given.accounts {
      account.tenant = account.tenant ?? vector.tenant
      policy.vocabulary.closeKinds(of: &account)
      accounts.add(account)
    }
    for orphan in vector.given.orphans {
      if let key = orphan.key(under: policy.vocabulary) {
        accounts.addOrphan(key, in: orphan.tenant ?? vector.tenant)
      }
    }
    for session in vector.given.sessions {
      sessions.append((nil, accounts.add(session)))
    }
    for code in vector.given.codes {
      accounts.addCode(
        code.purpose, for: code.account, at: code.address, isUsed: code.isUsed,
        isExpired: code.isExpired, boundTo: code.boundTo, requester: code.requester,
        credential: code.credential?.key(under: policy.vocabulary),
        tenant: code.tenant ?? vector.tenant, under: policy)
    }
    lastCode = accounts.codes.last?.id
  }

  /// Performs a step; returns nil for a step without an attempt, such as a wait.
  package mutating func perform(
    _ content: VectorStep.StepContent, number: Int
  ) -> PlayedStep.Answer? {
    switch content {
    case .attempt(let attempt):
      return decide(attempt, number: number)
    case .wait(.old):
      accounts.ageSessions()
    case .wait(.expired):
      accounts.expireCodes()
    case .set(let changes):
      settings = settings.merging(changes)
    }
    return nil
  }

  private mutating func decide(_ step: VectorAttempt, number: Int) -> PlayedStep.Answer {
    switch asked(by: step) {
    case .fault(let key, let message): return .fault(key: key, message)
    case .attempt(let attempt, let caller):
      do throws(InputError) {
        return apply(try accounts.decide(attempt, by: caller, under: policy), number: number)
      } catch {
        return .inputError(error)
      }
    }
  }

  /// Returns the attempt of a step, with the session, code and ticket to which the step refers.
  package func asked(by step: VectorAttempt) -> StepAttempt {
    if let problem {
      return .fault(key: "given", problem.message)
    }
    var attempt = step.attempt
    if let tenant, attempt.tenant == nil {
      attempt.tenant = tenant
    }
    var caller = Accounts.AttemptContext(
      target: step.target, settings: settings.merging(step.settings))
    caller.stated = step.stated
    caller.disabledMethods = step.disabledMethods
    if caller.stated[MethodFact.fact] == nil {
      // By default, the method of a step is enabled (Docs/Vectors.md).
      caller.isMethodEnabled = true
    }
    if let reference = step.session {
      caller.session = session(reference)
      if caller.session == nil {
        return .fault(key: "as", "no session was opened there")
      }
    }
    if let reference = step.code {
      caller.code = code(reference)
      if caller.code == nil {
        return .fault(key: "code", "no code was mailed before")
      }
    }
    if let number = step.ticket {
      attempt.ticket = tickets.last { $0.step == number }?.decision.ticket
      if attempt.ticket == nil {
        return .fault(key: "ticket", "no ticket was handed out there")
      }
    }
    return .attempt(attempt, by: caller)
  }

  /// Applies the decision of a step to the store, and records the new session, code and ticket for later steps.
  package mutating func apply(_ decision: Decision, number: Int) -> PlayedStep.Answer {
    if decision.hasTicket {
      tickets.append((number, decision))
    }
    do throws(Accounts.Conflict) {
      let applied = try accounts.apply(decision)
      if let session = applied.session {
        sessions.append((number, session))
      }
      for event in applied.events {
        if case .codeMailed(let id, _, _) = event {
          lastCode = id
        }
      }
      return .decided(decision, applied)
    } catch {
      return .conflict(decision, error)
    }
  }

  private func session(_ reference: VectorAttempt.Reference) -> String? {
    switch reference {
    case .last: sessions.last?.id
    case .step(let number): sessions.last { $0.step == number }?.id
    case .id(let id): id
    }
  }

  private func code(_ reference: VectorAttempt.Reference) -> String? {
    if case .id(let id) = reference { id } else { lastCode }
  }
}

extension Settings {
  /// Returns these settings, overridden by the given settings.
  fileprivate func merging(_ others: Settings) -> Settings {
    guard !others.values.isEmpty else { return self }
    var result = self
    for (name, value) in others.values {
      result.values.removeAll { $0.name.hasSameBytes(as: name) }
      result.values.append((name: name, value: value))
    }
    return result
  }
}

extension Accounts {
  /// Adds a session that was opened before the first step, and returns its id.
  fileprivate mutating func add(_ session: VectorSession) -> String {
    let epoch = account(session.account)?.epoch ?? 0
    return switch session.state {
    case .recent: addSession(of: session.account, epoch: epoch)
    case .old: addSession(of: session.account, epoch: epoch, isOld: true)
    case .revoked: addSession(of: session.account, epoch: epoch - 1)
    case .ended: addSession(of: session.account, epoch: epoch, isEnded: true)
    }
  }
}
