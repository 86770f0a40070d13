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
    /// The values stated beside the attempt; a lookup that asks whether the method is enabled needs that one.
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

  /// Answers a lookup, as a service does from its own store.
  ///
  /// - Parameters:
  ///   - lookup: the questions.
  ///   - method: whether the method is enabled, which no store of accounts knows.
  /// - Returns: the lookup with all its answers.
  /// - Throws: `InputError.unanswered` if the lookup asks for the method and `method` is `.notAsked`.
  public func answer(
    _ lookup: Lookup, method: Lookup.MethodAnswer
  ) throws(InputError) -> AnsweredLookup {
    try answer(lookup, stating: method.stated)
  }

  private func answer(
    _ lookup: Lookup, stating stated: StatedValues
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
      session: session, target: target, code: code, stated: stated, unnamed: [])
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

  /// Looks up an attempt and returns the situation that its decision is about.
  ///
  /// - Throws: an ``InputError`` for a malformed attempt, or a session that the store never opened. A target that
  ///   does not exist is none; a code that the store does not have is unknown.
  package func situation(
    for attempt: Attempt, by caller: Caller, under policy: Policy
  ) throws(InputError) -> Situation {
    try answered(attempt, by: caller, under: policy).situation
  }

  /// Looks up an attempt and decides it.
  ///
  /// - Throws: an ``InputError``, like ``situation(for:by:under:)`` and ``Policy/decide(_:)``.
  package func decide(
    _ attempt: Attempt, by caller: Caller, under policy: Policy
  ) throws(InputError) -> Decision {
    try policy.decide(answered(attempt, by: caller, under: policy))
  }

  /// Asks the policy for the lookup of an attempt and answers it, as a service does.
  private func answered(
    _ attempt: Attempt, by caller: Caller, under policy: Policy
  ) throws(InputError) -> AnsweredLookup {
    if let id = caller.session, sessionRow(id) == nil {
      // A service treats such a session as one that is gone. Here the caller made the id up.
      throw InputError(.contradiction, "no session `" + id + "` was opened")
    }
    let lookup = try policy.lookup(
      for: attempt,
      by: Lookup.Caller(session: caller.session, target: caller.target, code: caller.code),
      under: caller.settings)
    return try answer(lookup, stating: caller.stated)
  }

  /// Whether a credential is a key of a tenant whose account is gone.
  func isOrphan(_ credential: Lookup.Credential, in tenant: String?) -> Bool {
    let key = MethodKey(
      issuer: credential.issuer, kind: credential.kind, subject: credential.subject)
    return orphans.contains { $0.key.isSame(as: key) && $0.tenant.hasSameBytes(as: tenant) }
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
