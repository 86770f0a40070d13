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

  /// Finds what is looked for among accounts, as a service would in its store.
  package func find(
    _ keys: LookupKeys, in accounts: [Account]
  ) -> (holder: Account?, addressHolders: [Account]) {
    var holder: Account?
    var addressHolders: [Account] = []
    for index in accounts.indices
    where accounts[index].tenant.hasSameBytes(as: keys.tenant) {
      let account = accounts[index]
      if let credential = keys.credential, holds(account, credential) {
        holder = holder ?? account
      }
      if isIn(keys.poolIndex, account), holdsAny(account, keys) {
        addressHolders.append(account)
      }
    }
    return (holder, addressHolders)
  }

  private func holdsAny(_ account: Account, _ keys: LookupKeys) -> Bool {
    for address in keys.addresses where account.holds(address, by: keys.heldBy) {
      return true
    }
    return false
  }

  /// Whether an account has the credential among its methods.
  package func holds(_ account: Account, _ credential: Lookup.Credential) -> Bool {
    if credential.kind.isSubjectTheAddress,
      !(account.email?.hasSameBytes(as: credential.subject) ?? false)
    {
      return false
    }
    let methods = account.methods
    for index in methods.indices where methods[index].kind == credential.kind {
      guard credential.issuer.hasSameBytes(as: providers.issuer(of: methods[index].provider))
      else { continue }
      if credential.kind.isSubjectTheAddress
        || methods[index].subject.hasSameBytes(as: credential.subject)
      {
        return true
      }
    }
    return false
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
  func sharePool(_ a: Account, _ b: Account) -> Bool {
    pools.pools.indices.contains { isIn($0, a) && isIn($0, b) }
  }

  /// The addresses that look-ups find an account by.
  func addressesHeld(by account: Account) -> [String] {
    switch addresses.heldBy {
    case .account: account.email.map { [$0] } ?? []
    case .methods: account.methods.compactMap { $0.isSuperseded ? nil : $0.address }
    }
  }
}
