internal import LinkPolicy

extension Vocabulary {
  /// Whether a fact is about the account that is found, and not about the attempt or the service.
  ///
  /// A derived fact counts as one: what it depends on is not looked into.
  func isOfAccount(_ fact: Int) -> Bool {
    guard let fact = EngineFact(rawValue: fact) else {
      return schema.labels.contains(fact) || schema.derived.contains(fact)
    }
    switch fact {
    case .account, .accountState, .credential, .address, .sameProvider, .methods, .relay,
      .otherMethods, .secret, .tenant:
      return true
    case .action, .kind, .provider, .domain, .origin, .nonce, .connection, .consent, .method, .code,
      .linkAddress, .requestedBy, .linkDomain, .linkInApp, .session:
      return false
    }
  }
}
