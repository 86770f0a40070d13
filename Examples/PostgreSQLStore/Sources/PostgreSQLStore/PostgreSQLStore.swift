public import LinkPolicyStore

/// A store in a database of PostgreSQL.
///
/// Each transaction is `SERIALIZABLE`: of two that depend on each other one fails with 40001, which is a conflict, and
/// the attempt is decided again. A code is stored as it is mailed: keep a hash of it in its place where others can read the
/// tables.
public struct PostgreSQLStore: AccountStore, ~Copyable {
  let database: Database
  private let ids: IDs
  var made: [String: Int] = [:]

  /// Where ids come from.
  public enum IDs: Sendable {
    /// 128 bits of the system's random numbers: nobody can guess them.
    case random
    /// `u1`, `s2`, ...: as vectors name accounts.
    case counted
  }

  /// Connects, and brings the tables up to date.
  ///
  /// - Parameters:
  ///   - settings: as libpq has them, such as `host=/run/postgresql dbname=accounts`.
  ///   - ids: where ids come from.
  /// - Throws: a ``StoreError`` for a database that cannot be reached, or that a newer version has made.
  public init(_ settings: String, ids: IDs = .random) throws(StoreError) {
    let opened = try Database(settings)
    // Small tables are read by their indexes as well: what is read whole depends on every write to it.
    try opened.script("SET client_min_messages = warning; SET enable_seqscan = off")
    try Self.migrate(opened)
    database = opened
    self.ids = ids
  }

  /// The version that this code reads and writes.
  static var version: Int { 5 }

  private static func migrate(_ database: borrowing Database) throws(StoreError) {
    // One connection after the other, whoever comes first.
    try database.script("BEGIN; SELECT pg_advisory_xact_lock(5119)")
    try database.script("CREATE TABLE IF NOT EXISTS linkpolicy_version (version BIGINT NOT NULL)")
    let present = try database.run("SELECT version FROM linkpolicy_version").first?[0].integer ?? 0
    guard present <= version else {
      throw .failed("the tables are of version \(present), and this program knows \(version)")
    }
    let migrations = [
      PackageResources.version1_sql, PackageResources.version2_sql, PackageResources.version3_sql,
      PackageResources.version4_sql, PackageResources.version5_sql,
    ]
    for (index, bytes) in migrations.enumerated() where index >= present {
      try database.script(String(decoding: bytes, as: UTF8.self))
    }
    try database.script("DELETE FROM linkpolicy_version")
    try database.run("INSERT INTO linkpolicy_version VALUES ($1)", .integer(version))
    try database.commit()
  }

  public mutating func begin() throws(StoreError) {
    try database.script("BEGIN ISOLATION LEVEL SERIALIZABLE")
  }

  public mutating func commit() throws(StoreError) {
    try database.commit()
  }

  public mutating func rollBack() throws(StoreError) {
    if database.isInTransaction {
      try database.script("ROLLBACK")
    }
  }

  /// A new id.
  mutating func newID(_ letter: String) -> String {
    switch ids {
    case .random:
      var numbers = SystemRandomNumberGenerator()
      return letter + (0..<2).map { _ in String(numbers.next(), radix: 36) }.joined(separator: "-")
    case .counted:
      made[letter, default: 0] += 1
      return letter + String(made[letter, default: 0])
    }
  }
}
