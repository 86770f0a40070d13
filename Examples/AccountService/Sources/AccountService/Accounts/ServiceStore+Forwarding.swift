internal import LinkPolicy
internal import LinkPolicyStore
internal import SQLiteStore

// The operations that the SQLite store performs unchanged.
extension ServiceStore: AccountStore {
  mutating func begin() throws(StoreError) { try base.begin() }
  mutating func commit() throws(StoreError) { try base.commit() }
  mutating func rollBack() throws(StoreError) { try base.rollBack() }

  mutating func account(_ id: String) throws(StoreError) -> Account? { try base.account(id) }

  mutating func holder(
    of key: MethodKey, in tenant: String?
  ) throws(StoreError) -> Requirement.Holder {
    try base.holder(of: key, in: tenant)
  }

  mutating func holders(
    of address: String, in tenant: String?, heldBy holder: AddressRules.AddressHolder
  ) throws(StoreError) -> [String] {
    try base.holders(of: address, in: tenant, heldBy: holder)
  }

  mutating func holder(
    of identifier: AccountIdentifier, in tenant: String?
  ) throws(StoreError) -> String? {
    try base.holder(of: identifier, in: tenant)
  }

  mutating func outcome(of id: String) throws(StoreError) -> CommitOutcome? {
    try base.outcome(of: id)
  }

  mutating func insertAccount(_ account: Write.NewAccount) throws(StoreError) -> String {
    try base.insertAccount(account)
  }

  mutating func deleteAccount(
    _ id: String, leaving keys: [MethodKey]
  ) throws(StoreError) -> [String] {
    try base.deleteAccount(id, leaving: keys)
  }

  mutating func setEmail(_ email: Write.NewEmail, of id: String) throws(StoreError) {
    try base.setEmail(email, of: id)
  }

  mutating func setProfile(
    _ profile: Profile, of id: String, blanksOnly: Bool
  ) throws(StoreError) {
    try base.setProfile(profile, of: id, blanksOnly: blanksOnly)
  }

  mutating func setState(_ state: Account.State, of id: String) throws(StoreError) {
    try base.setState(state, of: id)
  }

  mutating func setLabel(
    _ name: String, to value: String, of id: String, method: MethodKey?
  ) throws(StoreError) {
    try base.setLabel(name, to: value, of: id, method: method)
  }

  mutating func setIdentifier(
    _ name: String, to value: String?, of id: String
  ) throws(StoreError) {
    try base.setIdentifier(name, to: value, of: id)
  }

  mutating func putMethod(
    _ method: Write.NewMethod, of id: String, passwordHash: String?
  ) throws(StoreError) {
    try base.putMethod(method, of: id, passwordHash: passwordHash)
  }

  mutating func removeMethod(_ key: MethodKey, of id: String) throws(StoreError) -> Bool {
    try base.removeMethod(key, of: id)
  }

  mutating func supersedeMethod(_ key: MethodKey, of id: String) throws(StoreError) {
    try base.supersedeMethod(key, of: id)
  }

  mutating func dropFactors(of id: String) throws(StoreError) { try base.dropFactors(of: id) }
  mutating func setFactors(_ count: Int, of id: String) throws(StoreError) {
    try base.setFactors(count, of: id)
  }

  mutating func endSession(_ session: String) throws(StoreError) -> Bool {
    try base.endSession(session)
  }

  mutating func endSessions(of id: String, epoch: Int) throws(StoreError) {
    try base.endSessions(of: id, epoch: epoch)
  }

  mutating func useCode(_ id: String) throws(StoreError) { try base.useCode(id) }
  mutating func raiseVersion(of id: String) throws(StoreError) { try base.raiseVersion(of: id) }
  mutating func keep(_ notice: StoreNotice) throws(StoreError) -> String { try base.keep(notice) }

  mutating func remember(_ outcome: CommitOutcome, as id: String) throws(StoreError) {
    try base.remember(outcome, as: id)
  }
}
