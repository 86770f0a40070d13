public import LinkPolicy
public import LinkPolicyStore

extension MemoryStore {
  public mutating func openSession(of id: String) throws(StoreError) -> String {
    let session = rows.newSessionID()
    let epoch = try account(id)?.epoch ?? 0
    rows.sessions.append(
      (session, StoredSession(account: id, epoch: epoch, isEnded: false, isRecent: true)))
    return session
  }

  public mutating func renewSession(
    _ session: String, of id: String, makesRecent: Bool
  ) throws(StoreError) {
    guard let epoch = try account(id)?.epoch else { return }
    for index in rows.sessions.indices where isSame(rows.sessions[index].id, session) {
      rows.sessions[index].row.epoch = epoch
      rows.sessions[index].row.isRecent = rows.sessions[index].row.isRecent || makesRecent
    }
  }

  public mutating func endSession(_ session: String) throws(StoreError) -> Bool {
    for index in rows.sessions.indices
    where isSame(rows.sessions[index].id, session) && !rows.sessions[index].row.isEnded {
      rows.sessions[index].row.isEnded = true
      return true
    }
    return false
  }

  public mutating func endSessions(of id: String, epoch: Int) throws(StoreError) {
    change(id) { $0.row.epoch = epoch }
  }

  public mutating func putCode(
    _ code: Write.NewCode, for account: String?
  ) throws(StoreError) -> String {
    let id = rows.newCodeID()
    rows.codes.append(
      (
        id,
        StoredCode(
          for: code.purpose, address: code.address, account: account, boundTo: code.boundTo,
          requester: code.requester, requesterAccount: code.requesterAccount,
          credential: code.credential, tenant: code.tenant, isUsed: false, isExpired: false)
      ))
    return id
  }

  public mutating func useCode(_ id: String) throws(StoreError) {
    for index in rows.codes.indices where isSame(rows.codes[index].id, id) {
      rows.codes[index].row.isUsed = true
    }
  }

  public mutating func cancelCodes(
    of id: String, address: String?, tenant: String?
  ) throws(StoreError) {
    rows.codes.removeAll { code in
      guard let owner = code.row.account else {
        return address != nil && isSame(code.row.address, address)
          && isSame(code.row.tenant, tenant)
      }
      return isSame(owner, id)
    }
  }

  public mutating func keep(_ notice: StoreNotice) throws(StoreError) -> String {
    let id = "n\(rows.outbox.count + 1)"
    rows.outbox.append(StoreNotice.Kept(id: id, notice: notice))
    return id
  }

  public mutating func remember(_ outcome: CommitOutcome, as id: String) throws(StoreError) {
    rows.outcomes.append((id, outcome.encoded))
  }
}
