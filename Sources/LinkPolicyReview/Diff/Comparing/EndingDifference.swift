/// What two systems make different of the same steps, the gravest first.
package enum EndingDifference: String, Sendable, CaseIterable {
  /// Somebody is in another account, or in one that only one of them made.
  case account = "other-account"
  /// The new system lets in whom the old one refuses.
  case oldRefuses = "old-refuses"
  /// The old system lets in whom the new one refuses.
  case newRefuses = "new-refuses"
  /// Only one of them opens a session.
  case session = "other-session"
  /// An account is left with other methods.
  case methods = "other-methods"
  /// Both refuse, with another error.
  case error = "other-error"

  /// In words, for people.
  package var words: String {
    switch self {
    case .account: "other account"
    case .oldRefuses: "only old refuses"
    case .newRefuses: "only new refuses"
    case .session: "only one opens a session"
    case .methods: "other methods left"
    case .error: "other error"
    }
  }
}
