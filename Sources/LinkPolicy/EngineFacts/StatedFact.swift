/// A fact that the caller states with an attempt, such as the result of a check or the person's consent.
///
/// ``StatedValues`` stores the value as one byte. In a JSON request, the value is under the fact's ``key``. Tools that
/// generate attempts try all values of the fact.
package protocol StatedFact: WordFact {
  /// The part of the input that carries the fact, such as the assertion.
  static var carrier: StatedCarrier { get }
  /// The JSON key under which requests and vectors state the fact.
  ///
  /// The JSON value under the key is the word of the fact's value.
  static var key: Name { get }
  /// Returns whether attempts with a given action and kind of method can carry the fact; for example, only federated
  /// attempts carry `connection`.
  ///
  /// In all other attempts, the fact is unset.
  static func isCarried(by shape: AttemptShape) -> Bool
  /// Returns the fact's value in attempts with a kind of method that omit the fact or state ``WordFact/unset``.
  ///
  /// By default, the value is ``WordFact/unset``.
  static func unstated(for kind: MethodKind?) -> Value
  /// Returns the error message for an attempt that states the fact although the action does not allow the fact.
  static func refusal(of action: Name) -> String
}

extension StatedFact {
  package static func unstated(for kind: MethodKind?) -> Value { unset }
}

/// The part of the input that carries a fact, such as the assertion for the fact `nonce`.
package enum StatedCarrier: Sendable, CaseIterable {
  /// The assertion carries the fact, next to the subject.
  case assertion
  /// The attempt itself carries the fact.
  case attempt
  /// The attempt's link request carries the fact, and must state it.
  case link
  /// The answers to the lookup carry the fact.
  case situation
}

/// The action and the kind of method (nil for none) of an attempt.
///
/// The action and the kind determine the facts that the attempt can carry.
package struct AttemptShape: Sendable {
  package var action: ActionTraits
  package var kind: MethodKind?

  package init(_ action: ActionDefinition, _ kind: MethodKind?) {
    self.init(action.traits, kind)
  }

  init(_ action: ActionTraits, _ kind: MethodKind?) {
    self.action = action
    self.kind = kind
  }
}

extension StatedValues {
  /// The value of a fact; an unstated fact has its unset value.
  package subscript<Fact: StatedFact>(_ fact: Fact.Type) -> Fact.Value {
    get { self[Fact.fact].flatMap { Fact.Value(rawValue: $0) } ?? Fact.unset }
    set { self[Fact.fact] = newValue.rawValue }
  }
}

extension Assertion {
  /// Creates an assertion from values that the service has verified, such as the claims of an ID token.
  ///
  /// - Parameters:
  ///   - provider: the id of the provider whose token was verified, such as `google.com`.
  ///   - kind: the kind of method; nil means the provider's first declared kind.
  ///   - subject: the provider's stable id for the person, such as `sub` of an ID token, at most 255 bytes (OpenID
  ///     Connect Core, section 2). Nil for password, e-mail link and anonymous sign-ins.
  ///   - addresses: the address records from the token, the primary record first; empty for a token without an
  ///     address.
  ///   - profile: the person's profile at the provider: name and photo.
  ///   - nonce: the result of the nonce check; in a federated attempt, `absent` counts as `notSent`.
  ///   - origin: whether the provider has just sent the credential, or an earlier refusal returned the credential.
  ///     State `returned` only for a credential that the service itself kept after the refusal, never because a client
  ///     asks for it.
  ///   - secret: the result of the password check; `absent` for every kind without a password.
  ///   - connection: whether the tenant's own connection proved the domain of the address; `none` if the provider is
  ///     not a tenant's own connection.
  public init(
    verified provider: String, kind: MethodKind? = nil, subject: String? = nil,
    addresses: [AddressRecord] = [], profile: Profile = Profile(), nonce: Nonce = .absent,
    origin: Origin = .fresh, secret: Secret = .absent, connection: Connection = .none
  ) {
    self.init(
      provider: provider, kind: kind, subject: subject, addresses: addresses, profile: profile)
    self.nonce = nonce
    self.origin = origin
    self.secret = secret
    self.connection = connection
  }
}

extension Attempt {
  /// Creates an attempt with a verified assertion, for an action such as ``Action/signIn``.
  ///
  /// - Parameters:
  ///   - action: the action, such as ``Action/signIn``.
  ///   - assertion: the content of the token or password that you have verified.
  ///   - hasConsent: whether the person consented to the link, for a provider that requires consent.
  ///   - tenant: the tenant of the attempt; nil if the attempt has no tenant.
  public init(
    _ action: Action, with assertion: Assertion, hasConsent: Bool = false, tenant: String? = nil
  ) {
    self.init(action, carrying: assertion, tenant: tenant)
    if hasConsent {
      self.hasConsent = true
    }
  }

  /// Calls a visitor with the type of each fact that the attempt, its assertion or its link states.
  func acceptStated<Visitor: FactVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    var left = statedFacts
    while left != 0 {
      if let fact = EngineFact(rawValue: left.trailingZeroBitCount) {
        try fact.accept(&visitor)
      }
      left &= left - 1
    }
  }

  /// Returns the value that the assertion states for a fact; an unstated fact has its unset value.
  func assertedValue<Fact: StatedFact>(of fact: Fact.Type) -> Fact.Value {
    assertedValue(of: fact.fact).flatMap { Fact.Value(rawValue: $0) } ?? fact.unset
  }
}

extension Attempt.LinkRequest {
  /// Creates the results of the service's checks of a requested e-mail link.
  ///
  /// - Parameters:
  ///   - isDomainAllowed: whether the link's domain is on the service's list of allowed domains.
  ///   - isHandledInApp: whether the link opens in the app.
  public init(isDomainAllowed: Bool, isHandledInApp: Bool) {
    stated = StatedValues()
    self.isDomainAllowed = isDomainAllowed
    self.isHandledInApp = isHandledInApp
  }

  /// Whether the link's domain is on the service's list of allowed domains.
  public var isDomainAllowed: Bool {
    get { stated[LinkDomainFact.self] == .allowed }
    set { stated[LinkDomainFact.self] = newValue ? .allowed : .refused }
  }

  /// Whether the link opens in the app.
  public var isHandledInApp: Bool {
    get { stated[LinkInAppFact.self] == .on }
    set { stated[LinkInAppFact.self] = newValue ? .on : .off }
  }
}
