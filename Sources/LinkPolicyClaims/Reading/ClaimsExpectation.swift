/// What a service knows of its own request, and compares a payload with.
public struct ClaimsExpectation: Sendable {
  /// The nonce that the request was made with.
  public enum Nonce: Sendable, Equatable {
    /// None was sent. A payload that has one belongs to another request: the assertion's nonce is `mismatched`.
    case notSent
    /// What the application holds; the mapping says whether it comes back as it is or as its digest.
    case raw(String)
    /// What has to stand in the claim, byte by byte.
    case claim(String)
  }

  let source: ClaimsSource
  let audiences: [String]
  let issuers: [String]
  let time: Int?
  let leeway: Int
  let nonce: Nonce
  let subject: String?

  /// What the payload of an ID token is compared with.
  ///
  /// - Parameters:
  ///   - audiences: the client ids of the service, at least one; the token must be for one of them.
  ///   - time: now, in seconds since 1970; nil leaves `exp`, `nbf` and `iat` unchecked, which the result says.
  ///   - leeway: by how many seconds clocks may differ, 0 to 600.
  ///   - nonce: the nonce that the request was made with.
  ///   - issuers: the issuers to take in place of those of the mapping.
  /// - Returns: the expectation.
  public static func idToken(
    audiences: [String], at time: Int?, leeway: Int = 60, nonce: Nonce, issuers: [String] = []
  ) -> ClaimsExpectation {
    ClaimsExpectation(
      source: .idToken, audiences: audiences, issuers: issuers, time: time, leeway: leeway,
      nonce: nonce, subject: nil)
  }

  /// What a user-info answer is compared with.
  ///
  /// - Parameter subject: `sub` of the ID token that came with the access token; nil where there is none, as
  ///   for OAuth without OpenID Connect.
  /// - Returns: the expectation.
  public static func userInfo(ofSubject subject: String?) -> ClaimsExpectation {
    ClaimsExpectation(
      source: .userInfo, audiences: [], issuers: [], time: nil, leeway: 0, nonce: .notSent,
      subject: subject)
  }

  /// What the attributes of a SAML assertion are compared with.
  ///
  /// - Parameters:
  ///   - audiences: the entity ids of the service, at least one.
  ///   - time: now, in seconds since 1970; nil leaves the conditions of time unchecked, which the result says.
  ///   - leeway: by how many seconds clocks may differ, 0 to 600.
  ///   - issuers: the entity ids of the identity provider, where the mapping names none.
  /// - Returns: the expectation.
  public static func attributes(
    audiences: [String], at time: Int?, leeway: Int = 60, issuers: [String] = []
  ) -> ClaimsExpectation {
    ClaimsExpectation(
      source: .attributes, audiences: audiences, issuers: issuers, time: time, leeway: leeway,
      nonce: .notSent, subject: nil)
  }
}
