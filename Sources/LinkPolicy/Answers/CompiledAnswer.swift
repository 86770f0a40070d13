/// The answer of a row or guard.
package struct CompiledAnswer: Sendable, Equatable {
  /// The outcome reported to the client, if it differs from the true outcome.
  package enum ReportedOutcome: Sendable, Equatable {
    case outcome
    case allowed
    case error(Int)
  }

  package var effects: [Effect]
  /// The index of the error; nil if the answer allows the attempt.
  package var error: Int?
  package var ask: Remedy?
  package var tell: [Disclosure]
  package var shown: ReportedOutcome

  package init(
    effects: [Effect] = [], error: Int? = nil, ask: Remedy? = nil, tell: [Disclosure] = [],
    shown: ReportedOutcome = .outcome
  ) {
    self.effects = effects
    self.error = error
    self.ask = ask
    self.tell = tell
    self.shown = shown
  }
}

/// The step that a refusal asks the caller to take.
public enum Remedy: UInt8, Sendable, CaseIterable {
  /// The person must sign in with a method that the account already has.
  case existingCredential
  /// The person must consent to the link.
  case consent
  /// The person must prove his identity again.
  case reauthentication
  /// Verifying the address.
  case verification
  /// Showing a second factor.
  case secondFactor

  /// The name of the remedy in a policy.
  public var name: Name {
    switch self {
    case .existingCredential: "existing-credential"
    case .consent: "consent"
    case .reauthentication: "reauthentication"
    case .verification: "verification"
    case .secondFactor: "second-factor"
    }
  }
}

/// A value that a decision may reveal to the caller.
public enum Disclosure: UInt8, Sendable, CaseIterable {
  /// The account's id.
  case account
  /// The account's sign-in methods.
  case methods
  /// The providers of the account's federated methods.
  case providers
  /// The attempt's own credential, for later use.
  case credential
  /// Whether the address is registered.
  case registered
  /// The account's sign-in methods whose subject is its address: password and e-mail link.
  case addressMethods

  /// The name of the disclosure in a policy.
  public var name: Name {
    switch self {
    case .account: "account"
    case .methods: "methods"
    case .providers: "providers"
    case .credential: "credential"
    case .registered: "registered"
    case .addressMethods: "address-methods"
    }
  }
}
