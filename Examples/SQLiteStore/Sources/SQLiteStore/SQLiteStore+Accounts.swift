public import LinkPolicy
public import LinkPolicyStore

extension SQLiteStore {
  public mutating func insertAccount(_ account: Write.NewAccount) throws(StoreError) -> String {
    var id = newID("u")
    while try !database.run("SELECT 1 FROM account WHERE id = ?", .text(id)).isEmpty {
      id = newID("u")
    }
    try database.run(
      "INSERT INTO account (id, tenant, email, given, verified) VALUES (?, ?, ?, ?, ?)",
      .text(id), SQLValue(account.tenant), SQLValue(account.email.email),
      SQLValue(account.email.given), SQLValue(account.email.isVerified))
    return id
  }

  public mutating func deleteAccount(
    _ id: String, leaving keys: [MethodKey]
  ) throws(StoreError) -> [String] {
    for key in keys {
      try database.run(
        """
        INSERT INTO gone (tenant, issuer, kind, subject)
        SELECT tenant, ?2, ?3, ?4 FROM account WHERE id = ?1
        """, .text(id), .text(key.issuer), .text(key.kind.name.text), SQLValue(key.subject))
    }
    let open = try database.run(
      "SELECT id FROM session WHERE account = ? AND NOT ended ORDER BY n", .text(id))
    try database.run("UPDATE session SET ended = 1 WHERE account = ?", .text(id))
    // The database also deletes the account's methods, labels and identifiers.
    try database.run("DELETE FROM account WHERE id = ?", .text(id))
    return open.map { $0[0].string }
  }

  public mutating func setEmail(_ email: Write.NewEmail, of id: String) throws(StoreError) {
    try database.run(
      """
      UPDATE account SET given = CASE WHEN ?2 IS NULL THEN NULL ELSE coalesce(?3, given) END,
      email = ?2, verified = ?4 WHERE id = ?1
      """, .text(id), SQLValue(email.email), SQLValue(email.given), SQLValue(email.isVerified))
  }

  public mutating func setProfile(
    _ profile: Profile, of id: String, blanksOnly: Bool
  ) throws(StoreError) {
    let (name, photo) = blanksOnly ? ("coalesce(name, ?2)", "coalesce(photo, ?3)") : ("?2", "?3")
    try database.run(
      "UPDATE account SET name = \(name), photo = \(photo) WHERE id = ?1", .text(id),
      SQLValue(profile.name), SQLValue(profile.photo))
  }

  public mutating func setState(_ state: Account.State, of id: String) throws(StoreError) {
    let word =
      switch state {
      case .active: "active"
      case .disabled: "disabled"
      }
    try database.run("UPDATE account SET state = ?2 WHERE id = ?1", .text(id), .text(word))
  }

  public mutating func setLabel(
    _ name: String, to value: String, of id: String, method: MethodKey?
  ) throws(StoreError) {
    let key = (
      SQLValue(method?.issuer), SQLValue(method?.kind.name.text), SQLValue(method?.subject)
    )
    try database.run(
      """
      DELETE FROM label WHERE account = ? AND issuer IS ? AND kind IS ? AND subject IS ? AND name = ?
      """, .text(id), key.0, key.1, key.2, .text(name))
    try database.run(
      """
      INSERT INTO label (account, issuer, kind, subject, name, value)
      SELECT id, ?2, ?3, ?4, ?5, ?6 FROM account WHERE id = ?1
      """, .text(id), key.0, key.1, key.2, .text(name), .text(value))
  }

  public mutating func setIdentifier(
    _ name: String, to value: String?, of id: String
  ) throws(StoreError) {
    try database.run(
      "DELETE FROM identifier WHERE account = ?1 AND name = ?2", .text(id), .text(name))
    guard let value else { return }
    let others = try database.run(
      """
      SELECT 1 FROM identifier JOIN account ON account.id = ?1
      WHERE identifier.tenant = coalesce(account.tenant, '') AND identifier.name = ?2 AND identifier.value = ?3
      """, .text(id), .text(name), .text(value))
    guard others.isEmpty else {
      throw .conflict("another account holds the identifier `\(name)`")
    }
    try database.run(
      """
      INSERT INTO identifier (account, tenant, name, value)
      SELECT id, coalesce(tenant, ''), ?2, ?3 FROM account WHERE id = ?1
      """, .text(id), .text(name), .text(value))
  }

  public mutating func dropFactors(of id: String) throws(StoreError) {
    try database.run("UPDATE account SET factors = 0 WHERE id = ?", .text(id))
  }

  public mutating func setFactors(_ count: Int, of id: String) throws(StoreError) {
    try database.run(
      "UPDATE account SET factors = ? WHERE id = ?", .integer(count), .text(id))
  }

  public mutating func raiseVersion(of id: String) throws(StoreError) {
    try database.run("UPDATE account SET version = version + 1 WHERE id = ?", .text(id))
  }
}
