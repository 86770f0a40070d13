extension Vocabulary {
  /// The key of a method whose kind is closed.
  package func key(of method: Method) -> MethodKey {
    MethodKey(
      issuer: providers.issuer(of: method.provider), kind: method.closedKind,
      subject: method.subject)
  }

  /// Whether a method has a key; its issuer is asked for last, which has to be looked up.
  func has(_ method: Method, _ key: MethodKey) -> Bool {
    method.closedKind == key.kind && method.subject.hasSameBytes(as: key.subject)
      && providers.issuer(of: method.provider).hasSameBytes(as: key.issuer)
  }
}
