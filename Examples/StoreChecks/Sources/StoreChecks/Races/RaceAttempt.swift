internal import LinkPolicy
internal import LinkPolicyJSON

/// An attempt of a race, as JSON in which `TAG` represents the tag of the round.
struct RaceAttempt: Sendable {
  let name: String
  private let json: String

  private init(_ name: String, _ json: String) {
    self.name = name
    self.json = json
  }

  /// Returns the attempt and its caller for a round; nil if the JSON is invalid.
  func request(in round: String) -> DecisionRequest? {
    do {
      let text = json.split(separator: "TAG", omittingEmptySubsequences: false)
        .joined(separator: round)
      return try DecisionRequest(json: Array(text.utf8))
    } catch {
      return nil
    }
  }

  private static func signIn(
    _ name: String, _ provider: String, _ subject: String, _ email: String = "adaTAG@gmail.com"
  ) -> RaceAttempt {
    RaceAttempt(
      name,
      """
      {"attempt": {"action": "sign-in", "provider": "\(provider)", "subject": "\(subject)TAG",
      "addresses": [{"email": "\(email)"}]}}
      """)
  }

  private static func by(_ session: String, _ name: String, _ attempt: String) -> RaceAttempt {
    RaceAttempt(name, "{\"attempt\": {\(attempt)}, \"caller\": {\"session\": \"\(session)TAG\"}}")
  }

  private static func with(code: String, _ name: String, _ attempt: String) -> RaceAttempt {
    RaceAttempt(name, "{\"attempt\": {\(attempt)}, \"caller\": {\"code\": \"\(code)TAG\"}}")
  }

  private static let link =
    """
    "action": "sign-in", "provider": "password", "kind": "email-link",
    "addresses": [{"email": "oldTAG@example.com"}]
    """

  /// Sign-ins by different providers, all with the same address but with different credentials.
  static let providers: [RaceAttempt] = [
    "google.com", "apple.com", "facebook.com", "twitter.com", "github.com", "microsoft.com",
    "yahoo.com",
  ].map { signIn("\($0) signs in", $0, "new-") }

  /// Further attempts of races, on the accounts that a round starts with.
  static let others: [RaceAttempt] = [
    by("x1", "a1 moves", #""action": "update-email", "address": "adaTAG@gmail.com""#),
    by("x3", "a2 moves", #""action": "update-email", "address": "adaTAG@gmail.com""#),
    by("x1", "a1 links", #""action": "link", "provider": "google.com", "subject": "new-TAG""#),
    by("x3", "a2 links", #""action": "link", "provider": "google.com", "subject": "new-TAG""#),
    by("x1", "a1 unlinks github", #""action": "unlink", "provider": "github.com""#),
    by("x2", "a1 unlinks twitter", #""action": "unlink", "provider": "twitter.com""#),
    by("x3", "a2 unlinks facebook", #""action": "unlink", "provider": "facebook.com""#),
    by("x1", "a1 signs out", #""action": "sign-out""#),
    by("x2", "a1 is deleted", #""action": "delete""#),
    RaceAttempt(
      "a1 is disabled", #"{"attempt": {"action": "disable"}, "caller": {"target": "a1TAG"}}"#),
    with(code: "k1", "a1 resets", #""action": "reset-password""#),
    with(code: "k2", "a1 enters by link", link),
    with(code: "k4", "a1 confirms", #""action": "confirm-email""#),
    signIn("github signs in", "github.com", "h1", "oldTAG@example.com"),
  ]

  static let all = providers + others

  /// All pairs of attempts, as indices into `all`, including pairs of an attempt with itself.
  static let pairs: [(Int, Int)] = all.indices.flatMap { first in
    (first..<all.count).map { (first, $0) }
  }
}
