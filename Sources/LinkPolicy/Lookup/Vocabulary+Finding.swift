extension Vocabulary {
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
}
