extension Assertion {
  /// The source of a credential.
  public enum Origin: Int, Sendable, CaseIterable {
    /// The credential comes from the provider now.
    case fresh
    /// An earlier refusal returned the credential, and the service kept it with the refusal's ticket.
    ///
    /// A policy may ask less of such a credential, so an attacker would claim it: never copy this value from a client's
    /// request.
    case returned
  }

  /// The source of the credential.
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

/// The source of the credential.
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

extension Assertion {
  /// The result of comparing the nonce of this request with the one in the assertion.
  ///
  /// See OpenID Connect Core, section 3.1.3.7, step 11. If the token has another nonce than the request sent, or
  /// none, it was issued for another request and may be a replay.
  public enum Nonce: Int, Sendable, CaseIterable {
    /// The assertion carries the nonce of this request, or its hash.
    case matched
    /// The assertion carries another nonce, or carries one although this request sent none.
    case mismatched
    /// This request sent a nonce, and the assertion carries none.
    case missing
    /// This request sent no nonce, and the assertion carries none.
    case notSent
    /// There is no nonce to compare, as in every kind of sign-in except federated ones.
    ///
    /// In a federated attempt, this counts as ``notSent``.
    case absent
  }

  /// The result of the nonce check.
  ///
  /// In a federated assertion, ``Nonce/absent`` counts as ``Nonce/notSent``.
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
    "compares the nonce of this request with the one in a federated assertion; missing: sent, but not in the assertion; not-sent: neither sent nor in the assertion, or nothing is stated; absent: every other kind"
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

extension Assertion {
  /// Whether the tenant's own connection proved the domain of the address.
  public enum Connection: Int, Sendable, CaseIterable {
    /// The connection proved the domain.
    case bound
    /// The connection did not prove the domain.
    case unbound
    /// The provider is not a connection of a tenant.
    case none
  }

  /// Whether the tenant's own connection proved the domain of the address, such as `example.com`.
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

/// Whether the tenant's own connection proved the domain of the address, such as `example.com`.
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
    "only a federated assertion has a connection"
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

extension Assertion {
  /// The result of a password check.
  public enum Secret: Int, Sendable, CaseIterable {
    /// The secret matches the account's.
    case right
    /// The secret differs from the account's.
    case wrong
    /// The caller sent no secret, or the account has none to compare with.
    case absent
  }

  /// The result of the password check.
  public var secret: Secret {
    get { stated[SecretFact.self] }
    set { stated[SecretFact.self] = newValue }
  }
}

extension Assertion.Secret: FactWord {
  package var word: Name {
    switch self {
    case .right: "right"
    case .wrong: "wrong"
    case .absent: "absent"
    }
  }
}

/// The password check of a sign-in or reauthentication.
package enum SecretFact: CheckedFact {
  package typealias Value = Assertion.Secret

  package static var fact: EngineFact { .secret }
  package static var name: Name { "secret" }
  package static var meaning: Name {
    "the password check of a sign-in or re-authentication; `absent` if no account has a password to compare with"
  }
  package static var unset: Value { .absent }
  package static var ordinary: [Value] { [.right, .absent] }
  package static var carrier: StatedCarrier { .assertion }
  package static var key: Name { "secret" }
  package static var looksAtFurtherMethods: Bool { false }

  package static func isCarried(by shape: AttemptShape) -> Bool {
    shape.kind == .password && shape.action.checksSecret
  }

  package static func refusal(of action: Name) -> String {
    "`" + action.text + "` checks no stored password"
  }

  package static func phrase(of value: Value) -> Name? {
    switch value {
    case .right: "right password"
    case .wrong: "wrong password"
    case .absent: nil
    }
  }

  package static func clause(of value: Value) -> Name {
    switch value {
    case .right: "with the right password"
    case .wrong: "with a wrong password"
    case .absent: "where there is no password to check"
    }
  }

  package static func bringer(of value: Value) -> Bringer {
    switch value {
    case .right: .secretHolder
    case .wrong, .absent: .anybody
    }
  }

  package static func read(_ reader: FactReader) throws(InputError) -> Value {
    let secret = reader.attempt.assertedValue(of: SecretFact.self)
    guard isCarried(by: reader.shape) else { return .absent }
    switch CredentialFact.read(reader) {
    case .own, .known:
      try reader.require(secret != .absent, or: .missing, "the password has not been checked")
      return secret
    case .new, .broken:
      try reader.require(
        secret != .right, or: .contradiction, "a right password for an account that has none")
      return .absent
    }
  }

  package static func values(whereRead value: Value) -> [Value] {
    switch value {
    case .right, .wrong: [.right, .wrong]
    case .absent: [.absent]
    }
  }
}
