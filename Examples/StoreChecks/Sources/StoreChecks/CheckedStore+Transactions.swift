internal import LinkPolicyStore
internal import LinkPolicyTesting

extension CheckedStore where Self: ~Copyable {
  /// Reads or adds rows in a transaction, and repeats the transaction after a conflict, with at most 100 tries.
  mutating func inTransaction<Value>(
    _ body: (inout Self) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    for tries in 1...100 {
      do throws(StoreError) {
        try begin()
        let value = try body(&self)
        try commit()
        return value
      } catch .conflict(let message) {
        try rollBack()
        guard tries < 100 else { throw .busy(tries: tries, last: message) }
        RacePause.wait(min(tries, 4))
      } catch {
        try rollBack()
        throw error
      }
    }
    throw .failed("no try was made")
  }
}
