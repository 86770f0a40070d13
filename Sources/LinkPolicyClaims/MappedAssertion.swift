public import LinkPolicy

/// An assertion built from a payload, with the checks that were made and the omitted claims.
public struct MappedAssertion: Sendable {
  /// The assertion to pass to the policy in an attempt.
  public let assertion: Assertion
  /// The checks that passed; the assertion itself reports a nonce that did not match.
  public let checked: [ClaimsCheck]
  /// The checks that were not made or did not pass: always the signature, each check for which you or the payload
  /// supplied no value, and the nonce if it did not match.
  public let unchecked: [ClaimsCheck]
  /// The unusable claims, which the assertion omits.
  public let notes: [ClaimsNote]
  /// The claims about addresses that the assertion omits because the policy does not declare them.
  public let undeclared: [String]
}

/// A check that a payload must pass before its claims are used.
public enum ClaimsCheck: String, Sendable, CaseIterable {
  /// The signature of the token, or the authenticity of the connection, which the caller must always check.
  case signature
  /// The identity provider that issued the payload.
  case issuer
  /// The application for which the payload was issued.
  case audience
  /// The times: the payload is valid now, and was not issued in the future.
  case time
  /// The nonce, which binds the payload to the service's request.
  case nonce
  /// The equality of `sub` in the user-info answer and in the ID token (OpenID Connect Core,
  /// section 5.3.2).
  case subject
}

/// A claim that the assertion omits, with the reason; the sign-in remains possible.
public struct ClaimsNote: Sendable, Equatable {
  /// The keys that lead to the claim, separated by periods, such as `picture.data.url`.
  public let claim: String
  /// The reason for the omission, without the content of the claim.
  public let reason: String
}

/// The reason why a payload cannot be converted to an assertion.
///
/// The message names claims but never repeats their content, so the message is safe to log.
public struct ClaimsError: Error, Sendable, Equatable {
  /// The former name of ``ClaimsErrorReason``.
  @available(*, deprecated, renamed: "ClaimsErrorReason")
  public typealias Reason = ClaimsErrorReason

  /// The class of the error, such as `audience`.
  public enum ClaimsErrorReason: String, Sendable, CaseIterable {
    /// The payload is not a JSON object, has a duplicate member, or is not UTF-8.
    case malformed
    /// A required claim is missing, or has a wrong type.
    case claim
    /// The payload has an issuer that is not accepted.
    case issuer
    /// The payload is for another application.
    case audience
    /// The payload has expired.
    case expired
    /// The payload is not valid yet, or was issued in the future.
    case notYetValid = "not-yet-valid"
    /// The user-info answer is about another user than the ID token, or an event does not identify a person in the
    /// required way.
    case subject
    /// The caller omitted a value that the mapping needs, or passed a value that the mapping does not use.
    case expectation
  }

  /// The class of the error, such as `audience`.
  public let reason: ClaimsErrorReason
  /// A description of the problem and its fix, as one sentence without a period.
  public let message: String

  init(_ reason: ClaimsErrorReason, _ message: String) {
    self.reason = reason
    self.message = message
  }
}
