import LinkPolicy
import LinkPolicyStore
import LinkPolicyTesting
import MemoryStore

/// A store in memory with a fault.
///
/// One that forgets a requirement answers the question behind it from a cache that its own writes do not empty: as the last transaction
/// that wrote was answered.
struct FaultyStore: CheckedStore {
  var base: MemoryStore
  let fault: StoreFault
  /// The hashes that are kept outside of transactions.
  var lasting: [String: String] = [:]
  /// What the open transaction was answered before it wrote, and whether it has written.
  private var open = CachedAnswers()
  private var hasWritten = false
  /// What the last transaction that wrote was answered.
  var cache = CachedAnswers()

  init(_ memory: SharedMemory, _ fault: StoreFault) {
    base = MemoryStore(memory)
    self.fault = fault
  }

  func isForgotten(_ duty: StoreDuty) -> Bool {
    if case .forgotten(let forgotten) = fault { forgotten == duty } else { false }
  }

  func isAltered(_ kind: WriteKind) -> Bool {
    if case .altered(let altered) = fault { altered == kind } else { false }
  }

  /// Carries a write out as the fault lets it.
  mutating func carryOut<Value>(
    _ kind: WriteKind, _ body: (inout MemoryStore) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    hasWritten = true
    let before = base.rows
    let value = try body(&base)
    if isForgotten(.write(kind)) {
      base.rows.takeBack(to: before)
    }
    return value
  }

  mutating func begin() throws(StoreError) {
    (open, hasWritten) = (CachedAnswers(), false)
    try base.begin()
  }

  mutating func commit() throws(StoreError) {
    if hasWritten {
      cache = open
    }
    try base.commit()
  }

  mutating func rollBack() throws(StoreError) {
    let written = base.rows.accounts
    guard isForgotten(.rollBack) else {
      try base.rollBack()
      if case .lastingIdentifiers = fault {
        try keepIdentifiers(of: written)
      }
      return
    }
    try base.commit()
  }

  mutating func account(_ id: String) throws(StoreError) -> Account? {
    var account = ordered(try base.account(id))
    guard isForgotten(.requirement(.account)), !hasWritten else { return account }
    if let version = cache.versions[id] {
      account?.version = version
    }
    open.versions[id] = account?.version
    return account
  }

  mutating func holder(
    of key: MethodKey, in tenant: String?
  ) throws(StoreError) -> Requirement.Holder {
    var key = key
    if case .foldedKeys = fault, key.kind == .federated {
      key.subject = key.subject?.lowercased()
    }
    let answer = try base.holder(of: key, in: tenant)
    guard isForgotten(.requirement(.credential)), !hasWritten else { return answer }
    let name = "\(key) \(tenant ?? "-")"
    open.holders[name] = cache.holders[name] ?? answer
    return cache.holders[name] ?? answer
  }

  mutating func holders(
    of address: String, in tenant: String?, heldBy holder: AddressRules.AddressHolder
  ) throws(StoreError) -> [String] {
    let isOfAccounts = if case .addressesOfAccounts = fault { true } else { false }
    let answer = ordered(
      try base.holders(of: address, in: tenant, heldBy: isOfAccounts ? .account : holder))
    guard isForgotten(.requirement(.address)), !hasWritten else { return answer }
    let name = "\(address) \(tenant ?? "-") \(holder)"
    open.addresses[name] = cache.addresses[name] ?? answer
    return cache.addresses[name] ?? answer
  }

  mutating func holder(
    of identifier: AccountIdentifier, in tenant: String?
  ) throws(StoreError) -> String? {
    let answer = try holderByFault(of: identifier, in: tenant)
    guard isForgotten(.requirement(.identifier)), !hasWritten else { return answer }
    let name = "\(identifier.name) \(identifier.value) \(tenant ?? "-")"
    let cached = cache.identifiers[name] ?? answer
    open.identifiers.updateValue(cached, forKey: name)
    return cached
  }

  mutating func session(_ id: String) throws(StoreError) -> StoredSession? {
    var session = try base.session(id)
    guard isForgotten(.requirement(.session)), !hasWritten else { return session }
    if let isEnded = cache.ended[id] {
      session?.isEnded = isEnded
    }
    open.ended[id] = session?.isEnded
    return session
  }

  mutating func code(_ id: String) throws(StoreError) -> StoredCode? {
    let answer = try base.code(id)
    guard isForgotten(.requirement(.code)), !hasWritten else { return answer }
    open.codes[id] = cache.codes[id] ?? answer
    return cache.codes[id] ?? answer
  }

  mutating func outcome(of id: String) throws(StoreError) -> CommitOutcome? {
    guard case .abbreviatedIDs = fault else { return try base.outcome(of: id) }
    let row = base.rows.outcomes.first { $0.id.hasPrefix(id) || id.hasPrefix($0.id) }
    guard let row else { return nil }
    return try CommitOutcome(encoded: row.outcome)
  }

  mutating func raiseVersion(of id: String) throws(StoreError) {
    if !isForgotten(.version) {
      try base.raiseVersion(of: id)
    }
  }

  mutating func keep(_ notice: StoreNotice) throws(StoreError) -> String {
    var notice = notice
    if forgottenDetail == .noticeSpelledOtherwise {
      switch notice {
      case .mail(let code, let purpose, to: let address):
        notice = .mail(code: code, purpose: purpose, to: shown(address))
      case .owner(let account, to: let address):
        notice = .owner(account: account, to: address.map { shown($0) })
      }
    }
    if forgottenDetail == .noticeToFormerAddress, case .owner(let account, to: _?) = notice {
      notice = .owner(account: account, to: try base.account(account)?.email)
    }
    let id = try base.keep(notice)
    if isForgotten(.outbox) {
      base.rows.outbox.removeLast()
    }
    return id
  }

  mutating func remember(_ outcome: CommitOutcome, as id: String) throws(StoreError) {
    var outcome = outcome
    switch fault {
    case .oneCode: outcome.codes = Array(outcome.codes.prefix(1))
    case .forgottenDeletion: outcome.isAccountGone = false
    case .forgotten, .altered, .keptHash, .lostHash, .codesForAll, .codesOfNobody, .abbreviatedIDs,
      .foldedKeys, .addressesOfAccounts, .sessionsForAll, .strangeSessions, .lastingHashes,
      .otherOrders, .foldedIdentifiers, .sharedIdentifiers, .lastingIdentifiers:
      break
    }
    if !isForgotten(.outcome) {
      try base.remember(outcome, as: id)
    }
  }
}

/// What a store with a cache was answered.
struct CachedAnswers {
  var versions: [String: Int] = [:]
  var holders: [String: Requirement.Holder] = [:]
  var addresses: [String: [String]] = [:]
  var identifiers: [String: String?] = [:]
  var ended: [String: Bool] = [:]
  var codes: [String: StoredCode] = [:]
}

extension MemoryRows {
  /// Takes back what a write did to the rows; ids that it gave out are not given out again.
  fileprivate mutating func takeBack(to before: MemoryRows) {
    (accounts, sessions, codes, gone) = (
      before.accounts, before.sessions, before.codes, before.gone
    )
  }
}
