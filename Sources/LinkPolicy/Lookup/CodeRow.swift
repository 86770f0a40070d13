/// An out-of-band code as its store has it: mailed to an address, brought back by an attempt.
///
/// Whether it counts is not for the store to say: it does not where it was used, where its time is over, where
/// its account has moved away from the address that it was bound to, where it was mailed for something else,
/// and where it is nobody's and was asked for in another tenant. One that is an account's is of that account's
/// tenant.
public struct CodeRow: Sendable {
  /// What it was mailed for.
  public var purpose: CodePurpose
  /// The address it is about, in canonical form: mailed to, or changed to.
  public var address: String
  /// The account it was made for, as it is now; nil where it is nobody's, or its account is gone.
  public var account: Account?
  /// The address that its account had when it was made; nil where it had none, or the code is nobody's.
  public var boundTo: String?
  /// The id of the session that asked for it; nil where none did, or it was not recorded.
  public var requester: String?
  /// The tenant it was asked for in; nil outside of tenants.
  public var tenant: String?
  /// Whether it was used.
  public var isUsed: Bool
  /// Whether its time is over, by the service's clock.
  public var isExpired: Bool

  /// Creates the row of a code, as `put-code` wrote it.
  ///
  /// - Parameters:
  ///   - purpose: what it was mailed for.
  ///   - address: the address it is about, in canonical form: mailed to, or changed to.
  ///   - account: its account as it is now; nil where it is nobody's, or its account is gone.
  ///   - boundTo: the address that its account had when it was made; nil where it had none, or the
  ///     code is nobody's.
  ///   - requester: the id of the session that asked for it; nil where none did, or it was not
  ///     recorded.
  ///   - tenant: the tenant it was asked for in; nil outside of tenants.
  ///   - isUsed: whether it was used.
  ///   - isExpired: whether its time is over, by the service's clock.
  public init(
    for purpose: CodePurpose, address: String, account: Account?, boundTo: String?,
    requester: String?, tenant: String?, isUsed: Bool, isExpired: Bool
  ) {
    self.purpose = purpose
    self.address = address
    self.account = account
    self.boundTo = boundTo
    self.requester = requester
    self.tenant = tenant
    self.isUsed = isUsed
    self.isExpired = isExpired
  }
}

extension Code {
  /// What a row comes to for an attempt in a tenant and a session; a code without one is unknown.
  ///
  /// What it was mailed for is compared later, where it is known what the action takes.
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
    let state: State =
      row.isUsed ? .used : row.isExpired ? .expired : isStale ? .stale : .valid
    var requester = Requester.absent
    if let asked = row.requester {
      let isOpen = session.map { $0.state != .gone } ?? false
      requester = isOpen && asked.hasSameBytes(as: session?.id ?? "") ? .thisSession : .other
    }
    self.init(
      id: id, state, for: row.purpose, address: row.address, account: row.account,
      requester: requester)
  }
}

extension CodeRow {
  /// Whether a code without an account counts in a tenant.
  ///
  /// A code that is nobody's has no account to tell its tenant by, and would count in any. One whose account
  /// is gone says so itself.
  fileprivate func counts(in tenant: String?, _ purposes: PurposeTable) -> Bool {
    switch (purposes[purpose]?.treatment ?? CodeTreatment()).owner {
    case .account: true
    case .nobody: self.tenant.hasSameBytes(as: tenant)
    }
  }
}
