/// The keys under which a store finds accounts for an attempt.
package struct LookupKeys: Sendable {
  /// The credential to look up; nil for an attempt without a credential.
  package var credential: Lookup.Credential?
  /// The canonical addresses to look up.
  package var addresses: [String]
  /// Whether to search the accounts' own addresses, or the addresses of the accounts' methods.
  package var heldBy: AddressRules.AddressHolder
  /// The tenant to search; nil for an attempt without a tenant.
  package var tenant: String?
  /// The index of the pool to search.
  package var poolIndex: Int
}

extension AttemptReading {
  /// The keys with which a store finds the attempt's accounts.
  package var keys: LookupKeys {
    LookupKeys(
      credential: credential, addresses: asked.list, heldBy: vocabulary.addresses.heldBy,
      tenant: attempt.tenant,
      poolIndex: vocabulary.pools.index(ofProvider: named.provider))
  }

  /// The credential to look up; nil for an attempt without a credential.
  var credential: Lookup.Credential? {
    guard let kind = named.kind, kind != .anonymous, let asserted = attempt.asserted,
      !vocabulary.actions[named.action].namesMethod,
      let subject = kind.isSubjectTheAddress ? asked.canonical : asserted.subject
    else { return nil }
    return Lookup.Credential(
      issuer: vocabulary.providers.issuer(of: asserted.provider), subject: subject, kind: kind)
  }
}

extension Vocabulary {
  /// Finds the holders of the keys among the given accounts, as a service does in its store.
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

  /// Returns whether an account has a method with the credential.
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
}
