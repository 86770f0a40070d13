extension FactValue {
  /// The out-of-band code brought.
  package enum Code: Int, FactWord {
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

/// The out-of-band code that an attempt brings.
package enum CodeFact: FoundFact {
  package typealias Value = FactValue.Code

  package static var fact: EngineFact { .code }
  package static var name: Name { "code" }
  package static var meaning: Name {
    "the out-of-band code brought; stale: made for an address the account no longer has, which no code can be that is nobody's, such as a sign-in link; unknown: never made, cancelled, mailed for something else, or one that is nobody's, of another tenant"
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
