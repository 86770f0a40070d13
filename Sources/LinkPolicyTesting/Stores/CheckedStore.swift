public import LinkPolicy
public import LinkPolicyStore

/// The operations that ``StoreConformance`` needs in addition to `AccountStore`: adding rows,
/// advancing time, and reading all rows.
///
/// Each operation is called inside a transaction.
/// `AccountStore/settle(_:by:under:policy:method:passwordHash:once:retries:telling:)` calls no operation of this
/// protocol, so a service can exclude these operations from its build.
public protocol CheckedStore: AccountStore, SendableMetatype, ~Copyable {
  /// Removes every row, and restarts the numbering of ids.
  ///
  /// After this call, the store generates the ids `u1`, `s1`, `c1` and so on, which vectors use for accounts, sessions
  /// and codes. The store skips ids that are in use.
  ///
  /// - Throws: a `StoreError`.
  mutating func clear() throws(StoreError)
  /// Adds an account under the id in the row.
  ///
  /// The issuer of each method is the id of the method's provider. The displayed address is the canonical address.
  ///
  /// - Parameter account: the row, with methods and labels.
  /// - Throws: a `StoreError`.
  mutating func add(_ account: Account) throws(StoreError)
  /// Records the key of a deleted account's method, as `AccountStore/deleteAccount(_:leaving:)` does.
  ///
  /// - Parameters:
  ///   - key: the issuer, kind and subject of the method.
  ///   - tenant: the tenant of the deleted account; nil for the default tenant.
  /// - Throws: a `StoreError`.
  mutating func add(goneKey key: MethodKey, in tenant: String?) throws(StoreError)
  /// Adds a session to the store.
  ///
  /// - Parameters:
  ///   - session: the row to add.
  ///   - id: the id of the session; nil to generate the next id.
  /// - Returns: the id of the added session.
  /// - Throws: a `StoreError`.
  mutating func add(_ session: StoredSession, id: String?) throws(StoreError) -> String
  /// Adds an out-of-band code to the store.
  ///
  /// - Parameters:
  ///   - code: the row to add.
  ///   - id: the id of the code; nil to generate the next id.
  /// - Returns: the id of the added code.
  /// - Throws: a `StoreError`.
  mutating func add(_ code: StoredCode, id: String?) throws(StoreError) -> String
  /// Makes the sign-in of every session old, so that no session is recent.
  ///
  /// - Throws: a `StoreError`.
  mutating func ageSessions() throws(StoreError)
  /// Makes every code expire, so that no attempt can use it.
  ///
  /// - Throws: a `StoreError`.
  mutating func expireCodes() throws(StoreError)
  /// Returns the ids of all accounts, in any order.
  ///
  /// - Returns: the ids of all accounts that exist.
  /// - Throws: a `StoreError`.
  mutating func accountIDs() throws(StoreError) -> [String]
  /// Returns the sessions of an account, in any order.
  ///
  /// - Parameter id: the id of the account, which may have been deleted.
  /// - Returns: the rows of the sessions.
  /// - Throws: a `StoreError`.
  mutating func sessions(of id: String) throws(StoreError) -> [StoredSession]
  /// Returns the codes of an account, in any order.
  ///
  /// - Parameter id: the id of the account, which may have been deleted; nil for the codes without an account, in all
  ///   tenants.
  /// - Returns: the rows of the codes.
  /// - Throws: a `StoreError`.
  mutating func codes(of id: String?) throws(StoreError) -> [StoredCode]
  /// Returns the displayed address of an account, in the spelling of `given` in `Write.NewEmail`.
  ///
  /// - Parameter id: the id of the account.
  /// - Returns: the spelling; nil if the account has no address or does not exist.
  /// - Throws: a `StoreError`.
  mutating func shownAddress(of id: String) throws(StoreError) -> String?
  /// Returns the hash of a password, as passed to `AccountStore/putMethod(_:of:passwordHash:)`.
  ///
  /// - Parameters:
  ///   - key: the key of the method as stored, with a nil subject.
  ///   - id: the id of the account.
  /// - Returns: the hash; nil if the method has no hash or does not exist.
  /// - Throws: a `StoreError`.
  mutating func passwordHash(of key: MethodKey, heldBy id: String) throws(StoreError) -> String?
  /// Returns the notices in the outbox, in any order.
  ///
  /// - Returns: the notices, each with the id that the store assigned.
  /// - Throws: a `StoreError`.
  mutating func outbox() throws(StoreError) -> [StoreNotice.Kept]
}

extension CheckedStore where Self: ~Copyable {
  /// Writes rows in a transaction that is committed.
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

  /// Reads rows in a new transaction, and rolls the transaction back.
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
