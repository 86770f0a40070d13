internal import LinkPolicy
internal import LinkPolicyStore
internal import LinkPolicyTesting
internal import SQLiteStore

// What the service asks beside what policies ask.
extension ServiceStore {
  /// The hash of the password of whoever has an address, in canonical form; nil where nobody has one.
  mutating func passwordHash(ofAddress address: String) throws(StoreError) -> String? {
    try base.run(
      """
      SELECT method.hash FROM method JOIN account ON account.id = method.account
      WHERE method.kind = 'password' AND account.email = ? AND account.tenant IS NULL
      """, [.text(address)]
    ).first?[0].text
  }

  /// All accounts, in the order in which they were made.
  mutating func accounts() throws(StoreError) -> [Account] {
    var accounts: [Account] = []
    for id in try base.accountIDs() {
      if let account = try base.account(id) {
        accounts.append(account)
      }
    }
    return accounts
  }

  /// What was committed and not sent.
  mutating func outbox() throws(StoreError) -> [StoreNotice.Kept] {
    try base.outbox()
  }

  /// Forgets what was sent, with the codes in it: not even the file's log keeps them.
  mutating func sent(_ notices: [StoreNotice.Kept]) throws(StoreError) {
    guard !notices.isEmpty else { return }
    for notice in notices {
      try base.run("DELETE FROM outbox WHERE n = ?", [.integer(Int(notice.id) ?? 0)])
    }
    try base.run("PRAGMA wal_checkpoint(TRUNCATE)")
  }
}
