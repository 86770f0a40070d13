internal import LinkPolicy

/// Providers that relations cannot tell apart, and one of them as an example.
struct ProviderClass {
  /// Their values of the fact `provider`.
  var values: ValueSet
  /// The id of one of them; nil for attempts that carry no method.
  var example: String?
  var requiresConsent: Bool
  var givesEmail: Bool
  /// The pool that is searched for their attempts.
  var pool: Int

  /// The classes of the providers that offer a kind.
  static func classes(of vocabulary: Vocabulary, _ kind: MethodKind?) -> [ProviderClass] {
    let providers = vocabulary.providers
    guard let kind else {
      return [
        ProviderClass(
          values: ValueSet([providers.none]), example: nil, requiresConsent: false,
          givesEmail: true, pool: vocabulary.pools.index(ofProvider: providers.none))
      ]
    }
    var classes: [ProviderClass] = []
    func add(_ value: Int, _ example: String, _ requiresConsent: Bool, _ givesEmail: Bool) {
      let pool = vocabulary.pools.index(ofProvider: value)
      for index in classes.indices
      where classes[index].requiresConsent == requiresConsent
        && classes[index].givesEmail == givesEmail && classes[index].pool == pool
      {
        classes[index].values.insert(value)
        return
      }
      classes.append(
        ProviderClass(
          values: ValueSet([value]), example: example, requiresConsent: requiresConsent,
          givesEmail: givesEmail, pool: pool))
    }
    for (value, provider) in providers.providers.enumerated() where provider.kinds.contains(kind) {
      add(
        value, providers.example(of: value), provider.requiresConsent,
        kind != .federated || provider.givesEmail)
    }
    return classes
  }
}
