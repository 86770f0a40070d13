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
  /// Those of the account's sign-in methods that go by its address: password and e-mail link.
  case addressMethods

  /// The word for it in a policy.
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
