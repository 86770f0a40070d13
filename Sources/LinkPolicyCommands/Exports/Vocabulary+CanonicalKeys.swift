internal import LinkPolicy

extension Vocabulary {
  /// Returns the canonical form of an identifier; nil if the policy does not declare the identifier.
  func canonicalForm(of identifier: AccountIdentifier) -> String? {
    identifiers.index(of: identifier.name).map {
      identifiers.identifiers[$0].canonical(identifier.value)
    }
  }

  /// Returns the key under which lookups of a policy find a method, with the subject in canonical form.
  func canonicalKey(of method: Method) -> MethodKey {
    var key = key(of: method)
    if let subject = method.subject, let value = providers.value(of: method.provider) {
      key.subject = providers.canonicalSubject(subject, of: value)
    }
    return key
  }
}
