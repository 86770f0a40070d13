extension FactValue {
  /// The state of the account pointed to.
  package enum AccountState: Int, FactWord {
    case none, active, disabled

    package var word: Name {
      switch self {
      case .none: "none"
      case .active: "active"
      case .disabled: "disabled"
      }
    }
  }
}

/// The state of the account that an attempt points to.
package enum AccountStateFact: FoundFact {
  package typealias Value = FactValue.AccountState

  package static var fact: EngineFact { .accountState }
  package static var name: Name { "account.state" }
  package static var meaning: Name { "the state of that account" }
  package static var unset: Value { .none }
  package static var ordinary: [Value] { [.active, .none] }
  package static var looksAtFurtherMethods: Bool { false }

  package static func clause(of value: Value) -> Name {
    switch value {
    case .none: "where no account is found"
    case .active: "where the account found is active"
    case .disabled: "where the account found is disabled"
    }
  }

  package static func bringer(of value: Value) -> Bringer {
    switch value {
    case .none, .active: .anybody
    case .disabled: .service
    }
  }

  package static func read(_ reader: FactReader) -> Value {
    switch reader.pointed?.state {
    case nil: .none
    case .active: .active
    case .disabled: .disabled
    }
  }

  package static func values(whereRead value: Value) -> [Value] {
    switch value {
    case .none: [.none]
    case .active, .disabled: [.active, .disabled]
    }
  }
}
