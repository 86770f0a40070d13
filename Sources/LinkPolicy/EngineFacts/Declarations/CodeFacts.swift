extension FactValue {
  /// The state of an out-of-band code, such as `expired`.
  package enum CodeValue: Int, FactWord {
    case valid, expired, used, stale, unknown, absent

    package var word: Name {
      switch self {
      case .valid: "valid"
      case .expired: "expired"
      case .used: "used"
      case .stale: "stale"
      case .unknown: "unknown"
      case .absent: "absent"
      }
    }
  }
}

/// The fact `code`: the state of the out-of-band code that an attempt carries.
package enum CodeFact: FoundFact {
  package typealias Value = FactValue.CodeValue

  package static var fact: EngineFact { .code }
  package static var unset: Value { .absent }
  package static var looksAtFurtherMethods: Bool { false }
  package static var input: FactInput { .code }
  package static var isAboutAssertion: Bool { true }

  package static func read(_ reader: FactReader) -> Value {
    switch reader.situation.code?.state {
    case nil: .absent
    case .valid: .valid
    case .expired: .expired
    case .used: .used
    case .stale: .stale
    case .unknown: .unknown
    }
  }

  package static func values(whereRead value: Value) -> [Value] { Value.allCases }
}

extension FactValue {
  /// Whether the address that an attempt states is the address to which the e-mail link was mailed.
  package enum LinkAddress: Int, FactWord {
    case same, different, absent

    package var word: Name {
      switch self {
      case .same: "same"
      case .different: "different"
      case .absent: "absent"
      }
    }
  }
}

/// The fact `link-address`: whether the address that an attempt states is the address to which the e-mail link was
/// mailed.
package enum LinkAddressFact: FoundFact {
  package typealias Value = FactValue.LinkAddress

  package static var fact: EngineFact { .linkAddress }
  package static var unset: Value { .absent }
  package static var looksAtFurtherMethods: Bool { false }
  package static var input: FactInput { .code }
  package static var isAboutAssertion: Bool { true }

  package static func read(_ reader: FactReader) throws(InputError) -> Value {
    guard reader.kind == .emailLink, let sentTo = reader.situation.code?.address,
      let address = reader.asked.first
    else { return .absent }
    return try reader.vocabulary.isSameAddress(sentTo, address.canonical) ? .same : .different
  }

  package static func values(whereRead value: Value) -> [Value] { Value.allCases }
}

extension FactValue {
  /// The requester of a code, compared with the session of the attempt, such as another session of the same account.
  package enum RequestedBy: Int, FactWord {
    case thisSession, sameAccount, otherAccount, absent

    package var word: Name {
      switch self {
      case .thisSession: "this-session"
      case .sameAccount: "same-account"
      case .otherAccount: "other-account"
      case .absent: "absent"
      }
    }
  }
}

/// The fact `requested-by`: the requester of the code that an attempt carries.
package enum RequestedByFact: FoundFact {
  package typealias Value = FactValue.RequestedBy

  package static var fact: EngineFact { .requestedBy }
  package static var unset: Value { .absent }
  package static var looksAtFurtherMethods: Bool { false }
  package static var input: FactInput { .code }
  package static var isAboutAssertion: Bool { true }

  package static func read(_ reader: FactReader) -> Value {
    switch reader.situation.code?.requester {
    case .thisSession: .thisSession
    case .sameAccount: .sameAccount
    case .otherAccount: .otherAccount
    case .absent, nil: .absent
    }
  }

  package static func values(whereRead value: Value) -> [Value] { Value.allCases }
}

extension FactValue {
  /// Whether an attempt proves the same credential as the attempt that requested the code, if both attempts prove a
  /// credential.
  package enum CodeCredential: Int, FactWord {
    case same, other, absent

    package var word: Name {
      switch self {
      case .same: "same"
      case .other: "other"
      case .absent: "absent"
      }
    }
  }
}

/// The fact `code-credential`: whether an attempt proves the same credential as the attempt that requested the code.
///
/// A password, an e-mail link and an anonymous method have no credential to compare. A password and an e-mail link
/// belong to the address, and an anonymous method belongs to nobody.
package enum CodeCredentialFact: FoundFact {
  package typealias Value = FactValue.CodeCredential

  package static var fact: EngineFact { .codeCredential }
  package static var unset: Value { .absent }
  package static var looksAtFurtherMethods: Bool { false }
  package static var input: FactInput { .code }
  package static var isAboutAssertion: Bool { true }

  package static func read(_ reader: FactReader) -> Value {
    guard var asked = reader.situation.code?.credential,
      let own = reader.attempt.provenKey(reader.shape, reader.vocabulary)
    else { return .absent }
    // The code may have been requested before the policy began to ignore the case of the provider's subjects.
    let providers = reader.vocabulary.providers
    if providers.foldsAnySubject, let provider = reader.asserted?.provider,
      let subject = asked.subject, let value = providers.value(of: provider)
    {
      asked.subject = providers.canonicalSubject(subject, of: value)
    }
    return asked.isSame(as: own) ? .same : .other
  }

  package static func values(whereRead value: Value) -> [Value] { Value.allCases }
}

extension Attempt {
  /// Returns the key of the credential that the attempt proves.
  ///
  /// Returns nil if the attempt proves no credential, or a credential whose subject is the address (a password or an
  /// e-mail link).
  ///
  /// An attempt that only names a method, such as an unlink, proves no credential.
  func provenKey(_ shape: AttemptShape, _ vocabulary: Vocabulary) -> MethodKey? {
    guard shape.action.provesKey(shape.kind), let credential = askedCredential(shape),
      let subject = credential.subject
    else { return nil }
    return MethodKey(
      issuer: vocabulary.providers.issuer(of: credential.provider), kind: credential.kind,
      subject: subject)
  }
}
