public import LinkPolicy
public import LinkPolicyStore

extension SQLiteStore {
  public mutating func openSession(of id: String) throws(StoreError) -> String {
    let session = newID("s")
    try database.run(
      "INSERT INTO session (id, account, epoch) SELECT ?2, id, epoch FROM account WHERE id = ?1",
      .text(id), .text(session))
    return session
  }

  public mutating func renewSession(
    _ session: String, of id: String, makesRecent: Bool
  ) throws(StoreError) {
    try database.run(
      """
      UPDATE session SET epoch = (SELECT epoch FROM account WHERE id = ?2), recent = recent OR ?3
      WHERE id = ?1 AND EXISTS (SELECT 1 FROM account WHERE id = ?2)
      """, .text(session), .text(id), SQLValue(makesRecent))
  }

  public mutating func endSession(_ session: String) throws(StoreError) -> Bool {
    try database.run("UPDATE session SET ended = 1 WHERE id = ? AND NOT ended", .text(session))
    return database.changedRows > 0
  }

  public mutating func endSessions(of id: String, epoch: Int) throws(StoreError) {
    try database.run("UPDATE account SET epoch = ?2 WHERE id = ?1", .text(id), .integer(epoch))
  }

  public mutating func putCode(
    _ code: Write.NewCode, for account: String?
  ) throws(StoreError) -> String {
    try add(
      StoredCode(
        for: code.purpose, address: code.address, account: account, boundTo: code.boundTo,
        requester: code.requester, requesterAccount: code.requesterAccount,
        credential: code.credential, tenant: code.tenant, isUsed: false, isExpired: false),
      id: nil)
  }

  /// Adds a code under the given id, or under a new id if `id` is nil, and returns this id.
  public mutating func add(_ code: StoredCode, id: String?) throws(StoreError) -> String {
    let id = id ?? newID("c")
    try database.run(
      """
      INSERT INTO code (id, purpose, address, account, bound, requester, tenant, used, expired,
        requester_account, credential_issuer, credential_kind, credential_subject)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, .text(id), .text(code.purpose.name.text), .text(code.address), SQLValue(code.account),
      SQLValue(code.boundTo), SQLValue(code.requester), SQLValue(code.tenant),
      SQLValue(code.isUsed), SQLValue(code.isExpired), SQLValue(code.requesterAccount),
      SQLValue(code.credential?.issuer), SQLValue(code.credential?.kind.name.text),
      SQLValue(code.credential?.subject))
    return id
  }

  public mutating func useCode(_ id: String) throws(StoreError) {
    try database.run("UPDATE code SET used = 1 WHERE id = ?", .text(id))
  }

  public mutating func cancelCodes(
    of id: String, address: String?, tenant: String?
  ) throws(StoreError) {
    try database.run(
      "DELETE FROM code WHERE account = ?1 OR (account IS NULL AND address = ?2 AND tenant IS ?3)",
      .text(id), SQLValue(address), SQLValue(tenant))
  }

  public mutating func keep(_ notice: StoreNotice) throws(StoreError) -> String {
    switch notice {
    case .mail(let code, let purpose, to: let address):
      try database.run(
        "INSERT INTO outbox (notice, code, purpose, recipient) VALUES ('mail', ?, ?, ?)",
        .text(code), .text(purpose.name.text), .text(address))
    case .owner(let account, to: let address):
      try database.run(
        "INSERT INTO outbox (notice, account, recipient) VALUES ('owner', ?, ?)", .text(account),
        SQLValue(address))
    }
    return String(database.lastRow)
  }

  public mutating func remember(_ outcome: CommitOutcome, as id: String) throws(StoreError) {
    try database.run(
      "INSERT INTO outcome (id, encoded) VALUES (?, ?)", .text(id), .text(outcome.encoded))
  }
}
