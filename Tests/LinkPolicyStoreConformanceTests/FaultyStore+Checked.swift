import LinkPolicy
import LinkPolicyStore
import LinkPolicyTesting
import MemoryStore

/// Rows are given and looked at without any fault.
extension FaultyStore {
  mutating func clear() throws(StoreError) {
    cache = CachedAnswers()
    try base.clear()
  }

  mutating func add(_ account: Account) throws(StoreError) { try base.add(account) }

  mutating func add(goneKey key: MethodKey, in tenant: String?) throws(StoreError) {
    try base.add(goneKey: key, in: tenant)
  }

  mutating func add(_ session: StoredSession, id: String?) throws(StoreError) -> String {
    try base.add(session, id: id)
  }

  mutating func add(_ code: StoredCode, id: String?) throws(StoreError) -> String {
    try base.add(code, id: id)
  }

  mutating func ageSessions() throws(StoreError) { try base.ageSessions() }
  mutating func expireCodes() throws(StoreError) {
    cache.codes = [:]
    try base.expireCodes()
  }

  mutating func accountIDs() throws(StoreError) -> [String] { ordered(try base.accountIDs()) }

  mutating func sessions(of id: String) throws(StoreError) -> [StoredSession] {
    ordered(try base.sessions(of: id))
  }

  mutating func codes(of id: String?) throws(StoreError) -> [StoredCode] {
    ordered(try base.codes(of: id))
  }

  mutating func shownAddress(of id: String) throws(StoreError) -> String? {
    try base.shownAddress(of: id)
  }

  mutating func passwordHash(
    of key: MethodKey, heldBy id: String
  ) throws(StoreError) -> String? {
    if case .lastingHashes = fault, let hash = lasting[key.issuer + "/" + id] {
      return hash
    }
    return try base.passwordHash(of: key, heldBy: id)
  }

  mutating func outbox() throws(StoreError) -> [StoreNotice.Kept] {
    ordered(try base.outbox())
  }
}

/// Rows that no decision reads in order.
extension FaultyStore {
  /// A list whose order means nothing.
  func ordered<Row>(_ rows: [Row]) -> [Row] {
    if case .otherOrders = fault { rows.reversed() } else { rows }
  }

  /// An account whose labels are in another order.
  func ordered(_ account: Account?) -> Account? {
    guard var other = account else { return nil }
    other.labels = ordered(other.labels)
    other.methods = other.methods.map { method in
      var method = method
      method.labels = ordered(method.labels)
      return method
    }
    return other
  }
}
