internal import LinkPolicy

/// An attempt that was refused until the user provides a remedy, such as consent.
struct AskedFor: Sendable {
  let trial: Trial
  let ticket: Ticket
  /// The methods that the page may show.
  let methods: [String]?
  let since: Int

  /// Returns the resumed attempt, with its ticket.
  ///
  /// - Parameter hasConsent: whether the person consents to the link.
  /// - Returns: the attempt to settle.
  func resumed(hasConsent: Bool) -> Trial {
    var trial = trial
    trial.password = nil
    if var assertion = trial.attempt.assertion {
      // The assertion comes from the earlier attempt, not directly from the provider.
      assertion.origin = .returned
      let action: Action =
        switch ticket.ask {
        // After the user has signed in by another method, the refused sign-in is linked to that account.
        case .verification, .existingCredential: .link
        case .consent, .reauthentication, .secondFactor: trial.attempt.action
        }
      trial.attempt = Attempt(action, with: assertion, hasConsent: hasConsent)
    }
    trial.attempt.ticket = ticket
    return trial
  }
}
