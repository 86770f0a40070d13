/// The stored out-of-band code that a lookup asks for.
///
/// Return the row as it is stored: the engine decides whether the code is valid. A code is invalid if it
/// was used, has expired or was sent for another purpose, or if its account no longer has the
/// address ``boundTo``. A code of an account belongs to that account's tenant. A code without an
/// account is valid only in the tenant in which it was requested.
public struct CodeRow: Sendable {
  /// The purpose for which the code was sent.
  public var purpose: CodePurpose
  /// The address of the code in canonical form: its recipient, or the new address.
  public var address: String
  /// The current row of the code's account; nil for a code without an account, or if the account is gone.
  public var account: Account?
  /// The account's address when the code was made; nil if it had none, or for a code without an account.
  public var boundTo: String?
  /// The id of the session that requested the code; nil if there was none, or if it was not recorded.
  public var requester: String?
  /// The account of ``requester`` when the code was made; nil if there was none, or if it was not recorded.
  ///
  /// Nil for a code that an older version stored: its requester then counts as a session of another account.
  public var requesterAccount: String?
  /// The credential of the attempt that requested the code; nil if it had none, or if it was not recorded.
  public var credential: MethodKey?
  /// The tenant in which the code was requested; nil outside of tenants.
  public var tenant: String?
  /// Whether the code was used.
  public var isUsed: Bool
  /// Whether the code has expired by the service's clock.
  public var isExpired: Bool

  /// Creates the row of a code from the values that `put-code` wrote.
  ///
  /// - Parameters:
  ///   - purpose: the purpose for which the code was sent.
  ///   - address: the address of the code in canonical form: its recipient, or the new address.
  ///   - account: the current row of the code's account; nil for a code without an account, or if the account is
  ///     gone.
  ///   - boundTo: the account's address when the code was made; nil if it had none, or for a code without an account.
  ///   - requester: the id of the session that requested the code; nil if there was none, or if it was not recorded.
  ///   - requesterAccount: the account of that session when the code was made; nil if there was none, or if it was
  ///     not recorded.
  ///   - credential: the credential of the attempt that requested the code; nil if it had none, or if it was not
  ///     recorded.
  ///   - tenant: the tenant in which the code was requested; nil outside of tenants.
  ///   - isUsed: whether the code was used.
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

  /// Creates the row of a code whose requester's account and credential were not recorded.
  ///
  /// - Parameters:
  ///   - purpose: the purpose for which the code was sent.
  ///   - address: the address of the code in canonical form: its recipient, or the new address.
  ///   - account: the current row of the code's account; nil for a code without an account, or if the account is
  ///     gone.
  ///   - boundTo: the account's address when the code was made; nil if it had none, or for a code without an account.
  ///   - requester: the id of the session that requested the code; nil if there was none, or if it was not recorded.
  ///   - tenant: the tenant in which the code was requested; nil outside of tenants.
  ///   - isUsed: whether the code was used.
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
  /// Creates the code of a situation from a row, for an attempt in a tenant and a session.
  ///
  /// If there is no row, the code is unknown.
  ///
  /// The purpose is compared later, when the action is known.
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
  /// Returns the requester of the code, as the caller's session sees it.
  ///
  /// An ended session is nobody's, so it shares no account with the requester.
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

  /// Returns whether a code without an account is known in a tenant.
  ///
  /// If the purpose has no owners, no account determines the code's tenant, so the recorded tenant
  /// must be the given one. If the purpose has owners, the code's account is gone, and the code is
  /// known in every tenant.
  fileprivate func counts(in tenant: String?, _ purposes: PurposeTable) -> Bool {
    switch (purposes[purpose]?.treatment ?? CodeTreatment()).owner {
    case .account: true
    case .nobody: self.tenant.hasSameBytes(as: tenant)
    }
  }
}
