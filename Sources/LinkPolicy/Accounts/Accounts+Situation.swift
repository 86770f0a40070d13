extension Accounts {
  /// Who makes an attempt, on whom, and with what.
  public struct Caller: Sendable {
    /// The id of the caller's session.
    public var session: String?
    /// The id of the account an administrator names.
    public var target: String?
    /// The id of the code brought.
    public var code: String?
    /// The settings in force.
    public var settings: Settings
    /// What is stated beside the attempt.
    package var stated = StatedValues()

    /// Whether the method is switched on.
    public var isMethodEnabled: Bool {
      get { stated[MethodFact.self] == .enabled }
      set { stated[MethodFact.self] = newValue ? .enabled : .disabled }
    }

    /// Creates a caller without session, target or code.
    public init(
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

  /// Looks an attempt up, as a service would before a decision.
  ///
  /// Throws an ``InputError`` for an attempt that is malformed, or a session that the store never
  /// had. A target that is not there is none, and a code that the store does not know an unknown
  /// one; what another was mailed for is for the policy to judge.
  public func situation(
    for attempt: Attempt, by caller: Caller, under policy: Policy
  ) throws(InputError) -> Situation {
    try found(for: attempt, by: caller, under: policy).situation
  }

  /// Looks an attempt up and decides it.
  ///
  /// Throws like ``situation(for:by:under:)`` and ``Policy/decide(_:in:)``, which together do the
  /// same; this looks the attempt's words up once.
  package func decide(
    _ attempt: Attempt, by caller: Caller, under policy: Policy
  ) throws(InputError) -> Decision {
    let (situation, named) = try found(for: attempt, by: caller, under: policy)
    return try policy.decide(attempt, named, in: situation)
  }

  private func found(
    for attempt: Attempt, by caller: Caller, under policy: Policy
  ) throws(InputError) -> (situation: Situation, named: NamedAttempt) {
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
      situation.code = code(
        id, in: attempt.tenant, broughtBy: situation.session, under: vocabulary.purposes)
    }
    let lookup = try policy.lookup(for: attempt, named, code: situation.code)
    let (holder, addressHolders) = vocabulary.find(lookup, in: accounts)
    situation.addressHolders = addressHolders
    if let holder {
      situation.credentialHolder = .account(holder)
    } else if let credential = lookup.credential, isOrphan(credential, in: lookup.tenant) {
      situation.credentialHolder = .gone
    }
    return (situation, named)
  }

  /// Whether a credential is a key of a tenant whose account is gone.
  func isOrphan(_ credential: Lookup.Credential, in tenant: String?) -> Bool {
    let key = MethodKey(
      issuer: credential.issuer, kind: credential.kind, subject: credential.subject)
    return orphans.contains { $0.key.isSame(as: key) && $0.tenant.hasSameBytes(as: tenant) }
  }

  private func session(_ id: String) throws(InputError) -> Session {
    guard let index = sessions.firstIndex(where: { $0.id.hasSameBytes(as: id) }) else {
      throw InputError(.contradiction, "no session `" + id + "` was opened")
    }
    let open = sessions[index]
    guard !open.isEnded, let account = account(open.account) else {
      return Session(id: id, .gone, of: nil)
    }
    if open.epoch < account.epoch {
      return Session(id: id, .revoked, of: account)
    }
    return Session(id: id, open.isOld ? .old : .recent, of: account)
  }

  private func code(
    _ id: String, in tenant: String?, broughtBy session: Session?, under purposes: PurposeTable
  ) -> Code {
    // A code that is nobody's has no account to tell its tenant by, and would count in any.
    guard let mailed = codes.first(where: { $0.id.hasSameBytes(as: id) }),
      mailed.account != nil || mailed.tenant.hasSameBytes(as: tenant)
    else {
      return .unknown(id: id)
    }
    let account = mailed.account.flatMap { self.account($0) }
    let state: Code.State
    if mailed.isUsed {
      state = .used
    } else if mailed.isExpired {
      state = .expired
    } else if let account, purposes.isStale(mailed, of: account) {
      state = .stale
    } else {
      state = .valid
    }
    var requester = Code.Requester.absent
    if let asked = mailed.requester {
      let isOpen = session.map { $0.state != .gone } ?? false
      requester = isOpen && asked.hasSameBytes(as: session?.id ?? "") ? .thisSession : .other
    }
    return Code(
      id: id, state, for: mailed.purpose, address: mailed.address, account: account,
      requester: requester)
  }
}
