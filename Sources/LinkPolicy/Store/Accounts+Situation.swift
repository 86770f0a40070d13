extension Accounts {
  /// Who makes an attempt, on whom, and with what.
  package struct Caller: Sendable {
    /// The id of the caller's session.
    package var session: String?
    /// The id of the account an administrator names.
    package var target: String?
    /// The id of the code brought.
    package var code: String?
    /// The settings in force.
    package var settings: Settings
    /// What is stated beside the attempt.
    package var stated = StatedValues()

    /// Whether the method is switched on.
    package var isMethodEnabled: Bool {
      get { stated[MethodFact.self] == .enabled }
      set { stated[MethodFact.self] = newValue ? .enabled : .disabled }
    }

    /// Creates a caller without session, target or code.
    package init(
      session: String? = nil, target: String? = nil, code: String? = nil,
      settings: Settings = Settings(), isMethodEnabled: Bool = true
    ) {
      self.session = session
      self.target = target
      self.code = code
      self.settings = settings
      self.isMethodEnabled = isMethodEnabled
    }
  }

  /// Answers a look-up, as a service does from its own store.
  ///
  /// - Parameters:
  ///   - lookup: the questions.
  ///   - method: whether the method is switched on, which no store of accounts knows.
  /// - Returns: the look-up with all its answers.
  /// - Throws: an ``InputError`` where `method` is left open and asked for.
  public func answer(
    _ lookup: Lookup, method: Lookup.MethodAnswer
  ) throws(InputError) -> AnsweredLookup {
    let row = lookup.code.map { codeRow($0) }
    var code = Lookup.CodeAnswer.notAsked
    if let row {
      code = row.map { .row($0) } ?? .unknown
    }
    let asked = try row.map { row throws(InputError) in try lookup.knowing(code: row) } ?? lookup
    var credential = Lookup.CredentialAnswer.notAsked
    if let asked = asked.credential {
      credential = answer(asked, in: lookup.tenant, of: lookup.image.vocabulary)
    }
    var session = Lookup.SessionAnswer.notAsked
    if let id = lookup.session {
      session = sessionRow(id).map { .row($0) } ?? .unknown
    }
    var target = Lookup.TargetAnswer.notAsked
    if let id = lookup.target {
      target = account(id).map { .account($0) } ?? .unknown
    }
    return try lookup.answered(
      credential: credential,
      addresses: asked.addresses.map { holders(of: $0, asked.keys, lookup) },
      session: session, target: target, code: code, method: method)
  }

  private func answer(
    _ credential: Lookup.Credential, in tenant: String?, of vocabulary: Vocabulary
  ) -> Lookup.CredentialAnswer {
    for account in accounts
    where account.tenant.hasSameBytes(as: tenant) && vocabulary.holds(account, credential) {
      return .account(account)
    }
    return isOrphan(credential, in: tenant) ? .gone : .nobody
  }

  private func holders(
    of address: String, _ keys: LookupKeys, _ lookup: Lookup
  ) -> [Account] {
    var keys = keys
    keys.credential = nil
    keys.addresses = [address]
    return lookup.image.vocabulary.find(keys, in: accounts).addressHolders
  }

  /// Looks an attempt up, as a service would before a decision.
  ///
  /// Throws an ``InputError`` for an attempt that is malformed, or a session that the store never
  /// had. A target that is not there is none, and a code that the store does not know an unknown
  /// one; what another was mailed for is for the policy to judge.
  package func situation(
    for attempt: Attempt, by caller: Caller, under policy: Policy
  ) throws(InputError) -> Situation {
    try found(for: attempt, by: caller, under: policy).situation
  }

  /// Looks an attempt up and decides it.
  ///
  /// Throws like ``situation(for:by:under:)`` and ``Policy/decide(_:)``, which together do the
  /// same; this looks the attempt's words up once.
  package func decide(
    _ attempt: Attempt, by caller: Caller, under policy: Policy
  ) throws(InputError) -> Decision {
    let (situation, read) = try found(for: attempt, by: caller, under: policy)
    return try policy.decide(attempt, read, in: situation)
  }

  private func found(
    for attempt: Attempt, by caller: Caller, under policy: Policy
  ) throws(InputError) -> (situation: Situation, read: AttemptReading) {
    try Lookup.Caller(session: caller.session, target: caller.target, code: caller.code)
      .checkLengths()
    var situation = Situation(settings: caller.settings)
    situation.stated = caller.stated
    if let id = caller.session {
      situation.session = try session(id)
    }
    if let id = caller.target {
      situation.target = account(id)
    }
    let vocabulary = policy.image.vocabulary
    let named = try NamedAttempt(attempt, in: vocabulary)
    if let id = caller.code {
      situation.code = Code(
        id: id, codeRow(id), in: attempt.tenant, broughtBy: situation.session,
        under: vocabulary.purposes)
    }
    let read = try policy.image.read(attempt, named, in: policy.judged(situation, for: named))
    let keys = read.keys(for: attempt, by: vocabulary)
    let (holder, addressHolders) = vocabulary.find(keys, in: accounts)
    situation.addressHolders = addressHolders
    if let holder {
      situation.credentialHolder = .account(holder)
    } else if let credential = keys.credential, isOrphan(credential, in: keys.tenant) {
      situation.credentialHolder = .gone
    }
    return (situation, read)
  }

  /// Whether a credential is a key of a tenant whose account is gone.
  func isOrphan(_ credential: Lookup.Credential, in tenant: String?) -> Bool {
    let key = MethodKey(
      issuer: credential.issuer, kind: credential.kind, subject: credential.subject)
    return orphans.contains { $0.key.isSame(as: key) && $0.tenant.hasSameBytes(as: tenant) }
  }

  private func session(_ id: String) throws(InputError) -> Session {
    guard let row = sessionRow(id) else {
      throw InputError(.contradiction, "no session `" + id + "` was opened")
    }
    return try Session(id: id, row)
  }

  /// A session as the store has it; nil where it was never opened.
  private func sessionRow(_ id: String) -> SessionRow? {
    guard let open = sessions.first(where: { $0.id.hasSameBytes(as: id) }) else { return nil }
    return SessionRow(
      of: account(open.account), epoch: open.epoch, isEnded: open.isEnded, isRecent: !open.isOld)
  }

  /// A code as the store has it; nil where it was never mailed, or was cancelled.
  private func codeRow(_ id: String) -> CodeRow? {
    guard let mailed = codes.first(where: { $0.id.hasSameBytes(as: id) }) else { return nil }
    return CodeRow(
      for: mailed.purpose, address: mailed.address, account: mailed.account.flatMap { account($0) },
      boundTo: mailed.boundTo, requester: mailed.requester, tenant: mailed.tenant,
      isUsed: mailed.isUsed, isExpired: mailed.isExpired)
  }
}
