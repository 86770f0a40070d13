extension FactValue {
  /// The account's own method of the attempt's provider and kind.
  package enum SameProvider: Int, FactWord {
    case none, sameSubject, otherSubject

    package var word: Name {
      switch self {
      case .none: "none"
      case .sameSubject: "same-subject"
      case .otherSubject: "other-subject"
      }
    }
  }
}

/// The account's own method of the attempt's provider and kind.
package enum SameProviderFact: FoundFact {
  package typealias Value = FactValue.SameProvider

  package static var fact: EngineFact { .sameProvider }
  package static var name: Name { "same-provider" }
  package static var meaning: Name { "that account's own method of this provider and kind" }
  package static var unset: Value { .none }
  package static var ordinary: [Value] { [.none, .sameSubject] }
  package static var looksAtFurtherMethods: Bool { false }

  package static func clause(of value: Value) -> Name {
    switch value {
    case .none: "where the account found has no method of this provider"
    case .sameSubject: "where the account found has this very method"
    case .otherSubject: "where the account found has this provider with another subject"
    }
  }

  package static func bringer(of value: Value) -> Bringer {
    switch value {
    case .none, .sameSubject, .otherSubject: .anybody
    }
  }

  package static func read(_ reader: FactReader) -> Value {
    guard let account = reader.pointed, let kind = reader.kind,
      let own = reader.ownMethod(of: account)
    else { return .none }
    if kind.isSubjectTheAddress {
      return reader.action.namesMethod || reader.hasUsedAddress(account)
        ? .sameSubject : .otherSubject
    }
    guard let subject = reader.asserted?.subject else { return .sameSubject }
    return account.methods[own].signsIn(subject) ? .sameSubject : .otherSubject
  }

  package static func values(whereRead value: Value) -> [Value] { [value] }
}
