internal import LinkPolicy

/// The store and what else a case has made so far.
struct Stage {
  private let vector: VectorSequence
  private let policy: Policy
  private(set) var accounts = Accounts()
  private var settings: Settings
  /// The sessions that steps opened, with the numbers of these steps.
  private var sessions: [(step: Int, id: String)] = []
  private var lastCode: String?
  /// The tickets that the decisions of steps handed out.
  private var tickets: [(step: Int, ticket: Ticket)] = []
  /// What keeps the given codes from being codes of the policy; nil where nothing does.
  private let codesFault: String?

  init(_ vector: VectorSequence, _ policy: Policy) {
    self.vector = vector
    self.policy = policy
    settings = vector.settings
    codesFault = vector.codes.lazy.compactMap { $0.fault(under: policy) }.first
    for account in vector.given {
      var account = account
      if let tenant = vector.tenant, account.tenant == nil {
        account.tenant = tenant
      }
      policy.vocabulary.closeKinds(of: &account)
      accounts.add(account)
    }
    for orphan in vector.orphans {
      let issuer = policy.vocabulary.providers.issuer(of: orphan.provider)
      accounts.addOrphan(issuer: issuer, subject: orphan.subject)
    }
    for code in vector.codes {
      accounts.addCode(
        code.purpose, for: code.account, at: code.address, isUsed: code.isUsed, under: policy)
    }
    lastCode = accounts.codes.last?.id
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
    if let codesFault {
      return .fault(key: "given", codesFault)
    }
    var attempt = step.attempt
    if let tenant = vector.tenant, attempt.tenant == nil {
      attempt.tenant = tenant
    }
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
      attempt.ticket = tickets.last { $0.step == number }?.ticket
      if attempt.ticket == nil {
        return .fault(key: "ticket", "no ticket was handed out there")
      }
    }
    do throws(InputError) {
      return apply(try accounts.decide(attempt, by: caller, under: policy), number: number)
    } catch {
      return .inputError(error)
    }
  }

  private mutating func apply(_ decision: Decision, number: Int) -> PlayedStep.Answer {
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

extension VectorCode {
  /// Why a policy could not have mailed the code; nil where it could.
  fileprivate func fault(under policy: Policy) -> String? {
    guard let known = policy.vocabulary.purposes[purpose] else {
      return "the policy has no purpose `" + purpose.name.text + "` of codes"
    }
    switch (known.treatment.owner, account) {
    case (.account, nil): return "a code of `" + purpose.name.text + "` is an account's"
    case (.nobody, _?): return "a code of `" + purpose.name.text + "` is nobody's"
    case (.account, _?), (.nobody, nil): return nil
    }
  }
}
