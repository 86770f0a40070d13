/// A sign-in method that the service has disabled for everybody: all kinds of a provider, or one kind.
public struct DisabledMethod: Sendable {
  /// The id of the disabled provider, such as `google.com`.
  public var provider: String
  /// The kind of method; nil means all kinds that the provider offers.
  public var kind: MethodKind?

  /// Creates a disabled method for all kinds of a provider, or for one kind.
  ///
  /// - Parameters:
  ///   - provider: the id of a provider that the policy declares, such as `google.com`.
  ///   - kind: the kind of method; nil means all kinds that the provider offers.
  public init(_ provider: String, _ kind: MethodKind? = nil) {
    self.provider = provider
    self.kind = kind
  }

  /// The provider's id, followed by the kind, if any, as in `password/email-link`.
  package var name: String { provider + (kind.map { "/" + $0.name.text } ?? "") }

  /// Returns the phrase for disabled methods in a sentence about an attempt, such as `while google.com is disabled`; nil
  /// if no method is disabled.
  package static func phrase(of methods: [DisabledMethod]) -> String? {
    guard let first = methods.first else { return nil }
    let others = methods.dropFirst().reduce("") { $0 + ", " + $1.name }
    return "while " + first.name + others + (methods.count == 1 ? " is disabled" : " are disabled")
  }

  /// Returns whether this value disables the methods of a provider and kind.
  package func covers(_ provider: String, _ kind: MethodKind?) -> Bool {
    self.provider.hasSameBytes(as: provider) && (self.kind == nil || self.kind == kind)
  }
}
