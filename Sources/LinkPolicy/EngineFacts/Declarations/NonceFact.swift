extension Assertion {
  /// Whether a nonce came back as it was sent.
  public enum Nonce: Int, Sendable, CaseIterable {
    /// The hash matches the raw nonce of this request.
    case matched
    /// The hash belongs to another request, or to none.
    case mismatched
    /// There was none.
    case absent
  }

  /// The nonce check.
  public var nonce: Nonce {
    get { stated[NonceFact.self] }
    set { stated[NonceFact.self] = newValue }
  }
}

extension Assertion.Nonce: FactWord {
  package var word: Name {
    switch self {
    case .matched: "matched"
    case .mismatched: "mismatched"
    case .absent: "absent"
    }
  }
}

/// The nonce of a federated assertion.
package enum NonceFact: StatedFact {
  package typealias Value = Assertion.Nonce

  package static var fact: EngineFact { .nonce }
  package static var name: Name { "nonce" }
  package static var meaning: Name {
    "whether the nonce of this request came back in a federated assertion; `absent` for every other kind"
  }
  package static var unset: Value { .absent }
  package static var ordinary: [Value] { [.matched, .absent] }
  package static var carrier: StatedCarrier { .assertion }
  package static var key: Name { "nonce" }

  package static func isCarried(by shape: AttemptShape) -> Bool { shape.kind == .federated }

  package static func refusal(of action: Name) -> String {
    "only a federated assertion has a nonce"
  }

  package static func phrase(of value: Value) -> Name? {
    switch value {
    case .matched, .absent: nil
    case .mismatched: "wrong nonce"
    }
  }

  package static func clause(of value: Value) -> Name {
    switch value {
    case .matched: "with the nonce of this request"
    case .mismatched: "with the nonce of another request"
    case .absent: "without a nonce"
    }
  }

  package static func bringer(of value: Value) -> Bringer {
    switch value {
    case .matched: .provider
    case .mismatched, .absent: .anybody
    }
  }
}
