/// An in-memory store of accounts, sessions and codes.
///
/// The prover and the runner of test vectors use this store, and you can use it as a model for your own store. The
/// store reads no clock: its time is a counter, which each applied decision increments. Ids count up from `u1`, `s1`
/// and `c1`.
public struct Accounts: Sendable {
  /// A session that was opened, for example by a sign-in.
  public struct OpenSession: Sendable {
    /// The id of the session, such as `s1`.
    public var id: String
    /// The id of the session's account, such as `u1`.
    public var account: String
    /// The account's epoch when the session was opened or last renewed.
    public var epoch: LongInteger
    /// Whether the session's last sign-in or reauthentication is too long ago to count as recent.
    public var isOld: Bool
    /// Whether the session was signed out.
    public var isEnded: Bool
  }

  /// An out-of-band code that was mailed to an address.
  public struct MailedCode: Sendable {
    /// The code's id; this id is also the text that the person receives.
    public var id: String
    /// The only purpose for which the code is valid.
    public var purpose: CodePurpose
    /// The address to which the code was mailed, in canonical form.
    public var address: String
    /// The id of the account that owns the code; nil if codes of this purpose have no owner.
    public var account: String?
    /// The account's address when the code was mailed; nil if the code cannot become stale, or if the account had no
    /// address.
    public var boundTo: String?
    /// The id of the session that requested the code; nil if the code was requested without a session.
    public var requester: String?
    /// The id of the account to which the requesting session belonged when the code was mailed; nil if no account is
    /// recorded.
    public var requesterAccount: String?
    /// The credential of the attempt that requested the code; nil if the attempt had no credential.
    public var credential: MethodKey?
    /// The tenant of the code's account, or of the requesting attempt for a code without an account; nil for no tenant.
    public var tenant: String?
    /// Whether the code was used.
    public var isUsed: Bool
    /// Whether the code has expired.
    public var isExpired: Bool
  }

  /// The key of a deleted account's method, which the store keeps so that lookups still recognize the credential.
  public struct Orphan: Sendable {
    /// The key of a method of the deleted account; the key's subject is never nil.
    public var key: MethodKey
    /// The tenant to which the deleted account belonged; nil if the account had no tenant.
    public var tenant: String?
  }

  /// The accounts, in the order of their creation.
  public internal(set) var accounts: [Account] = []
  /// The sessions, including ended sessions, in the order of their opening.
  public internal(set) var sessions: [OpenSession] = []
  /// The codes that were not canceled, in the order of mailing.
  public internal(set) var codes: [MailedCode] = []
  /// The keys that deleted accounts left in the store, each with the tenant of the deleted account.
  public internal(set) var orphans: [Orphan] = []
  /// The current time: the number of applied decisions.
  public internal(set) var now = 0

  /// The ids of committed change sets, each with the result of the commit.
  var carriedOut: [(id: String, applied: Applied)] = []

  var accountsMade = 0
  var sessionsMade = 0
  var codesMade = 0

  /// Creates an empty store, whose first ids are `u1`, `s1` and `c1`.
  public init() {}

  /// Returns the next account id that no account, session or code uses.
  ///
  /// A session or code can outlive its account, so a reused id would give the session or code to another account.
  mutating func newAccountID() -> String {
    var id: String
    repeat {
      accountsMade += 1
      id = "u" + String(accountsMade)
    } while account(id) != nil || sessions.contains { $0.account.hasSameBytes(as: id) }
      || codes.contains { $0.account.hasSameBytes(as: id) }
    return id
  }

  /// Returns the account with the given id.
  ///
  /// - Parameter id: the id, compared byte by byte.
  /// - Returns: the current account; nil for an unknown id, or the id of a deleted account.
  public func account(_ id: String) -> Account? {
    index(of: id).map { accounts[$0] }
  }

  /// Lets time pass until no existing session is recent any more.
  public mutating func ageSessions() {
    for index in sessions.indices {
      sessions[index].isOld = true
    }
  }

  /// Lets time pass until every existing code has expired.
  public mutating func expireCodes() {
    for index in codes.indices {
      codes[index].isExpired = true
    }
  }

  func index(of id: String) -> Int? {
    for index in accounts.indices where accounts[index].id.hasSameBytes(as: id) {
      return index
    }
    return nil
  }
}

/// The functions that add content to a store before the first decision.
extension Accounts {
  /// Adds an account that existed before the first decision.
  ///
  /// - Parameter account: the account, with an id that no other account of the store has.
  public mutating func add(_ account: Account) {
    accounts.append(account)
  }

  /// Adds the key of a method that a deleted account had.
  ///
  /// The store ignores a key without a subject, because no lookup asks for a key without a subject.
  ///
  /// - Parameters:
  ///   - key: the key of the method.
  ///   - tenant: the tenant of the deleted account; nil if the account had no tenant.
  public mutating func addOrphan(_ key: MethodKey, in tenant: String? = nil) {
    guard key.subject != nil else { return }
    orphans.append(Orphan(key: key, tenant: tenant))
  }

  /// Opens a session of an account without a decision.
  ///
  /// - Parameter account: the account's id, such as `u1`.
  /// - Returns: the id of the new session; the ids count up from `s1`.
  public mutating func openSession(of account: String) -> String {
    addSession(of: account, epoch: self.account(account)?.epoch ?? 0)
  }

  /// Adds a session that was opened when its account had the given epoch.
  ///
  /// - Parameters:
  ///   - account: the account's id, such as `u1`.
  ///   - epoch: the account's epoch when the session was opened; the session counts as revoked if the account's current
  ///     epoch is higher.
  ///   - isOld: whether the session's last sign-in or reauthentication is no longer recent.
  ///   - isEnded: whether the session was signed out.
  /// - Returns: the id of the new session; the ids count up from `s1`.
  public mutating func addSession(
    of account: String, epoch: LongInteger, isOld: Bool = false, isEnded: Bool = false
  ) -> String {
    sessionsMade += 1
    let id = "s" + String(sessionsMade)
    sessions.append(
      OpenSession(id: id, account: account, epoch: epoch, isOld: isOld, isEnded: isEnded))
    return id
  }

  /// Adds a code that was mailed before the first decision.
  ///
  /// The code gets the next id; the ids count up from `c1`.
  ///
  /// If codes of the purpose can become stale, the code is bound to the address `boundTo`. If `boundTo` is nil, a code
  /// for the account's own address, such as a reset, is bound to `address`. Any other code is then bound to the
  /// account's current address.
  ///
  /// - Parameters:
  ///   - purpose: the purpose of the code, such as `reset`.
  ///   - account: the id of the account that owns the code, which must be in the store; nil if codes of the purpose
  ///     belong to nobody.
  ///   - address: the address to which the code was mailed, in canonical form.
  ///   - isUsed: whether the code was used.
  ///   - isExpired: whether the code has expired.
  ///   - boundTo: the account's address when the code was made, if the address has changed since then.
  ///   - requester: the id of the session that requested the code, such as `s1`; the session's account counts as the
  ///     requester's account.
  ///   - tenant: the tenant of a code without an owner; other codes belong to the owner's tenant.
  ///   - policy: the policy, which declares whether codes of the purpose can become stale.
  public mutating func addCode(
    _ purpose: CodePurpose, for account: String?, at address: String, isUsed: Bool = false,
    isExpired: Bool = false, boundTo: String? = nil, requester: String? = nil,
    tenant: String? = nil, under policy: Policy
  ) {
    addCode(
      purpose, for: account, at: address, isUsed: isUsed, isExpired: isExpired, boundTo: boundTo,
      requester: requester, credential: nil, tenant: tenant, under: policy)
  }

  /// Adds a code that was mailed before the first decision, with the credential of the attempt that requested the code.
  ///
  /// - Parameters:
  ///   - purpose: the purpose of the code, such as `reset`.
  ///   - account: the id of the account that owns the code, which must be in the store; nil if codes of the purpose
  ///     belong to nobody.
  ///   - address: the address to which the code was mailed, in canonical form.
  ///   - isUsed: whether the code was used.
  ///   - isExpired: whether the code has expired.
  ///   - boundTo: the account's address when the code was made, if the address has changed since then.
  ///   - requester: the id of the session that requested the code, such as `s1`; the session's account counts as the
  ///     requester's account.
  ///   - credential: the credential of the attempt that requested the code; nil if the attempt had no credential.
  ///   - tenant: the tenant of a code without an owner; other codes belong to the owner's tenant.
  ///   - policy: the policy, which declares whether codes of the purpose can become stale.
  public mutating func addCode(
    _ purpose: CodePurpose, for account: String?, at address: String, isUsed: Bool,
    isExpired: Bool, boundTo: String?, requester: String?, credential: MethodKey?,
    tenant: String?, under policy: Policy
  ) {
    let owner = account.flatMap { self.account($0) }
    let known = policy.image.vocabulary.purposes[purpose]
    var bound: String?
    if let owner, known?.treatment.staleness != .never {
      bound = boundTo ?? (known?.isAboutOwnAddress ?? false ? address : owner.email)
    }
    let session = requester.flatMap { id in sessions.first { $0.id.hasSameBytes(as: id) } }
    codesMade += 1
    codes.append(
      MailedCode(
        id: "c" + String(codesMade), purpose: purpose, address: address, account: owner?.id,
        boundTo: bound, requester: requester, requesterAccount: session?.account,
        credential: credential, tenant: owner == nil ? tenant : owner?.tenant,
        isUsed: isUsed, isExpired: isExpired))
  }
}

extension Accounts {
  /// Removes a session that the caller knows to be irrelevant for all later decisions.
  package mutating func forgetSession(at index: Int) {
    sessions.remove(at: index)
  }

  /// Removes a code that the caller knows to be irrelevant for all later decisions.
  package mutating func forgetCode(at index: Int) {
    codes.remove(at: index)
  }

  /// Adds a second factor to an account without a decision, as a service does.
  package mutating func enrollFactor(at index: Int) {
    accounts[index].factors += 1
    accounts[index].version += 1
  }
}
