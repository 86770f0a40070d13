internal import LinkPolicy

extension MethodKey {
  /// What a method is found by; a row whose kind nobody knows is as one of an account elsewhere.
  init(of method: Method, _ vocabulary: Vocabulary) {
    self.init(
      issuer: vocabulary.providers.issuer(of: method.provider), kind: method.kind ?? .federated,
      subject: method.subject)
  }
}
