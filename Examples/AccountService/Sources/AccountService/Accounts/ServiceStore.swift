internal import LinkPolicy
internal import LinkPolicyStore
internal import LinkPolicyTesting
internal import SQLiteStore

/// The SQLite store of the example, with two additions of a service: readers of the tables cannot use a session or a
/// code, and sessions and codes expire.
///
/// The store keeps only the digest of a session or code, and callers pass digests (``Secret``). Only `openSession` and
/// `putCode` return the secret itself, to the browser or the mail. Separate tables of the service contain the creation
/// times, written in the same transaction.
struct ServiceStore: ~Copyable {
  var base: SQLiteStore
  private let clock: Clock
  private let lifetimes: Lifetimes

  /// Opens a database file, and creates the file if it is missing.
  init(_ path: String, clock: Clock, lifetimes: Lifetimes) throws(StoreError) {
    var opened = try SQLiteStore(path)
    try opened.script(
      """
      PRAGMA secure_delete = ON;
      CREATE TABLE IF NOT EXISTS session_time (
        session TEXT PRIMARY KEY, opened INTEGER NOT NULL, proved INTEGER NOT NULL);
      CREATE TABLE IF NOT EXISTS code_time (code TEXT PRIMARY KEY, made INTEGER NOT NULL);
      """)
    base = opened
    self.clock = clock
    self.lifetimes = lifetimes
  }
}

/// The conversion of the secrets of sessions and codes to ids in the store.
enum Secret {
  /// Returns the id under which the store keeps the secret of a browser or mail: the secret's digest.
  static func id(of secret: String) -> String {
    Digest.sha256(secret)
  }
}

extension ServiceStore {
  mutating func session(_ id: String) throws(StoreError) -> StoredSession? {
    guard var row = try base.session(id) else { return nil }
    let times = try base.run(
      "SELECT opened, proved FROM session_time WHERE session = ?", [.text(id)])
    let (opened, proved) = (times.first?[0].integer ?? 0, times.first?[1].integer ?? 0)
    row.isRecent = clock.now - proved < lifetimes.recent
    row.isEnded = row.isEnded || clock.now - opened >= lifetimes.session
    return row
  }

  mutating func code(_ id: String) throws(StoreError) -> StoredCode? {
    guard var row = try base.code(id) else { return nil }
    let made = try base.run("SELECT made FROM code_time WHERE code = ?", [.text(id)])
    row.isExpired = clock.now - (made.first?[0].integer ?? 0) >= lifetimes.code
    return row
  }

  mutating func openSession(of id: String) throws(StoreError) -> String {
    guard let account = try base.account(id) else {
      throw .inconsistent("a session is opened of the account `\(id)`, which is not there")
    }
    let secret = Random.token()
    let row = StoredSession(
      account: id, epoch: account.epoch, isEnded: false, isRecent: true)
    let session = try base.add(row, id: Secret.id(of: secret))
    try base.run(
      "INSERT INTO session_time (session, opened, proved) VALUES (?1, ?2, ?2)",
      [.text(session), .integer(clock.now)])
    return secret
  }

  mutating func renewSession(
    _ session: String, of id: String, makesRecent: Bool
  ) throws(StoreError) {
    try base.renewSession(session, of: id, makesRecent: makesRecent)
    if makesRecent {
      try base.run(
        "UPDATE session_time SET proved = ? WHERE session = ?",
        [.integer(clock.now), .text(session)])
    }
  }

  mutating func putCode(
    _ code: Write.NewCode, for account: String?
  ) throws(StoreError) -> String {
    let secret = Random.token()
    let row = StoredCode(
      for: code.purpose, address: code.address, account: account, boundTo: code.boundTo,
      requester: code.requester, requesterAccount: code.requesterAccount,
      credential: code.credential, tenant: code.tenant, isUsed: false, isExpired: false)
    let id = try base.add(row, id: Secret.id(of: secret))
    try base.run(
      "INSERT INTO code_time (code, made) VALUES (?, ?)", [.text(id), .integer(clock.now)])
    return secret
  }

  mutating func cancelCodes(
    of id: String, address: String?, tenant: String?
  ) throws(StoreError) {
    try base.cancelCodes(of: id, address: address, tenant: tenant)
    try base.run("DELETE FROM code_time WHERE code NOT IN (SELECT id FROM code)")
  }
}
