/// What the world around a policy allows: the switches named in every verdict.
package struct ProofEnvironment: Sendable, Equatable {
  /// When the attacker owned the owner's address, if ever.
  package enum Reassignment: String, Sendable, CaseIterable {
    /// Never.
    case off
    /// Before anything happened at the service; what providers remember of it remains.
    case before
    /// At first; then it passes to the owner.
    case during
  }

  /// Whether an owner clicks mail that he did not ask for.
  package var clicks = true
  /// Whether accounts can change their address.
  package var changesEmail = true
  /// Whether telephone numbers are used.
  package var usesPhone = true
  /// Whether sign-in links and resets are mailed.
  package var mails = true
  /// When the attacker owned the address.
  package var reassigned = Reassignment.off
  /// Whether an attacker can have his own sign-in linked in the owner's session.
  package var forcesLinking = false
  /// Whether an attacker can have the owner act in a session that the attacker has opened.
  package var forcesSignIn = false
  /// Whether an administrator marks addresses as verified.
  package var hasAdministrator = false
  /// Whether second factors are enrolled.
  package var usesFactors = false
  /// Whether the attacker has a tenant of his own that asserts anything.
  package var hasAnyTenant = false

  /// The exclusions that are taken away by number: what they say is played too.
  private var lifted: Set<Exclusion> = []

  /// What nobody does here.
  package var exclusions: Set<Exclusion> {
    Exclusion.usual.filter { !isLifted($0) }
  }

  private func isLifted(_ exclusion: Exclusion) -> Bool {
    switch exclusion {
    case .reassignment: reassigned != .off
    case .deniedAssertion, .foreignMail, .foreignSecret, .foreignSession, .foreignSubject,
      .administration, .mixedSessions, .boundConnection:
      lifted.contains(exclusion)
    }
  }

  /// What is done here all the same of what an exclusion says nobody does; nil for nothing.
  package func exception(to exclusion: Exclusion) -> String? {
    switch exclusion {
    case .administration where hasAdministrator: "but for marking addresses as verified"
    case .mixedSessions where forcesLinking && forcesSignIn:
      "but for what the attacker has him do in his own session, or in the attacker's"
    case .mixedSessions where forcesLinking:
      "but for what the attacker has him do in his own session"
    case .mixedSessions where forcesSignIn:
      "but for what the attacker has him do in a session of the attacker's"
    case .deniedAssertion, .foreignMail, .foreignSecret, .foreignSession, .foreignSubject,
      .administration, .mixedSessions, .boundConnection, .reassignment:
      nil
    }
  }

  /// Everything off that is off unless told, and on that is on.
  package init() {}

  /// Takes an exclusion away, or applies it again.
  mutating func apply(_ exclusion: Exclusion, _ isApplied: Bool) {
    switch exclusion {
    case .reassignment: reassigned = isApplied ? .off : .during
    case .deniedAssertion, .foreignMail, .foreignSecret, .foreignSession, .foreignSubject,
      .administration, .mixedSessions, .boundConnection:
      if isApplied {
        lifted.remove(exclusion)
      } else {
        lifted.insert(exclusion)
      }
    }
  }
}
