extension FactValue {
  /// The state of the out-of-band code.
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

/// The state of the out-of-band code that an attempt carries.
package enum CodeFact: FoundFact {
  package typealias Value = FactValue.CodeValue

  package static var fact: EngineFact { .code }
  package static var name: Name { "code" }
  package static var meaning: Name {
    "the attempt's out-of-band code; stale: made for an address the account no longer has, never a code without an account, such as a sign-in link; unknown: never made, cancelled, mailed for another purpose, or without an account and of another tenant"
  }
  package static var unset: Value { .absent }
  package static var ordinary: [Value] { [.valid, .absent] }
  package static var looksAtFurtherMethods: Bool { false }
  package static var isAboutAssertion: Bool { true }

  package static func clause(of value: Value) -> Name {
    switch value {
    case .valid: "with a valid code"
    case .expired: "with an expired code"
    case .used: "with a code that was used before"
    case .stale: "with a code for an address that the account no longer has"
    case .unknown: "with an unknown code"
    case .absent: "without a code"
    }
  }

  package static func bringer(of value: Value) -> Bringer {
    switch value {
    case .valid: .mailbox
    case .expired: .time
    case .used, .stale, .unknown, .absent: .anybody
    }
  }

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
  /// The address stated with an e-mail link, compared with the recipient of the link.
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

/// The address stated with an e-mail link, compared with the recipient of the link.
package enum LinkAddressFact: FoundFact {
  package typealias Value = FactValue.LinkAddress

  package static var fact: EngineFact { .linkAddress }
  package static var name: Name { "link-address" }
  package static var meaning: Name {
    "whether the address given with an e-mail link is the one to which the link was mailed"
  }
  package static var unset: Value { .absent }
  package static var ordinary: [Value] { [.same, .absent] }
  package static var looksAtFurtherMethods: Bool { false }
  package static var isAboutAssertion: Bool { true }

  package static func clause(of value: Value) -> Name {
    switch value {
    case .same: "with the address that the link was sent to"
    case .different: "with another address than the link was sent to"
    case .absent: "without the address that the link was sent to"
    }
  }

  package static func bringer(of value: Value) -> Bringer {
    switch value {
    case .same, .different, .absent: .anybody
    }
  }

  package static func read(_ reader: FactReader) throws(InputError) -> Value {
    guard reader.kind == .emailLink, let sentTo = reader.situation.code?.address,
      let address = reader.asked.first
    else { return .absent }
    return try reader.vocabulary.isSameAddress(sentTo, address.canonical) ? .same : .different
  }

  package static func values(whereRead value: Value) -> [Value] { Value.allCases }
}

extension FactValue {
  /// The requester of a code.
  package enum RequestedBy: Int, FactWord {
    case thisSession, other, absent

    package var word: Name {
      switch self {
      case .thisSession: "this-session"
      case .other: "other"
      case .absent: "absent"
      }
    }
  }
}

/// The requester of the code that an attempt carries.
package enum RequestedByFact: FoundFact {
  package typealias Value = FactValue.RequestedBy

  package static var fact: EngineFact { .requestedBy }
  package static var name: Name { "requested-by" }
  package static var meaning: Name { "who asked for the code" }
  package static var unset: Value { .absent }
  package static var ordinary: [Value] { [.other, .absent] }
  package static var looksAtFurtherMethods: Bool { false }
  package static var isAboutAssertion: Bool { true }

  package static func clause(of value: Value) -> Name {
    switch value {
    case .thisSession: "with a code that this session asked for"
    case .other: "with a code that this session did not ask for"
    case .absent: "with no code that anybody asked for"
    }
  }

  package static func bringer(of value: Value) -> Bringer {
    switch value {
    case .thisSession: .sessionHolder
    case .other, .absent: .anybody
    }
  }

  package static func read(_ reader: FactReader) -> Value {
    switch reader.situation.code?.requester {
    case .thisSession: .thisSession
    case .other: .other
    case .absent, nil: .absent
    }
  }

  package static func values(whereRead value: Value) -> [Value] { Value.allCases }
}
