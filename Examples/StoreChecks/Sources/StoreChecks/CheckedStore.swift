public import LinkPolicy
public import LinkPolicyStore

/// What a store has besides, to be tested: rows that no decision made, and a look at all rows.
///
/// All of it is called in a transaction.
public protocol CheckedStore: AccountStore, SendableMetatype, ~Copyable {
  /// Removes every row, and counts ids from 1 again.
  mutating func clear() throws(StoreError)
  /// Adds an account as it is; its methods have the provider's id as their issuer.
  mutating func add(_ account: Account) throws(StoreError)
  /// Adds a key whose account is gone.
  mutating func add(goneKey key: MethodKey, in tenant: String?) throws(StoreError)
  /// Adds a session, under an id of its own or, without one, of the store's; returns it.
  mutating func add(_ session: StoredSession, id: String?) throws(StoreError) -> String
  /// Adds a code, under an id of its own or, without one, of the store's; returns it.
  mutating func add(_ code: StoredCode, id: String?) throws(StoreError) -> String
  /// Makes every session old.
  mutating func ageSessions() throws(StoreError)
  /// Makes every code expired.
  mutating func expireCodes() throws(StoreError)
  /// The ids of all accounts, in the order in which they were made.
  mutating func accountIDs() throws(StoreError) -> [String]
  /// The sessions of an account.
  mutating func sessions(of id: String) throws(StoreError) -> [StoredSession]
  /// The codes of an account, in the order in which they were made.
  mutating func codes(of id: String) throws(StoreError) -> [StoredCode]
  /// What is in the outbox.
  mutating func outbox() throws(StoreError) -> [StoreNotice.Kept]
}

extension CheckedStore where Self: ~Copyable {
  /// Reads or adds rows in a transaction, which is made again after a conflict, a hundred times at most.
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
