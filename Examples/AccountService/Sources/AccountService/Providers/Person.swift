/// A person as typed on the page of a fake provider.
struct Person: Sendable {
  var subject: String
  var email: String?
  var isVerified: Bool
  var name: String?
  /// Whether the person hides the address behind a relay address of Apple.
  var isHidden = false

  /// The address that the provider asserts.
  var toldEmail: String? {
    guard isHidden else { return email }
    // Each subject has one relay address, just as Apple assigns one to each person and application.
    return Base64URL.encoded(Array(Digest.sha256(Array(subject.utf8)).prefix(6)))
      .lowercased().filter { $0.isLetter || $0.isNumber } + "@privaterelay.appleid.com"
  }
}
