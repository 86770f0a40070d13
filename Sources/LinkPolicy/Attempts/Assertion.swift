/// Who somebody is, as an identity provider or the service itself established it.
///
/// This type is the trust boundary: make one only after the service has verified the token behind
/// it (signature, issuer, audience, expiry, state) or checked the secret. Nothing is verified here.
public struct Assertion: Sendable {
  /// Whether a nonce came back as it was sent.
  public enum Nonce: UInt8, Sendable {
    /// The hash matches the raw nonce of this request.
    case matched
    /// It does not.
    case mismatched
    /// There was none.
    case absent
  }

  /// Whether the credential is new from the provider.
  public enum Origin: UInt8, Sendable {
    /// Handed over by the provider now.
    case fresh
    /// Handed back by an earlier refusal.
    case returned
  }

  /// What the service found when it checked a secret.
  public enum Secret: UInt8, Sendable {
    /// It is the account's.
    case right
    /// It is not.
    case wrong
    /// None was given, or there is none to check it against.
    case absent
  }

  /// Whether a tenant's own connection proved the address's domain.
  public enum Connection: UInt8, Sendable {
    /// It did.
    case bound
    /// It did not.
    case unbound
    /// The provider is not a tenant's connection.
    case none
  }

  /// The provider's id.
  public var provider: String
  /// The kind of sign-in; nil for the provider's first.
  public var kind: MethodKind?
  /// The subject at the provider; nil where the address is the subject, or for an anonymous one.
  public var subject: String?
  /// The addresses, the primary one first.
  public var addresses: [AddressRecord]
  /// What the provider says about the person.
  public var profile: Profile
  /// The nonce check.
  public var nonce: Nonce
  /// Where the credential comes from.
  public var origin: Origin
  /// The secret check, for a password.
  public var secret: Secret
  /// The tenant's connection.
  public var connection: Connection

  /// Creates an assertion from what the service has verified.
  public init(
    verified provider: String, kind: MethodKind? = nil, subject: String? = nil,
    addresses: [AddressRecord] = [], profile: Profile = Profile(), nonce: Nonce = .absent,
    origin: Origin = .fresh, secret: Secret = .absent, connection: Connection = .none
  ) {
    self.provider = provider
    self.kind = kind
    self.subject = subject
    self.addresses = addresses
    self.profile = profile
    self.nonce = nonce
    self.origin = origin
    self.secret = secret
    self.connection = connection
  }
}
