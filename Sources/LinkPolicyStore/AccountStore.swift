public import LinkPolicy

/// A connection to a database that commits change sets.
///
/// The protocol has functions for transactions, seven queries, and a function for each write.
///
/// A store need not understand policies or effects. A store returns rows without judging them, and executes the writes
/// that it receives. Every store inherits ``settle(_:by:under:policy:method:passwordHash:once:retries:telling:)``,
/// which decides, checks requirements, retries and adds notices. An instance is one connection, so give each thread a
/// separate instance.
///
/// A store must fulfill this contract:
///
/// - All queries between ``begin()`` and ``commit()`` see one snapshot.
/// - Transactions that write are serializable. If two transactions depend on each other, one transaction throws
///   ``StoreError/conflict(_:)``.
/// - A function throws ``StoreError/conflict(_:)`` if repeating the whole transaction may succeed. A function throws
///   ``StoreError/failed(_:)`` if repeating the transaction is useless.
/// - Texts are compared byte by byte, and an identifier has at most 255 bytes. Docs/Stores.md lists further limits, and
///   the lists that must keep their order.
/// - A write to a missing row does nothing.
public protocol AccountStore: ~Copyable {
  /// Begins a transaction; never called while a transaction of this connection is open.
  ///
  /// - Throws: a ``StoreError`` if no transaction has begun.
  mutating func begin() throws(StoreError)
  /// Makes all changes since ``begin()`` durable, or none of them.
  ///
  /// - Throws: ``StoreError/conflict(_:)`` if no change is durable. After any error other than a conflict, the caller
  ///   cannot know whether the commit succeeded.
  mutating func commit() throws(StoreError)
  /// Discards all changes since ``begin()``; does nothing if no transaction is open.
  ///
  /// - Throws: a ``StoreError`` if the connection is unusable; the caller then does not retry the transaction.
  mutating func rollBack() throws(StoreError)

  /// Returns the row of an account, with the methods in order, and the labels and identifiers in any order.
  ///
  /// - Parameter id: the id that ``insertAccount(_:)`` returned.
  /// - Returns: the row; nil if the account does not exist or was deleted.
  /// - Throws: a ``StoreError``.
  mutating func account(_ id: String) throws(StoreError) -> Account?
  /// Returns the account that holds a credential through a current or superseded method.
  ///
  /// For a password or an e-mail link, the subject in `key` is an address, such as `owner@example.com`. The holder is
  /// the account with this address and with a method of the issuer and kind in `key`. Store passwords and e-mail links
  /// without a subject.
  ///
  /// - Parameters:
  ///   - key: the issuer, kind and subject of the credential.
  ///   - tenant: the tenant to search; nil for the accounts without a tenant.
  /// - Returns: `account` with the holder's id if an account holds the credential; otherwise, `gone` for a key that
  ///   ``deleteAccount(_:leaving:)`` recorded, and `nobody` for any other key.
  /// - Throws: a ``StoreError``.
  mutating func holder(
    of key: MethodKey, in tenant: String?
  ) throws(StoreError) -> Requirement.Holder
  /// Returns the accounts that hold an address, such as `ada@gmail.com`.
  ///
  /// - Parameters:
  ///   - address: the address in canonical form.
  ///   - tenant: the tenant to search; nil for the accounts without a tenant.
  ///   - holder: the addresses to compare: the account's own address, or the addresses of the account's methods that
  ///     are not superseded.
  /// - Returns: the ids of the accounts, without duplicates, in any order.
  /// - Throws: a ``StoreError``.
  mutating func holders(
    of address: String, in tenant: String?, heldBy holder: AddressRules.AddressHolder
  ) throws(StoreError) -> [String]
  /// Returns the account of a tenant that holds an identifier, such as a user name.
  ///
  /// If the service's policies declare no `identifiers`, the store can use the default implementation, which throws.
  ///
  /// - Parameters:
  ///   - identifier: the identifier's name, and its value in canonical form.
  ///   - tenant: the tenant to search; nil for the accounts without a tenant.
  /// - Returns: the id of the account; nil if no account holds the identifier.
  /// - Throws: a ``StoreError``.
  mutating func holder(
    of identifier: AccountIdentifier, in tenant: String?
  ) throws(StoreError) -> String?
  /// Returns the row of a session, even of an ended session.
  ///
  /// - Parameter id: the session id that the caller sent.
  /// - Returns: the row of an open or ended session; nil if the store has no row with the id.
  /// - Throws: a ``StoreError``.
  mutating func session(_ id: String) throws(StoreError) -> StoredSession?
  /// Returns the row of a code, even of a used code, so that a policy can refuse a second use.
  ///
  /// - Parameter id: the code that the caller sent.
  /// - Returns: the row of an unused or used code; nil if the store has no row with the id.
  /// - Throws: a ``StoreError``.
  mutating func code(_ id: String) throws(StoreError) -> StoredCode?
  /// Returns the outcome of a change set that was committed before, so that a repeated request is not committed twice.
  ///
  /// - Parameter id: the id of the change set that was passed to ``remember(_:as:)``.
  /// - Returns: the recorded outcome; nil if no outcome was recorded for the id.
  /// - Throws: a ``StoreError``.
  mutating func outcome(of id: String) throws(StoreError) -> CommitOutcome?

  /// Inserts an active account with version 0 and epoch 0.
  ///
  /// - Parameter account: the tenant, the address, and whether the address is verified.
  /// - Returns: an id that no account has ever had.
  /// - Throws: a ``StoreError``.
  mutating func insertAccount(_ account: Write.NewAccount) throws(StoreError) -> String
  /// Deletes an account with its methods, labels and factors, ends its sessions, and keeps its codes.
  ///
  /// - Parameters:
  ///   - id: the id of the account.
  ///   - keys: the keys to record in the account's tenant; a search for such a key returns `gone` while no account
  ///     holds the key.
  /// - Returns: the ids of the sessions that the deletion ended, in any order.
  /// - Throws: a ``StoreError``.
  mutating func deleteAccount(
    _ id: String, leaving keys: [MethodKey]
  ) throws(StoreError) -> [String]
  /// Sets an account's address and whether the address is verified; a nil address removes the stored address.
  ///
  /// - Parameters:
  ///   - email: the new address, its spelling `given`, and whether the address is verified. If there is an address
  ///     but no `given`, the stored spelling stays.
  ///   - id: the id of the account.
  /// - Throws: a ``StoreError``.
  mutating func setEmail(_ email: Write.NewEmail, of id: String) throws(StoreError)
  /// Sets the name and photo of an account; a nil value clears the stored value.
  ///
  /// - Parameters:
  ///   - profile: the display name and the URL of the photo.
  ///   - id: the id of the account.
  ///   - blanksOnly: whether to set only the values that the account lacks, and to clear no value.
  /// - Throws: a ``StoreError``.
  mutating func setProfile(
    _ profile: Profile, of id: String, blanksOnly: Bool
  ) throws(StoreError)
  /// Enables or disables an account.
  ///
  /// - Parameters:
  ///   - state: active or disabled.
  ///   - id: the id of the account.
  /// - Throws: a ``StoreError``.
  mutating func setState(_ state: Account.State, of id: String) throws(StoreError)
  /// Sets a label, replacing its previous value; the order of labels is irrelevant.
  ///
  /// - Parameters:
  ///   - name: the label's name, such as `tier`.
  ///   - value: the new value of the label, such as `staff`.
  ///   - id: the id of the account.
  ///   - method: the method that carries the label; nil for the account itself.
  /// - Throws: a ``StoreError``.
  mutating func setLabel(
    _ name: String, to value: String, of id: String, method: MethodKey?
  ) throws(StoreError)
  /// Sets or removes an identifier of an account; a new value replaces the previous value.
  ///
  /// In a tenant, at most one account holds a value of an identifier. If another account holds the value, throw
  /// ``StoreError/conflict(_:)``. If the service's policies declare no `identifiers`, the store can use the default
  /// implementation, which throws.
  ///
  /// - Parameters:
  ///   - name: the identifier's name, such as `username`.
  ///   - value: the identifier's value in canonical form; nil to remove the identifier.
  ///   - id: the id of the account.
  /// - Throws: a ``StoreError``.
  mutating func setIdentifier(
    _ name: String, to value: String?, of id: String
  ) throws(StoreError)
  /// Adds a method, or replaces the stored method with the same key and keeps its labels.
  ///
  /// - Parameters:
  ///   - method: the method to store. With a `place`, insert the method directly before the method whose key is
  ///     `place`. Without a `place`, a replaced method keeps its position, and a new method is appended.
  ///   - id: the id of the account.
  ///   - passwordHash: the password hash to store; nil keeps a stored hash.
  /// - Throws: a ``StoreError``.
  mutating func putMethod(
    _ method: Write.NewMethod, of id: String, passwordHash: String?
  ) throws(StoreError)
  /// Removes a method with its labels and all rows that depend on the method.
  ///
  /// - Parameters:
  ///   - key: the key of the method.
  ///   - id: the id of the account.
  /// - Returns: whether the method existed and was not superseded.
  /// - Throws: a ``StoreError``.
  mutating func removeMethod(_ key: MethodKey, of id: String) throws(StoreError) -> Bool
  /// Marks a method as superseded: the method still signs in, but answers no longer list the method.
  ///
  /// - Parameters:
  ///   - key: the key of the method.
  ///   - id: the id of the account.
  /// - Throws: a ``StoreError``.
  mutating func supersedeMethod(_ key: MethodKey, of id: String) throws(StoreError)
  /// Removes all second factors of an account.
  ///
  /// - Parameter id: the id of the account.
  /// - Throws: a ``StoreError``.
  mutating func dropFactors(of id: String) throws(StoreError)
  /// Sets the number of an account's second factors; the number grows or shrinks by one.
  ///
  /// The service adds or removes the factor, with its secret, in the same transaction.
  ///
  /// - Parameters:
  ///   - count: the number of factors after the write.
  ///   - id: the id of the account.
  /// - Throws: a ``StoreError``.
  mutating func setFactors(_ count: LongInteger, of id: String) throws(StoreError)
  /// Inserts a session that has the account's epoch and counts as recent.
  ///
  /// - Parameter id: the id of the account.
  /// - Returns: the unpredictable id of the session.
  /// - Throws: a ``StoreError``.
  mutating func openSession(of id: String) throws(StoreError) -> String
  /// Sets a session's epoch to the account's epoch.
  ///
  /// - Parameters:
  ///   - session: the id of the session.
  ///   - id: the id of the account.
  ///   - makesRecent: whether the session becomes recent; true if the session's user has just proved a method again.
  /// - Throws: a ``StoreError``.
  mutating func renewSession(
    _ session: String, of id: String, makesRecent: Bool
  ) throws(StoreError)
  /// Marks a session as ended, so that it can no longer be used.
  ///
  /// - Parameter session: the id of the session.
  /// - Returns: whether the session existed and had not ended.
  /// - Throws: a ``StoreError``.
  mutating func endSession(_ session: String) throws(StoreError) -> Bool
  /// Sets an account's epoch, which revokes the account's earlier sessions but keeps their rows.
  ///
  /// - Parameters:
  ///   - id: the id of the account.
  ///   - epoch: the new epoch, which is one higher than before.
  /// - Throws: a ``StoreError``.
  mutating func endSessions(of id: String, epoch: Int) throws(StoreError)
  /// Generates a code for mailing and stores its row.
  ///
  /// - Parameters:
  ///   - code: the values to store. Ignore `code.account`, because the parameter `account` contains the account's id.
  ///   - account: the id of the account that owns the code; nil for a code without an owner.
  /// - Returns: the unpredictable code, which the service mails and a caller later sends back. A store may keep only
  ///   the hash of the code.
  /// - Throws: a ``StoreError``.
  mutating func putCode(_ code: Write.NewCode, for account: String?) throws(StoreError) -> String
  /// Marks a code as used, so that a policy can refuse later attempts with the code.
  ///
  /// - Parameter id: the code that the caller sent.
  /// - Throws: a ``StoreError``.
  mutating func useCode(_ id: String) throws(StoreError)
  /// Removes the codes of an account, and the codes without an owner that were mailed to an address in a tenant.
  ///
  /// - Parameters:
  ///   - id: the id of the account.
  ///   - address: the address of the codes without an owner; nil to remove only the codes of the account.
  ///   - tenant: the tenant of the codes without an owner; nil for codes without a tenant.
  /// - Throws: a ``StoreError``.
  mutating func cancelCodes(
    of id: String, address: String?, tenant: String?
  ) throws(StoreError)

  /// Increments an account's version, so that other transactions notice the change.
  ///
  /// - Parameter id: the id of the account.
  /// - Throws: a ``StoreError``.
  mutating func raiseVersion(of id: String) throws(StoreError)
  /// Adds a notice to the outbox, from which the service delivers the notice at least once after the commit.
  ///
  /// - Parameter notice: the notice to send. Store ``StoreNotice/encoded`` in a text column.
  /// - Returns: the unique id of the notice in the outbox.
  /// - Throws: a ``StoreError``.
  mutating func keep(_ notice: StoreNotice) throws(StoreError) -> String
  /// Records the outcome of a change set, so that a repeated request gets the same outcome.
  ///
  /// - Parameters:
  ///   - outcome: the outcome, without events and notices. Store ``CommitOutcome/encoded`` in a text column.
  ///   - id: the id of the change set, at most 255 bytes; the store has no outcome for this id yet. `settle` passes the
  ///     id of the request with a digest of the attempt.
  /// - Throws: a ``StoreError``.
  mutating func remember(_ outcome: CommitOutcome, as id: String) throws(StoreError)
}

extension AccountStore where Self: ~Copyable {
  /// Throws ``StoreError/failed(_:)``, because the store keeps no identifiers.
  ///
  /// - Parameters:
  ///   - identifier: the name and the value.
  ///   - tenant: the tenant to search.
  /// - Returns: no value, because every call throws.
  /// - Throws: ``StoreError/failed(_:)`` with the names of the functions to implement.
  public mutating func holder(
    of identifier: AccountIdentifier, in tenant: String?
  ) throws(StoreError) -> String? {
    throw .failed(
      "the store keeps no identifiers, and the policy asks who holds `" + identifier.name
        + "`; implement `holder(of:in:)` and `setIdentifier(_:to:of:)`")
  }

  /// Throws ``StoreError/failed(_:)``, because the store keeps no identifiers.
  ///
  /// - Parameters:
  ///   - name: the identifier's name, such as `username`.
  ///   - value: the identifier's value.
  ///   - id: the id of the account.
  /// - Throws: ``StoreError/failed(_:)`` with the names of the functions to implement.
  public mutating func setIdentifier(
    _ name: String, to value: String?, of id: String
  ) throws(StoreError) {
    throw .failed(
      "the store keeps no identifiers, and the policy sets `" + name
        + "`; implement `holder(of:in:)` and `setIdentifier(_:to:of:)`")
  }
}

/// The row of a session in a store.
public struct StoredSession: Sendable {
  /// The id of the session's account, which may have been deleted.
  public var account: String
  /// The account's epoch when the session was opened or renewed.
  public var epoch: Int
  /// Whether the session has ended, by a sign-out or by the deletion of its account.
  public var isEnded: Bool
  /// Whether the session's user recently proved a method, for example by a sign-in, according to the service's clock.
  public var isRecent: Bool

  /// Creates the row from its columns.
  ///
  /// - Parameters:
  ///   - account: the id of the session's account, which may have been deleted.
  ///   - epoch: the account's epoch when the session was opened or renewed.
  ///   - isEnded: whether the session has ended, by a sign-out or by the deletion of its account.
  ///   - isRecent: whether the session's user recently proved a method, according to the service's clock.
  public init(account: String, epoch: Int, isEnded: Bool, isRecent: Bool) {
    self.account = account
    self.epoch = epoch
    self.isEnded = isEnded
    self.isRecent = isRecent
  }
}

/// The row of an out-of-band code that ``AccountStore/putCode(_:for:)`` stored.
public struct StoredCode: Sendable {
  /// The only purpose for which the code is valid, such as `reset`.
  public var purpose: CodePurpose
  /// The canonical form of the address to which the code was mailed.
  public var address: String
  /// The id of the owning account, which may have been deleted; nil for a code without an owner.
  public var account: String?
  /// The account's address when the code was mailed; nil if the code cannot become stale, or if the account had no
  /// address.
  public var boundTo: String?
  /// The id of the session that requested the code; nil if no session requested the code.
  public var requester: String?
  /// The id of the requesting session's account at the time of the request; nil if no session requested the code, or in
  /// a row that an older version wrote.
  public var requesterAccount: String?
  /// The credential of the attempt that requested the code; nil if the attempt had no credential, or if an older
  /// version wrote the row.
  public var credential: MethodKey?
  /// The tenant in which the code was requested; nil for a request outside of tenants.
  public var tenant: String?
  /// Whether the code was used.
  ///
  /// A policy can refuse the second use of a code.
  public var isUsed: Bool
  /// Whether the code has expired, according to the service's clock.
  public var isExpired: Bool

  /// Creates the row from its columns.
  ///
  /// - Parameters:
  ///   - purpose: the only purpose for which the code is valid, such as `reset`.
  ///   - address: the canonical form of the address to which the code was mailed.
  ///   - account: the id of the owning account, which may have been deleted; nil for a code without an owner.
  ///   - boundTo: the account's address when the code was mailed; nil if the code cannot become stale, or if the
  ///     account had no address.
  ///   - requester: the id of the session that requested the code; nil if no session requested the code.
  ///   - requesterAccount: the id of the requesting session's account at the time of the request; nil if the column is
  ///     empty, as in rows of an older version.
  ///   - credential: the credential of the attempt that requested the code; nil if its columns are empty.
  ///   - tenant: the tenant in which the code was requested; nil for a request outside of tenants.
  ///   - isUsed: whether the code was used.
  ///   - isExpired: whether the code has expired, according to the service's clock.
  public init(
    for purpose: CodePurpose, address: String, account: String?, boundTo: String?,
    requester: String?, requesterAccount: String?, credential: MethodKey?, tenant: String?,
    isUsed: Bool, isExpired: Bool
  ) {
    self.purpose = purpose
    self.address = address
    self.account = account
    self.boundTo = boundTo
    self.requester = requester
    self.requesterAccount = requesterAccount
    self.credential = credential
    self.tenant = tenant
    self.isUsed = isUsed
    self.isExpired = isExpired
  }

  /// Creates the row of a code without the columns for the requester's account and the credential.
  ///
  /// - Parameters:
  ///   - purpose: the only purpose for which the code is valid, such as `reset`.
  ///   - address: the canonical form of the address to which the code was mailed.
  ///   - account: the id of the owning account, which may have been deleted; nil for a code without an owner.
  ///   - boundTo: the account's address when the code was mailed; nil if the code cannot become stale, or if the
  ///     account had no address.
  ///   - requester: the id of the session that requested the code; nil if no session requested the code.
  ///   - tenant: the tenant in which the code was requested; nil for a request outside of tenants.
  ///   - isUsed: whether the code was used.
  ///   - isExpired: whether the code has expired, according to the service's clock.
  public init(
    for purpose: CodePurpose, address: String, account: String?, boundTo: String?,
    requester: String?, tenant: String?, isUsed: Bool, isExpired: Bool
  ) {
    self.init(
      for: purpose, address: address, account: account, boundTo: boundTo, requester: requester,
      requesterAccount: nil, credential: nil, tenant: tenant, isUsed: isUsed, isExpired: isExpired)
  }
}
