extension FactValue {
  /// Whether the account pointed to has a method other than the attempt's own.
  package enum OtherMethods: Int, FactWord {
    case none, some

    package var word: Name {
      switch self {
      case .none: "none"
      case .some: "some"
      }
    }
  }
}

/// Whether the account pointed to has a method of another provider or kind than the attempt's, so that
/// its owner can be asked for an existing credential.
package enum OtherMethodsFact: FoundFact {
  package typealias Value = FactValue.OtherMethods

  package static var fact: EngineFact { .otherMethods }
  package static var name: Name { "other-methods" }
  package static var meaning: Name {
    "that account's methods of another provider or kind than the attempt's, anonymous ones left out"
  }
  package static var unset: Value { .none }
  /// A matrix takes what can occur.
  package static var ordinary: [Value] { [] }
  package static var looksAtFurtherMethods: Bool { true }

  package static func clause(of value: Value) -> Name {
    switch value {
    case .none: "where the account found has no method of another provider"
    case .some: "where the account found has a method of another provider"
    }
  }

  package static func bringer(of value: Value) -> Bringer {
    switch value {
    case .none, .some: .anybody
    }
  }

  package static func read(_ reader: FactReader) -> Value {
    guard let account = reader.pointed else { return .none }
    let methods = account.methods
    for index in methods.indices
    where methods[index].closedKind != .anonymous && !methods[index].isSuperseded
      && !reader.hasProviderAndKind(of: methods[index])
    {
      return .some
    }
    return .none
  }

  package static func values(whereRead value: Value) -> [Value] { [value] }
}
