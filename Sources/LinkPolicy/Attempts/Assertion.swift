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

  /// Creates an assertion of which nothing is stated yet.
  init(
    _ provider: String, _ kind: MethodKind?, _ subject: String?, addresses: [AddressRecord],
    _ profile: Profile
  ) {
    self.provider = provider
    self.kind = kind
    self.subject = subject
    self.addresses = addresses
    self.profile = profile
  }
}
