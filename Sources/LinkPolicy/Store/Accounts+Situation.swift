extension Accounts {
  /// The caller's ids, the settings and the stated values with which the store looks up an attempt.
  package struct AttemptContext: Sendable {
    /// The id of the caller's session; nil for a caller without a session.
    package var session: String?
    /// The id of the account that an administrator names; nil if the caller names no account.
    package var target: String?
    /// The id of the code that the attempt carries; nil for an attempt without a code.
    package var code: String?
    /// The settings for the attempt.
    package var settings: Settings
    /// The values that the caller states with the answers to the lookup.
    ///
    /// If the lookup asks for the fact `method`, the values must contain this fact.
    package var stated = StatedValues()
    /// The disabled methods; nil if the caller states only whether the attempt's method is enabled.
    package var disabledMethods: [DisabledMethod]?

    /// Whether the attempt's method is enabled.
    package var isMethodEnabled: Bool {
      get { stated[MethodFact.self] == .enabled }
      set { stated[MethodFact.self] = newValue ? .enabled : .disabled }
    }

    /// Creates the context of an attempt, by default without session, target and code.
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

    /// The phrase that names the disabled methods in a sentence about the attempt; nil if no method is disabled.
    package var disabledPhrase: String? { DisabledMethod.phrase(of: disabledMethods ?? []) }

    /// Returns the list of disabled methods with which the caller answers a lookup; nil for an answer without a list.
    ///
    /// If the caller states that the attempt's method is disabled, the list includes this method.
    package func disabledMethods(for lookup: Lookup) -> [DisabledMethod]? {
      guard disabledMethods != nil || lookup.asksDisabledMethods else { return nil }
      return (disabledMethods ?? []) + (isMethodEnabled ? [] : lookup.attemptsMethods)
    }
  }

  /// Answers a lookup, as a service does from its store.
  ///
  /// - Parameters:
  ///   - lookup: the lookup to answer.
  ///   - method: the answer about enabled methods, which the accounts in the store do not contain.
  /// - Returns: the lookup with all its answers.
  /// - Throws: an ``InputError`` with the reason `unanswered` if the lookup asks for the method and `method` is
  ///   `.notAsked`. The function also throws if the lookup asks for all disabled methods and `method` is not a list.
  public func answer(
    _ lookup: Lookup, method: Lookup.MethodAnswer
  ) throws(InputError) -> AnsweredLookup {
    try answer(lookup, stating: method.stated, disabled: method.listed)
  }

  private func answer(
    _ lookup: Lookup, stating stated: StatedValues, disabled: [DisabledMethod]?
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
      identifiers: asked.identifiers.map { self.holder(of: $0, in: lookup.tenant) },
      session: session, target: target, code: code, stated: stated,
      disabled: disabled, unnamed: furtherHolders(of: asked.identifiers, in: lookup.tenant))
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

  /// Returns the account of a tenant that holds an identifier; nil if nobody holds the identifier.
  package func holder(of identifier: AccountIdentifier, in tenant: String?) -> Account? {
    accounts.first { $0.tenant.hasSameBytes(as: tenant) && $0.holds(identifier) }
  }

  /// Returns the holders of each identifier, except the identifier's first holder.
  ///
  /// If two accounts hold one identifier, the store's content is invalid, and ``Policy/decide(_:)`` throws an error.
  private func furtherHolders(
    of identifiers: [AccountIdentifier], in tenant: String?
  ) -> [Account] {
    identifiers.flatMap { identifier in
      accounts.filter { $0.tenant.hasSameBytes(as: tenant) && $0.holds(identifier) }.dropFirst()
    }
  }

  private func holders(
    of address: String, _ keys: LookupKeys, _ lookup: Lookup
  ) -> [Account] {
    var keys = keys
    keys.credential = nil
    keys.addresses = [address]
    return lookup.image.vocabulary.find(keys, in: accounts).addressHolders
  }

  /// Looks up an attempt and returns the situation on which the decision depends.
  ///
  /// - Throws: an ``InputError`` if the attempt is malformed, or if the store never opened the session. If the store
  ///   has no account with the target's id, the situation has no target. If the store has no code with the given id,
  ///   the code is unknown.
  package func situation(
    for attempt: Attempt, by caller: AttemptContext, under policy: Policy
  ) throws(InputError) -> Situation {
    try answered(attempt, by: caller, under: policy).situation
  }

  /// Looks up and decides an attempt.
  ///
  /// - Throws: the errors of ``situation(for:by:under:)`` and of ``Policy/decide(_:)``.
  package func decide(
    _ attempt: Attempt, by caller: AttemptContext, under policy: Policy
  ) throws(InputError) -> Decision {
    try policy.decide(answered(attempt, by: caller, under: policy))
  }

  /// Builds the lookup of an attempt and answers the lookup, as a service does.
  private func answered(
    _ attempt: Attempt, by caller: AttemptContext, under policy: Policy
  ) throws(InputError) -> AnsweredLookup {
    if let id = caller.session, sessionRow(id) == nil {
      // A service treats an unknown session as ended. This in-memory store throws an error, because
      // an unknown session id is a mistake of the caller.
      throw InputError(.contradiction, "no session `" + id + "` was opened")
    }
    let lookup = try policy.lookup(
      for: attempt,
      by: Lookup.Caller(session: caller.session, target: caller.target, code: caller.code),
      under: caller.settings)
    return try answer(
      lookup, stating: caller.stated, disabled: caller.disabledMethods(for: lookup))
  }

  /// Returns whether a deleted account of a tenant left the key of a credential in the store.
  func isOrphan(_ credential: Lookup.Credential, in tenant: String?) -> Bool {
    let key = MethodKey(
      issuer: credential.issuer, kind: credential.kind, subject: credential.subject)
    return orphans.contains { $0.key.isSame(as: key) && $0.tenant.hasSameBytes(as: tenant) }
  }

  /// Returns the stored row of a session; nil for a session that was never opened.
  private func sessionRow(_ id: String) -> SessionRow? {
    guard let open = sessions.first(where: { $0.id.hasSameBytes(as: id) }) else { return nil }
    return SessionRow(
      of: account(open.account), epoch: open.epoch, isEnded: open.isEnded, isRecent: !open.isOld)
  }

  /// Returns the stored row of a code; nil for a code that was never mailed or was canceled.
  private func codeRow(_ id: String) -> CodeRow? {
    guard let mailed = codes.first(where: { $0.id.hasSameBytes(as: id) }) else { return nil }
    return CodeRow(
      for: mailed.purpose, address: mailed.address, account: mailed.account.flatMap { account($0) },
      boundTo: mailed.boundTo, requester: mailed.requester,
      requesterAccount: mailed.requesterAccount, credential: mailed.credential,
      tenant: mailed.tenant, isUsed: mailed.isUsed, isExpired: mailed.isExpired)
  }
}

extension Accounts {
  /// Returns whether a requirement of a change set holds in this store.
  package func holds(_ requirement: Requirement, _ vocabulary: Vocabulary) -> Bool {
    switch requirement {
    case .account(let id, let version):
      index(of: id).map { accounts[$0].version == version } ?? false
    case .credential(let key, let tenant, let holder):
      self.holder(of: key, in: tenant, vocabulary).isSame(as: holder)
    case .address(let question, let holders):
      areAlike(self.holders(of: question, vocabulary), holders)
    case .identifier(let identifier, let tenant, let holder):
      self.holder(of: identifier, in: tenant).map { $0.id }.hasSameBytes(as: holder)
    case .session(let id):
      sessions.contains { $0.id.hasSameBytes(as: id) && !$0.isEnded }
    case .code(let id):
      codes.contains { $0.id.hasSameBytes(as: id) && !$0.isUsed }
    }
  }

  /// Returns the holder of a key in a tenant: an account, a deleted account or nobody.
  package func holder(
    of key: MethodKey, in tenant: String?, _ vocabulary: Vocabulary
  ) -> Requirement.Holder {
    let credential = Lookup.Credential(
      issuer: key.issuer, subject: key.subject ?? "", kind: key.kind)
    for account in accounts
    where account.tenant.hasSameBytes(as: tenant) && vocabulary.holds(account, credential) {
      return .account(id: account.id)
    }
    return isOrphan(credential, in: tenant) ? .gone : .nobody
  }

  private func holders(
    of question: Requirement.AddressQuestion, _ vocabulary: Vocabulary
  ) -> [String] {
    var ids: [String] = []
    for account in accounts
    where account.tenant.hasSameBytes(as: question.tenant)
      && vocabulary.isIn(question.poolIndex, account)
      && account.holds(question.address, by: question.heldBy)
    {
      ids.append(account.id)
    }
    return ids
  }

  private func areAlike(_ a: [String], _ b: [String]) -> Bool {
    a.count == b.count && !a.contains { id in !b.contains { $0.hasSameBytes(as: id) } }
  }
}

extension PurposeTable {
  /// Returns whether a code is stale: the code's account no longer has the address to which the code is bound.
  ///
  /// If the policy does not have the code's purpose, the function treats the code like a code that can become stale.
  package func isStale(_ code: Accounts.MailedCode, of account: Account) -> Bool {
    let treatment = self[code.purpose]?.treatment ?? CodeTreatment()
    return treatment.isStale(boundTo: code.boundTo, now: account.email)
  }
}
