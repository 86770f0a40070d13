/// The verified content of one sign-in, from an identity provider or the service itself.
///
/// The engine trusts every assertion, and checks no signature or password. Create an assertion only after you have
/// verified the token (signature, issuer, audience, expiry, state) or checked the password.
public struct Assertion: Sendable {
  /// The id of the identity provider, such as `google.com`.
  public var provider: String
  /// The kind of method, such as a password; nil means the provider's first declared kind.
  public var kind: MethodKind?
  /// The person's id at the provider, such as `sub` of an ID token; nil for an anonymous sign-in, or if the address is
  /// the subject.
  public var subject: String?
  /// The address records of the assertion, the primary record first.
  public var addresses: [AddressRecord]
  /// The person's profile at the provider: the name and the photo.
  public var profile: Profile
  /// The facts that the service states about the sign-in, such as the result of the nonce check.
  ///
  /// Each fact that an assertion can state also has a property, such as ``nonce``, next to the fact's declaration.
  package var stated: StatedValues

  /// Creates an assertion from the values of all properties.
  package init(
    provider: String, kind: MethodKind?, subject: String?, addresses: [AddressRecord],
    profile: Profile, stating stated: StatedValues = StatedValues()
  ) {
    self.provider = provider
    self.kind = kind
    self.subject = subject
    self.addresses = addresses
    self.profile = profile
    self.stated = stated
  }
}

/// An e-mail address in an assertion, with the provider's claims about the address.
///
/// Keeping the address with its claims prevents a service from combining an address with the claims of another token.
public struct AddressRecord: Sendable {
  /// A provider's claim about an address, such as `email_verified: true`.
  public struct Claim: Sendable {
    /// The claim's name, such as `email_verified`.
    public var name: String
    /// The claim's value, as the provider sent it: `"true"` is a string, not a Boolean.
    public var value: ClaimValue

    /// Creates a claim from its name and its value in a token.
    ///
    /// - Parameters:
    ///   - name: the claim's name in the token, such as `email_verified`.
    ///   - value: the JSON value, unchanged: `true` and `"true"` are different values.
    public init(_ name: String, _ value: ClaimValue) {
      self.name = name
      self.value = value
    }
  }

  /// The address as the provider sent it, such as `Ada@Example.com`; the engine canonicalizes the address.
  public var email: String
  /// The provider's claims about the address, such as `email_verified: true`.
  public var claims: [Claim]

  /// Creates a record from an address and its claims in one token.
  ///
  /// - Parameters:
  ///   - email: the address as the provider sent it; the engine canonicalizes the address.
  ///   - claims: the provider's claims about this address; the policy must declare each claim.
  public init(_ email: String, claims: [Claim] = []) {
    self.email = email
    self.claims = claims
  }
}

/// A JSON value that a claim can have: a Boolean, a string, a number or `null`.
public enum ClaimValue: Sendable, Hashable {
  /// The JSON value `true` or `false`.
  case boolean(Bool)
  /// A JSON string, compared byte by byte.
  case string(Name)
  /// A JSON number, compared by its text, so that `1` and `1.0` are different values.
  case number(Name)
  /// The JSON value `null`.
  case null

  /// Returns the claim value for a JSON string.
  ///
  /// - Parameter text: the string without quotation marks, compared byte by byte.
  /// - Returns: the value that a policy writes as the same text in quotation marks, such as `"true"`.
  public static func string(_ text: String) -> ClaimValue { .string(Name(text)) }
}
