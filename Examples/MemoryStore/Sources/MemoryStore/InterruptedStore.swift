public import LinkPolicy
public import LinkPolicyStore

/// A store that calls a function before each operation, which can throw an error, pause, or end the process.
///
/// Tests use this store to check that unfinished transactions have no effect.
public struct InterruptedStore<Base: AccountStore & ~Copyable>: AccountStore, ~Copyable {
  /// The store that performs the operations.
  public var base: Base
  /// The number of calls so far.
  public private(set) var calls = 0
  /// The function to call before each operation, with the number of the call, counted from 1, and the operation's name.
  public var interrupt: (_ call: Int, _ name: String) throws(StoreError) -> Void
  /// A function that can replace an account that the store returns; by default, the account stays unchanged.
  public var answered: (Account?) -> Account? = { $0 }

  /// Creates a store that interrupts another store.
  ///
  /// - Parameters:
  ///   - base: the store that performs the operations.
  ///   - interrupt: the function to call before each operation, with the number of the call, counted from 1, and the
  ///     operation's name.
  public init(
    _ base: consuming Base,
    interrupt: @escaping (_ call: Int, _ name: String) throws(StoreError) -> Void
  ) {
    self.base = base
    self.interrupt = interrupt
  }

  private mutating func count(_ name: String) throws(StoreError) {
    calls += 1
    try interrupt(calls, name)
  }

  public mutating func begin() throws(StoreError) {
    try count("begin")
    try base.begin()
  }

  public mutating func commit() throws(StoreError) {
    try count("commit")
    try base.commit()
  }

  public mutating func rollBack() throws(StoreError) {
    try count("rollBack")
    try base.rollBack()
  }

  public mutating func account(_ id: String) throws(StoreError) -> Account? {
    try count("account")
    return answered(try base.account(id))
  }

  public mutating func holder(
    of key: MethodKey, in tenant: String?
  ) throws(StoreError) -> Requirement.Holder {
    try count("holder")
    return try base.holder(of: key, in: tenant)
  }

  public mutating func holders(
    of address: String, in tenant: String?, heldBy holder: AddressRules.AddressHolder
  ) throws(StoreError) -> [String] {
    try count("holders")
    return try base.holders(of: address, in: tenant, heldBy: holder)
  }

  public mutating func holder(
    of identifier: AccountIdentifier, in tenant: String?
  ) throws(StoreError) -> String? {
    try count("holder")
    return try base.holder(of: identifier, in: tenant)
  }

  public mutating func session(_ id: String) throws(StoreError) -> StoredSession? {
    try count("session")
    return try base.session(id)
  }

  public mutating func code(_ id: String) throws(StoreError) -> StoredCode? {
    try count("code")
    return try base.code(id)
  }

  public mutating func outcome(of id: String) throws(StoreError) -> CommitOutcome? {
    try count("outcome")
    return try base.outcome(of: id)
  }

  public mutating func insertAccount(_ account: Write.NewAccount) throws(StoreError) -> String {
    try count("insertAccount")
    return try base.insertAccount(account)
  }

  public mutating func deleteAccount(
    _ id: String, leaving keys: [MethodKey]
  ) throws(StoreError) -> [String] {
    try count("deleteAccount")
    return try base.deleteAccount(id, leaving: keys)
  }

  public mutating func setEmail(_ email: Write.NewEmail, of id: String) throws(StoreError) {
    try count("setEmail")
    try base.setEmail(email, of: id)
  }

  public mutating func setProfile(
    _ profile: Profile, of id: String, blanksOnly: Bool
  ) throws(StoreError) {
    try count("setProfile")
    try base.setProfile(profile, of: id, blanksOnly: blanksOnly)
  }

  public mutating func setState(_ state: Account.State, of id: String) throws(StoreError) {
    try count("setState")
    try base.setState(state, of: id)
  }

  public mutating func setLabel(
    _ name: String, to value: String, of id: String, method: MethodKey?
  ) throws(StoreError) {
    try count("setLabel")
    try base.setLabel(name, to: value, of: id, method: method)
  }

  public mutating func setIdentifier(
    _ name: String, to value: String?, of id: String
  ) throws(StoreError) {
    try count("setIdentifier")
    try base.setIdentifier(name, to: value, of: id)
  }

  public mutating func putMethod(
    _ method: Write.NewMethod, of id: String, passwordHash: String?
  ) throws(StoreError) {
    try count("putMethod")
    try base.putMethod(method, of: id, passwordHash: passwordHash)
  }

  public mutating func removeMethod(_ key: MethodKey, of id: String) throws(StoreError) -> Bool {
    try count("removeMethod")
    return try base.removeMethod(key, of: id)
  }

  public mutating func supersedeMethod(_ key: MethodKey, of id: String) throws(StoreError) {
    try count("supersedeMethod")
    try base.supersedeMethod(key, of: id)
  }

  public mutating func dropFactors(of id: String) throws(StoreError) {
    try count("dropFactors")
    try base.dropFactors(of: id)
  }

  public mutating func setFactors(_ count: Int, of id: String) throws(StoreError) {
    try self.count("setFactors")
    try base.setFactors(count, of: id)
  }

  public mutating func openSession(of id: String) throws(StoreError) -> String {
    try count("openSession")
    return try base.openSession(of: id)
  }

  public mutating func renewSession(
    _ session: String, of id: String, makesRecent: Bool
  ) throws(StoreError) {
    try count("renewSession")
    try base.renewSession(session, of: id, makesRecent: makesRecent)
  }

  public mutating func endSession(_ session: String) throws(StoreError) -> Bool {
    try count("endSession")
    return try base.endSession(session)
  }

  public mutating func endSessions(of id: String, epoch: Int) throws(StoreError) {
    try count("endSessions")
    try base.endSessions(of: id, epoch: epoch)
  }

  public mutating func putCode(
    _ code: Write.NewCode, for account: String?
  ) throws(StoreError) -> String {
    try count("putCode")
    return try base.putCode(code, for: account)
  }

  public mutating func useCode(_ id: String) throws(StoreError) {
    try count("useCode")
    try base.useCode(id)
  }

  public mutating func cancelCodes(
    of id: String, address: String?, tenant: String?
  ) throws(StoreError) {
    try count("cancelCodes")
    try base.cancelCodes(of: id, address: address, tenant: tenant)
  }

  public mutating func raiseVersion(of id: String) throws(StoreError) {
    try count("raiseVersion")
    try base.raiseVersion(of: id)
  }

  public mutating func keep(_ notice: StoreNotice) throws(StoreError) -> String {
    try count("keep")
    return try base.keep(notice)
  }

  public mutating func remember(_ outcome: CommitOutcome, as id: String) throws(StoreError) {
    try count("remember")
    try base.remember(outcome, as: id)
  }
}
