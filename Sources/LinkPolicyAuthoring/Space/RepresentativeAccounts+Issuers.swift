internal import LinkPolicy

extension RepresentativeAccounts {
  /// The methods without those that are the same by another id of their issuer.
  func distinct(_ methods: [Method]) -> [Method] {
    var kept: [Method] = []
    for method in methods {
      let isKnown = kept.contains { other in
        other.kind == method.kind && other.subject.hasSameBytes(as: method.subject)
          && vocabulary.providers.haveSameIssuer(other.provider, method.provider)
      }
      if !isKnown {
        kept.append(method)
      }
    }
    return kept
  }
}
