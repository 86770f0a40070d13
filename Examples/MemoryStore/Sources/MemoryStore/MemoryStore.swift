public import LinkPolicyStore

/// A store in memory: a transaction works on a copy of the rows, and the first to commit wins.
///
/// For tests, and to read: its ids can be guessed, and nothing is left when the process ends.
public struct MemoryStore: AccountStore {
  private let memory: SharedMemory
  private var stamp: Int?
  /// The rows of the open transaction.
  public var rows = MemoryRows()

  /// Opens a store.
  ///
  /// - Parameter memory: where the rows are, which other stores may have as well.
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

  /// Changes rows without a decision, in a transaction of its own.
  ///
  /// - Parameter body: changes them.
  /// - Throws: a ``StoreError``.
  public mutating func edit(_ body: (inout MemoryRows) -> Void) throws(StoreError) {
    try begin()
    body(&rows)
    try commit()
  }
}
