package import LinkPolicy
package import LinkPolicyAuthoring
package import LinkPolicyTesting

/// A sequence of steps from the empty store.
///
/// A step refers to a session, account or code by the index of the step that made it.
///
/// Because steps contain indices instead of ids, a sequence can be shortened, and played under any policy. A run ends
/// before a step whose session, account, code or ticket does not exist under the policy.
package struct StepSequence: Sendable {
  /// One step of a sequence: an attempt or a wait.
  package struct Step: Sendable {
    /// The content; the ids of session, target and code are missing, and a run fills them in.
    package var content: ExploredStep
    /// The index of the step that opened the caller's session; nil for a caller without a session.
    package var session: Int?
    /// The index of the step that made the target account; nil for an attempt without a target.
    package var target: Int?
    /// The step that mailed the code, and the index of the code among the codes of that step; nil without a code.
    package var code: CodeOrigin?

    /// Whether the step redeems the ticket of the latest refusal before the step.
    package var redeemsTicket: Bool {
      if case .attempt(let attempt) = content { attempt.attempt.ticket != nil } else { false }
    }

    package init(
      content: ExploredStep, session: Int? = nil, target: Int? = nil, code: CodeOrigin? = nil
    ) {
      self.content = content
      self.session = session
      self.target = target
      self.code = code
    }
  }

  /// The origin of a code: the step that mailed the code, and the code's index among the codes of that step.
  package struct CodeOrigin: Sendable {
    package var step: Int
    package var place: Int
  }

  /// The steps, in order.
  package var steps: [Step]

  package init(_ steps: [Step] = []) {
    self.steps = steps
  }

  /// The result of playing a step: the decision or the error, and the store after the step.
  package struct Played: Sendable {
    /// The content of the step, with all ids filled in.
    package var content: ExploredStep
    /// The decision; nil for a wait or a malformed attempt.
    package var decision: Decision?
    /// The error of a malformed attempt; nil for any other step.
    package var inputError: InputError?
    /// The result of the commit; nil without a decision, or if the commit failed.
    package var applied: Accounts.Applied?
    /// The store after the step.
    package var accounts: Accounts
  }

  /// Plays the steps until a step refers to a session, account, code or ticket that does not exist.
  ///
  /// If `enrollsFactors` is true, the owner of each new account enrolls a second factor.
  package func play(_ policy: CompiledPolicy, enrollsFactors: Bool = false) -> [Played] {
    var player = SequencePlayer(policy, enrollsFactors: enrollsFactors)
    for step in steps {
      guard player.perform(step) else { break }
    }
    return player.played
  }

  /// Returns the sequence without one of its steps; nil if a later step refers to the removed step.
  package func removing(_ index: Int) -> StepSequence? {
    var shorter = StepSequence()
    for (number, step) in steps.enumerated() where number != index {
      var step = step
      guard step.session != index, step.target != index, step.code?.step != index,
        !(number == index + 1 && step.redeemsTicket)
      else {
        return nil
      }
      func moved(_ number: Int) -> Int { number > index ? number - 1 : number }
      step.session = step.session.map(moved)
      step.target = step.target.map(moved)
      step.code = step.code.map { CodeOrigin(step: moved($0.step), place: $0.place) }
      shorter.steps.append(step)
    }
    return shorter
  }

  /// Returns a sequence for which a property still holds, shortened by removing steps.
  package func minimized(_ holds: (StepSequence) -> Bool) -> StepSequence {
    var least = self
    var index = least.steps.count - 1
    while index >= 0 {
      if let shorter = least.removing(index), holds(shorter) {
        least = shorter
      }
      index -= 1
    }
    return least
  }
}

/// A player that executes a sequence step by step and fills in the ids of the store.
struct SequencePlayer {
  let policy: CompiledPolicy
  private let enrollsFactors: Bool
  private(set) var played: [StepSequence.Played] = []
  private(set) var accounts = Accounts()
  private var sessions: [Int: String] = [:]
  private var made: [Int: String] = [:]
  private var codes: [Int: [String]] = [:]

  init(_ policy: CompiledPolicy, enrollsFactors: Bool = false) {
    self.policy = policy
    self.enrollsFactors = enrollsFactors
  }

  /// Plays one step of a sequence.
  ///
  /// Returns false if the step refers to a session, account, code or ticket that no earlier step made.
  mutating func perform(_ step: StepSequence.Step) -> Bool {
    let number = played.count
    guard case .attempt(var attempt) = step.content else {
      if case .wait(let wait) = step.content {
        switch wait {
        case .old: accounts.ageSessions()
        case .expired: accounts.expireCodes()
        }
      }
      played.append(StepSequence.Played(content: step.content, accounts: accounts))
      return true
    }
    if let origin = step.session {
      guard let id = sessions[origin] else { return false }
      attempt.caller.session = id
    }
    if let origin = step.target {
      guard let id = made[origin] else { return false }
      attempt.caller.target = id
    }
    if let origin = step.code {
      guard let ids = codes[origin.step], origin.place < ids.count else { return false }
      attempt.caller.code = ids[origin.place]
    }
    if attempt.attempt.ticket != nil {
      // A step redeems the ticket of the latest refusal before the step.
      guard let ticket = played.lazy.compactMap({ $0.decision?.ticket }).last else { return false }
      attempt.attempt.ticket = ticket
    }
    var result = attempt.played(in: accounts, under: policy)
    if enrollsFactors, let applied = result.applied, applied.isNewAccount,
      let index = result.accounts.accounts.firstIndex(where: {
        applied.account?.hasSameBytes(as: $0.id) ?? false
      })
    {
      result.accounts.enrollFactor(at: index)
    }
    accounts = result.accounts
    if let applied = result.applied {
      note(applied, number)
    }
    played.append(result)
    return true
  }

  private mutating func note(_ applied: Accounts.Applied, _ number: Int) {
    sessions[number] = applied.session
    if applied.isNewAccount {
      made[number] = applied.account
    }
    for event in applied.events {
      if case .codeMailed(let id, _, _) = event {
        codes[number, default: []].append(id)
      }
    }
  }
}

extension ExploredAttempt {
  /// Plays the attempt in a store under a policy and returns the result.
  package func played(in accounts: Accounts, under policy: CompiledPolicy) -> StepSequence.Played {
    var result = StepSequence.Played(content: .attempt(self), accounts: accounts)
    do throws(InputError) {
      let situation = try accounts.situation(for: attempt, by: caller, under: policy.policy)
      let decision = try policy.decide(attempt, in: situation)
      result.decision = decision
      do throws(Accounts.Conflict) {
        result.applied = try result.accounts.apply(decision)
      } catch {
        // A decision without a commit result means that the commit failed because of a conflict.
        result.applied = nil
      }
    } catch {
      result.inputError = error
    }
    return result
  }
}

extension StepSequence {
  /// Creates a sequence by playing steps that contain the store's ids.
  package init(_ contents: [ExploredStep], under policy: CompiledPolicy) {
    var player = SequencePlayer(policy)
    var sessions: [String: Int] = [:]
    var made: [String: Int] = [:]
    var codes: [String: CodeOrigin] = [:]
    steps = []
    for (number, content) in contents.enumerated() {
      var step = Step(content: content)
      if case .attempt(let attempt) = content {
        step.session = attempt.caller.session.flatMap { sessions[$0] }
        step.target = attempt.caller.target.flatMap { made[$0] }
        step.code = attempt.caller.code.flatMap { codes[$0] }
      }
      steps.append(step)
      guard player.perform(step), let applied = player.played.last?.applied else { continue }
      if let session = applied.session {
        sessions[session] = number
      }
      if applied.isNewAccount, let account = applied.account {
        made[account] = number
      }
      var place = 0
      for event in applied.events {
        if case .codeMailed(let id, _, _) = event {
          codes[id] = CodeOrigin(step: number, place: place)
          place += 1
        }
      }
    }
  }
}

/// One step of an explored sequence, with the ids of the store.
package enum ExploredStep: Sendable {
  /// The step makes an attempt.
  case attempt(ExploredAttempt)
  /// The step waits until sessions are old or codes have expired.
  case wait(VectorStep.Wait)
}

/// An attempt, with the session, target and code of its caller.
package struct ExploredAttempt: Sendable {
  /// The attempt.
  package var attempt: Attempt
  /// The caller: the session, target and code with the ids of the store, and the settings.
  package var caller: Accounts.AttemptContext
  /// The refused attempt whose ticket this attempt redeems, played directly before this attempt; empty if this attempt
  /// redeems no ticket.
  package var refused: [ExploredAttempt] = []

  package init(_ attempt: Attempt, by caller: Accounts.AttemptContext = Accounts.AttemptContext()) {
    self.attempt = attempt
    self.caller = caller
  }
}
