/// One way to sign in to an account, such as a password or a Google account.
public struct Method: Sendable {
  /// The id of the method's provider, such as `google.com`.
  public var provider: String
  /// The kind of the method; nil means the provider's first declared kind.
  ///
  /// The engine sets every missing kind before it decides, so later code can rely on a kind.
  public var kind: MethodKind?
  /// The person's id at the issuer, such as `sub` of an ID token.
  ///
  /// The subject of an anonymous method is nil. The subject of a password or e-mail link is also nil, because the
  /// account's current address identifies the method.
  public var subject: String?
  /// Whether a newer method of the same provider, with another subject, superseded this method.
  ///
  /// A person can still sign in with a superseded method, but no list of the account's methods shows the method. After
  /// the account is deleted, lookups still recognize the superseded method's key as the key of a deleted account.
  public var isSuperseded: Bool
  /// The address in the method's assertion, in canonical form; nil for an assertion without an address.
  public var address: String?
  /// The address that the method proved, in canonical form; nil for a method that proved no address.
  public var provedAddress: String?
  /// The method's labels, such as `tier: staff`, in any order; an absent label has its first declared value.
  public var labels: [(name: String, value: String)]
  /// The time at which the store added the method; no decision depends on this time.
  public var since: LongInteger

  /// Creates a method without an address.
  ///
  /// - Parameters:
  ///   - provider: the id of a provider that the policy declares, such as `google.com`.
  ///   - kind: a kind of method that the provider offers, such as `.federated`.
  ///   - subject: the subject at the issuer, at most 255 bytes; nil for password, e-mail link and anonymous methods.
  public init(_ provider: String, _ kind: MethodKind, subject: String? = nil) {
    self.init(provider, orOpen: kind, subject: subject)
  }

  /// Creates a method without an address, and possibly without a kind.
  ///
  /// ``Vocabulary/closeKinds(of:)-(Account)`` sets a missing kind to the provider's first declared kind.
  package init(_ provider: String, orOpen kind: MethodKind?, subject: String? = nil) {
    self.provider = provider
    self.kind = kind
    self.subject = subject
    isSuperseded = false
    labels = []
    since = 0
  }

  /// Creates a method with the address of its assertion and the address that the method proved.
  init(
    _ provider: String, _ kind: MethodKind, subject: String?, address: String?,
    provedAddress: String?
  ) {
    self.provider = provider
    self.kind = kind
    self.subject = subject
    self.address = address
    self.provedAddress = provedAddress
    isSuperseded = false
    labels = []
    since = 0
  }

  /// The method's kind, which must not be nil.
  ///
  /// Call `closeKinds`, which sets missing kinds, before you read this property. A missing kind is a programming error
  /// and stops the program.
  package var closedKind: MethodKind {
    guard let kind else {
      preconditionFailure("the kind of a method is closed before it is read")
    }
    return kind
  }

  /// Whether the kind of the stored method is still missing.
  package var isKindOpen: Bool { kind == nil }
}

extension Method {
  /// Returns whether two values represent the same method in the same state.
  func isSameSnapshot(as other: Method) -> Bool {
    provider.hasSameBytes(as: other.provider) && kind == other.kind
      && subject.hasSameBytes(as: other.subject) && address.hasSameBytes(as: other.address)
      && provedAddress.hasSameBytes(as: other.provedAddress)
      && isSuperseded == other.isSuperseded && NamedValues.areSame(labels, other.labels)
  }

  /// Returns whether the subject of this method is the given subject, compared byte by byte.
  package func signsIn(_ subject: String) -> Bool {
    self.subject.hasSameBytes(as: subject)
  }
}

/// The key by which a store finds a method in a tenant or an account: issuer, kind and subject.
///
/// A key with a subject is unique within a tenant. A method without a subject has no unique key. A store finds a
/// password or e-mail link by the account's address, and no lookup finds an anonymous method.
public struct MethodKey: Sendable {
  /// The issuer of the subject: the issuer that the policy declares for the provider, or else the provider's id, such
  /// as `google.com`.
  public var issuer: String
  /// The kind of method, such as `password`.
  public var kind: MethodKind
  /// The person's id at the issuer, such as `sub` of an ID token; nil for password, e-mail link and
  /// anonymous methods.
  public var subject: String?

  /// Creates the key under which a store finds a method.
  ///
  /// - Parameters:
  ///   - issuer: the issuer that the policy declares for the provider, or else the provider's id.
  ///   - kind: the kind of method, such as `password`.
  ///   - subject: the subject at the issuer; nil for password, e-mail link and anonymous methods.
  public init(issuer: String, kind: MethodKind, subject: String?) {
    self.issuer = issuer
    self.kind = kind
    self.subject = subject
  }

  /// Returns whether two keys have the same issuer, kind and subject, compared byte by byte.
  package func isSame(as other: MethodKey) -> Bool {
    kind == other.kind && issuer.hasSameBytes(as: other.issuer)
      && subject.hasSameBytes(as: other.subject)
  }

  /// The key as error messages print it: the issuer in backticks, the kind, and the subject, if any, in backticks.
  var description: String {
    "`" + issuer + "` " + kind.name.text + (subject.map { " `" + $0 + "`" } ?? "")
  }
}
