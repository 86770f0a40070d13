/// Whom a fake provider takes somebody for: what was typed on its page.
struct Person: Sendable {
  var subject: String
  var email: String?
  var isVerified: Bool
  var name: String?
  /// Whether the address is hidden behind a relay, at Apple.
  var isHidden = false

  /// The address that the provider tells.
  var toldEmail: String? {
    guard isHidden else { return email }
    // One for each subject, as Apple has one for each person and application.
    return Base64URL.encoded(Array(Digest.sha256(Array(subject.utf8)).prefix(6)))
      .lowercased().filter { $0.isLetter || $0.isNumber } + "@privaterelay.appleid.com"
  }
}
