extension Assertion {
  /// What the service found when it checked a secret.
  public enum Secret: Int, Sendable, CaseIterable {
    /// It is the account's.
    case right
    /// It differs from the one that the account has.
    case wrong
    /// None was given, or there is none to check it against.
    case absent
  }

  /// The secret check, for a password.
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

/// The password check of a sign-in or re-authentication.
package enum SecretFact: CheckedFact {
  package typealias Value = Assertion.Secret

  package static var fact: EngineFact { .secret }
  package static var name: Name { "secret" }
  package static var meaning: Name {
    "the password check of a sign-in or re-authentication; `absent` where nobody holds a password to check against"
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
      try reader.require(secret != .absent, .missing, "the password has not been checked")
      return secret
    case .new, .broken:
      try reader.require(
        secret != .right, .contradiction, "a right password for an account that has none")
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
