public import LinkPolicyStore

/// A store in memory, in which each transaction works on a copy of the rows, and the first
/// transaction to commit wins.
///
/// Use the store for tests and as an example. Its ids are guessable, and all rows are lost when the
/// process ends.
public struct MemoryStore: AccountStore {
  private let memory: SharedMemory
  private var stamp: Int?
  /// The rows of the open transaction.
  public var rows = MemoryRows()

  /// Opens a connection to shared rows.
  ///
  /// - Parameter memory: the rows, which other stores can share.
  public init(_ memory: SharedMemory) {
    self.memory = memory
  }

  public mutating func begin() throws(StoreError) {
    guard stamp == nil else { throw .failed("a transaction is open") }
    (rows, stamp) = memory.snapshot()
  }

  public mutating func commit() throws(StoreError) {
    guard let stamp else { throw .failed("no transaction is open") }
    self.stamp = nil
    guard memory.replace(by: rows, since: stamp) else {
      throw .conflict("another transaction was committed first")
    }
  }

  public mutating func rollBack() throws(StoreError) {
    stamp = nil
  }

  /// Changes rows without a decision, in a separate transaction.
  ///
  /// - Parameter body: the function that changes the rows.
  /// - Throws: a ``StoreError`` if a transaction is open, or if another transaction was committed
  ///   first.
  public mutating func edit(_ body: (inout MemoryRows) -> Void) throws(StoreError) {
    try begin()
    body(&rows)
    try commit()
  }
}
