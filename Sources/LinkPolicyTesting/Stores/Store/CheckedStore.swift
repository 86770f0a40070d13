public import LinkPolicy
public import LinkPolicyStore

/// What a store has besides, to be tested: rows that no decision made, time that passes, and a look at all rows.
///
/// All of it is called in a transaction, and none of it by `AccountStore/settle(_:by:under:policy:method:passwordHash:once:retries:telling:)`:
/// it can be left out of what a service is built with.
public protocol CheckedStore: AccountStore, SendableMetatype, ~Copyable {
  /// Removes every row, and counts ids from 1 again.
  ///
  /// From then on the store gives out `u1`, `s1`, `c1`, ..., by which vectors name accounts, sessions and codes, and passes over
  /// those that are taken.
  ///
  /// - Throws: a `StoreError`.
  mutating func clear() throws(StoreError)
  /// Adds an account as it is, under its own id; its methods have the provider's id as their issuer.
  ///
  /// Its address is shown as it is looked up.
  ///
  /// - Parameter account: the row, with methods and labels.
  /// - Throws: a `StoreError`.
  mutating func add(_ account: Account) throws(StoreError)
  /// Adds a key whose account is gone, as `AccountStore/deleteAccount(_:leaving:)` leaves them.
  ///
  /// - Parameters:
  ///   - key: issuer, kind and subject.
  ///   - tenant: the tenant of the account that is gone; nil outside of tenants.
  /// - Throws: a `StoreError`.
  mutating func add(goneKey key: MethodKey, in tenant: String?) throws(StoreError)
  /// Adds a session as it is.
  ///
  /// - Parameters:
  ///   - session: the row.
  ///   - id: its id; the next that the store counts if nil.
  /// - Returns: its id.
  /// - Throws: a `StoreError`.
  mutating func add(_ session: StoredSession, id: String?) throws(StoreError) -> String
  /// Adds a code as it is.
  ///
  /// - Parameters:
  ///   - code: the row.
  ///   - id: its id; the next that the store counts if nil.
  /// - Returns: its id.
  /// - Throws: a `StoreError`.
  mutating func add(_ code: StoredCode, id: String?) throws(StoreError) -> String
  /// Makes every session old, as time would.
  ///
  /// - Throws: a `StoreError`.
  mutating func ageSessions() throws(StoreError)
  /// Makes every code expired, as time would.
  ///
  /// - Throws: a `StoreError`.
  mutating func expireCodes() throws(StoreError)
  /// The ids of all accounts, in any order.
  ///
  /// - Returns: the ids.
  /// - Throws: a `StoreError`.
  mutating func accountIDs() throws(StoreError) -> [String]
  /// The sessions of an account, in any order.
  ///
  /// - Parameter id: the account, whether it is still there or not.
  /// - Returns: the rows.
  /// - Throws: a `StoreError`.
  mutating func sessions(of id: String) throws(StoreError) -> [StoredSession]
  /// The codes of an account, in any order.
  ///
  /// - Parameter id: the account, whether it is still there or not; nil for the codes of nobody, of all tenants.
  /// - Returns: the rows.
  /// - Throws: a `StoreError`.
  mutating func codes(of id: String?) throws(StoreError) -> [StoredCode]
  /// The address of an account as it is shown: in the spelling that `Write.NewEmail` calls `given`.
  ///
  /// - Parameter id: the account.
  /// - Returns: the spelling; nil where the account has no address, or is not there.
  /// - Throws: a `StoreError`.
  mutating func shownAddress(of id: String) throws(StoreError) -> String?
  /// The hash of a password, as `AccountStore/putMethod(_:of:passwordHash:)` was given it.
  ///
  /// - Parameters:
  ///   - key: the method: its subject is nil, as it is stored.
  ///   - id: the account.
  /// - Returns: the hash; nil where the method has none, or is not there.
  /// - Throws: a `StoreError`.
  mutating func passwordHash(of key: MethodKey, heldBy id: String) throws(StoreError) -> String?
  /// The notices in the outbox, in any order.
  ///
  /// - Returns: the notices, each with its name in the outbox.
  /// - Throws: a `StoreError`.
  mutating func outbox() throws(StoreError) -> [StoreNotice.Kept]
}
