/// An address that an assertion carries, with the claims made about it.
///
/// Address and claims stand in one record so that they cannot come from different payloads.
public struct AddressRecord: Sendable {
  /// One claim: its name and its JSON value.
  public struct Claim: Sendable {
    /// The claim's name, such as `email_verified`.
    public var name: String
    /// The value as the provider sent it.
    public var value: ClaimValue

    /// Creates a claim of a provider about the address beside it.
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
  /// The claims about it.
  public var claims: [Claim]

  /// Creates a record of what one payload says about one address.
  ///
  /// - Parameters:
  ///   - email: the address as the provider sent it; the engine brings it into canonical form.
  ///   - claims: the claims about this address alone, each one that the policy declares.
  public init(_ email: String, claims: [Claim] = []) {
    self.email = email
    self.claims = claims
  }
}
