/// A way of signing in to an account.
public struct Method: Sendable {
  /// The provider's id.
  public var provider: String
  /// The kind; nil for the one that the policy declares first for the provider, as an assertion's.
  ///
  /// The engine gives every method its kind before it looks at it, so that stored methods have one.
  public var kind: MethodKind?
  /// The subject at the issuer; nil for password and e-mail link, whose subject is the account's
  /// current address, and for an anonymous one.
  public var subject: String?
  /// Whether another subject of its provider took its place: it goes on signing in, is listed no
  /// more, and its key outlives the account.
  public var isSuperseded: Bool
  /// The address it came with, in canonical form.
  public var address: String?
  /// The address it proved, in canonical form; nil where it proved none.
  public var provedAddress: String?
  /// The labels that differ from their first value, in any order.
  public var labels: [(name: String, value: String)]
  /// The point in the store's time at which it was added.
  public var since: Int

  /// Creates a method that proved nothing.
  ///
  /// - Parameters:
  ///   - provider: the id of a provider that the policy declares, such as `google.com`.
  ///   - kind: the kind of sign-in, one that the provider offers.
  ///   - subject: the subject at the issuer, at most 255 bytes; nil for password, e-mail link and anonymous methods.
  public init(_ provider: String, _ kind: MethodKind, subject: String? = nil) {
    self.init(provider, orOpen: kind, subject: subject)
  }

  /// Creates a method that proved nothing; without a kind it has the one that the policy declares
  /// first for its provider, once ``Vocabulary/closeKinds(of:)-(Account)`` has been asked.
  package init(_ provider: String, orOpen kind: MethodKind?, subject: String? = nil) {
    self.provider = provider
    self.kind = kind
    self.subject = subject
    isSuperseded = false
    labels = []
    since = 0
  }

  /// The kind of a method that the policy has been asked about.
  package var closedKind: MethodKind {
    guard let kind else {
      preconditionFailure("the kind of a method is closed before it is read")
    }
    return kind
  }

  /// Whether the kind is still the policy's to say.
  package var isKindOpen: Bool { kind == nil }
}

extension Method {
  /// Whether another value is the same method at the same moment.
  func isSameSnapshot(as other: Method) -> Bool {
    provider.hasSameBytes(as: other.provider) && kind == other.kind
      && subject.hasSameBytes(as: other.subject) && address.hasSameBytes(as: other.address)
      && provedAddress.hasSameBytes(as: other.provedAddress)
      && isSuperseded == other.isSuperseded && Account.areAlike(labels, other.labels)
  }

  /// Whether a subject signs in by this method.
  package func signsIn(_ subject: String) -> Bool {
    self.subject.hasSameBytes(as: subject)
  }
}
