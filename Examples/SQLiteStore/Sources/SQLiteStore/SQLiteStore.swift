public import LinkPolicyStore

/// A store in a file of SQLite.
///
/// Each transaction takes the one write lock as it begins (`BEGIN IMMEDIATE`), so that transactions come one after the
/// other, and what is required holds by itself. A conflict is a lock that was waited for in vain. A code is
/// stored as it is mailed: keep a hash of it in its place where others can read the file.
public struct SQLiteStore: AccountStore, ~Copyable {
  var database: Database
  private let ids: IDs
  var made: [String: Int] = [:]

  /// Where ids come from.
  public enum IDs: Sendable {
    /// 128 bits of the system's random numbers: nobody can guess them.
    case random
    /// `u1`, `s2`, ...: as vectors name accounts.
    case counted
  }

  /// Opens a file, makes it where there is none, and brings its tables up to date.
  ///
  /// - Parameters:
  ///   - path: the file; `:memory:` for none.
  ///   - ids: where ids come from.
  ///   - survivesPowerFailure: whether each commit waits for the disk. A process that is killed loses nothing either way.
  /// - Throws: a ``StoreError`` for a file that cannot be opened, or that a newer version has made.
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

  /// The version that this code reads and writes.
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
