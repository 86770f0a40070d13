extension Assertion {
  /// The source of a credential: the provider now, or the service after an earlier refusal.
  public enum Origin: Int, Sendable, CaseIterable {
    /// The provider has just sent the credential.
    case fresh
    /// An earlier refusal returned the credential, and the service kept the credential with the refusal's ticket.
    ///
    /// Never copy this value from a client's request: a policy may require less for a returned credential, so an
    /// attacker would send this value.
    case returned
  }

  /// The source of the assertion's credential: the provider now, or an earlier refusal.
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

/// The fact `origin`: whether the provider has just sent the assertion's credential, or an earlier refusal returned the
/// credential.
package enum OriginFact: StatedFact {
  package typealias Value = Assertion.Origin

  package static var fact: EngineFact { .origin }
  package static var unset: Value { .fresh }
  package static var carrier: StatedCarrier { .assertion }
  package static var key: Name { "origin" }

  package static func isCarried(by shape: AttemptShape) -> Bool {
    shape.kind == .federated || shape.kind == .phone
  }

  package static func refusal(of action: Name) -> String {
    "only a federated or phone credential can be returned by a refusal"
  }
}

extension Assertion {
  /// The result of comparing the nonce of a request with the nonce in the assertion.
  ///
  /// See OpenID Connect Core, section 3.1.3.7, step 11. A token without the request's nonce was issued for another
  /// request and may be a replay.
  public enum Nonce: Int, Sendable, CaseIterable {
    /// The assertion carries the nonce of the request, or the hash of the nonce.
    case matched
    /// The assertion carries another nonce than the request, or a nonce although the request sent none.
    case mismatched
    /// The request sent a nonce, but the assertion carries no nonce.
    case missing
    /// The request sent no nonce, and the assertion carries no nonce.
    case notSent
    /// There is no nonce to compare, as in every sign-in that is not federated.
    ///
    /// A federated attempt with this value counts as ``notSent``.
    case absent
  }

  /// The result of the service's nonce check, such as a mismatch.
  ///
  /// For a federated assertion, ``Nonce/absent`` counts as ``Nonce/notSent``.
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

/// The fact `nonce`: the nonce in a federated assertion, compared with the request's nonce.
package enum NonceFact: StatedFact {
  package typealias Value = Assertion.Nonce

  package static var fact: EngineFact { .nonce }
  package static var unset: Value { .absent }
  package static var carrier: StatedCarrier { .assertion }
  package static var key: Name { "nonce" }

  package static func isCarried(by shape: AttemptShape) -> Bool { shape.kind == .federated }

  package static func unstated(for kind: MethodKind?) -> Value {
    kind == .federated ? .notSent : .absent
  }

  package static func refusal(of action: Name) -> String {
    "only a federated assertion has a nonce"
  }
}

extension Assertion {
  /// Whether the person signed in through the tenant's own connection to an identity provider, and if so, whether this
  /// connection proved the domain of the address.
  public enum Connection: Int, Sendable, CaseIterable {
    /// The tenant's connection proved the domain of the address.
    case bound
    /// The tenant's connection did not prove the domain of the address.
    case unbound
    /// The provider is not a tenant's own connection.
    case none
  }

  /// Whether the tenant's own connection proved the domain of the address, such as `example.com`; `none` if the
  /// provider is not a tenant's own connection.
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

/// The fact `connection`: whether the tenant's own connection proved the domain of the address; `none` for a sign-in
/// through any other connection.
package enum ConnectionFact: StatedFact {
  package typealias Value = Assertion.Connection

  package static var fact: EngineFact { .connection }
  package static var unset: Value { .none }
  package static var carrier: StatedCarrier { .assertion }
  package static var key: Name { "connection" }

  package static func isCarried(by shape: AttemptShape) -> Bool { shape.kind == .federated }

  package static func refusal(of action: Name) -> String {
    "only a federated assertion has a connection"
  }
}

extension Assertion {
  /// The result of a password check, such as `wrong`.
  public enum Secret: Int, Sendable, CaseIterable {
    /// The password matches the account's stored password.
    case right
    /// The password differs from the account's stored password.
    case wrong
    /// The caller sent no password, or no account has a stored password to compare.
    case absent
  }

  /// The result of the service's password check, such as a wrong password.
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

/// The fact `secret`: the result of the password check in a sign-in or reauthentication.
package enum SecretFact: CheckedFact {
  package typealias Value = Assertion.Secret

  package static var fact: EngineFact { .secret }
  package static var unset: Value { .absent }
  package static var carrier: StatedCarrier { .assertion }
  package static var key: Name { "secret" }
  package static var looksAtFurtherMethods: Bool { false }
  package static var input: FactInput { .password }

  package static func isCarried(by shape: AttemptShape) -> Bool {
    shape.kind == .password && shape.action.checksSecret
  }

  package static func refusal(of action: Name) -> String {
    "`" + action.text + "` checks no stored password"
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
        secret != .right, or: .contradiction,
        "the password is right, but the account has no password")
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
