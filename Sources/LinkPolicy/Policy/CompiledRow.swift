/// What a refusal asks the person for.
public enum Remedy: UInt8, Sendable, CaseIterable {
  /// A sign-in by a method that the account already has.
  case existingCredential
  /// Consent to the link.
  case consent
  /// A fresh proof of who they are.
  case reauthentication
  /// A verified address.
  case verification

  /// The word for it in a policy.
  public var name: Name {
    switch self {
    case .existingCredential: "existing-credential"
    case .consent: "consent"
    case .reauthentication: "reauthentication"
    case .verification: "verification"
    }
  }
}

/// What a decision may tell the outside.
public enum Disclosure: UInt8, Sendable, CaseIterable {
  /// The account's id.
  case account
  /// The account's sign-in methods.
  case methods
  /// The providers of the account's federated methods.
  case providers
  /// The attempt's own credential, to be used again.
  case credential
  /// Whether the address is registered.
  case registered

  /// The word for it in a policy.
  public var name: Name {
    switch self {
    case .account: "account"
    case .methods: "methods"
    case .providers: "providers"
    case .credential: "credential"
    case .registered: "registered"
    }
  }
}

/// What a row or guard answers.
package struct CompiledAnswer: Sendable, Equatable {
  /// What is shown where it is not the true outcome.
  package enum Shown: Sendable, Equatable {
    case outcome
    case allowed
    case error(Int)
  }

  package var effects: [Effect] = []
  /// The error's index; nil where the attempt is allowed.
  package var error: Int?
  package var ask: Remedy?
  package var tell: [Disclosure] = []
  package var shown = Shown.outcome
}

/// A row or guard, resolved.
package struct CompiledRow: Sendable {
  package var id: Name
  package var conditions: [ResolvedCondition]
  package var answer: CompiledAnswer
  /// The value of a derived fact.
  package var value = 0
  /// The guards with `would` that this row's effects can meet, in order.
  package var wouldGuards: [Int] = []
  /// The effect words that a guard asks for; empty for a guard without `would`.
  package var would: [Name] = []
  package var hasWould = false
  package var because: [Name]
  package var position: SourcePosition
}

/// A table, resolved, with the graph that finds its row.
package struct CompiledTable: Sendable {
  package var key: Name
  package var action: Int
  package var kinds: [MethodKind]
  package var hit: HitPolicy
  package var rows: [CompiledRow]
  var graph = DecisionGraph()
  package var position: SourcePosition
}

/// A derived fact, resolved, with the graph that computes it.
package struct CompiledFact: Sendable {
  package var fact: Int
  package var hit: HitPolicy
  package var rows: [CompiledRow]
  var graph = DecisionGraph()
  package var position: SourcePosition
}

/// An error, resolved.
package struct CompiledError: Sendable {
  package var name: Name
  package var ask: Remedy?
  package var tell: [Disclosure]
  package var names: [(platform: Name, name: Name)]
}
