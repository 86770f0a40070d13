public import LinkPolicy

/// A database that carries change sets out: one transaction at a time, six questions, and a function for each write.
///
/// A store knows no policy and no effect. It answers with rows, judges nothing, and writes what it is told; what is
/// required, decided, tried again and told is
/// ``settle(_:by:under:policy:method:passwordHash:once:retries:telling:)``'s to say, which every store has. One value
/// is one connection: each thread has its own.
///
/// What is assumed: between ``begin()`` and ``commit()`` all questions are answered from one moment, and that
/// transactions are serializable, where both write, so that one of two that depend on each other throws
/// ``StoreError/conflict(_:)``. A function throws ``StoreError/conflict(_:)`` where the whole transaction may succeed when
/// it is made again, and ``StoreError/failed(_:)`` where not. Texts are compared byte by byte, and
/// an identifier has at most 255 bytes (Docs/Stores.md lists the limits, and which lists have an order). A write about a row that is
/// not there does nothing.
public protocol AccountStore: ~Copyable {
  /// Begins a transaction; none is open when it is called.
  ///
  /// - Throws: a ``StoreError``, and then none has begun.
  mutating func begin() throws(StoreError)
  /// Makes everything since ``begin()`` lasting, all of it or nothing.
  ///
  /// - Throws: ``StoreError/conflict(_:)`` where nothing became lasting; any other error is taken to mean that it
  ///   is not known.
  mutating func commit() throws(StoreError)
  /// Takes back everything since ``begin()``; does nothing where no transaction is open.
  ///
  /// - Throws: a ``StoreError`` where the connection is of no more use; nothing is tried again then.
  mutating func rollBack() throws(StoreError)

  /// The row of an account, with its methods in their order and its labels in any order.
  ///
  /// - Parameter id: the id that ``insertAccount(_:)`` gave.
  /// - Returns: the row; nil where there is none, or none any more.
  /// - Throws: a ``StoreError``.
  mutating func account(_ id: String) throws(StoreError) -> Account?
  /// Who holds a credential, superseded methods among them.
  ///
  /// A password and an e-mail link have an address as their subject here: they are held by the account that has this
  /// address and a method of that issuer and kind, which is stored without a subject.
  ///
  /// - Parameters:
  ///   - key: issuer, kind and subject.
  ///   - tenant: the tenant to search in; nil outside of tenants.
  /// - Returns: the account that is there; else whether ``deleteAccount(_:leaving:)`` left the key.
  /// - Throws: a ``StoreError``.
  mutating func holder(
    of key: MethodKey, in tenant: String?
  ) throws(StoreError) -> Requirement.Holder
  /// Who holds an address.
  ///
  /// - Parameters:
  ///   - address: the address in canonical form.
  ///   - tenant: the tenant to search in; nil outside of tenants.
  ///   - holder: whether accounts hold it, or methods that are not superseded, by the address they came with.
  /// - Returns: the ids of the accounts, in any order, each once.
  /// - Throws: a ``StoreError``.
  mutating func holders(
    of address: String, in tenant: String?, heldBy holder: AddressRules.Holder
  ) throws(StoreError) -> [String]
  /// The row of a session.
  ///
  /// - Parameter id: what the caller brought.
  /// - Returns: the row, ended or not; nil where there is none.
  /// - Throws: a ``StoreError``.
  mutating func session(_ id: String) throws(StoreError) -> StoredSession?
  /// The row of a code.
  ///
  /// - Parameter id: what the caller brought.
  /// - Returns: the row, used or not; nil where there is none.
  /// - Throws: a ``StoreError``.
  mutating func code(_ id: String) throws(StoreError) -> StoredCode?
  /// The outcome of a change set that was carried out before.
  ///
  /// - Parameter id: the id of the set, as ``remember(_:as:)`` was given it.
  /// - Returns: the outcome that was remembered; nil if there is none.
  /// - Throws: a ``StoreError``.
  mutating func outcome(of id: String) throws(StoreError) -> CommitOutcome?

  /// Makes an active account of version and epoch 0.
  ///
  /// - Parameter account: tenant, address and flag.
  /// - Returns: its id, one that no account has had.
  /// - Throws: a ``StoreError``.
  mutating func insertAccount(_ account: Write.NewAccount) throws(StoreError) -> String
  /// Removes an account with methods, labels and factors, and ends its sessions; codes stay.
  ///
  /// - Parameters:
  ///   - id: the account.
  ///   - keys: to be remembered, in the account's tenant, as keys whose account is gone.
  /// - Returns: the ids of the sessions that were not ended before, in any order.
  /// - Throws: a ``StoreError``.
  mutating func deleteAccount(
    _ id: String, leaving keys: [MethodKey]
  ) throws(StoreError) -> [String]
  /// Sets an account's address and flag; nil is none.
  ///
  /// - Parameters:
  ///   - email: both, final. Where `given` is nil and the address is not, the spelling stored before stays.
  ///   - id: the account.
  /// - Throws: a ``StoreError``.
  mutating func setEmail(_ email: Write.NewEmail, of id: String) throws(StoreError)
  /// Sets name and photo; nil clears.
  ///
  /// - Parameters:
  ///   - profile: the name and the photo.
  ///   - id: the account.
  ///   - blanksOnly: whether only what the account does not have is set, and nothing cleared.
  /// - Throws: a ``StoreError``.
  mutating func setProfile(
    _ profile: Profile, of id: String, blanksOnly: Bool
  ) throws(StoreError)
  /// Switches an account on or off.
  ///
  /// - Parameters:
  ///   - state: active or disabled.
  ///   - id: the account.
  /// - Throws: a ``StoreError``.
  mutating func setState(_ state: Account.State, of id: String) throws(StoreError)
  /// Sets a label, in the place of the value it had; the order of labels means nothing.
  ///
  /// - Parameters:
  ///   - name: the label's name.
  ///   - value: its value.
  ///   - id: the account.
  ///   - method: the method that bears it; nil for the account itself.
  /// - Throws: a ``StoreError``.
  mutating func setLabel(
    _ name: String, to value: String, of id: String, method: MethodKey?
  ) throws(StoreError)
  /// Adds a method, or replaces what is stored under its key; labels stay.
  ///
  /// - Parameters:
  ///   - method: what to store. With a `place` it comes to stand right before the method with that key; else it
  ///     stays where it is, or comes last.
  ///   - id: the account.
  ///   - passwordHash: the hash to store; nil where the one that is stored stays, if there is one.
  /// - Throws: a ``StoreError``.
  mutating func putMethod(
    _ method: Write.NewMethod, of id: String, passwordHash: String?
  ) throws(StoreError)
  /// Removes a method with its labels, and what hangs on it elsewhere.
  ///
  /// - Parameters:
  ///   - key: the method.
  ///   - id: the account.
  /// - Returns: whether it was there and not superseded.
  /// - Throws: a ``StoreError``.
  mutating func removeMethod(_ key: MethodKey, of id: String) throws(StoreError) -> Bool
  /// Marks a method superseded: it signs in, and is listed no more.
  ///
  /// - Parameters:
  ///   - key: the method.
  ///   - id: the account.
  /// - Throws: a ``StoreError``.
  mutating func supersedeMethod(_ key: MethodKey, of id: String) throws(StoreError)
  /// Removes the second factors.
  ///
  /// - Parameter id: the account.
  /// - Throws: a ``StoreError``.
  mutating func dropFactors(of id: String) throws(StoreError)
  /// Opens a recent session that remembers the account's epoch.
  ///
  /// - Parameter id: the account.
  /// - Returns: the session's id, one that nobody can guess.
  /// - Throws: a ``StoreError``.
  mutating func openSession(of id: String) throws(StoreError) -> String
  /// Gives a session the account's epoch.
  ///
  /// - Parameters:
  ///   - session: the session.
  ///   - id: the account.
  ///   - makesRecent: whether a method was proved again just now.
  /// - Throws: a ``StoreError``.
  mutating func renewSession(
    _ session: String, of id: String, makesRecent: Bool
  ) throws(StoreError)
  /// Marks a session ended, from which on nothing is done by it.
  ///
  /// - Parameter session: the session.
  /// - Returns: whether it was there and had not ended.
  /// - Throws: a ``StoreError``.
  mutating func endSession(_ session: String) throws(StoreError) -> Bool
  /// Sets an account's epoch, whereby its earlier sessions are revoked; their rows stay.
  ///
  /// - Parameters:
  ///   - id: the account.
  ///   - epoch: the epoch it has from now on.
  /// - Throws: a ``StoreError``.
  mutating func endSessions(of id: String, epoch: Int) throws(StoreError)
  /// Makes a code that is mailed, and stores what it is for.
  ///
  /// - Parameters:
  ///   - code: what to store; its `account` is for ``settle(_:by:under:policy:method:passwordHash:once:retries:telling:)``.
  ///   - account: the id of the account whose it is; nil for a code of nobody.
  /// - Returns: what is mailed and brought back, which nobody can guess; a store may keep a hash of it.
  /// - Throws: a ``StoreError``.
  mutating func putCode(_ code: Write.NewCode, for account: String?) throws(StoreError) -> String
  /// Marks a code used.
  ///
  /// - Parameter id: what the caller brought.
  /// - Throws: a ``StoreError``.
  mutating func useCode(_ id: String) throws(StoreError)
  /// Removes the codes of an account, and those of nobody in a tenant that went to an address.
  ///
  /// - Parameters:
  ///   - id: the account.
  ///   - address: the address; nil for none.
  ///   - tenant: the tenant; nil outside of tenants.
  /// - Throws: a ``StoreError``.
  mutating func cancelCodes(
    of id: String, address: String?, tenant: String?
  ) throws(StoreError)

  /// Raises an account's version by one.
  ///
  /// - Parameter id: the account.
  /// - Throws: a ``StoreError``.
  mutating func raiseVersion(of id: String) throws(StoreError)
  /// Puts a notice into the outbox, to be sent after the commit, at least once.
  ///
  /// - Parameter notice: what is to be sent. ``StoreNotice/encoded`` is a text of it for a column.
  /// - Returns: the name of the notice in the outbox, which no other notice has.
  /// - Throws: a ``StoreError``.
  mutating func keep(_ notice: StoreNotice) throws(StoreError) -> String
  /// Remembers the outcome of a change set.
  ///
  /// - Parameters:
  ///   - outcome: the outcome, without events and notices. ``CommitOutcome/encoded`` is a text of it for a column.
  ///   - id: the id of the set, at most 255 bytes, under which nothing is remembered yet. `settle` gives the id of the request
  ///     with a digest of what was asked.
  /// - Throws: a ``StoreError``.
  mutating func remember(_ outcome: CommitOutcome, as id: String) throws(StoreError)
}
