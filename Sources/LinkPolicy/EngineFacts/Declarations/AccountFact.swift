extension FactValue {
  /// The e-mail state of the account pointed to.
  package enum AccountVerification: Int, FactWord {
    case none, noAddress, unverified, verified

    package var word: Name {
      switch self {
      case .none: "none"
      case .noAddress: "no-address"
      case .unverified: "unverified"
      case .verified: "verified"
      }
    }
  }
}

/// The e-mail state of the account that an attempt points to.
package enum AccountFact: FoundFact {
  package typealias Value = FactValue.AccountVerification

  package static var fact: EngineFact { .account }
  package static var name: Name { "account" }
  package static var meaning: Name { "the e-mail state of the account pointed to" }
  package static var unset: Value { .none }
  /// What a matrix has a column for.
  package static var ordinary: [Value] { [] }
  package static var looksAtFurtherMethods: Bool { false }

  package static func clause(of value: Value) -> Name {
    switch value {
    case .none: "where no account is found"
    case .noAddress: "where the account found has no address"
    case .unverified: "where the account found has an unverified address"
    case .verified: "where the account found has a verified address"
    }
  }

  package static func bringer(of value: Value) -> Bringer {
    switch value {
    case .none, .noAddress, .unverified: .anybody
    case .verified: .mailbox
    }
  }

  package static func read(_ reader: FactReader) -> Value {
    guard let account = reader.pointed else { return .none }
    return account.email == nil ? .noAddress : account.isEmailVerified ? .verified : .unverified
  }

  package static func values(whereRead value: Value) -> [Value] { [value] }
}
