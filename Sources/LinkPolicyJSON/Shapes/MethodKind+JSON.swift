package import LinkPolicy

extension MethodKind {
  /// The kinds by their words.
  package static let words: JSONWords<MethodKind> = [
    "federated": .federated, "password": .password, "email-link": .emailLink, "phone": .phone,
    "custom": .custom, "anonymous": .anonymous,
  ]
}
