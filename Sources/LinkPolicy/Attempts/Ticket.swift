/// What a refused attempt resumes with, bound to everything it was about.
///
/// Not signed: a service that hands it out of its hands signs it.
public struct Ticket: Sendable {
  /// The policy that asked.
  public var policy: PolicyDigest
  /// What it asked for.
  public var ask: Remedy
  /// The provider of the attempt's assertion.
  public var provider: String?
  /// The subject of the attempt's assertion.
  public var subject: String?
  /// The address asserted.
  public var address: String?
  /// The account that the attempt pointed to.
  public var account: String?

  /// Creates a ticket from what a service kept of one.
  ///
  /// - Parameters:
  ///   - policy: the digest of the policy that asked.
  ///   - ask: what it asked for.
  ///   - provider: the provider of the refused attempt's assertion; nil for none.
  ///   - subject: the subject of that assertion; nil for none.
  ///   - address: the address that was asserted; nil for none.
  ///   - account: the id of the account that the attempt pointed to; nil for none.
  public init(
    policy: PolicyDigest, ask: Remedy, provider: String?, subject: String?, address: String?,
    account: String?
  ) {
    self.policy = policy
    self.ask = ask
    self.provider = provider
    self.subject = subject
    self.address = address
    self.account = account
  }
}
