/// A check that the parts of a situation do not contradict each other: for example, that no two accounts hold one
/// credential.
///
/// The accounts must be a correct answer to the lookup. For each looked-up credential, address or identifier, the
/// answer must contain every account that holds it, and no other account. No two accounts may share a unique key. The
/// compiler has verified that a table decides every situation that passes the check.
struct SituationCheck {
  /// The facts that were read from the attempt before the lookup.
  let read: AttemptReading
  let situation: Situation

  private var vocabulary: Vocabulary { read.vocabulary }
  /// The attempt that is decided in the situation.
  ///
  /// Lookups search in the tenant of the attempt.
  private var attempt: Attempt { read.attempt }
  /// The pool in which lookups search for addresses.
  private var pool: Int { vocabulary.pools.index(ofProvider: read.named.provider) }
  /// The addresses that were looked up.
  private var asked: AskedAddresses { read.asked }
  /// The identifiers that were looked up.
  private var identifiers: RareArray<AccountIdentifier> { read.stated }

  /// Checks that no two parts of the situation contradict each other.
  ///
  /// - Throws: an ``InputError`` for the first contradiction.
  func run() throws(InputError) {
    try checkAccounts(sorts: situation.placeCount > ClaimedKeys.fewOwners)
    for index in situation.addressHolders.indices {
      try check(addressHolder: situation.addressHolders[index])
    }
    if let credential = attempt.askedCredential(read.shape) {
      try check(credential)
    }
    try checkUnsaidHolders()
    if !identifiers.isEmpty {
      try checkIdentifierHolders()
    }
  }

  // MARK: Lookup results

  private func check(addressHolder holder: Account) throws(InputError) {
    try require(
      !asked.isEmpty,
      "account `" + holder.id
        + "` is given as the holder of an address, but the lookup asks for no address")
    try require(
      holder.tenant.hasSameBytes(as: attempt.tenant),
      "address holder `" + holder.id + "` belongs to another tenant than the attempt")
    try require(
      vocabulary.isIn(pool, holder),
      "address holder `" + holder.id + "` is in another pool than the attempt's provider")
    try require(
      asked.isHeld(by: holder, vocabulary.addresses.heldBy),
      "account `" + holder.id + "` does not hold `" + (asked.canonical ?? "") + "`")
  }

  /// Checks that exactly the accounts in the answer hold the attempt's identifiers.
  private func checkIdentifierHolders() throws(InputError) {
    for (number, identifier) in identifiers.elements.enumerated() {
      let what = "`" + identifier.value + "` as `" + identifier.name + "`"
      let holder = situation.identifierHolder(number)
      if let holder {
        try require(
          holder.tenant.hasSameBytes(as: attempt.tenant),
          "the holder `" + holder.id + "` of " + what
            + " belongs to another tenant than the attempt")
        try require(
          holder.holds(identifier), "account `" + holder.id + "` does not hold " + what)
      }
      for place in situation.places {
        guard let account = situation.account(at: place),
          account.tenant.hasSameBytes(as: attempt.tenant), account.holds(identifier)
        else { continue }
        try require(
          holder.map { $0.id.hasSameBytes(as: account.id) } ?? false,
          "account `" + account.id + "` holds " + what + ", but is not given as its holder")
      }
    }
  }

  /// Checks that the address holders include every account that holds a looked-up address.
  private func checkUnsaidHolders() throws(InputError) {
    guard !asked.isEmpty else { return }
    let named = situation.addressHolders
    for place in situation.places {
      // The address holders have the places from 4 on, and need no comparison with themselves.
      guard place < 4 || place >= 4 + named.count, let account = situation.account(at: place),
        account.tenant.hasSameBytes(as: attempt.tenant), vocabulary.isIn(pool, account),
        asked.isHeld(by: account, vocabulary.addresses.heldBy)
      else { continue }
      let isNamed = named.contains { $0.id.hasSameBytes(as: account.id) }
      try require(
        isNamed,
        "account `" + account.id + "` holds `" + (asked.canonical ?? "")
          + "`, but is not among the address holders")
    }
  }

  private func check(
    _ credential: Attempt.AskedCredential
  ) throws(InputError) {
    var holder: Account?
    switch situation.credentialHolder {
    case .nobody, .gone: break
    case .account(let account):
      try require(
        account.tenant.hasSameBytes(as: attempt.tenant),
        "credential holder `" + account.id + "` belongs to another tenant than the attempt")
      try require(
        holds(credential, account),
        "account `" + account.id + "` does not hold the credential")
      holder = account
    }
    for place in situation.places {
      guard let account = situation.account(at: place),
        account.tenant.hasSameBytes(as: attempt.tenant), holds(credential, account)
      else { continue }
      let isSaid = holder.map { $0.id.hasSameBytes(as: account.id) } ?? false
      try require(
        isSaid, "account `" + account.id + "` holds the credential, but " + saidHolder)
    }
  }

  private var saidHolder: String {
    switch situation.credentialHolder {
    case .nobody: "the answer names no account"
    case .gone: "the answer says that the account of the credential was deleted"
    case .account(let account): "the answer names `" + account.id + "`"
    }
  }

  private func holds(
    _ credential: Attempt.AskedCredential, _ account: Account
  ) -> Bool {
    guard credential.kind != .anonymous else { return false }
    if credential.kind.isSubjectTheAddress {
      guard asked.isHeld(by: account, .account) else { return false }
    }
    let methods = account.methods
    for index in methods.indices where methods[index].kind == credential.kind {
      guard vocabulary.providers.haveSameIssuer(methods[index].provider, credential.provider)
      else { continue }
      guard !credential.kind.isSubjectTheAddress else { return true }
      if let subject = credential.subject, methods[index].signsIn(subject) {
        return true
      }
    }
    return false
  }

  // MARK: Errors

  func contradiction(_ message: String) -> InputError {
    InputError(.contradiction, message)
  }

  func require(
    _ holds: Bool, _ message: @autoclosure () -> String
  ) throws(InputError) {
    if !holds {
      throw contradiction(message())
    }
  }
}

/// The checks of single accounts, and of keys that at most one account can have.
extension SituationCheck {
  /// Checks each account, and checks that two accounts with one id are equal.
  ///
  /// - Parameter sorts: whether to compare sorted keys, which needs memory and is faster for many accounts. The
  ///   function refuses the same situations for both values.
  /// - Throws: an ``InputError`` for the first invalid account, or for the first two accounts that conflict.
  func checkAccounts(sorts: Bool) throws(InputError) {
    guard !sorts else {
      return try checkClashes(try distinctAccounts())
    }
    let places = situation.places
    for place in places {
      guard let account = situation.account(at: place) else { continue }
      var isKnown = false
      for other in places.lowerBound..<place {
        guard let earlier = situation.account(at: other) else { continue }
        if earlier.id.hasSameBytes(as: account.id) {
          try checkSame(earlier, account, isHolderTwice: isHolder(other) && isHolder(place))
          isKnown = true
        }
      }
      guard !isKnown else { continue }
      try vocabulary.check(account, knowing: canonicalAddress)
      for other in places.lowerBound..<place {
        guard let earlier = situation.account(at: other),
          earlier.tenant.hasSameBytes(as: account.tenant),
          !earlier.id.hasSameBytes(as: account.id)
        else { continue }
        try checkPair(earlier, account)
      }
    }
  }

  /// The first looked-up address; nil if a provider declares `case: exact`, because stored addresses can then have
  /// another canonical form.
  ///
  /// Most accounts have this address, so the check of an account need not canonicalize it again.
  private var canonicalAddress: String? {
    vocabulary.providers.keepsAnyCase ? nil : asked.canonical
  }

  private func distinctAccounts() throws(InputError) -> [Account] {
    var accounts: [Account] = []
    var places: [Int] = []
    for place in situation.places {
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

  /// Returns whether the account at the index `place` of the situation is an address holder.
  private func isHolder(_ place: Int) -> Bool {
    place >= 4 && place < 4 + situation.addressHolders.count
  }

  /// Refuses an account that occurs more than once among the address holders.
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
    guard a.isSameSnapshot(as: b, comparesFactors: vocabulary.isUsed(.factors)) else {
      throw InputError(torn: a)
    }
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
      throw sharedCredential(a, b, provider: method.provider)
    }
    for identifier in a.identifiers where b.holds(identifier) {
      throw sharedIdentifier(a, b, identifier: identifier)
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
    var identifiers = ClaimedKeys()
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
      for identifier in account.identifiers {
        identifiers.add(scope + [identifier.name, identifier.value], as: index)
      }
      guard vocabulary.addresses.isUnique else { continue }
      for pool in vocabulary.pools.pools.indices where vocabulary.isIn(pool, account) {
        for address in vocabulary.addressesHeld(by: account) {
          addresses.add(scope + [String(pool), address], as: index)
        }
      }
    }
    if let (first, second) = credentials.firstClash() {
      throw sharedCredential(accounts[first], accounts[second], provider: nil)
    }
    if let (first, second) = identifiers.firstClash(),
      let shared = accounts[first].identifiers.first(where: { accounts[second].holds($0) })
    {
      throw sharedIdentifier(accounts[first], accounts[second], identifier: shared)
    }
    if let (first, second) = addresses.firstClash() {
      throw sharedAddress(accounts[first], accounts[second])
    }
  }

  private func sharedCredential(_ a: Account, _ b: Account, provider: String?) -> InputError {
    let which = provider.map { " of `" + $0 + "`" } ?? ""
    return contradiction(
      "accounts `" + a.id + "` and `" + b.id + "` have one credential" + which)
  }

  private func sharedIdentifier(
    _ a: Account, _ b: Account, identifier: AccountIdentifier
  ) -> InputError {
    contradiction(
      "accounts `" + a.id + "` and `" + b.id + "` hold one identifier, `" + identifier.value
        + "` as `" + identifier.name + "`")
  }

  private func sharedAddress(_ a: Account, _ b: Account) -> InputError {
    contradiction(
      "accounts `" + a.id + "` and `" + b.id
        + "` hold one address, which the policy says is unique")
  }
}
