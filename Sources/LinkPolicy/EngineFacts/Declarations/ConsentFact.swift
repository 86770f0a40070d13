extension FactValue {
  /// The person's consent to the link.
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
  /// Whether the person has consented to the link; nil counts as not.
  public var hasConsent: Bool {
    get { stated[ConsentFact.self] == .given }
    set { stated[ConsentFact.self] = newValue ? .given : .absent }
  }
}

/// The person's consent to the link.
package enum ConsentFact: StatedFact {
  package typealias Value = FactValue.Consent

  package static var fact: EngineFact { .consent }
  package static var name: Name { "consent" }
  package static var meaning: Name { "the person's consent to the link" }
  package static var unset: Value { .absent }
  package static var ordinary: [Value] { [.absent] }
  package static var carrier: StatedCarrier { .attempt }
  package static var key: Name { "consent" }

  package static func isCarried(by shape: AttemptShape) -> Bool { shape.kind != nil }

  package static func refusal(of action: Name) -> String {
    "only linking and signing in ask consent"
  }

  package static func phrase(of value: Value) -> Name? {
    switch value {
    case .given: "with consent"
    case .absent: nil
    }
  }

  package static func clause(of value: Value) -> Name {
    switch value {
    case .given: "with consent to the link"
    case .absent: "without consent to the link"
    }
  }

  package static func bringer(of value: Value) -> Bringer {
    switch value {
    case .given, .absent: .anybody
    }
  }
}
