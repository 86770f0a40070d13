internal import LinkPolicy

extension AccountStore where Self: ~Copyable {
  /// Runs a body in a transaction, which is rolled back where the body throws or says that it has written nothing.
  mutating func transaction<Value>(
    _ body: (inout Self) throws(StoreError) -> (Value, isToCommit: Bool)
  ) throws(StoreError) -> Value {
    try begin()
    let (value, isToCommit): (Value, Bool)
    do throws(StoreError) {
      (value, isToCommit) = try body(&self)
    } catch {
      try rollBack(after: error) { .failed($0) }
      throw error
    }
    guard isToCommit else {
      try rollBack()
      return value
    }
    do throws(StoreError) {
      try commit()
    } catch .conflict(let message) {
      let error = StoreError.conflict(message)
      try rollBack(after: error) { .failed($0) }
      throw error
    } catch {
      try rollBack(after: error) { .uncertain($0) }
      throw .uncertain(error.description)
    }
    return value
  }

  /// Rolls back because of an error; where that fails too, both are told, and nothing is tried again.
  private mutating func rollBack(
    after error: StoreError, _ made: (String) -> StoreError
  ) throws(StoreError) {
    do throws(StoreError) {
      try rollBack()
    } catch let second {
      throw made(error.description + "; and rolling back: " + second.description)
    }
  }
}

/// Runs a body whose errors are the caller's, and throws them as such.
func asInput<Value>(
  _ body: () throws(InputError) -> Value
) throws(StoreError) -> Value {
  do throws(InputError) {
    return try body()
  } catch {
    throw .input(error)
  }
}
