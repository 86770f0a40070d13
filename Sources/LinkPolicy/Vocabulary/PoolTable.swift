/// The pools of a policy, each a group of providers whose accounts a lookup searches together.
package struct PoolTable: Sendable {
  package struct Pool: Sendable {
    package var name: Name
    /// The pool's providers, as values of the fact `provider`.
    package var providers: ValueSet

    package init(name: Name, providers: ValueSet) {
      self.name = name
      self.providers = providers
    }
  }

  /// The pools; each value of the fact `provider` is in exactly one pool.
  package var pools: [Pool]

  package init(pools: [Pool]) {
    self.pools = pools
  }

  /// Returns the index of a provider's pool; a provider that the policy puts into no pool is in the pool with `*`.
  package func index(ofProvider value: Int) -> Int {
    guard pools.count > 1 else { return 0 }
    for (index, pool) in pools.enumerated() where pool.providers.contains(value) {
      return index
    }
    return 0
  }
}

extension Vocabulary {
  /// Returns the provider ids of a pool; `*` covers all providers in no other pool.
  func names(ofPool index: Int) -> [String] {
    guard pools.pools.count > 1 else { return allProviders }
    var names: [String] = []
    for value in pools.pools[index].providers.values {
      names.append(
        value < providers.providers.count ? providers.providers[value].id.text : "*")
    }
    return names
  }

  /// Returns whether an account belongs to a pool.
  ///
  /// An account belongs to the pool of each provider of its methods, except superseded methods. An account that has no
  /// methods, or only superseded methods, belongs to the pool of all providers that the policy puts into no other pool.
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

  /// Returns whether at least one pool contains both accounts, so that one lookup can find both accounts.
  package func sharePool(_ a: Account, _ b: Account) -> Bool {
    pools.pools.indices.contains { isIn($0, a) && isIn($0, b) }
  }

  /// Returns the addresses by which lookups find the account: its own address, or the addresses of its methods.
  package func addressesHeld(by account: Account) -> [String] {
    switch addresses.heldBy {
    case .account: account.email.map { [$0] } ?? []
    case .methods: account.methods.compactMap { $0.isSuperseded ? nil : $0.address }
    }
  }
}
