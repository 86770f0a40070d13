/// Why a payload is nobody's assertion.
///
/// The message names claims and never repeats what they hold, so that it can be written to a log.
public struct ClaimsError: Error, Sendable, Equatable {
  /// The kinds of reasons.
  public enum Reason: String, Sendable, CaseIterable {
    /// The payload is no JSON object, has a member twice, or is not UTF-8.
    case malformed
    /// A claim that decides about the token is missing, or of another type.
    case claim
    /// Another issuer said it.
    case issuer
    /// It was said for another application.
    case audience
    /// It holds no longer.
    case expired
    /// It does not hold yet, or was issued in the future.
    case notYetValid = "not-yet-valid"
    /// It is about somebody else than the token it was fetched with.
    case subject
    /// The caller did not give what the mapping needs, or gave what it has no use for.
    case expectation
  }

  /// The kind of reason.
  public let reason: Reason
  /// What is wrong and what to do, as one sentence without a full stop.
  public let message: String

  init(_ reason: Reason, _ message: String) {
    self.reason = reason
    self.message = message
  }
}
