public import LinkPolicy

/// The row of an out-of-band code, as ``AccountStore/putCode(_:for:)`` stored it.
public struct StoredCode: Sendable {
  /// What it was mailed for.
  public var purpose: CodePurpose
  /// The address it was mailed to, in canonical form.
  public var address: String
  /// The id of its account, whether that is still there or not; nil for a code of nobody.
  public var account: String?
  /// The address that its account had when it was made, where it goes stale with that.
  public var boundTo: String?
  /// The id of the session that asked for it.
  public var requester: String?
  /// The tenant it was asked for in.
  public var tenant: String?
  /// Whether it was used.
  public var isUsed: Bool
  /// Whether its time is over, by the service's clock.
  public var isExpired: Bool

  /// Creates the row from its columns.
  ///
  /// - Parameters:
  ///   - purpose: what it was mailed for.
  ///   - address: the address it was mailed to, in canonical form.
  ///   - account: the id of its account, whether that is still there or not; nil for a code of nobody.
  ///   - boundTo: the address that its account had when it was made, where it goes stale with that.
  ///   - requester: the id of the session that asked for it.
  ///   - tenant: the tenant it was asked for in.
  ///   - isUsed: whether it was used.
  ///   - isExpired: whether its time is over, by the service's clock.
  public init(
    for purpose: CodePurpose, address: String, account: String?, boundTo: String?,
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
