extension FactValue {
  /// Whether a requested e-mail link's domain is on the service's list.
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

/// The domain of a requested e-mail link.
package enum LinkDomainFact: StatedFact {
  package typealias Value = FactValue.LinkDomain

  package static var fact: EngineFact { .linkDomain }
  package static var name: Name { "link-domain" }
  package static var meaning: Name {
    "of a requested e-mail link: is its domain on the service's list"
  }
  package static var unset: Value { .absent }
  package static var ordinary: [Value] { [.allowed, .absent] }
  package static var carrier: StatedCarrier { .link }
  package static var key: Name { "domain" }

  package static func isCarried(by shape: AttemptShape) -> Bool { shape.action.requestsLink }

  package static func refusal(of action: Name) -> String {
    "`" + action.text + "` requests no e-mail link"
  }

  package static func phrase(of value: Value) -> Name? {
    switch value {
    case .allowed, .absent: nil
    case .refused: "for a link domain that is not allowed"
    }
  }

  package static func clause(of value: Value) -> Name {
    switch value {
    case .allowed: "for a link at a domain on the service's list"
    case .refused: "for a link at a domain that is not on the service's list"
    case .absent: "without asking for a link at a domain"
    }
  }

  package static func bringer(of value: Value) -> Bringer {
    switch value {
    case .allowed, .refused, .absent: .anybody
    }
  }
}
