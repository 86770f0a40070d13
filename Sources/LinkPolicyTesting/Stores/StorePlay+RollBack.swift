internal import LinkPolicy
internal import LinkPolicyStore

extension StorePlay {
  private static var madeUp: String { "rolled back" }

  /// Writes every kind of row in a transaction that is rolled back, and checks that no change
  /// remains.
  ///
  /// The suite calls this method at the end of each vector.
  mutating func takeBack<Store: CheckedStore & ~Copyable>(
    number: Int, on store: inout Store, seenBy observer: inout Store
  ) throws(StoreError) {
    let accounts = state.accounts
    guard finding == nil, !accounts.accounts.isEmpty else { return }
    let nothing = ChangeSet(requirements: [], writes: [], notices: [])
    // The rollback is not to blame for a difference that exists before the transaction.
    if let (duty, text) = try differences(
      after: nothing, outcome: CommitOutcome(), id: vector.id, seenBy: &observer)
    {
      return find(duty, text: text, step: number)
    }
    asked.insert(.rollBack)
    try store.read { (store) throws(StoreError) in
      for session in accounts.sessions {
        _ = try store.endSession(session.id)
      }
      for code in accounts.codes {
        try store.useCode(code.id)
      }
      for account in accounts.accounts {
        try Self.change(account, by: seen, of: &store)
      }
      if let account = accounts.accounts.last {
        let keys = account.methods.map { MethodKey(of: $0, policy.vocabulary) }
        _ = try store.deleteAccount(account.id, leaving: keys.filter { $0.subject != nil })
      }
      if let account = seen.account {
        _ = try store.insertAccount(account)
      }
      var outcome = CommitOutcome()
      outcome.session = Self.madeUp
      try store.remember(outcome, as: vector.id + "#" + Self.madeUp)
    }
    let left = try observer.read { (store) throws(StoreError) in
      try store.outcome(of: vector.id + "#" + Self.madeUp)
    }
    if left != nil {
      find(
        .rollBack, text: "an outcome remembered since `begin` is there after `rollBack`",
        step: number)
    }
    if let (_, text) = try differences(
      after: nothing, outcome: CommitOutcome(), id: vector.id, seenBy: &observer)
    {
      find(
        .rollBack,
        text: "after `rollBack` something is there that was written since `begin`: " + text,
        step: number)
    }
  }

  /// Changes every property of an account, in a transaction that the caller rolls back.
  private static func change(
    _ account: Account, by seen: SeenWrites, of store: inout some CheckedStore & ~Copyable
  ) throws(StoreError) {
    if var email = seen.email {
      email.email = "rolled-back@example.com"
      email.isVerified = !account.isEmailVerified
      try store.setEmail(email, of: account.id)
    }
    try store.setProfile(
      Profile(name: madeUp, photo: madeUp), of: account.id, blanksOnly: false)
    try store.setState(account.state == .active ? .disabled : .active, of: account.id)
    try store.setLabel(madeUp, to: madeUp, of: account.id, method: nil)
    if let name = seen.identifier {
      // Each account gets another value, because at most one account of a tenant may hold an identifier.
      try store.setIdentifier(name, to: madeUp + " " + account.id, of: account.id)
    }
    if var method = seen.method {
      method.key = MethodKey(issuer: madeUp, kind: .federated, subject: account.id)
      method.place = nil
      try store.putMethod(method, of: account.id, passwordHash: nil)
    }
    try store.dropFactors(of: account.id)
    try store.setFactors(account.factors + 1, of: account.id)
    _ = try store.openSession(of: account.id)
    try store.endSessions(of: account.id, epoch: account.epoch + 1)
    try store.cancelCodes(of: account.id, address: account.email, tenant: account.tenant)
    if let code = seen.code {
      _ = try store.putCode(code, for: account.id)
    }
    try store.raiseVersion(of: account.id)
    _ = try store.keep(.owner(account: account.id, to: nil))
  }
}

/// The last account, address, method, code and identifier name that the change sets of a vector wrote.
///
/// ``StorePlay`` uses these values for the writes that it rolls back.
struct SeenWrites {
  private(set) var account: Write.NewAccount?
  private(set) var email: Write.NewEmail?
  private(set) var method: Write.NewMethod?
  private(set) var code: Write.NewCode?
  /// The name of the last written identifier; nil if no change set has written an identifier.
  private(set) var identifier: String?

  mutating func note(_ write: Write) {
    switch write {
    case .insertAccount(let new): (account, email) = (new, new.email)
    case .setEmail(_, let new): email = new
    case .putMethod(_, let new): method = new
    case .putCode(let new): code = new
    case .setIdentifier(_, let name, value: _): identifier = name
    case .deleteAccount, .setProfile, .setState, .setLabel,
      .removeMethod, .supersedeMethod,
      .dropFactors, .setFactors, .openSession, .renewSession, .endSession, .endSessions, .useCode,
      .cancelCodes:
      break
    }
  }
}
