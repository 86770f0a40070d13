public import LinkPolicyStore

extension SQLiteStore {
  /// Runs a statement for the service's own tables, on the same connection.
  ///
  /// A service stores more data than policies need, such as the creation time of a code, and reads more, such as a
  /// password's hash. In an open transaction, the statement is a part of the transaction, and is committed or rolled back
  /// with it.
  ///
  /// - Parameters:
  ///   - statement: one statement of SQL, with `?` for each value.
  ///   - values: the values for the question marks.
  /// - Returns: the resulting rows.
  /// - Throws: a ``StoreError`` if the statement fails.
  @discardableResult
  public mutating func run(
    _ statement: String, _ values: [SQLValue] = []
  ) throws(StoreError) -> [[SQLValue]] {
    try database.run(statement, values)
  }

  /// Runs several statements without values, such as those that create the service's own tables.
  ///
  /// - Parameter statements: the SQL statements to run.
  /// - Throws: a ``StoreError`` if a statement fails.
  public mutating func script(_ statements: String) throws(StoreError) {
    try database.script(statements)
  }
}
