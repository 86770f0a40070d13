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
        value, example(of: provider, value, providers), provider.requiresConsent,
        kind != .federated || provider.givesEmail)
    }
    if kind == .federated {
      add(providers.other, "unlisted.invalid", false, true)
    }
    return classes
  }

  static func example(
    of provider: ProviderTable.Provider, _ value: Int, _ table: ProviderTable
  ) -> String {
    guard provider.isFamily else { return provider.id.text }
    let prefix = String(decoding: provider.id.bytes.dropLast(), as: UTF8.self)
    var example = prefix + "example"
    // A longer family may lie below this one; go round it.
    while table.value(of: example) != value, example.utf8.count < 64 {
      example = prefix + "x" + example
    }
    return example
  }
}
