public import LinkPolicy
public import LinkPolicyStore
public import LinkPolicyTesting

extension MemoryStore: CheckedStore {
  public mutating func clear() throws(StoreError) {
    rows = MemoryRows()
  }

  public mutating func add(_ account: Account) throws(StoreError) {
    var row = account
    row.methods = []
    var stored = MemoryRows.StoredAccount(row: row, given: account.email)
    stored.methods = account.methods.map { method in
      MemoryRows.StoredMethod(
        key: MethodKey(
          issuer: method.provider, kind: method.kind ?? .federated, subject: method.subject),
        method: method, passwordHash: nil)
    }
    rows.accounts.append(stored)
  }

  public mutating func add(goneKey key: MethodKey, in tenant: String?) throws(StoreError) {
    rows.gone.append((key, tenant))
  }

  public mutating func add(
    _ session: StoredSession, id: String?
  ) throws(StoreError) -> String {
    let id = id ?? rows.newSessionID()
    rows.sessions.append((id, session))
    return id
  }

  public mutating func add(_ code: StoredCode, id: String?) throws(StoreError) -> String {
    let id = id ?? rows.newCodeID()
    rows.codes.append((id, code))
    return id
  }

  public mutating func ageSessions() throws(StoreError) {
    for index in rows.sessions.indices {
      rows.sessions[index].row.isRecent = false
    }
  }

  public mutating func expireCodes() throws(StoreError) {
    for index in rows.codes.indices {
      rows.codes[index].row.isExpired = true
    }
  }

  public mutating func accountIDs() throws(StoreError) -> [String] {
    rows.accounts.map(\.row.id)
  }

  public mutating func sessions(of id: String) throws(StoreError) -> [StoredSession] {
    rows.sessions.map(\.row).filter { $0.account == id }
  }

  public mutating func codes(of id: String?) throws(StoreError) -> [StoredCode] {
    rows.codes.map(\.row).filter { $0.account == id }
  }

  public mutating func shownAddress(of id: String) throws(StoreError) -> String? {
    rows.index(of: id).flatMap { rows.accounts[$0].given }
  }

  public mutating func passwordHash(
    of key: MethodKey, heldBy id: String
  ) throws(StoreError) -> String? {
    guard let index = rows.index(of: id), let place = rows.place(of: key, at: index) else {
      return nil
    }
    return rows.accounts[index].methods[place].passwordHash
  }

  public mutating func outbox() throws(StoreError) -> [StoreNotice.Kept] {
    rows.outbox
  }
}
