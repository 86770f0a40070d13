internal import LinkPolicy

/// An attempt that was refused until something is given.
struct AskedFor: Sendable {
  let trial: Trial
  let ticket: Ticket
  /// The methods that may be told.
  let methods: [String]?
  let since: Int

  /// The attempt as it resumes, with its ticket.
  ///
  /// - Parameter hasConsent: whether the person has agreed to link.
  /// - Returns: what is settled.
  func resumed(hasConsent: Bool) -> Trial {
    var trial = trial
    trial.password = nil
    if var assertion = trial.attempt.assertion {
      // The provider did not hand it over now.
      assertion.origin = .returned
      let action: Action =
        switch ticket.ask {
        // Whoever could not sign in with it adds it to the account that they have come into otherwise.
        case .verification, .existingCredential: .link
        case .consent, .reauthentication, .secondFactor: trial.attempt.action
        }
      trial.attempt = Attempt(action, with: assertion, hasConsent: hasConsent)
    }
    trial.attempt.ticket = ticket
    return trial
  }
}
