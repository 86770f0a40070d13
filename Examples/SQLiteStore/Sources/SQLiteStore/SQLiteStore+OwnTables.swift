public import LinkPolicyStore

extension SQLiteStore {
  /// Runs a statement of the service's own, on the same connection.
  ///
  /// A service keeps more than policies ask for, such as when a code was made, or what it reads a password's hash for. Inside
  /// of a transaction this belongs to it: both are committed, or neither.
  ///
  /// - Parameters:
  ///   - statement: one statement of SQL, with `?` for each value.
  ///   - values: what stands for them.
  /// - Returns: the rows.
  /// - Throws: a ``StoreError``.
  @discardableResult
  public mutating func run(
    _ statement: String, _ values: [SQLValue] = []
  ) throws(StoreError) -> [[SQLValue]] {
    try database.run(statement, values)
  }

  /// Runs several statements without values, such as those that make the service's own tables.
  ///
  /// - Parameter statements: what to run.
  /// - Throws: a ``StoreError``.
  public mutating func script(_ statements: String) throws(StoreError) {
    try database.script(statements)
  }
}
