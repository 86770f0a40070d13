/// What each account must be by itself, and what only one of them can have.
extension SituationCheck {
  /// Checks each account by itself, and that accounts of one id are one.
  ///
  /// - Parameter sorts: whether accounts are compared by their sorted keys, which costs memory and
  ///   is faster for many; what is refused is the same.
  /// - Throws: an ``InputError`` for the first account, or pair of them, that cannot be.
  func checkAccounts(sorts: Bool) throws(InputError) {
    guard !sorts else {
      return try checkClashes(try distinctAccounts())
    }
    for place in 0..<situation.placeCount {
      guard let account = situation.account(at: place) else { continue }
      var isKnown = false
      for other in 0..<place {
        guard let earlier = situation.account(at: other) else { continue }
        if earlier.id.hasSameBytes(as: account.id) {
          try checkSame(earlier, account, isHolderTwice: isHolder(other) && isHolder(place))
          isKnown = true
        }
      }
      guard !isKnown else { continue }
      try vocabulary.check(account, knowing: canonicalAddress)
      for other in 0..<place {
        guard let earlier = situation.account(at: other),
          earlier.tenant.hasSameBytes(as: account.tenant),
          !earlier.id.hasSameBytes(as: account.id)
        else { continue }
        try checkPair(earlier, account)
      }
    }
  }

  /// The first address that is looked up, where stored addresses have the same canonical form: most accounts
  /// that are found have it.
  private var canonicalAddress: String? {
    vocabulary.providers.keepsAnyCase ? nil : asked.canonical
  }

  private func distinctAccounts() throws(InputError) -> [Account] {
    var accounts: [Account] = []
    var places: [Int] = []
    for place in 0..<situation.placeCount {
      if let account = situation.account(at: place) {
        accounts.append(account)
        places.append(place)
      }
    }
    try checkHoldersOnce(accounts, places)
    var ids = ClaimedKeys()
    for index in accounts.indices {
      ids.add([accounts[index].id], as: index)
    }
    let firsts = ids.firstOwners
    var distinct: [Account] = []
    for index in accounts.indices {
      let first = firsts[index]
      guard first == index else {
        try checkSame(accounts[first], accounts[index], isHolderTwice: false)
        continue
      }
      try vocabulary.check(accounts[index])
      distinct.append(accounts[index])
    }
    return distinct
  }

  /// Whether a place is one of those for the holders of an address.
  private func isHolder(_ place: Int) -> Bool {
    place >= 4 && place < 4 + situation.addressHolders.count
  }

  /// Refuses an account that is listed more than once as holder of an address.
  private func checkHoldersOnce(_ accounts: [Account], _ places: [Int]) throws(InputError) {
    var holders = ClaimedKeys()
    for index in accounts.indices where isHolder(places[index]) {
      holders.add([accounts[index].id], as: index)
    }
    if let (first, _) = holders.firstClash() {
      throw holderTwice(accounts[first])
    }
  }

  private func holderTwice(_ account: Account) -> InputError {
    contradiction("account `" + account.id + "` is given twice as address holder")
  }

  private func checkSame(
    _ a: Account, _ b: Account, isHolderTwice: Bool
  ) throws(InputError) {
    if isHolderTwice {
      throw holderTwice(a)
    }
    guard a.isSameSnapshot(as: b) else { throw InputError(torn: a) }
  }

  private func checkPair(_ a: Account, _ b: Account) throws(InputError) {
    let methods = a.methods
    for index in methods.indices where methods[index].kind != .anonymous {
      let method = methods[index]
      if method.closedKind.isSubjectTheAddress {
        guard let email = a.email, email.hasSameBytes(as: b.email ?? "") else { continue }
        guard b.methods.contains(where: { areAlike($0, method) }) else { continue }
      } else {
        let isShared = b.methods.contains { other in
          areAlike(other, method) && (method.subject.map { other.signsIn($0) } ?? false)
        }
        guard isShared else { continue }
      }
      throw sharedCredential(a, b, method.provider)
    }
    guard vocabulary.addresses.isUnique else { return }
    for address in vocabulary.addressesHeld(by: a)
    where b.holds(address, by: vocabulary.addresses.heldBy) && vocabulary.sharePool(a, b) {
      throw sharedAddress(a, b)
    }
  }

  private func areAlike(_ a: Method, _ b: Method) -> Bool {
    a.kind == b.kind && vocabulary.providers.haveSameIssuer(a.provider, b.provider)
  }

  private func checkClashes(_ accounts: [Account]) throws(InputError) {
    var credentials = ClaimedKeys()
    var addresses = ClaimedKeys()
    for index in accounts.indices {
      let account = accounts[index]
      let scope = account.tenant.map { ["t", $0] } ?? ["n"]
      for method in account.methods where method.kind != .anonymous {
        if !method.closedKind.isSubjectTheAddress {
          credentials.add(methodKeysOf: method, in: scope, as: index, vocabulary.providers)
        } else if let email = account.email {
          let issuer = vocabulary.providers.issuer(of: method.provider)
          credentials.add(scope + [issuer, email], as: index, tag: method.closedKind.rawValue)
        }
      }
      guard vocabulary.addresses.isUnique else { continue }
      for pool in vocabulary.pools.pools.indices where vocabulary.isIn(pool, account) {
        for address in vocabulary.addressesHeld(by: account) {
          addresses.add(scope + [address], as: index, tag: UInt8(truncatingIfNeeded: pool))
        }
      }
    }
    if let (first, second) = credentials.firstClash() {
      throw sharedCredential(accounts[first], accounts[second], nil)
    }
    if let (first, second) = addresses.firstClash() {
      throw sharedAddress(accounts[first], accounts[second])
    }
  }

  private func sharedCredential(_ a: Account, _ b: Account, _ provider: String?) -> InputError {
    let which = provider.map { " of `" + $0 + "`" } ?? ""
    return contradiction(
      "accounts `" + a.id + "` and `" + b.id + "` have one credential" + which)
  }

  private func sharedAddress(_ a: Account, _ b: Account) -> InputError {
    contradiction(
      "accounts `" + a.id + "` and `" + b.id
        + "` hold one address, which the policy says is unique")
  }
}
