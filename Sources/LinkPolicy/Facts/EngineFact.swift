/// A fact that the engine computes from an attempt and a situation, such as `credential`.
///
/// The raw value is the index of the fact in every ``FactSchema``. A new fact breaks no existing policy. If new values
/// replace an old value (``StatedFact/divided``), a condition that names the old value but not all new values is an
/// error. The folder `EngineFacts/Declarations` contains the declaration of each fact, and `CONTRIBUTING.md` describes
/// how to add a fact.
package enum EngineFact: Int, Sendable, CaseIterable {
  case action, kind, provider, domain
  case origin, nonce, connection, consent, method
  case secret, code, linkAddress, requestedBy, codeCredential, linkDomain, linkInApp
  case ticket, session, tenant
  case account, accountState, credential, address, sameProvider, methods, relay, otherMethods
  case factors

  /// The name of the fact in a policy, such as `credential`.
  package var name: Name {
    switch self {
    case .action: "action"
    case .kind: "kind"
    case .provider: "provider"
    case .domain: "domain"
    case .origin: "origin"
    case .nonce: "nonce"
    case .connection: "connection"
    case .consent: "consent"
    case .method: "method"
    case .secret: "secret"
    case .code: "code"
    case .linkAddress: "link-address"
    case .requestedBy: "requested-by"
    case .codeCredential: "code-credential"
    case .linkDomain: "link-domain"
    case .linkInApp: "link-in-app"
    case .ticket: "ticket"
    case .session: "session"
    case .tenant: "tenant"
    case .account: "account"
    case .accountState: "account.state"
    case .credential: "credential"
    case .address: "address"
    case .sameProvider: "same-provider"
    case .methods: "methods"
    case .relay: "relay"
    case .otherMethods: "other-methods"
    case .factors: "factors"
    }
  }
}

/// The facts of a policy, each with a finite list of values.
///
/// Engine facts come first; the index of an engine fact is the raw value of its ``EngineFact``. Claims, settings,
/// inputs, identifiers, labels and derived facts follow, in the order of the policy.
package struct FactSchema: Sendable {
  /// A fact of a policy, with its name and its values.
  package struct SchemaFact: Sendable {
    package var name: Name
    package var values: [Name]

    package func value(named name: Name) -> Int? {
      values.firstIndex { $0 == name }
    }
  }

  /// The maximum number of facts in a policy: the capacity of a ``FactVector``.
  package static var capacity: Int { FactVector.capacity }

  /// The facts, by index.
  package private(set) var facts: [SchemaFact]
  /// The indices of the claims in ``facts``; the next properties have the indices of the other declared facts, such as
  /// settings.
  package private(set) var claims: Range<Int>
  package private(set) var settings: Range<Int>
  package private(set) var inputs: Range<Int>
  package private(set) var identifiers: Range<Int>
  package private(set) var labels: Range<Int>
  package private(set) var derived: Range<Int>
  /// The indices of the inputs that every attempt must state.
  package private(set) var requiredInputs = ValueSet()
  /// The indices of the inputs that may have another value when the caller resumes an attempt with a ticket.
  package private(set) var retryInputs = ValueSet()
  /// The indices of the inputs that state which second factor the person showed.
  package private(set) var factorInputs = ValueSet()

  /// Creates a schema from complete facts, one category after another.
  init(
    engine: [SchemaFact], claims: [SchemaFact], settings: [SchemaFact], inputs: [SchemaFact],
    identifiers: [SchemaFact], labels: [SchemaFact], derived: [SchemaFact]
  ) {
    facts = engine
    let first = facts.count
    facts += claims
    self.claims = first..<facts.count
    facts += settings
    self.settings = self.claims.upperBound..<facts.count
    facts += inputs
    self.inputs = self.settings.upperBound..<facts.count
    facts += identifiers
    self.identifiers = self.inputs.upperBound..<facts.count
    facts += labels
    self.labels = self.identifiers.upperBound..<facts.count
    facts += derived
    self.derived = self.labels.upperBound..<facts.count
  }

  /// Marks the inputs that every attempt must state.
  ///
  /// - Parameter required: for each input, in the order of ``inputs``, whether an attempt must state the input.
  package mutating func requireInputs(_ required: [Bool]) {
    for (input, isRequired) in zip(inputs, required) where isRequired {
      requiredInputs.insert(input)
    }
  }

  /// Marks the inputs that may change before a retry with a ticket, and the inputs that state a second factor.
  ///
  /// - Parameters:
  ///   - retry: for each input, in the order of ``inputs``, whether an attempt with a ticket may state another value.
  ///   - factor: for each input, in the order of ``inputs``, whether the input states which second factor the person
  ///     showed.
  package mutating func markInputs(retry: [Bool], factor: [Bool]) {
    for (input, isRetry) in zip(inputs, retry) where isRetry {
      retryInputs.insert(input)
    }
    for (input, isFactor) in zip(inputs, factor) where isFactor {
      factorInputs.insert(input)
    }
  }

  package func index(of name: Name) -> Int? {
    facts.firstIndex { $0.name == name }
  }

  package func count(_ fact: Int) -> Int {
    facts[fact].values.count
  }
}

/// The values of facts that a caller states in one part of the input, such as the assertion (``StatedCarrier``).
package struct StatedValues: Sendable {
  /// The facts that the caller states, with one bit for each fact.
  private(set) var mask: UInt32 = 0
  private var bytes = InlineArray<32, UInt8>(repeating: 0)

  /// Creates an empty collection, in which the caller states no fact.
  package init() {}

  package subscript(fact: EngineFact) -> Int? {
    get { mask >> UInt32(fact.rawValue) & 1 == 1 ? Int(bytes[fact.rawValue]) : nil }
    set {
      let bit: UInt32 = 1 << UInt32(fact.rawValue)
      mask = newValue == nil ? mask & ~bit : mask | bit
      bytes[fact.rawValue] = UInt8(truncatingIfNeeded: newValue ?? 0)
    }
  }

  /// Whether the caller states no fact.
  package var isEmpty: Bool { mask == 0 }
}
