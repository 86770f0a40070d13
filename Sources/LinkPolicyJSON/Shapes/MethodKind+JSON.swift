package import LinkPolicy

extension MethodKind {
  /// The kinds by their words.
  package static let words: JSONWords<MethodKind> = [
    "federated": .federated, "password": .password, "email-link": .emailLink, "phone": .phone,
    "custom": .custom, "anonymous": .anonymous,
  ]

  /// The kind of a provider's methods where none is written.
  ///
  /// A provider named like a kind, such as `password`, is of that kind; every other is federated.
  /// The policy is not asked: a shape reads the same under every policy.
  package static func usual(of provider: String) -> MethodKind {
    words[provider] ?? .federated
  }
}
