extension Assertion {
  /// Creates an assertion from what the service has verified.
  ///
  /// - Parameters:
  ///   - provider: the id of the provider whose token was verified, such as `google.com`.
  ///   - kind: the kind of sign-in; nil for the one that the policy declares first for the
  ///     provider.
  ///   - subject: the provider's stable id for the person, such as `sub` of an ID token (OpenID
  ///     Connect Core, section 2), at most 255 bytes; nil for password, e-mail link and anonymous
  ///     sign-ins.
  ///   - addresses: the addresses that came with it, the primary one first; empty for none.
  ///   - profile: what the provider says about the person.
  ///   - nonce: the result of the nonce check; `absent` is read as `notSent` in a federated attempt.
  ///   - origin: whether the provider handed the credential over now, or an earlier refusal did. State `returned`
  ///     only for a credential that the service itself kept from that refusal, and never because a client asks for it.
  ///   - secret: what the password check found; `absent` for every other kind.
  ///   - connection: whether a tenant's own connection proved the address's domain.
  public init(
    verified provider: String, kind: MethodKind? = nil, subject: String? = nil,
    addresses: [AddressRecord] = [], profile: Profile = Profile(), nonce: Nonce = .absent,
    origin: Origin = .fresh, secret: Secret = .absent, connection: Connection = .none
  ) {
    self.init(provider, kind, subject, addresses: addresses, profile)
    self.nonce = nonce
    self.origin = origin
    self.secret = secret
    self.connection = connection
  }
}
