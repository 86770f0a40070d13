extension FactValue {
  /// Whether a method is switched on.
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
  /// Creates a situation in which nothing was found, with the method switched on or off.
  package init(isMethodEnabled: Bool) {
    self.init()
    self.isMethodEnabled = isMethodEnabled
  }

  /// Whether the method is switched on.
  package var isMethodEnabled: Bool {
    get { stated[MethodFact.self] == .enabled }
    set { stated[MethodFact.self] = newValue ? .enabled : .disabled }
  }
}

/// Whether the method that an attempt carries, or the link that it requests, is switched on.
package enum MethodFact: StatedFact {
  package typealias Value = FactValue.MethodSwitch

  package static var fact: EngineFact { .method }
  package static var name: Name { "method" }
  package static var meaning: Name { "whether the method is switched on" }
  package static var unset: Value { .enabled }
  package static var ordinary: [Value] { [.enabled] }
  package static var carrier: StatedCarrier { .situation }
  package static var key: Name { "method" }

  package static func isCarried(by shape: AttemptShape) -> Bool {
    shape.kind != nil || shape.action.requestsLink
  }

  package static func refusal(of action: Name) -> String {
    "`" + action.text + "` carries no method that could be switched off"
  }

  package static func phrase(of value: Value) -> Name? {
    switch value {
    case .enabled: nil
    case .disabled: "while the method is off"
    }
  }

  package static func clause(of value: Value) -> Name {
    switch value {
    case .enabled: "while the method is on"
    case .disabled: "while the method is off"
    }
  }

  package static func bringer(of value: Value) -> Bringer {
    switch value {
    case .enabled, .disabled: .service
    }
  }
}
