internal import LinkPolicy

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
    case .mixedSessions where forcesLinking:
      "but for what the attacker has him do in his own session"
    case .deniedAssertion, .foreignMail, .foreignSecret, .foreignSession, .foreignSubject,
      .administration, .mixedSessions, .boundConnection, .reassignment:
      nil
    }
  }

  /// Everything off that is off unless told, and on that is on.
  package init() {}

  /// The switches by name, with the words they can have; the present word first.
  package var switches: [(name: String, value: String)] {
    func word(_ value: Bool) -> String { value ? "on" : "off" }
    return [
      ("clicks", word(clicks)), ("email-changes", word(changesEmail)), ("phone", word(usesPhone)),
      ("mailed", word(mails)), ("reassigned", reassigned.rawValue),
      ("forced-linking", word(forcesLinking)), ("administrator", word(hasAdministrator)),
      ("factors", word(usesFactors)), ("any-tenant", word(hasAnyTenant)),
    ]
      + Exclusion.allCases.map { ($0.name, word(!isLifted($0))) }
  }

  /// The words a switch can have; nil for a switch that there is not.
  package static func values(of name: String) -> [String]? {
    guard ProofEnvironment().switches.contains(where: { $0.name == name }) else { return nil }
    return name == "reassigned" ? Reassignment.allCases.map { $0.rawValue } : ["on", "off"]
  }

  /// Sets a switch; false for a name or word that there is not.
  package mutating func set(_ name: String, _ value: String) -> Bool {
    guard let values = Self.values(of: name), values.contains(value) else { return false }
    let isOn = value == "on"
    if let exclusion = Exclusion.allCases.first(where: { $0.name.hasSameBytes(as: name) }) {
      if exclusion == .reassignment {
        reassigned = isOn ? .off : .during
      } else if isOn {
        lifted.remove(exclusion)
      } else {
        lifted.insert(exclusion)
      }
      return true
    }
    switch name {
    case "clicks": clicks = isOn
    case "email-changes": changesEmail = isOn
    case "phone": usesPhone = isOn
    case "mailed": mails = isOn
    case "reassigned": reassigned = Reassignment(rawValue: value) ?? .off
    case "forced-linking": forcesLinking = isOn
    case "administrator": hasAdministrator = isOn
    case "factors": usesFactors = isOn
    default: hasAnyTenant = isOn
    }
    return true
  }
}
