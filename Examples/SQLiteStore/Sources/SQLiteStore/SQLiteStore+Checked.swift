public import LinkPolicy
public import LinkPolicyStore
public import LinkPolicyTesting

extension SQLiteStore: CheckedStore {
  public mutating func clear() throws(StoreError) {
    made = [:]
    for table in ["label", "identifier", "method", "account", "gone", "session", "code", "outbox", "outcome"] {
      try database.run("DELETE FROM \(table)")
    }
  }

  public mutating func add(_ account: Account) throws(StoreError) {
    try database.run(
      """
      INSERT INTO account (id, tenant, email, given, verified, name, photo, factors, epoch, version)
      VALUES (?, ?, ?, ?3, ?, ?, ?, ?, ?, ?)
      """, .text(account.id), SQLValue(account.tenant), SQLValue(account.email),
      SQLValue(account.isEmailVerified), SQLValue(account.profile.name),
      SQLValue(account.profile.photo), .integer(account.factors), .integer(account.epoch),
      .integer(account.version))
    try setState(account.state, of: account.id)
    for label in account.labels {
      try setLabel(label.name, to: label.value, of: account.id, method: nil)
    }
    for identifier in account.identifiers {
      try setIdentifier(identifier.name, to: identifier.value, of: account.id)
    }
    for (index, method) in account.methods.enumerated() {
      let kind = method.kind ?? .federated
      try database.run(
        """
        INSERT INTO method (account, provider, issuer, kind, subject, address, proved, superseded,
        place) VALUES (?1, ?2, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
        """, .text(account.id), .text(method.provider), .text(kind.name.text),
        SQLValue(method.subject), SQLValue(method.address), SQLValue(method.provedAddress),
        SQLValue(method.isSuperseded), .integer(index))
      let key = MethodKey(issuer: method.provider, kind: kind, subject: method.subject)
      for label in method.labels {
        try setLabel(label.name, to: label.value, of: account.id, method: key)
      }
    }
  }

  public mutating func add(goneKey key: MethodKey, in tenant: String?) throws(StoreError) {
    try database.run(
      "INSERT INTO gone (tenant, issuer, kind, subject) VALUES (?, ?, ?, ?)", SQLValue(tenant),
      .text(key.issuer), .text(key.kind.name.text), SQLValue(key.subject))
  }

  public mutating func add(
    _ session: StoredSession, id: String?
  ) throws(StoreError) -> String {
    let id = id ?? newID("s")
    try database.run(
      "INSERT INTO session (id, account, epoch, ended, recent) VALUES (?, ?, ?, ?, ?)", .text(id),
      .text(session.account), .integer(session.epoch), SQLValue(session.isEnded),
      SQLValue(session.isRecent))
    return id
  }

  public mutating func ageSessions() throws(StoreError) {
    try database.run("UPDATE session SET recent = 0")
  }

  public mutating func expireCodes() throws(StoreError) {
    try database.run("UPDATE code SET expired = 1")
  }

  public mutating func accountIDs() throws(StoreError) -> [String] {
    try database.run("SELECT id FROM account ORDER BY n").map { $0[0].string }
  }

  public mutating func sessions(of id: String) throws(StoreError) -> [StoredSession] {
    try database.run(
      "SELECT account, epoch, ended, recent FROM session WHERE account = ? ORDER BY n", .text(id)
    ).map {
      StoredSession(
        account: $0[0].string, epoch: $0[1].integer, isEnded: $0[2].flag, isRecent: $0[3].flag)
    }
  }

  public mutating func codes(of id: String?) throws(StoreError) -> [StoredCode] {
    try codes(where: "account IS ?", SQLValue(id))
  }

  public mutating func shownAddress(of id: String) throws(StoreError) -> String? {
    try database.run("SELECT given FROM account WHERE id = ?", .text(id)).first?[0].text
  }

  public mutating func passwordHash(
    of key: MethodKey, heldBy id: String
  ) throws(StoreError) -> String? {
    try database.run(
      "SELECT hash FROM method WHERE account = ? AND issuer = ? AND kind = ? AND subject IS ?",
      .text(id), .text(key.issuer), .text(key.kind.name.text), SQLValue(key.subject)
    ).first?[0].text
  }

  public mutating func outbox() throws(StoreError) -> [StoreNotice.Kept] {
    try database.run("SELECT n, code, purpose, account, recipient FROM outbox ORDER BY n").map {
      let notice: StoreNotice =
        if let code = $0[1].text {
          .mail(code: code, purpose: CodePurpose(Name($0[2].string)), to: $0[4].string)
        } else {
          .owner(account: $0[3].string, to: $0[4].text)
        }
      return StoreNotice.Kept(id: String($0[0].integer), notice: notice)
    }
  }
}
