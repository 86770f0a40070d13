public import LinkPolicy
public import LinkPolicyYAML

/// Plays vectors against a policy on the in-memory store: situation, decide, apply.
///
/// Nothing is judged here; ``PlayedCase/mismatches`` compares what happened with what was expected.
public struct Player: Sendable {
  /// The policy that decides.
  public let policy: Policy

  /// Creates a player.
  public init(_ policy: Policy) {
    self.policy = policy
  }

  /// Reads the text of a case that must not load as a policy; other cases come to nothing.
  ///
  /// What the text extends is looked for by the finder alone.
  public static func play(
    policyTextOf vector: VectorCase, finder: PolicyFinder
  ) -> PlayedCase {
    var reading: TextReading?
    if case .rejectedPolicy(let text) = vector.content {
      reading = TextReading(policy: text.bytes, finder: finder)
    }
    return PlayedCase(vector: vector, policy: nil, steps: [], reading: reading)
  }

  /// Plays a case from its starting accounts to its last step, or decides the request that must be
  /// refused.
  ///
  /// A text that must not load as a policy needs ``play(policyTextOf:finder:)``; here it comes to
  /// nothing, which no expectation lets pass.
  public func play(_ vector: VectorCase) -> PlayedCase {
    guard let sequence = vector.sequence else {
      var reading: TextReading?
      if case .rejectedInput(let text) = vector.content {
        reading = TextReading(request: text.bytes, by: policy)
      }
      return PlayedCase(vector: vector, policy: policy, steps: [], reading: reading)
    }
    var stage = Stage(sequence, policy)
    var steps: [PlayedStep] = []
    for (index, step) in sequence.steps.enumerated() {
      let answer = stage.perform(step.content, number: index + 1)
      steps.append(
        PlayedStep(
          number: index + 1, step: step, answer: answer, accounts: stage.accounts.accounts))
    }
    return PlayedCase(vector: vector, policy: policy, steps: steps, reading: nil)
  }
}

/// The store and what else a case has made so far.
private struct Stage {
  let vector: VectorSequence
  let policy: Policy
  var accounts = Accounts()
  var settings: Settings
  /// The session that each step opened.
  var sessions: [Int: String] = [:]
  var lastSession: String?
  var lastCode: String?
  /// The ticket that each step's decision handed out.
  var tickets: [Int: Ticket] = [:]

  init(_ vector: VectorSequence, _ policy: Policy) {
    self.vector = vector
    self.policy = policy
    settings = vector.settings
    for account in vector.given {
      var account = account
      account.tenant = account.tenant ?? vector.tenant
      accounts.add(account)
    }
    for orphan in vector.orphans {
      let issuer = policy.document.issuer(of: orphan.provider)
      accounts.addOrphan(issuer: issuer, subject: orphan.subject)
    }
  }

  mutating func perform(_ content: VectorStep.Content, number: Int) -> PlayedStep.Answer? {
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
    var attempt = step.attempt
    attempt.tenant = attempt.tenant ?? vector.tenant
    var caller = Accounts.Caller(
      target: step.target, settings: settings.merging(step.settings),
      isMethodEnabled: step.isMethodEnabled)
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
      attempt.ticket = tickets[number]
      if attempt.ticket == nil {
        return .fault(key: "ticket", "no ticket was handed out there")
      }
    }
    do throws(InputError) {
      let situation = try accounts.situation(for: attempt, by: caller, under: policy)
      return apply(try policy.decide(attempt, in: situation), number: number)
    } catch {
      return .inputError(error)
    }
  }

  private mutating func apply(_ decision: Decision, number: Int) -> PlayedStep.Answer {
    tickets[number] = decision.ticket
    do throws(Accounts.Conflict) {
      let applied = try accounts.apply(decision)
      if let session = applied.session {
        sessions[number] = session
        lastSession = session
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
    case .last: lastSession
    case .step(let number): sessions[number]
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

extension PolicyDocument {
  /// The issuer under which a provider's subjects are held.
  fileprivate func issuer(of provider: String) -> String {
    for declaration in providers where provider.hasSameBytes(as: declaration.id.value) {
      return declaration.issuer?.value.text ?? provider
    }
    return provider
  }
}
