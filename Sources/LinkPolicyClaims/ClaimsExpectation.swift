public import LinkPolicy

/// The values that a service expects in a payload, such as the nonce that the service sent with the request.
public struct ClaimsExpectation: Sendable {
  /// The former name of ``ExpectedNonce``.
  @available(*, deprecated, renamed: "ExpectedNonce")
  public typealias Nonce = ExpectedNonce

  /// The nonce that the service expects: none, the raw value that the application generated, or the exact value of the
  /// claim.
  public enum ExpectedNonce: Sendable, Equatable {
    /// The request had no nonce.
    ///
    /// If the payload has a nonce, the payload belongs to another request, and the assertion's nonce is `mismatched`.
    case notSent
    /// The value that the application generated; the mapping specifies whether the payload contains this value or its
    /// digest.
    case raw(String)
    /// The exact value of the payload's nonce claim, compared byte by byte.
    case claim(String)
  }

  let source: ClaimsSource
  let audiences: [String]
  let issuers: [String]
  let time: LongInteger?
  let leeway: LongInteger
  let nonce: ExpectedNonce
  let subject: String?

  /// Returns the expected values of an ID token's payload, such as its audience.
  ///
  /// - Parameters:
  ///   - audiences: the client ids of the service, at least one; the token must be for one of these clients.
  ///   - time: the current time in seconds since 1970; nil skips the check of `exp`, `nbf` and `iat`, and the result
  ///     lists `time` as unchecked.
  ///   - leeway: the tolerated difference between clocks in seconds, 0 to 600.
  ///   - nonce: the nonce of the request; `notSent` if the request had no nonce.
  ///   - issuers: the accepted issuers; empty to accept the issuers of the mapping.
  /// - Returns: the expectation.
  public static func idToken(
    audiences: [String], at time: LongInteger?, leeway: LongInteger = 60, nonce: ExpectedNonce,
    issuers: [String] = []
  ) -> ClaimsExpectation {
    ClaimsExpectation(
      source: .idToken, audiences: audiences, issuers: issuers, time: time, leeway: leeway,
      nonce: nonce, subject: nil)
  }

  /// Returns the expected values of a user-info answer: only its subject.
  ///
  /// - Parameter subject: the `sub` of the ID token that was issued with the access token; nil if there is no ID token,
  ///   as in plain OAuth.
  /// - Returns: the expectation.
  public static func userInfo(ofSubject subject: String?) -> ClaimsExpectation {
    ClaimsExpectation(
      source: .userInfo, audiences: [], issuers: [], time: nil, leeway: 0, nonce: .notSent,
      subject: subject)
  }

  /// Returns the expected values of the attributes of a SAML assertion, such as the entity id of the service.
  ///
  /// - Parameters:
  ///   - audiences: the entity ids of the service, at least one.
  ///   - time: the current time in seconds since 1970; nil skips the check of the time conditions, and the result lists
  ///     `time` as unchecked.
  ///   - leeway: the tolerated difference between clocks in seconds, 0 to 600.
  ///   - issuers: the accepted entity ids of the identity provider; empty to accept the issuers of the mapping.
  /// - Returns: the expectation.
  public static func attributes(
    audiences: [String], at time: LongInteger?, leeway: LongInteger = 60, issuers: [String] = []
  ) -> ClaimsExpectation {
    ClaimsExpectation(
      source: .attributes, audiences: audiences, issuers: issuers, time: time, leeway: leeway,
      nonce: .notSent, subject: nil)
  }
}
