public import LinkPolicyStore

/// A store in an SQLite database file.
///
/// Each transaction takes the only write lock when it begins (`BEGIN IMMEDIATE`), so transactions run one after the
/// other, and requirements cannot become false before the commit. A conflict means that the wait for the lock timed out.
/// The store keeps codes as they are mailed. If other people can read the file, store a hash of each code instead.
public struct SQLiteStore: AccountStore, ~Copyable {
  var database: Database
  private let ids: IDs
  var made: [String: Int] = [:]

  /// The source of new ids.
  public enum IDs: Sendable {
    /// 128 bits of the system's random number generator, which nobody can guess.
    case random
    /// Consecutive numbers, such as `u1` or `s2`, as vectors name accounts.
    case counted
  }

  /// Opens a file, creates it if it is missing, and migrates the tables to the current version.
  ///
  /// - Parameters:
  ///   - path: the path of the file; `:memory:` for a database without a file.
  ///   - ids: the source of new ids.
  ///   - survivesPowerFailure: whether each commit waits for the disk. If only the process is killed, no data is lost in
  ///     either case.
  /// - Throws: a ``StoreError`` if the file cannot be opened, or if a newer version of this package created the tables.
  public init(
    _ path: String, ids: IDs = .random, survivesPowerFailure: Bool = true
  ) throws(StoreError) {
    var opened = try Database(path)
    try opened.writeAhead()
    try opened.script("PRAGMA foreign_keys = ON")
    try opened.script("PRAGMA synchronous = \(survivesPowerFailure ? "FULL" : "OFF")")
    try Self.migrate(&opened)
    database = opened
    self.ids = ids
  }

  /// The version of the tables that this code reads and writes.
  static var version: Int { 5 }

  private static func migrate(_ database: inout Database) throws(StoreError) {
    try database.script("BEGIN IMMEDIATE")
    let present = try database.run("PRAGMA user_version").first?.first?.integer ?? 0
    guard present <= version else {
      throw .failed("the file is of version \(present), and this program knows \(version)")
    }
    let migrations = [
      PackageResources.version1_sql, PackageResources.version2_sql, PackageResources.version3_sql,
      PackageResources.version4_sql, PackageResources.version5_sql,
    ]
    for (index, bytes) in migrations.enumerated() where index >= present {
      try database.script(String(decoding: bytes, as: UTF8.self))
    }
    try database.script("PRAGMA user_version = \(version); COMMIT")
  }

  public mutating func begin() throws(StoreError) {
    try database.run("BEGIN IMMEDIATE")
  }

  public mutating func commit() throws(StoreError) {
    try database.run("COMMIT")
  }

  public mutating func rollBack() throws(StoreError) {
    if database.isInTransaction {
      try database.run("ROLLBACK")
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
