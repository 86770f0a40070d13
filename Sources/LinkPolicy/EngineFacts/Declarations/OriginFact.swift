extension Assertion {
  /// Whether the credential is new from the provider.
  public enum Origin: Int, Sendable, CaseIterable {
    /// Handed over by the provider now.
    case fresh
    /// Handed back by an earlier refusal, and kept by the service with the refusal's ticket. A policy may ask less of
    /// such a credential, so never copy this value from a client's request.
    case returned
  }

  /// Where the credential comes from.
  public var origin: Origin {
    get { stated[OriginFact.self] }
    set { stated[OriginFact.self] = newValue }
  }
}

extension Assertion.Origin: FactWord {
  package var word: Name {
    switch self {
    case .fresh: "fresh"
    case .returned: "returned"
    }
  }
}

/// Where the credential comes from.
package enum OriginFact: StatedFact {
  package typealias Value = Assertion.Origin

  package static var fact: EngineFact { .origin }
  package static var name: Name { "origin" }
  package static var meaning: Name {
    "the credential comes from the provider now, or was handed back by an earlier refusal"
  }
  package static var unset: Value { .fresh }
  package static var ordinary: [Value] { [.fresh] }
  package static var carrier: StatedCarrier { .assertion }
  package static var key: Name { "origin" }

  package static func isCarried(by shape: AttemptShape) -> Bool {
    shape.kind == .federated || shape.kind == .phone
  }

  package static func refusal(of action: Name) -> String {
    "only a federated or phone credential can be returned by a refusal"
  }

  package static func phrase(of value: Value) -> Name? {
    switch value {
    case .fresh: nil
    case .returned: "returned credential"
    }
  }

  package static func clause(of value: Value) -> Name {
    switch value {
    case .fresh: "with a credential that the provider hands over now"
    case .returned: "with a credential that an earlier refusal handed back"
    }
  }

  package static func bringer(of value: Value) -> Bringer {
    switch value {
    case .fresh: .provider
    case .returned: .anybody
    }
  }
}
