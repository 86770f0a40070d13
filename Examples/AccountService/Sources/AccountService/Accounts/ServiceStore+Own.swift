internal import LinkPolicy
internal import LinkPolicyStore
internal import LinkPolicyTesting
internal import SQLiteStore

// Queries that the service needs and no policy asks.
extension ServiceStore {
  /// Returns the password hash of the account with an address in canonical form; nil if there is no password.
  mutating func passwordHash(ofAddress address: String) throws(StoreError) -> String? {
    try base.run(
      """
      SELECT method.hash FROM method JOIN account ON account.id = method.account
      WHERE method.kind = 'password' AND account.email = ? AND account.tenant IS NULL
      """, [.text(address)]
    ).first?[0].text
  }

  /// Returns all accounts, in the order of creation.
  mutating func accounts() throws(StoreError) -> [Account] {
    var accounts: [Account] = []
    for id in try base.accountIDs() {
      if let account = try base.account(id) {
        accounts.append(account)
      }
    }
    return accounts
  }

  /// Returns the committed notices that were not sent yet.
  mutating func outbox() throws(StoreError) -> [StoreNotice.Kept] {
    try base.outbox()
  }

  /// Deletes sent notices with their codes, and removes them from the write-ahead log of the file.
  mutating func sent(_ notices: [StoreNotice.Kept]) throws(StoreError) {
    guard !notices.isEmpty else { return }
    for notice in notices {
      try base.run("DELETE FROM outbox WHERE n = ?", [.integer(Int(notice.id) ?? 0)])
    }
    try base.run("PRAGMA wal_checkpoint(TRUNCATE)")
  }
}
