/// The stored out-of-band code that a lookup asks for.
///
/// Return the row as stored, even if the code has expired, because the engine decides whether the code is valid. A code
/// is invalid if somebody used it, if it has expired, or if it was sent for another purpose. A code is also invalid if
/// its account no longer has the address ``boundTo``. A code of an account belongs to the account's tenant. A code
/// without an account is valid only in the tenant in which somebody requested the code.
public struct CodeRow: Sendable {
  /// The purpose for which the code was sent, such as `reset`.
  public var purpose: CodePurpose
  /// The address to which the code was mailed, in canonical form; for a code that changes the address, the new address.
  public var address: String
  /// The current row of the code's account; nil for a code without an account, or if the account was deleted.
  public var account: Account?
  /// The account's address when the code was made, if codes of this purpose become stale when the address changes.
  ///
  /// Nil if codes of this purpose do not become stale, if the code has no account, or if the account had no address.
  public var boundTo: String?
  /// The id of the session that requested the code; nil if no session is recorded.
  public var requester: String?
  /// The account to which the session ``requester`` belonged when the code was made; nil if no account is recorded.
  ///
  /// Older versions of the engine did not record the account; the requester then counts as a session of another
  /// account.
  public var requesterAccount: String?
  /// The credential of the attempt that requested the code; nil if no credential is recorded.
  public var credential: MethodKey?
  /// The tenant of the code's account, or of the requesting attempt for a code without an account; nil for no tenant.
  public var tenant: String?
  /// Whether the code was used, and is therefore invalid.
  public var isUsed: Bool
  /// Whether the code has expired by the service's clock.
  public var isExpired: Bool

  /// Creates the row of a code from the values that the write `put-code` stored.
  ///
  /// - Parameters:
  ///   - purpose: the purpose for which the code was sent, such as `reset`.
  ///   - address: the address to which the code was mailed, in canonical form; for a code that changes the address, the
  ///     new address.
  ///   - account: the current row of the code's account; nil for a code without an account, or if the account was
  ///     deleted.
  ///   - boundTo: the account's address when the code was made. Nil if codes of this purpose do not become stale, if
  ///     the code has no account, or if the account had no address.
  ///   - requester: the id of the session that requested the code; nil if no session is recorded.
  ///   - requesterAccount: the account to which the requesting session belonged when the code was made; nil if no
  ///     account is recorded.
  ///   - credential: the credential of the attempt that requested the code; nil if no credential is recorded.
  ///   - tenant: the tenant of the code's account, or of the requesting attempt for a code without an account; nil for
  ///     no tenant.
  ///   - isUsed: whether the code was used, and is therefore invalid.
  ///   - isExpired: whether the code has expired by the service's clock.
  public init(
    for purpose: CodePurpose, address: String, account: Account?, boundTo: String?,
    requester: String?, requesterAccount: String?, credential: MethodKey?, tenant: String?,
    isUsed: Bool, isExpired: Bool
  ) {
    self.purpose = purpose
    self.address = address
    self.account = account
    self.boundTo = boundTo
    self.requester = requester
    self.requesterAccount = requesterAccount
    self.credential = credential
    self.tenant = tenant
    self.isUsed = isUsed
    self.isExpired = isExpired
  }

  /// Creates the row of a code for which your store records neither ``requesterAccount`` nor ``credential``.
  ///
  /// - Parameters:
  ///   - purpose: the purpose for which the code was sent, such as `reset`.
  ///   - address: the address to which the code was mailed, in canonical form; for a code that changes the address, the
  ///     new address.
  ///   - account: the current row of the code's account; nil for a code without an account, or if the account was
  ///     deleted.
  ///   - boundTo: the account's address when the code was made. Nil if codes of this purpose do not become stale, if
  ///     the code has no account, or if the account had no address.
  ///   - requester: the id of the session that requested the code; nil if no session is recorded.
  ///   - tenant: the tenant of the code's account, or of the requesting attempt for a code without an account; nil for
  ///     no tenant.
  ///   - isUsed: whether the code was used, and is therefore invalid.
  ///   - isExpired: whether the code has expired by the service's clock.
  public init(
    for purpose: CodePurpose, address: String, account: Account?, boundTo: String?,
    requester: String?, tenant: String?, isUsed: Bool, isExpired: Bool
  ) {
    self.init(
      for: purpose, address: address, account: account, boundTo: boundTo, requester: requester,
      requesterAccount: nil, credential: nil, tenant: tenant, isUsed: isUsed, isExpired: isExpired)
  }
}

extension Code {
  /// Creates the code of a situation from the stored row and the attempt's tenant and session.
  ///
  /// A code without a row is unknown. A code without an account is also unknown if the code does not count in the
  /// attempt's tenant.
  ///
  /// The engine compares the code's purpose later, when it knows the action.
  init(
    id: String, _ row: CodeRow?, in tenant: String?, broughtBy session: Session?,
    under purposes: PurposeTable
  ) {
    guard let row, row.account != nil || row.counts(in: tenant, purposes) else {
      self = .unknown(id: id)
      return
    }
    let treatment = purposes[row.purpose]?.treatment ?? CodeTreatment()
    let isStale =
      row.account.map { treatment.isStale(boundTo: row.boundTo, now: $0.email) } ?? false
    let state: CodeState =
      row.isUsed ? .used : row.isExpired ? .expired : isStale ? .stale : .valid
    self.init(
      id: id, state, for: row.purpose, address: row.address, account: row.account,
      requester: row.requester(comparedWith: session), credential: row.credential)
  }
}

extension CodeRow {
  /// Returns how the requester of the code relates to the caller's session; `absent` if no requester is recorded.
  ///
  /// An ended session has no account, and therefore shares no account with the requester.
  fileprivate func requester(comparedWith session: Session?) -> Code.Requester {
    guard let requester else { return .absent }
    guard let session, session.state != .gone else { return .otherAccount }
    if requester.hasSameBytes(as: session.id) {
      return .thisSession
    }
    guard let requesterAccount, let account = session.account,
      requesterAccount.hasSameBytes(as: account.id)
    else { return .otherAccount }
    return .sameAccount
  }

  /// Returns whether a code without an account counts as known in a tenant.
  ///
  /// If codes of the purpose have no owner, the recorded tenant must be the given tenant, because no account determines
  /// the tenant. If codes of the purpose have an owner, the missing account means that the owner was deleted; the code
  /// is then known in every tenant.
  fileprivate func counts(in tenant: String?, _ purposes: PurposeTable) -> Bool {
    switch (purposes[purpose]?.treatment ?? CodeTreatment()).owner {
    case .account: true
    case .nobody: self.tenant.hasSameBytes(as: tenant)
    }
  }
}
