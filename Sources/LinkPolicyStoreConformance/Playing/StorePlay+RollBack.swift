internal import LinkPolicy
internal import LinkPolicyStore

extension StorePlay {
  /// Writes in a transaction that is rolled back: nothing of it may be there afterwards.
  ///
  /// No id is used up, since the vector goes on with those that the store counts.
  mutating func takeBack<Store: CheckedStore & ~Copyable>(
    number: Int, on store: inout Store, seenBy observer: inout Store
  ) throws(StoreError) {
    guard finding == nil, !asked.contains(.rollBack) else { return }
    let before = try observer.read { (store) throws(StoreError) in try Self.rows(of: &store) }
    guard !before.accounts.isEmpty else { return }
    asked.insert(.rollBack)
    try store.read { (store) throws(StoreError) in
      for account in before.accounts {
        try store.endSessions(of: account.id, epoch: account.epoch + 1)
        try store.raiseVersion(of: account.id)
        _ = try store.keep(.owner(account: account.id, to: nil))
      }
    }
    let after = try observer.read { (store) throws(StoreError) in try Self.rows(of: &store) }
    for (account, was) in zip(after.accounts, before.accounts) {
      guard account.epoch != was.epoch || account.version != was.version else { continue }
      find(
        .rollBack,
        "what was written since `begin` is there after `rollBack`: the version of `" + was.id
          + "` is " + String(account.version) + ", and was " + String(was.version), number)
    }
    if after.notices != before.notices {
      find(.rollBack, "what was put in the outbox since `begin` is there after `rollBack`", number)
    }
  }

  private struct Rows {
    var accounts: [Account] = []
    var notices = 0
  }

  private static func rows(
    of store: inout some CheckedStore & ~Copyable
  ) throws(StoreError) -> Rows {
    var rows = Rows()
    for id in try store.accountIDs() {
      guard let account = try store.account(id) else { continue }
      rows.accounts.append(account)
    }
    rows.notices = try store.outbox().count
    return rows
  }
}
