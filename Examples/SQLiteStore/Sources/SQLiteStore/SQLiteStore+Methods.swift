public import LinkPolicy
public import LinkPolicyStore

extension SQLiteStore {
  public mutating func putMethod(
    _ method: Write.NewMethod, of id: String, passwordHash: String?
  ) throws(StoreError) {
    let present = try row(of: method.key, of: id)
    if let place = method.place, let other = try row(of: place, of: id), other != present {
      // All methods before the position move up to make room for the new method.
      try database.run(
        """
        UPDATE method SET place = place - 1 WHERE account = ?1
        AND place < (SELECT place FROM method WHERE rowid = ?2)
        """, .text(id), .integer(other))
      try insert(method, of: id, passwordHash, keeping: present)
      try database.run(
        """
        UPDATE method SET place = (SELECT place - 0.5 FROM method WHERE rowid = ?2)
        WHERE rowid = ?1
        """, .integer(try row(of: method.key, of: id) ?? 0), .integer(other))
    } else {
      try insert(method, of: id, passwordHash, keeping: present)
    }
  }

  /// Replaces the row of the method with the same key, or appends a row.
  private mutating func insert(
    _ method: Write.NewMethod, of id: String, _ passwordHash: String?, keeping present: Int?
  ) throws(StoreError) {
    if let present {
      try database.run(
        """
        UPDATE method SET provider = ?2, address = ?3, proved = ?4, superseded = ?5,
        hash = coalesce(?6, hash) WHERE rowid = ?1
        """, .integer(present), .text(method.provider), SQLValue(method.address),
        SQLValue(method.provedAddress), SQLValue(method.isSuperseded), SQLValue(passwordHash))
    } else {
      try database.run(
        """
        INSERT INTO method (account, provider, issuer, kind, subject, address, proved, superseded,
        hash, place)
        SELECT id, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9,
        (SELECT coalesce(max(place), 0) + 1 FROM method WHERE account = ?1)
        FROM account WHERE id = ?1
        """, .text(id), .text(method.provider), .text(method.key.issuer),
        .text(method.key.kind.name.text), SQLValue(method.key.subject), SQLValue(method.address),
        SQLValue(method.provedAddress), SQLValue(method.isSuperseded), SQLValue(passwordHash))
    }
  }

  public mutating func removeMethod(_ key: MethodKey, of id: String) throws(StoreError) -> Bool {
    guard let row = try row(of: key, of: id) else { return false }
    let superseded = try database.run(
      "SELECT superseded FROM method WHERE rowid = ?", .integer(row))
    try database.run("DELETE FROM method WHERE rowid = ?", .integer(row))
    try database.run(
      "DELETE FROM label WHERE account = ? AND issuer = ? AND kind = ? AND subject IS ?",
      .text(id), .text(key.issuer), .text(key.kind.name.text), SQLValue(key.subject))
    return superseded.first.map { !$0[0].flag } ?? false
  }

  public mutating func supersedeMethod(_ key: MethodKey, of id: String) throws(StoreError) {
    if let row = try row(of: key, of: id) {
      try database.run("UPDATE method SET superseded = 1 WHERE rowid = ?", .integer(row))
    }
  }

  /// Returns the number of the method row with a key; nil if there is no such row.
  private mutating func row(of key: MethodKey, of id: String) throws(StoreError) -> Int? {
    try database.run(
      "SELECT rowid FROM method WHERE account = ? AND issuer = ? AND kind = ? AND subject IS ?",
      .text(id), .text(key.issuer), .text(key.kind.name.text), SQLValue(key.subject)
    ).first?[0].integer
  }
}
