/// The lifetimes of codes, proofs, sessions and pending sign-ins, in seconds.
///
/// The service chooses these lifetimes, because a policy contains no times.
struct Lifetimes: Sendable {
  /// The time for which a mailed code is usable.
  var code = 15 * 60
  /// The time for which a proof of identity counts as recent.
  var recent = 5 * 60
  /// The maximum age of a session.
  var session = 30 * 86_400
  /// The maximum duration of a sign-in at a provider.
  var signIn = 10 * 60
}
