/// What a refused attempt resumes with, bound to everything it was about and to what its resumption depends on.
///
/// Not signed: a service that hands it out of its hands signs it. One that no longer means the same, since the
/// policy, a setting that it tests, or what the attempt is about is another, is refused with the error
/// `start-again`, whose names the policy can declare; nobody has to have made a mistake for that.
public struct Ticket: Sendable {
  /// The policy that asked.
  public var policy: PolicyDigest
  /// What it asked for.
  public var ask: Remedy
  /// The provider of the attempt's assertion.
  public var provider: String?
  /// The kind of sign-in that was tried.
  public var kind: MethodKind?
  /// The subject of the attempt's assertion.
  public var subject: String?
  /// The address asserted.
  public var address: String?
  /// The account that the attempt pointed to.
  public var account: String?
  /// The tenant the attempt was made in.
  public var tenant: String?
  /// The settings that the policy tests, with the values that were in force.
  public var settings: Settings

  /// Creates a ticket from what a service kept of one.
  ///
  /// - Parameters:
  ///   - policy: the digest of the policy that asked.
  ///   - ask: what it asked for.
  ///   - provider: the provider of the refused attempt's assertion; nil for none.
  ///   - kind: the kind of sign-in that was tried; nil for an attempt without one.
  ///   - subject: the subject of that assertion; nil for none.
  ///   - address: the address that was asserted; nil for none.
  ///   - account: the id of the account that the attempt pointed to; nil for none.
  ///   - tenant: the tenant the attempt was made in; nil outside of tenants.
  ///   - settings: every setting that the policy tests, with the value that was in force.
  public init(
    policy: PolicyDigest, ask: Remedy, provider: String?, kind: MethodKind?, subject: String?,
    address: String?, account: String?, tenant: String?, settings: Settings
  ) {
    self.policy = policy
    self.ask = ask
    self.provider = provider
    self.kind = kind
    self.subject = subject
    self.address = address
    self.account = account
    self.tenant = tenant
    self.settings = settings
  }
}
