/// What a service fetches before a decision: the holder of a credential, those of addresses, and
/// whichever of session, target and code the attempt is made with.
public struct Lookup: Sendable {
  /// A credential: an issuer and a subject there.
  public struct Credential: Sendable {
    /// The issuer: the provider's id, unless the policy joins several ids.
    public var issuer: String
    /// The subject; for password and e-mail link the canonical address.
    public var subject: String
    /// The kind of sign-in.
    public var kind: MethodKind
  }

  /// What is asked about the code that an attempt brings.
  public struct BroughtCode: Sendable {
    /// What it must have been mailed for; nil where anything will do.
    public var purpose: CodePurpose?
    /// Whether the addresses to look up are the code's, so that it is fetched before them.
    public var bringsAddress: Bool
    /// Whether a code of that purpose is stale where its account's address is no longer the one
    /// that it was bound to, none being an address like any other.
    public var goesStale: Bool
  }

  /// The credential to look up; nil where the attempt carries none.
  public var credential: Credential?
  /// The canonical addresses to look up.
  public var addresses: [String]
  /// What holds an address: the account itself, or any of its methods.
  public var heldBy: AddressRules.Holder
  /// The providers among whose accounts to search, as the policy names them; `*` for all others.
  public var pool: [String]
  /// The tenant to search in.
  public var tenant: String?
  /// Whether the attempt is made on the account of the caller's session.
  public var needsSession = false
  /// Whether the attempt is made on an account that an administrator names.
  public var needsTarget = false
  /// What is asked about the code; nil where the attempt brings none.
  public var code: BroughtCode?

  package var poolIndex: Int
}

extension FactReader {
  /// What to fetch for the attempt.
  ///
  /// The situation it was made with is not looked at, but for the code that brings its own address.
  /// Without that code there are no addresses to fetch yet.
  package func lookup(isProven: (FactVector) -> Bool) throws(InputError) -> Lookup {
    if vocabulary.addresses.match == .anyProven {
      // Which addresses are proven can go by what the attempt states.
      var reader = self
      try reader.readStated()
      return try reader.readyLookup(isProven: isProven)
    }
    return try readyLookup(isProven: isProven)
  }

  private func readyLookup(isProven: (FactVector) -> Bool) throws(InputError) -> Lookup {
    let brought = action.carriesCode(kind) ? broughtCode : nil
    let isOpen = situation.code == nil && brought?.bringsAddress ?? false
    let addresses = isOpen ? [] : try askedAddresses(isProven).list
    let pool = vocabulary.pools.index(ofProvider: provider)
    return Lookup(
      credential: credential(addresses.first), addresses: addresses,
      heldBy: vocabulary.addresses.heldBy, pool: vocabulary.names(ofPool: pool),
      tenant: attempt.tenant, needsSession: action.pointsTo == .session,
      needsTarget: action.pointsTo == .target, code: brought, poolIndex: pool)
  }

  private var broughtCode: Lookup.BroughtCode {
    let purpose = action.codePurpose(kind)
    return Lookup.BroughtCode(
      purpose: purpose, bringsAddress: action.pointsTo == .code && kind == nil,
      goesStale: purpose.flatMap { vocabulary.purposes[$0]?.treatment.goesStale } ?? false)
  }

  private func credential(_ address: String?) -> Lookup.Credential? {
    guard let kind, let asserted, !action.namesMethod else { return nil }
    let subject = kind.isSubjectTheAddress ? address : asserted.subject
    guard let subject, kind != .anonymous else { return nil }
    let issuer = vocabulary.providers.issuer(of: asserted.provider)
    return Lookup.Credential(issuer: issuer, subject: subject, kind: kind)
  }
}

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

  /// Finds what a look-up asks for among accounts, as a service would in its store.
  package func find(
    _ lookup: Lookup, in accounts: [Account]
  ) -> (holder: Account?, addressHolders: [Account]) {
    var holder: Account?
    var addressHolders: [Account] = []
    for index in accounts.indices
    where accounts[index].tenant.hasSameBytes(as: lookup.tenant) {
      let account = accounts[index]
      if let credential = lookup.credential, holds(account, credential) {
        holder = holder ?? account
      }
      if isIn(lookup.poolIndex, account), holdsAny(account, lookup) {
        addressHolders.append(account)
      }
    }
    return (holder, addressHolders)
  }

  private func holdsAny(_ account: Account, _ lookup: Lookup) -> Bool {
    for address in lookup.addresses where account.holds(address, by: lookup.heldBy) {
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
