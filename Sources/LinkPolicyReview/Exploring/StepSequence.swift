package import LinkPolicy
package import LinkPolicyAuthoring
internal import LinkPolicyTesting

/// A sequence of steps from the empty store, each naming what earlier steps made by those steps.
///
/// So it can be shortened, and played under any policy: a step whose session, code or account was
/// never made there ends the playing.
package struct StepSequence: Sendable {
  /// One step.
  package struct Step: Sendable {
    /// What happens; the ids of session, target and code are filled in when it is played.
    package var content: ExploredStep
    /// The step that opened the caller's session, counted from 0.
    package var session: Int?
    /// The step that made the account that is named.
    package var target: Int?
    /// The step that mailed the code, and which of its codes it is.
    package var code: CodeOrigin?

    package init(
      content: ExploredStep, session: Int? = nil, target: Int? = nil, code: CodeOrigin? = nil
    ) {
      self.content = content
      self.session = session
      self.target = target
      self.code = code
    }
  }

  /// Where a code comes from.
  package struct CodeOrigin: Sendable {
    package var step: Int
    package var place: Int
  }

  /// The steps.
  package var steps: [Step]

  package init(_ steps: [Step] = []) {
    self.steps = steps
  }

  /// A step after it was played.
  package struct Played: Sendable {
    /// The step as it was made, with every id.
    package var content: ExploredStep
    /// What was decided; nil for waiting, and for an attempt that is malformed.
    package var decision: Decision?
    /// Why the attempt is malformed.
    package var inputError: InputError?
    /// What carrying the decision out came to.
    package var applied: Accounts.Applied?
    /// The store after it.
    package var accounts: Accounts
  }

  /// Plays the steps; ends before one that names what was not made.
  package func play(_ policy: CompiledPolicy) -> [Played] {
    var player = SequencePlayer(policy)
    for step in steps {
      guard player.perform(step) else { break }
    }
    return player.played
  }

  /// The sequence without a step; nil where a later step names something that it made.
  package func removing(_ index: Int) -> StepSequence? {
    var shorter = StepSequence()
    for (number, step) in steps.enumerated() where number != index {
      var step = step
      guard step.session != index, step.target != index, step.code?.step != index else {
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

  /// The sequence without the steps that are not needed for something to hold of it.
  package func minimised(_ holds: (StepSequence) -> Bool) -> StepSequence {
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

/// Plays a sequence step by step, filling in the ids that the store gives.
struct SequencePlayer {
  let policy: CompiledPolicy
  private(set) var played: [StepSequence.Played] = []
  private(set) var accounts = Accounts()
  private var sessions: [Int: String] = [:]
  private var made: [Int: String] = [:]
  private var codes: [Int: [String]] = [:]

  init(_ policy: CompiledPolicy) {
    self.policy = policy
  }

  /// Plays a step; false where it names what was not made.
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
    let result = attempt.played(in: accounts, under: policy)
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
  /// The attempt made in a store under a policy, and what came of it.
  package func played(in accounts: Accounts, under policy: CompiledPolicy) -> StepSequence.Played {
    var result = StepSequence.Played(content: .attempt(self), accounts: accounts)
    do throws(InputError) {
      let situation = try accounts.situation(for: attempt, by: caller, under: policy.policy)
      let decision = try policy.decide(attempt, in: situation)
      result.decision = decision
      do throws(Accounts.Conflict) {
        result.applied = try result.accounts.apply(decision)
      } catch {
        // Nothing was carried out; the decision stands, and says so by having come to nothing.
        result.applied = nil
      }
    } catch {
      result.inputError = error
    }
    return result
  }
}

extension StepSequence {
  /// Makes a sequence of steps that name things by the ids the store gives, by playing them.
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
