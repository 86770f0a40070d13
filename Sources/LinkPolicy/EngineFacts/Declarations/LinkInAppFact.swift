extension FactValue {
  /// Whether a requested e-mail link is to be opened in the app.
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

/// Where a requested e-mail link is opened.
package enum LinkInAppFact: StatedFact {
  package typealias Value = FactValue.LinkInApp

  package static var fact: EngineFact { .linkInApp }
  package static var name: Name { "link-in-app" }
  package static var meaning: Name { "of a requested e-mail link: is it opened in the app" }
  package static var unset: Value { .absent }
  package static var ordinary: [Value] { [.on, .absent] }
  package static var carrier: StatedCarrier { .link }
  package static var key: Name { "in-app" }

  package static func isCarried(by shape: AttemptShape) -> Bool { shape.action.requestsLink }

  package static func refusal(of action: Name) -> String {
    "`" + action.text + "` requests no e-mail link"
  }

  package static func phrase(of value: Value) -> Name? {
    switch value {
    case .on, .absent: nil
    case .off: "for a link outside the app"
    }
  }

  package static func clause(of value: Value) -> Name {
    switch value {
    case .on: "for a link that opens in the app"
    case .off: "for a link that does not open in the app"
    case .absent: "without asking for a link that opens somewhere"
    }
  }

  package static func bringer(of value: Value) -> Bringer {
    switch value {
    case .on, .off, .absent: .anybody
    }
  }
}
