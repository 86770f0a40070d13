/// What can be checked of a payload before its claims are believed.
public enum ClaimsCheck: String, Sendable, CaseIterable {
  /// The signature of the token, or the connection over which an answer came. Always the caller's business.
  case signature
  /// Who says so.
  case issuer
  /// For whom it was said.
  case audience
  /// Until when it holds, from when, and that it was not issued in the future.
  case time
  /// That it belongs to this request.
  case nonce
  /// That a user-info answer is about the person of the ID token (OpenID Connect Core, section 5.3.2).
  case subject
}
