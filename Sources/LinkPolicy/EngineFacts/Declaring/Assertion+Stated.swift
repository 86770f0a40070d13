extension Assertion {
  /// Creates an assertion from what the service has verified.
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
