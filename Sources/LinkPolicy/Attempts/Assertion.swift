/// The verified content of one sign-in, from an identity provider or from the service itself.
///
/// This type is the trust boundary: the engine verifies nothing. Create one only after you have verified the token
/// (signature, issuer, audience, expiry, state) or checked the password.
public struct Assertion: Sendable {
  /// The id of the provider.
  public var provider: String
  /// The kind of sign-in; nil for the kind that the policy declares first for the provider.
  public var kind: MethodKind?
  /// The subject at the provider; nil if the address is the subject, or for an anonymous sign-in.
  public var subject: String?
  /// The addresses, the primary one first.
  public var addresses: [AddressRecord]
  /// The person's profile at the provider.
  public var profile: Profile
  /// The facts that the service states, such as the result of the nonce check.
  ///
  /// Each fact also has a property, such as ``nonce``, which is declared next to the fact.
  package var stated: StatedValues

  /// Creates an assertion from its parts.
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

/// An e-mail address in an assertion, with the provider's claims about it.
///
/// One record holds both, so nobody can combine an address with the claims of another token.
public struct AddressRecord: Sendable {
  /// A claim about an address: its name and its JSON value.
  public struct Claim: Sendable {
    /// The claim's name, such as `email_verified`.
    public var name: String
    /// The value as the provider sent it.
    public var value: ClaimValue

    /// Creates a claim about the address of its record.
    ///
    /// - Parameters:
    ///   - name: the claim's name in the token, such as `email_verified`.
    ///   - value: the JSON value, unchanged: `true` and `"true"` are different values.
    public init(_ name: String, _ value: ClaimValue) {
      self.name = name
      self.value = value
    }
  }

  /// The address as the provider sent it.
  public var email: String
  /// The claims about the address.
  public var claims: [Claim]

  /// Creates the record of an address from one payload.
  ///
  /// - Parameters:
  ///   - email: the address as the provider sent it; the engine canonicalizes it.
  ///   - claims: the claims about this address only. The policy must declare each of them.
  public init(_ email: String, claims: [Claim] = []) {
    self.email = email
    self.claims = claims
  }
}

/// A JSON value in a claim or in a policy.
public enum ClaimValue: Sendable, Hashable {
  /// `true` or `false`.
  case boolean(Bool)
  /// A string, compared by its bytes.
  case string(Name)
  /// A number, compared by its text.
  case number(Name)
  /// `null`.
  case null

  /// Returns the value of a claim that is a JSON string.
  ///
  /// - Parameter text: the string without quotation marks, compared byte by byte.
  /// - Returns: the value, equal to one that a policy lists in quotes.
  public static func string(_ text: String) -> ClaimValue { .string(Name(text)) }
}
