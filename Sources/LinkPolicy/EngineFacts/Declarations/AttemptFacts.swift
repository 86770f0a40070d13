extension FactValue {
  /// Whether the person has consented to the link, which a policy can require for some providers.
  package enum Consent: Int, FactWord {
    case given, absent

    package var word: Name {
      switch self {
      case .given: "given"
      case .absent: "absent"
      }
    }
  }
}

extension Attempt {
  /// Whether the person has consented to the link; false if the service does not state the consent.
  public var hasConsent: Bool {
    get { stated[ConsentFact.self] == .given }
    set { stated[ConsentFact.self] = newValue ? .given : .absent }
  }
}

/// The fact `consent`: whether the person has consented to the link.
package enum ConsentFact: StatedFact {
  package typealias Value = FactValue.Consent

  package static var fact: EngineFact { .consent }
  package static var unset: Value { .absent }
  package static var carrier: StatedCarrier { .attempt }
  package static var key: Name { "consent" }

  package static func isCarried(by shape: AttemptShape) -> Bool { shape.kind != nil }

  package static func refusal(of action: Name) -> String {
    "only attempts that carry a method can state consent"
  }
}

extension FactValue {
  /// Whether the service has enabled a sign-in method for everybody.
  package enum MethodSwitch: Int, FactWord {
    case enabled, disabled

    package var word: Name {
      switch self {
      case .enabled: "enabled"
      case .disabled: "disabled"
      }
    }
  }
}

extension Situation {
  /// Creates an empty situation in which the attempt's method is enabled or disabled.
  package init(isMethodEnabled: Bool) {
    self.init()
    self.isMethodEnabled = isMethodEnabled
  }

  /// Whether the attempt's method is enabled.
  package var isMethodEnabled: Bool {
    get { stated[MethodFact.self] == .enabled }
    set { stated[MethodFact.self] = newValue ? .enabled : .disabled }
  }
}

/// The fact `method`: whether the service has enabled the method that an attempt carries, or the requested e-mail link.
package enum MethodFact: StatedFact {
  package typealias Value = FactValue.MethodSwitch

  package static var fact: EngineFact { .method }
  package static var unset: Value { .enabled }
  package static var carrier: StatedCarrier { .situation }
  package static var key: Name { "method" }

  package static func isCarried(by shape: AttemptShape) -> Bool {
    shape.kind != nil || shape.action.requestsLink
  }

  package static func refusal(of action: Name) -> String {
    "`" + action.text + "` carries no method that could be disabled"
  }
}

extension FactValue {
  /// Whether the domain of a requested e-mail link is on the service's list of allowed domains.
  package enum LinkDomain: Int, FactWord {
    case allowed, refused, absent

    package var word: Name {
      switch self {
      case .allowed: "allowed"
      case .refused: "refused"
      case .absent: "absent"
      }
    }
  }
}

/// The fact `link-domain`: whether the service allows the domain of a requested e-mail link.
package enum LinkDomainFact: StatedFact {
  package typealias Value = FactValue.LinkDomain

  package static var fact: EngineFact { .linkDomain }
  package static var unset: Value { .absent }
  package static var carrier: StatedCarrier { .link }
  package static var key: Name { "domain" }

  package static func isCarried(by shape: AttemptShape) -> Bool { shape.action.requestsLink }

  package static func refusal(of action: Name) -> String {
    "`" + action.text + "` requests no e-mail link"
  }
}

extension FactValue {
  /// Whether a requested e-mail link opens in the app.
  package enum LinkInApp: Int, FactWord {
    case on, off, absent

    package var word: Name {
      switch self {
      case .on: "on"
      case .off: "off"
      case .absent: "absent"
      }
    }
  }
}

/// The fact `link-in-app`: whether a requested e-mail link opens in the app.
package enum LinkInAppFact: StatedFact {
  package typealias Value = FactValue.LinkInApp

  package static var fact: EngineFact { .linkInApp }
  package static var unset: Value { .absent }
  package static var carrier: StatedCarrier { .link }
  package static var key: Name { "in-app" }

  package static func isCarried(by shape: AttemptShape) -> Bool { shape.action.requestsLink }

  package static func refusal(of action: Name) -> String {
    "`" + action.text + "` requests no e-mail link"
  }
}

extension FactValue {
  /// The remedy in the attempt's ticket, for which the earlier refusal asked.
  package enum TicketValue: Int, FactWord {
    case absent, existingCredential, consent, reauthentication, verification, secondFactor

    /// Creates the value for a ticket with the given remedy.
    package init(_ remedy: Remedy) {
      switch remedy {
      case .existingCredential: self = .existingCredential
      case .consent: self = .consent
      case .reauthentication: self = .reauthentication
      case .verification: self = .verification
      case .secondFactor: self = .secondFactor
      }
    }

    /// The remedy in the ticket; nil for an attempt without a ticket.
    package var remedy: Remedy? {
      switch self {
      case .absent: nil
      case .existingCredential: .existingCredential
      case .consent: .consent
      case .reauthentication: .reauthentication
      case .verification: .verification
      case .secondFactor: .secondFactor
      }
    }

    package var word: Name { remedy?.name ?? "absent" }
  }
}

/// The fact `ticket`: the remedy in the ticket with which an attempt resumes after a refusal.
///
/// The engine refuses invalid tickets before it evaluates a row, so rows see only valid tickets.
package enum TicketFact: FoundFact {
  package typealias Value = FactValue.TicketValue

  package static var fact: EngineFact { .ticket }
  package static var unset: Value { .absent }
  package static var looksAtFurtherMethods: Bool { false }
  package static var input: FactInput { .ticket }

  package static func read(_ reader: FactReader) -> Value {
    reader.attempt.ticket.map { Value($0.ask) } ?? .absent
  }

  package static func values(whereRead value: Value) -> [Value] { Value.allCases }
}
