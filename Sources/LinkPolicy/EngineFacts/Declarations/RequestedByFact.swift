extension FactValue {
  /// Who asked for a code.
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

/// Who asked for the code that an attempt brings.
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
