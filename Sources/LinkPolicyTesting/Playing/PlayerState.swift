package import LinkPolicy

/// The state that a player stands in between two steps: the store, and what else the case has made
/// so far.
package struct PlayerState {
  private let vector: VectorSequence
  private let policy: Policy
  package private(set) var accounts = Accounts()
  private var settings: Settings
  /// The sessions there are, with the numbers of the steps that opened them; none for a given one.
  private var sessions: [(step: Int?, id: String)] = []
  private var lastCode: String?
  /// The tickets that the decisions of steps handed out.
  private var tickets: [(step: Int, ticket: Ticket)] = []
  /// What is given that could not have come about under the policy; nil where all of it could.
  private let problem: GivenProblem?

  /// What a step asks.
  package enum Asked: Sendable {
    /// An attempt, and who makes it.
    case attempt(Attempt, by: Accounts.Caller)
    /// It names something that the steps before did not make.
    case fault(key: String, String)
  }

  /// Creates the state before the first step of a sequence.
  package init(_ vector: VectorSequence, _ policy: Policy) {
    self.vector = vector
    self.policy = policy
    settings = vector.settings
    problem = vector.problems(under: policy).first
    give()
  }

  /// Puts into the store what exists before the first step.
  private mutating func give() {
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
        tenant: code.tenant ?? vector.tenant, under: policy)
    }
    lastCode = accounts.codes.last?.id
  }

  /// Does what a step says; nil where that is no attempt.
  package mutating func perform(_ content: VectorStep.Content, number: Int) -> PlayedStep.Answer? {
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

  /// The attempt that a step makes, with what earlier steps have made for it.
  package func asked(by step: VectorAttempt) -> Asked {
    if let problem {
      return .fault(key: "given", problem.message)
    }
    var attempt = step.attempt
    if let tenant = vector.tenant, attempt.tenant == nil {
      attempt.tenant = tenant
    }
    var caller = Accounts.Caller(
      target: step.target, settings: settings.merging(step.settings))
    caller.stated = step.stated
    if caller.stated[MethodFact.fact] == nil {
      // Docs/Vectors.md: a step that does not say whether its method is enabled has it enabled.
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
      attempt.ticket = tickets.last { $0.step == number }?.ticket
      if attempt.ticket == nil {
        return .fault(key: "ticket", "no ticket was handed out there")
      }
    }
    return .attempt(attempt, by: caller)
  }

  /// Carries out what was decided in a step.
  package mutating func apply(_ decision: Decision, number: Int) -> PlayedStep.Answer {
    if let ticket = decision.ticket {
      tickets.append((number, ticket))
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
  /// These settings with others on top.
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
  /// Adds a session that was opened before; returns its id.
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
