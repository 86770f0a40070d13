/// The pools of a policy: which providers' accounts are searched together.
package struct PoolTable: Sendable {
  package struct Pool: Sendable {
    package var name: Name
    /// Values of the fact `provider`.
    package var providers: ValueSet

    package init(name: Name, providers: ValueSet) {
      self.name = name
      self.providers = providers
    }
  }

  /// The pools; every provider value is in exactly one.
  package var pools: [Pool]

  package init(pools: [Pool]) {
    self.pools = pools
  }

  /// The pool of a provider.
  package func index(ofProvider value: Int) -> Int {
    guard pools.count > 1 else { return 0 }
    for (index, pool) in pools.enumerated() where pool.providers.contains(value) {
      return index
    }
    return 0
  }
}
