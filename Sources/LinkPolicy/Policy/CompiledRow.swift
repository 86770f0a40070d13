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
struct CompiledAnswer: Sendable, Equatable {
  /// What is shown where it is not the true outcome.
  enum Shown: Sendable, Equatable {
    case outcome
    case allowed
    case error(Int)
  }

  var effects: [Effect] = []
  /// The error's index; nil where the attempt is allowed.
  var error: Int?
  var ask: Remedy?
  var tell: [Disclosure] = []
  var shown = Shown.outcome
}

/// A row or guard, resolved.
struct CompiledRow: Sendable {
  var id: Name
  var conditions: [ResolvedCondition]
  var answer: CompiledAnswer
  /// The value of a derived fact.
  var value = 0
  /// The guards with `would` that this row's effects can meet, in order.
  var wouldGuards: [Int] = []
  /// The effect words that a guard asks for; empty for a guard without `would`.
  var would: [Name] = []
  var hasWould = false
  var because: [Name]
  var position: SourcePosition
}

/// A table, resolved, with the graph that finds its row.
struct CompiledTable: Sendable {
  var key: Name
  var action: Int
  var kinds: [MethodKind]
  var hit: HitPolicy
  var rows: [CompiledRow]
  var graph = DecisionGraph()
  var position: SourcePosition
}

/// A derived fact, resolved, with the graph that computes it.
struct CompiledFact: Sendable {
  var fact: Int
  var hit: HitPolicy
  var rows: [CompiledRow]
  var graph = DecisionGraph()
  var position: SourcePosition
}

/// An error, resolved.
struct CompiledError: Sendable {
  var name: Name
  var ask: Remedy?
  var tell: [Disclosure]
  var names: [(platform: Name, name: Name)]
}
