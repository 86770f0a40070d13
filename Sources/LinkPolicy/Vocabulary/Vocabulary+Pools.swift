extension Vocabulary {
  /// The providers of a pool by name.
  func names(ofPool index: Int) -> [String] {
    guard pools.pools.count > 1 else { return allProviders }
    var names: [String] = []
    for value in pools.pools[index].providers.values {
      names.append(
        value < providers.providers.count ? providers.providers[value].id.text : "*")
    }
    return names
  }

  /// Whether an account is one of a pool: by any of its methods, or for one without methods in
  /// the pool of everybody whom no other names.
  package func isIn(_ pool: Int, _ account: Account) -> Bool {
    guard pools.pools.count > 1 else { return true }
    guard account.methods.contains(where: { !$0.isSuperseded }) else {
      return pools.pools[pool].providers.contains(providers.none)
    }
    for method in account.methods where !method.isSuperseded {
      if let value = providers.value(of: method.provider),
        pools.pools[pool].providers.contains(value)
      {
        return true
      }
    }
    return false
  }

  /// Whether some search finds both accounts.
  package func sharePool(_ a: Account, _ b: Account) -> Bool {
    pools.pools.indices.contains { isIn($0, a) && isIn($0, b) }
  }

  /// The addresses that look-ups find an account by.
  package func addressesHeld(by account: Account) -> [String] {
    switch addresses.heldBy {
    case .account: account.email.map { [$0] } ?? []
    case .methods: account.methods.compactMap { $0.isSuperseded ? nil : $0.address }
    }
  }
}
