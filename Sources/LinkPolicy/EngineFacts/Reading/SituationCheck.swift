/// Whether the parts of a situation can be true at once.
///
/// What is asked of the accounts is what a look-up promises: a holder holds what it is said to
/// hold, nobody else does, and no two accounts have what only one can have. A decision about
/// anything else would be about a world that the tables were never checked for.
struct SituationCheck {
  let vocabulary: Vocabulary
  let situation: Situation
  /// The attempt, in whose tenant look-ups search.
  let attempt: Attempt
  /// What it can carry.
  let shape: AttemptShape
  /// The pool in which they search for addresses.
  let pool: Int
  /// The addresses that are looked up.
  let asked: AskedAddresses

  /// Checks everything.
  ///
  /// - Throws: an ``InputError`` for the first contradiction found.
  func run() throws(InputError) {
    try checkAccounts(sorts: situation.placeCount > ClaimedKeys.fewOwners)
    for index in situation.addressHolders.indices {
      try check(addressHolder: situation.addressHolders[index])
    }
    if let credential = attempt.askedCredential(shape) {
      try check(credential)
    }
    try checkUnsaidHolders()
  }

  // MARK: What the look-ups found

  private func check(addressHolder holder: Account) throws(InputError) {
    try require(
      !asked.isEmpty,
      "account `" + holder.id + "` is said to hold an address, but none is asked")
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

  /// Whoever holds an address that is asked for has to be among its holders.
  private func checkUnsaidHolders() throws(InputError) {
    guard !asked.isEmpty else { return }
    let named = situation.addressHolders
    for place in 0..<situation.placeCount {
      // The holders themselves come between.
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
    for place in 0..<situation.placeCount {
      guard let account = situation.account(at: place),
        account.tenant.hasSameBytes(as: attempt.tenant), holds(credential, account)
      else { continue }
      let isSaid = holder.map { $0.id.hasSameBytes(as: account.id) } ?? false
      try require(
        isSaid, "account `" + account.id + "` holds the credential that " + saidHolder)
    }
  }

  private var saidHolder: String {
    switch situation.credentialHolder {
    case .nobody: "nobody is said to hold"
    case .gone: "is said to be of an account that is gone"
    case .account(let account): "`" + account.id + "` is said to hold"
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

  // MARK: Saying so

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
