internal import LinkPolicy
internal import LinkPolicyStore
internal import LinkPolicyTesting
internal import SQLiteStore

/// The example's store in SQLite, with what a service adds to one: nobody who reads the tables can use a session or a code,
/// and both go by a clock.
///
/// Sessions and codes are stored under the digest of what the browser or the mail has; whoever calls brings digests
/// (``Secret``), and only the two functions that make one return what it was made of. When it was made stands in tables
/// of the service's own, written in the same transaction.
struct ServiceStore: ~Copyable {
  var base: SQLiteStore
  private let clock: Clock
  private let lifetimes: Lifetimes

  /// Opens a file, or makes it.
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

/// What of a session or a code is stored: its digest.
enum Secret {
  /// The id under which something is stored that a browser or a mail has.
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
