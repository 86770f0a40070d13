package import LinkPolicy

/// What a provider's assertions can bring along, as `gives:` lists it.
package enum ProviderGift: UInt8, Sendable, CaseIterable {
  /// An e-mail address.
  case email
  /// The person's name, at every sign-in.
  case name
  /// The person's name, at the first sign-in alone.
  case nameOnce
  /// A picture of the person.
  case photo

  /// The word for it in a policy.
  package var name: Name {
    switch self {
    case .email: "email"
    case .name: "name"
    case .nameOnce: "name-once"
    case .photo: "photo"
    }
  }
}
