/// A claim that was left out of an assertion, and why: nobody is locked out by it.
public struct ClaimsNote: Sendable, Equatable {
  /// The keys that lead to the claim, with dots between them.
  public let claim: String
  /// Why it was left out; what the payload holds is not repeated.
  public let reason: String
}
