/// What a refusal asks the person for.
public enum Remedy: UInt8, Sendable, CaseIterable {
  /// A sign-in by a method that the account already has.
  case existingCredential
  /// Consent to the link.
  case consent
  /// A fresh proof of who they are.
  case reauthentication
  /// A verified address.
  case verification

  /// The word for it in a policy.
  public var name: Name {
    switch self {
    case .existingCredential: "existing-credential"
    case .consent: "consent"
    case .reauthentication: "reauthentication"
    case .verification: "verification"
    }
  }
}
