extension Assertion {
  /// Whether a tenant's own connection proved the address's domain.
  public enum Connection: Int, Sendable, CaseIterable {
    /// It did.
    case bound
    /// It did not.
    case unbound
    /// The provider is not a tenant's connection.
    case none
  }

  /// The tenant's connection.
  public var connection: Connection {
    get { stated[ConnectionFact.self] }
    set { stated[ConnectionFact.self] = newValue }
  }
}

extension Assertion.Connection: FactWord {
  package var word: Name {
    switch self {
    case .bound: "bound"
    case .unbound: "unbound"
    case .none: "none"
    }
  }
}

/// The tenant's own connection by which an assertion came.
package enum ConnectionFact: StatedFact {
  package typealias Value = Assertion.Connection

  package static var fact: EngineFact { .connection }
  package static var name: Name { "connection" }
  package static var meaning: Name { "whether a tenant's own connection proved this domain" }
  package static var unset: Value { .none }
  package static var ordinary: [Value] { [.none] }
  package static var carrier: StatedCarrier { .assertion }
  package static var key: Name { "connection" }

  package static func isCarried(by shape: AttemptShape) -> Bool { shape.kind == .federated }

  package static func refusal(of action: Name) -> String {
    "only a federated assertion comes by a connection"
  }

  package static func phrase(of value: Value) -> Name? {
    switch value {
    case .bound: "through the tenant's connection"
    case .unbound: "through an unbound connection"
    case .none: nil
    }
  }

  package static func clause(of value: Value) -> Name {
    switch value {
    case .bound: "through the tenant's own connection"
    case .unbound: "through a connection that is not bound to the domain"
    case .none: "through no connection of a tenant's own"
    }
  }

  package static func bringer(of value: Value) -> Bringer {
    switch value {
    case .bound: .service
    case .unbound: .provider
    case .none: .anybody
    }
  }
}
