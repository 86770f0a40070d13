internal import LinkPolicy

/// The switches that describe the world around a policy, such as whether the owner clicks links in unrequested mail.
///
/// Every verdict of a proof lists the switches.
package struct ProofEnvironment: Sendable, Equatable {
  /// The time at which the attacker owned the address that now belongs to the owner.
  package enum Reassignment: String, Sendable, CaseIterable {
    /// The attacker never owned the address.
    case off
    /// The attacker owned the address before the first attempt at the service.
    ///
    /// A provider may still assert the address for its former owner.
    case before
    /// The attacker owns the address during the first attempts.
    ///
    /// After the first attempts, the address passes from the attacker to the owner.
    case during
  }

  /// Whether the owner clicks links in mail that the owner did not request.
  package var clicks = true
  /// Whether actors attempt to change the address of an account.
  package var changesEmail = true
  /// Whether actors make attempts with telephone numbers.
  package var usesPhone = true
  /// Whether actors request mailed sign-in links and password resets.
  package var mails = true
  /// The time at which the attacker owned the address.
  package var reassigned = Reassignment.off
  /// Whether an attacker can cause the attacker's own sign-in to be linked in the owner's session.
  package var forcesLinking = false
  /// Whether an attacker can make the owner act in a session that the attacker opened.
  package var forcesSignIn = false
  /// Whether an administrator marks addresses as verified.
  package var hasAdministrator = false
  /// Whether signed-in actors enroll second factors.
  package var usesFactors = false
  /// Whether the attacker runs a provider's tenant, such as a Microsoft tenant, that asserts any address.
  package var hasAnyTenant = false

  /// The exclusions that a switch has lifted.
  ///
  /// A proof also plays the attempts that a lifted exclusion would rule out.
  private var lifted: Set<Exclusion> = []

  /// The exclusions that apply: all that no switch has lifted.
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

  /// Returns, in words, the attempts that the switches permit despite an exclusion; nil if the switches permit no such
  /// attempt.
  package func exception(to exclusion: Exclusion) -> String? {
    switch exclusion {
    case .administration where hasAdministrator: "except mark addresses as verified"
    case .foreignMail where forcesLinking:
      "except when the owner opens it while the attacker causes him to act with the attacker's sign-in"
    case .mixedSessions where forcesLinking && forcesSignIn:
      "except when the attacker causes him to act in his own session, or in the attacker's"
    case .mixedSessions where forcesLinking:
      "except when the attacker causes him to act in his own session"
    case .mixedSessions where forcesSignIn:
      "except when the attacker causes him to act in a session of the attacker"
    case .deniedAssertion, .foreignMail, .foreignSecret, .foreignSession, .foreignSubject,
      .administration, .mixedSessions, .boundConnection, .reassignment:
      nil
    }
  }

  /// Creates the environment with the default value of each switch.
  package init() {}

  /// Applies or lifts an exclusion; a proof then omits or plays the attempts of the exclusion.
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

/// A switch for an assumption about the world around a policy, or for an exclusion.
///
/// The cases are all switches that exist; each switch has a name and a fixed set of values. ``ProofEnvironment``
/// applies the switches.
package enum ProofSwitch: Sendable, Hashable {
  /// A switch of the world around a policy.
  package enum World: String, Sendable, CaseIterable {
    /// The owner clicks links in mail that the owner did not request.
    case clicks
    /// Actors attempt to change the address of an account.
    case emailChanges = "email-changes"
    /// Actors make attempts with telephone numbers.
    case phone
    /// Actors request mailed sign-in links and password resets.
    case mailed
    /// The attacker owned the owner's address at some time.
    case reassigned
    /// An attacker can cause the attacker's own sign-in to be linked in the owner's session.
    case forcedLinking = "forced-linking"
    /// An attacker can make the owner act in a session that the attacker opened.
    case forcedSignIn = "forced-sign-in"
    /// An administrator marks addresses as verified.
    case administrator
    /// Signed-in actors enroll second factors.
    case factors
    /// The attacker runs a provider's tenant, such as a Microsoft tenant, that asserts any address.
    case anyTenant = "any-tenant"
  }

  case world(World)
  /// Whether a built-in exclusion applies, such as `exclusion-9`.
  case exclusion(Exclusion)

  /// Every switch, in the order in which verdicts print the switches.
  package static var all: [ProofSwitch] {
    World.allCases.map { .world($0) } + Exclusion.allCases.map { .exclusion($0) }
  }

  /// Returns the switch with a name such as `forced-linking`; nil if no switch has the name.
  package init?(named name: String) {
    guard let found = Self.all.first(where: { $0.name.hasSameBytes(as: name) }) else { return nil }
    self = found
  }

  /// The name of the switch in files and on the command line, such as `clicks`.
  package var name: String {
    switch self {
    case .world(let one): one.rawValue
    case .exclusion(let exclusion): exclusion.name
    }
  }

  /// The exclusion that the switch controls; nil if the switch controls no exclusion.
  ///
  /// Two switches can control the same exclusion, such as `reassigned` and `exclusion-9`. An assumptions file may set
  /// only one of these switches.
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

  /// The possible values of the switch, such as `on` and `off`.
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

  /// Every value that some switch can have, such as `on` and `during`.
  package static var words: [String] {
    all.reduce(into: []) { words, one in
      words += one.values.filter { !words.contains($0) }
    }
  }

  /// Returns the word for the state of a switch: `on` or `off`.
  static func word(_ isOn: Bool) -> String { isOn ? "on" : "off" }
}

extension ProofEnvironment {
  /// The value of a switch, such as `on`.
  package subscript(_ one: ProofSwitch) -> String {
    switch one {
    case .exclusion(let exclusion): ProofSwitch.word(exclusions.contains(exclusion))
    case .world(let world):
      switch world {
      case .clicks: ProofSwitch.word(clicks)
      case .emailChanges: ProofSwitch.word(changesEmail)
      case .phone: ProofSwitch.word(usesPhone)
      case .mailed: ProofSwitch.word(mails)
      case .reassigned: reassigned.rawValue
      case .forcedLinking: ProofSwitch.word(forcesLinking)
      case .forcedSignIn: ProofSwitch.word(forcesSignIn)
      case .administrator: ProofSwitch.word(hasAdministrator)
      case .factors: ProofSwitch.word(usesFactors)
      case .anyTenant: ProofSwitch.word(hasAnyTenant)
      }
    }
  }

  /// Sets a switch.
  ///
  /// If the switch cannot have the value, the function returns false and leaves the switch unchanged.
  package mutating func set(_ one: ProofSwitch, _ value: String) -> Bool {
    guard one.values.contains(where: { $0.hasSameBytes(as: value) }) else { return false }
    let isOn = value.hasSameBytes(as: ProofSwitch.word(true))
    switch one {
    case .exclusion(let exclusion): apply(exclusion, isOn)
    case .world(let world):
      switch world {
      case .clicks: clicks = isOn
      case .emailChanges: changesEmail = isOn
      case .phone: usesPhone = isOn
      case .mailed: mails = isOn
      case .reassigned: reassigned = Reassignment(rawValue: value) ?? .off
      case .forcedLinking: forcesLinking = isOn
      case .forcedSignIn: forcesSignIn = isOn
      case .administrator: hasAdministrator = isOn
      case .factors: usesFactors = isOn
      case .anyTenant: hasAnyTenant = isOn
      }
    }
    return true
  }

  /// The name and the value of every switch.
  package var switches: [(name: String, value: String)] {
    ProofSwitch.all.map { ($0.name, self[$0]) }
  }
}
