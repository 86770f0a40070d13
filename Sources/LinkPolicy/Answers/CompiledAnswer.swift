/// The answer of a row or guard, with indices instead of names.
package struct CompiledAnswer: Sendable, Equatable {
  /// The outcome that the service reports to the client: the true outcome (`outcome`), or another outcome that hides
  /// the true one.
  package enum ReportedOutcome: Sendable, Equatable {
    case outcome
    case allowed
    case error(Int)
  }

  package var effects: [Effect]
  /// The index of the error with which the answer refuses the attempt; nil if the answer allows the attempt.
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

/// The step that a refusal asks the caller to take, such as consent to the link.
public enum Remedy: UInt8, Sendable, CaseIterable {
  /// The person must sign in with a method that the account already has, and can then link the refused credential.
  case existingCredential
  /// The person must consent to the link.
  case consent
  /// The person must prove their identity again, such as by entering the password.
  case reauthentication
  /// The person must verify the e-mail address, for example by the link in a mail.
  case verification
  /// The person must show a second factor, such as a one-time code.
  case secondFactor

  /// The name of the remedy in a policy, such as `consent`.
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

/// A value that a decision may reveal to the caller, such as the account's sign-in methods.
public enum Disclosure: UInt8, Sendable, CaseIterable {
  /// The decision may reveal the account's id.
  case account
  /// The decision may reveal the account's sign-in methods.
  case methods
  /// The decision may reveal the providers of the account's federated methods.
  case providers
  /// The decision may reveal the attempt's own credential, which the service can then assert in a later attempt.
  case credential
  /// The decision may reveal whether the address is registered, so an attacker can find out who has an account.
  case registered
  /// The decision may reveal the account's sign-in methods whose subject is the account's address: password and e-mail
  /// link.
  case addressMethods

  /// The name of the disclosure in a policy, such as `methods`.
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
