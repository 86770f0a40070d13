internal import LinkPolicy

/// An attempt with what the service needs beside it to settle it.
struct Trial: Sendable {
  var attempt: Attempt
  /// The code that came along, by its id in the store.
  var code: String?
  /// The account that an administrator names.
  var target: String?
  /// The hash of a new password that came along.
  var passwordHash: String?
  /// A password to compare with the one that is stored; never kept.
  var password: String?
  /// Whether nobody is told if an address has an account, whatever an administrator has set.
  var protectsAddresses = false

  init(_ attempt: Attempt) {
    self.attempt = attempt
  }

  /// The settings under which the attempt is decided.
  func settings(_ inForce: Settings) -> Settings {
    guard protectsAddresses else { return inForce }
    return Settings(inForce.values + [(name: "email-enumeration-protection", value: "on")])
  }
}
