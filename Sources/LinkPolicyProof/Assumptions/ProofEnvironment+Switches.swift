internal import LinkPolicy

extension ProofEnvironment {
  /// The word that a switch has.
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

  /// Sets a switch; false, and nothing set, for a word that it cannot have.
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

  /// Every switch by name with its word.
  package var switches: [(name: String, value: String)] {
    ProofSwitch.all.map { ($0.name, self[$0]) }
  }
}
