internal import LinkPolicy

/// An attempt with the further values that the service needs to settle the attempt.
struct Trial: Sendable {
  var attempt: Attempt
  /// The code that the request contains, by its id in the store.
  var code: String?
  /// The account that an administrator selected.
  var target: String?
  /// The hash of the new password that the request contains.
  var passwordHash: String?
  /// The password to compare with the stored password; never stored.
  var password: String?
  /// Whether the answer hides if an address has an account, even if an administrator has turned
  /// this protection off.
  var protectsAddresses = false

  init(_ attempt: Attempt) {
    self.attempt = attempt
  }

  /// Returns the settings under which the policy decides the attempt.
  func settings(_ inForce: Settings) -> Settings {
    guard protectsAddresses else { return inForce }
    return Settings(inForce.values + [(name: "email-enumeration-protection", value: "on")])
  }
}
