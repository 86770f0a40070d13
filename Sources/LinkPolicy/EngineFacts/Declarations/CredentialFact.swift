extension FactValue {
  /// Who holds issuer and subject.
  package enum Credential: Int, FactWord {
    case new, own, known, broken

    package var word: Name {
      switch self {
      case .new: "new"
      case .own: "own"
      case .known: "known"
      case .broken: "broken"
      }
    }
  }
}

/// Who holds the credential of an attempt: issuer and subject.
package enum CredentialFact: FoundFact {
  package typealias Value = FactValue.Credential

  package static var fact: EngineFact { .credential }
  package static var name: Name { "credential" }
  package static var meaning: Name {
    "who holds issuer and subject: nobody; the account of the session, target or code; another account (any, for an action that points to credential); a key whose account is gone"
  }
  package static var unset: Value { .new }
  /// What a matrix has a column for.
  package static var ordinary: [Value] { [] }
  package static var looksAtFurtherMethods: Bool { false }

  package static func clause(of value: Value) -> Name {
    switch value {
    case .new: "with a new credential"
    case .own: "with a credential of the account itself"
    case .known: "with a known credential"
    case .broken: "with a credential whose account is gone"
    }
  }

  package static func bringer(of value: Value) -> Bringer {
    switch value {
    case .new, .own, .known, .broken: .provider
    }
  }

  package static func read(_ reader: FactReader) -> Value {
    switch reader.situation.credentialHolder {
    case .gone: return .broken
    case .nobody, .account: break
    }
    if reader.action.namesMethod {
      return reader.reference.flatMap { reader.ownMethod(of: $0) } == nil ? .new : .own
    }
    guard let holder = reader.holder else { return .new }
    let isOwn =
      reader.action.pointsTo != .credential
      && (reader.reference.map { $0.id.hasSameBytes(as: holder.id) } ?? false)
    return isOwn ? .own : .known
  }

  package static func values(whereRead value: Value) -> [Value] { [value] }
}
