/// Who somebody is, as an identity provider or the service itself established it.
///
/// This type is the trust boundary: make one only after the service has verified the token behind
/// it (signature, issuer, audience, expiry, state) or checked the secret. Nothing is verified here.
public struct Assertion: Sendable {
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
  /// The checks and choices that facts are made of; each has a property of its own, which stands
  /// with the declaration of its fact.
  package var stated = StatedValues()

  /// Creates an assertion from what the service has verified.
  ///
  /// - Parameters:
  ///   - provider: the id of the provider whose token was verified, such as `google.com`.
  ///   - kind: the kind of sign-in; nil for the one that the policy declares first for the
  ///     provider.
  ///   - subject: the provider's stable id for the person, such as `sub` of an ID token (OpenID
  ///     Connect Core, section 2); nil for password, e-mail link and anonymous sign-ins.
  ///   - addresses: the addresses that came with it, the primary one first; empty for none.
  ///   - profile: what the provider says about the person.
  ///   - nonce: whether the nonce of this request came back.
  ///   - origin: whether the provider handed the credential over now, or an earlier refusal did.
  ///   - secret: what the password check found; `absent` for every other kind.
  ///   - connection: whether a tenant's own connection proved the address's domain.
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
