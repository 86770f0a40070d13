extension Assertion {
  /// The result of comparing the nonce of this request with the one in the assertion.
  ///
  /// OpenID Connect Core, section 3.1.3.7, step 11: a token whose nonce is not the one that was sent, or
  /// that has none, was issued for another request and may be a replay.
  public enum Nonce: Int, Sendable, CaseIterable {
    /// The assertion carries the nonce of this request, or its hash.
    case matched
    /// The assertion carries another nonce, or carries one although this request sent none.
    case mismatched
    /// This request sent a nonce, and the assertion carries none.
    case missing
    /// This request sent no nonce, and the assertion carries none.
    case notSent
    /// There is nothing to compare: the value of every kind of sign-in except federated ones. In a
    /// federated attempt it is read as ``notSent``.
    case absent
  }

  /// The nonce check; read as ``Nonce/notSent`` if a federated assertion leaves it ``Nonce/absent``.
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
    case .missing: "missing"
    case .notSent: "not-sent"
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
    "the nonce of this request against the one in a federated assertion; missing: sent, and not in the assertion; not-sent: neither sent nor in the assertion, or nothing is stated; absent: every other kind"
  }
  package static var unset: Value { .absent }
  package static var ordinary: [Value] { [.matched, .notSent, .absent] }
  package static var carrier: StatedCarrier { .assertion }
  package static var key: Name { "nonce" }

  package static func isCarried(by shape: AttemptShape) -> Bool { shape.kind == .federated }

  package static func unstated(for kind: MethodKind?) -> Value {
    kind == .federated ? .notSent : .absent
  }

  package static var divided: (old: Value, into: [Value])? {
    (.absent, into: [.missing, .notSent])
  }

  package static func refusal(of action: Name) -> String {
    "only a federated assertion has a nonce"
  }

  package static func phrase(of value: Value) -> Name? {
    switch value {
    case .matched, .notSent, .absent: nil
    case .mismatched: "wrong nonce"
    case .missing: "no nonce, although one was sent"
    }
  }

  package static func clause(of value: Value) -> Name {
    switch value {
    case .matched: "with the nonce of this request"
    case .mismatched: "with the nonce of another request"
    case .missing: "without the nonce that this request sent"
    case .notSent: "with no nonce sent"
    case .absent: "where there is no nonce to compare"
    }
  }

  package static func bringer(of value: Value) -> Bringer {
    switch value {
    case .matched: .provider
    case .mismatched, .missing, .notSent, .absent: .anybody
    }
  }
}
