extension FactValue {
  /// The caller's session.
  package enum Session: Int, FactWord {
    case none, recent, old, revoked, gone

    package var word: Name {
      switch self {
      case .none: "none"
      case .recent: "recent"
      case .old: "old"
      case .revoked: "revoked"
      case .gone: "gone"
      }
    }
  }
}

/// The caller's session.
package enum SessionFact: FoundFact {
  package typealias Value = FactValue.Session

  package static var fact: EngineFact { .session }
  package static var name: Name { "session" }
  package static var meaning: Name {
    "the caller's session; gone: signed out, or its account deleted"
  }
  package static var unset: Value { .none }
  package static var ordinary: [Value] { [.none] }
  package static var looksAtFurtherMethods: Bool { false }

  package static func clause(of value: Value) -> Name {
    switch value {
    case .none: "without a session"
    case .recent: "in a recent session"
    case .old: "in an old session"
    case .revoked: "in a revoked session"
    case .gone: "in a session that is gone"
    }
  }

  package static func bringer(of value: Value) -> Bringer {
    switch value {
    case .none, .gone: .anybody
    case .recent, .revoked: .sessionHolder
    case .old: .time
    }
  }

  package static func read(_ reader: FactReader) -> Value {
    switch reader.situation.session?.state {
    case nil: .none
    case .recent: .recent
    case .old: .old
    case .revoked: .revoked
    case .gone: .gone
    }
  }

  package static func values(whereRead value: Value) -> [Value] { Value.allCases }
}
