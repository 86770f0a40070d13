public import LinkPolicyStore

/// A store in a PostgreSQL database.
///
/// Each transaction is `SERIALIZABLE`: if two transactions depend on each other, one fails with 40001, which is a
/// conflict, and the attempt is decided again. The store keeps codes as they are mailed. If other people can read the
/// tables, store a hash of each code instead.
public struct PostgreSQLStore: AccountStore, ~Copyable {
  let database: Database
  private let ids: IDs
  var made: [String: Int] = [:]

  /// The source of new ids.
  public enum IDs: Sendable {
    /// 128 bits of the system's random number generator, which nobody can guess.
    case random
    /// Consecutive numbers, such as `u1` or `s2`, as vectors name accounts.
    case counted
  }

  /// Connects to a database, and migrates the tables to the current version.
  ///
  /// - Parameters:
  ///   - settings: the connection settings of libpq, such as `host=/run/postgresql dbname=accounts`.
  ///   - ids: the source of new ids.
  /// - Throws: a ``StoreError`` if the database is unreachable, or if a newer version of this package created the tables.
  public init(_ settings: String, ids: IDs = .random) throws(StoreError) {
    let opened = try Database(settings)
    // The setting makes the database use indexes for small tables too. A transaction that reads a whole table would
    // conflict with every write to the table.
    try opened.script("SET client_min_messages = warning; SET enable_seqscan = off")
    try Self.migrate(opened)
    database = opened
    self.ids = ids
  }

  /// The version of the tables that this code reads and writes.
  static var version: Int { 5 }

  private static func migrate(_ database: borrowing Database) throws(StoreError) {
    // The lock lets only one connection migrate the tables at a time.
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

  /// Returns a new id that starts with a letter.
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
