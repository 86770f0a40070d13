/// A provider, or one of its kinds, that the service has disabled, so that nobody can sign in with it.
public struct DisabledMethod: Sendable {
  /// The id of the disabled provider, such as `google.com`.
  public var provider: String
  /// The kind of sign-in; nil for all kinds that the provider offers.
  public var kind: MethodKind?

  /// Creates an entry for a provider, or for one of its kinds.
  ///
  /// - Parameters:
  ///   - provider: the id of a provider that the policy declares, such as `google.com`.
  ///   - kind: the kind of sign-in; nil for all kinds that the provider offers.
  public init(_ provider: String, _ kind: MethodKind? = nil) {
    self.provider = provider
    self.kind = kind
  }

  /// The provider's id, and the kind of an entry with a kind, as in `password/email-link`.
  package var name: String { provider + (kind.map { "/" + $0.name.text } ?? "") }

  /// Returns the phrase for disabled methods in a sentence about an attempt; nil if no method is disabled.
  package static func phrase(of methods: [DisabledMethod]) -> String? {
    guard let first = methods.first else { return nil }
    let others = methods.dropFirst().reduce("") { $0 + ", " + $1.name }
    return "while " + first.name + others + (methods.count == 1 ? " is off" : " are off")
  }

  /// Returns whether the entry disables a kind of sign-in with a provider.
  package func covers(_ provider: String, _ kind: MethodKind?) -> Bool {
    self.provider.hasSameBytes(as: provider) && (self.kind == nil || self.kind == kind)
  }
}
