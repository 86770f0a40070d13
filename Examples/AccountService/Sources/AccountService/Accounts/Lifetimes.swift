/// For how long what goes by a clock holds, in seconds.
///
/// Lifetimes are the service's business, and no policy's.
struct Lifetimes: Sendable {
  /// How long a mailed code can be brought back.
  var code = 15 * 60
  /// For how long a proof of who one is counts as recent.
  var recent = 5 * 60
  /// After how long a session has ended.
  var session = 30 * 86_400
  /// How long a sign-in at a provider may take.
  var signIn = 10 * 60
}
