internal import LinkPolicy

/// Something that the world around a policy allows, or that nobody does, and that can be told
/// otherwise.
///
/// The closed set of switches: their names, and the words that each can have, are declared here, and
/// what is set by one follows in ``ProofEnvironment``.
package enum ProofSwitch: Sendable, Hashable {
  /// What the world around a policy allows.
  package enum World: String, Sendable, CaseIterable {
    /// An owner clicks mail that he did not ask for.
    case clicks
    /// Accounts can change their address.
    case emailChanges = "email-changes"
    /// Telephone numbers are used.
    case phone
    /// Sign-in links and resets are mailed.
    case mailed
    /// The attacker owned the owner's address at some time.
    case reassigned
    /// An attacker can have his own sign-in linked in the owner's session.
    case forcedLinking = "forced-linking"
    /// An attacker can have the owner act in a session that the attacker has opened.
    case forcedSignIn = "forced-sign-in"
    /// An administrator marks addresses as verified.
    case administrator
    /// Second factors are enrolled.
    case factors
    /// The attacker has a tenant of his own that asserts anything.
    case anyTenant = "any-tenant"
  }

  case world(World)
  /// Whether an exclusion of the closed list applies.
  case exclusion(Exclusion)

  /// Every switch, in the order in which verdicts print them.
  package static var all: [ProofSwitch] {
    World.allCases.map { .world($0) } + Exclusion.allCases.map { .exclusion($0) }
  }

  /// The switch of a name; nil where there is none.
  package init?(named name: String) {
    guard let found = Self.all.first(where: { $0.name.hasSameBytes(as: name) }) else { return nil }
    self = found
  }

  /// What it is called, in files and on the command line.
  package var name: String {
    switch self {
    case .world(let one): one.rawValue
    case .exclusion(let exclusion): exclusion.name
    }
  }

  /// The exclusion that it applies or takes away; nil where it is about something else.
  ///
  /// Two switches of one exclusion say the same thing in two ways, so that only one can be set.
  package var exclusion: Exclusion? {
    switch self {
    case .exclusion(let exclusion): exclusion
    case .world(.reassigned): .reassignment
    case .world(.clicks), .world(.emailChanges), .world(.phone), .world(.mailed),
      .world(.forcedLinking), .world(.forcedSignIn), .world(.administrator), .world(.factors),
      .world(.anyTenant):
      nil
    }
  }

  /// The words it can have.
  package var values: [String] {
    switch self {
    case .world(.reassigned): ProofEnvironment.Reassignment.allCases.map { $0.rawValue }
    case .world(.clicks), .world(.emailChanges), .world(.phone), .world(.mailed),
      .world(.forcedLinking), .world(.forcedSignIn), .world(.administrator), .world(.factors),
      .world(.anyTenant),
      .exclusion:
      [Self.word(true), Self.word(false)]
    }
  }

  /// Every word that some switch can have.
  package static var words: [String] {
    all.reduce(into: []) { words, one in
      words += one.values.filter { !words.contains($0) }
    }
  }

  /// The word for whether something is so.
  static func word(_ isOn: Bool) -> String { isOn ? "on" : "off" }
}
