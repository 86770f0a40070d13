/// What a store held before the first decision: nothing of it was decided here.
extension Accounts {
  /// Adds an account that existed before the first decision.
  ///
  /// - Parameter account: the account; its id is one that no other account of the store has.
  public mutating func add(_ account: Account) {
    accounts.append(account)
  }

  /// Adds a key whose account is gone, which was one of a tenant.
  ///
  /// One without a subject is left out: it would be found by nothing.
  ///
  /// - Parameters:
  ///   - key: the key of a method that the account had.
  ///   - tenant: the tenant of that account; nil outside of tenants.
  public mutating func addOrphan(_ key: MethodKey, in tenant: String? = nil) {
    guard key.subject != nil else { return }
    orphans.append(Orphan(key: key, tenant: tenant))
  }

  /// Opens a session of an account without a decision.
  ///
  /// - Parameter account: the id of the account.
  /// - Returns: the id of the session, the next in order: `s1`, `s2`, ...
  public mutating func openSession(of account: String) -> String {
    addSession(of: account, epoch: self.account(account)?.epoch ?? 0)
  }

  /// Adds a session that was opened before, when its account had a certain epoch.
  ///
  /// - Parameters:
  ///   - account: the id of the account.
  ///   - epoch: the account's epoch when the session was opened; a session of an earlier epoch than
  ///     the account's counts as revoked.
  ///   - isOld: whether its sign-in is no longer recent.
  ///   - isEnded: whether it was ended by signing out.
  /// - Returns: the id of the session, the next in order: `s1`, `s2`, ...
  public mutating func addSession(
    of account: String, epoch: Int, isOld: Bool = false, isEnded: Bool = false
  ) -> String {
    sessionsMade += 1
    let id = "s" + String(sessionsMade)
    sessions.append(
      OpenSession(id: id, account: account, epoch: epoch, isOld: isOld, isEnded: isEnded))
    return id
  }

  /// Adds a code that was mailed before; its id is the next in order: `c1`, `c2`, ...
  ///
  /// A code that goes stale with the address of its account is bound to `boundTo`. Where that is not
  /// said, one that goes to the account's own address, as a verification and a reset do, is bound to
  /// the address it was mailed to, and every other to the one that the account has.
  ///
  /// - Parameters:
  ///   - purpose: what it is for.
  ///   - account: the account whose it is, which was added; nil where codes of the purpose are
  ///     nobody's.
  ///   - address: the address it was mailed to, in canonical form.
  ///   - isUsed: whether it was used.
  ///   - isExpired: whether its time is over.
  ///   - boundTo: the account's address when it was made, where that is not the one it has.
  ///   - requester: the session that asked for it.
  ///   - tenant: the tenant a code of nobody was asked for in; that of an account's is the account's.
  ///   - policy: says what becomes of codes of the purpose.
  public mutating func addCode(
    _ purpose: CodePurpose, for account: String?, at address: String, isUsed: Bool = false,
    isExpired: Bool = false, boundTo: String? = nil, requester: String? = nil,
    tenant: String? = nil, under policy: Policy
  ) {
    let owner = account.flatMap { self.account($0) }
    let known = policy.image.vocabulary.purposes[purpose]
    var bound: String?
    if let owner, known?.treatment.staleness != .never {
      bound = boundTo ?? (known?.isAboutOwnAddress ?? false ? address : owner.email)
    }
    codesMade += 1
    codes.append(
      MailedCode(
        id: "c" + String(codesMade), purpose: purpose, address: address, account: owner?.id,
        boundTo: bound, requester: requester, tenant: owner == nil ? tenant : owner?.tenant,
        isUsed: isUsed, isExpired: isExpired))
  }
}
