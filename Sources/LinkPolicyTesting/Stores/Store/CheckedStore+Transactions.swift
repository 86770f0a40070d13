internal import LinkPolicyStore

extension CheckedStore where Self: ~Copyable {
  /// Adds rows in a transaction of its own.
  mutating func written(_ body: (inout Self) throws(StoreError) -> Void) throws(StoreError) {
    try begin()
    do throws(StoreError) {
      try body(&self)
      try commit()
    } catch {
      try rollBack()
      throw error
    }
  }

  /// Reads rows in a transaction that is rolled back.
  mutating func read<Value>(
    _ body: (inout Self) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    try begin()
    let value: Value
    do throws(StoreError) {
      value = try body(&self)
    } catch {
      try rollBack()
      throw error
    }
    try rollBack()
    return value
  }
}
