public import LinkPolicy
public import LinkPolicyStore

extension SQLiteStore {
  public mutating func account(_ id: String) throws(StoreError) -> Account? {
    let rows = try database.run(
      """
      SELECT version, tenant, email, verified, state, epoch, name, photo, factors
      FROM account WHERE id = ?
      """, .text(id))
    guard let row = rows.first else { return nil }
    var account = Account(
      id: id, version: row[0].integer, tenant: row[1].text, email: row[2].text,
      isEmailVerified: row[3].flag, state: row[4].text == "active" ? .active : .disabled,
      epoch: row[5].integer, methods: [], labels: [])
    account.profile = Profile(name: row[6].text, photo: row[7].text)
    account.factors = row[8].integer
    let labels = try database.run(
      "SELECT issuer, kind, subject, name, value FROM label WHERE account = ? ORDER BY n",
      .text(id))
    account.labels = labels.filter { $0[0].text == nil }.map { ($0[3].string, $0[4].string) }
    account.identifiers = try database.run(
      "SELECT name, value FROM identifier WHERE account = ? ORDER BY name", .text(id)
    ).map { AccountIdentifier($0[0].string, $0[1].string) }
    for row in try database.run(
      """
      SELECT provider, issuer, kind, subject, address, proved, superseded
      FROM method WHERE account = ? ORDER BY place
      """, .text(id))
    {
      guard let kind = MethodKind(Name(row[2].string)) else {
        throw .failed("the account `\(id)` has a method of the kind `\(row[2].string)`")
      }
      var method = Method(row[0].string, kind, subject: row[3].text)
      method.address = row[4].text
      method.provedAddress = row[5].text
      method.isSuperseded = row[6].flag
      method.labels = labels.filter {
        $0[0].text == row[1].text && $0[1].text == row[2].text && $0[2].text == row[3].text
      }.map { ($0[3].string, $0[4].string) }
      account.methods.append(method)
    }
    return account
  }

  public mutating func holder(
    of key: MethodKey, in tenant: String?
  ) throws(StoreError) -> Requirement.Holder {
    // For a password or e-mail link, the query first finds the account by its address. With an index on issuer and kind
    // alone, SQLite would read the rows of all passwords. The plus signs and CROSS JOIN prevent the use of this index.
    let (tables, issuer, kind, column) =
      switch key.kind {
      case .password, .emailLink:
        (
          "account CROSS JOIN method ON method.account = account.id",
          "+method.issuer", "+method.kind", "account.email"
        )
      case .federated, .phone, .custom, .passkey, .anonymous:
        (
          "method JOIN account ON account.id = method.account",
          "method.issuer", "method.kind", "method.subject"
        )
      }
    let values: (SQLValue, SQLValue) = (.text(key.issuer), .text(key.kind.name.text))
    let rows = try database.run(
      """
      SELECT account.id FROM \(tables)
      WHERE \(issuer) = ? AND \(kind) = ? AND \(column) = ? AND account.tenant IS ?
      ORDER BY account.n LIMIT 1
      """, values.0, values.1, SQLValue(key.subject), SQLValue(tenant))
    if let row = rows.first {
      return .account(id: row[0].string)
    }
    let gone = try database.run(
      "SELECT 1 FROM gone WHERE issuer = ? AND kind = ? AND subject = ? AND tenant IS ?",
      values.0, values.1, SQLValue(key.subject), SQLValue(tenant))
    return gone.isEmpty ? .nobody : .gone
  }

  public mutating func holders(
    of address: String, in tenant: String?, heldBy holder: AddressRules.AddressHolder
  ) throws(StoreError) -> [String] {
    let condition =
      switch holder {
      case .account: "email = ?1"
      case .methods:
        """
        id IN (SELECT account FROM method WHERE address = ?1 AND NOT superseded)
        """
      }
    return try database.run(
      "SELECT id FROM account WHERE \(condition) AND tenant IS ?2 ORDER BY n", .text(address),
      SQLValue(tenant)
    ).map { $0[0].string }
  }

  public mutating func holder(
    of identifier: AccountIdentifier, in tenant: String?
  ) throws(StoreError) -> String? {
    try database.run(
      "SELECT account FROM identifier WHERE tenant = ?1 AND name = ?2 AND value = ?3",
      .text(tenant ?? ""), .text(identifier.name), .text(identifier.value)
    ).first?[0].string
  }

  public mutating func session(_ id: String) throws(StoreError) -> StoredSession? {
    try database.run(
      "SELECT account, epoch, ended, recent FROM session WHERE id = ?", .text(id)
    ).first.map {
      StoredSession(
        account: $0[0].string, epoch: $0[1].integer, isEnded: $0[2].flag, isRecent: $0[3].flag)
    }
  }

  public mutating func code(_ id: String) throws(StoreError) -> StoredCode? {
    try codes(where: "id = ?", .text(id)).first
  }

  /// Returns the codes that meet an SQL condition.
  mutating func codes(
    where condition: String, _ value: SQLValue
  ) throws(StoreError) -> [StoredCode] {
    try database.run(
      """
      SELECT purpose, address, account, bound, requester, tenant, used, expired, requester_account,
        credential_issuer, credential_kind, credential_subject
      FROM code WHERE \(condition) ORDER BY n
      """, value
    ).map {
      StoredCode(
        for: CodePurpose(Name($0[0].string)), address: $0[1].string, account: $0[2].text,
        boundTo: $0[3].text, requester: $0[4].text, requesterAccount: $0[8].text,
        credential: Self.credential($0[9], $0[10], $0[11]), tenant: $0[5].text,
        isUsed: $0[6].flag, isExpired: $0[7].flag)
    }
  }

  /// Returns the credential of a code from its columns; nil if the columns are NULL.
  private static func credential(
    _ issuer: SQLValue, _ kind: SQLValue, _ subject: SQLValue
  ) -> MethodKey? {
    guard let issuer = issuer.text, let subject = subject.text,
      let kind = kind.text.flatMap({ MethodKind(Name($0)) })
    else { return nil }
    return MethodKey(issuer: issuer, kind: kind, subject: subject)
  }

  public mutating func outcome(of id: String) throws(StoreError) -> CommitOutcome? {
    let rows = try database.run("SELECT encoded FROM outcome WHERE id = ?", .text(id))
    guard let row = rows.first else { return nil }
    return try CommitOutcome(encoded: row[0].string)
  }
}
