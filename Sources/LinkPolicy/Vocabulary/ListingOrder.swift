/// In which order `tell: methods` lists the methods of an account.
public enum ListingOrder: UInt8, Sendable, CaseIterable {
  /// In the order in which they were added.
  case added
  /// A provider's methods together, where the first of them was added, in the order in which the
  /// policy declares the provider's kinds.
  case provider

  /// The word for it in a policy.
  public var name: Name {
    switch self {
    case .added: "added"
    case .provider: "provider"
    }
  }
}
