import LinkPolicy
import LinkPolicyStore
import LinkPolicyTesting
import MemoryStore

extension FaultyStore {
  mutating func insertAccount(_ account: Write.NewAccount) throws(StoreError) -> String {
    var account = account
    if forgottenDetail == .accountSpelled {
      account.email.given = account.email.email
    }
    if isAltered(.insertAccount) {
      account.email.isVerified.toggle()
    }
    return try carryOut(.insertAccount) { (base) throws(StoreError) in
      try base.insertAccount(account)
    }
  }

  mutating func deleteAccount(
    _ id: String, leaving keys: [MethodKey]
  ) throws(StoreError) -> [String] {
    let keys = isAltered(.deleteAccount) ? [] : try keysLeft(of: id, keys)
    let ended = ordered(
      try carryOut(.deleteAccount) { (base) throws(StoreError) in
        try base.deleteAccount(id, leaving: keys)
      })
    return if case .strangeSessions = fault { ended.map { $0 + "0" } } else { ended }
  }

  mutating func setEmail(_ email: Write.NewEmail, of id: String) throws(StoreError) {
    guard var email = self.email(email, of: id) else { return }
    if isAltered(.setEmail) {
      email.isVerified.toggle()
    }
    try carryOut(.setEmail) { (base) throws(StoreError) in try base.setEmail(email, of: id) }
  }

  mutating func setProfile(
    _ profile: Profile, of id: String, blanksOnly: Bool
  ) throws(StoreError) {
    let blanksOnly = fillsBlanks(isAltered(.setProfile) ? !blanksOnly : blanksOnly)
    try carryOut(.setProfile) { (base) throws(StoreError) in
      try base.setProfile(profile, of: id, blanksOnly: blanksOnly)
    }
  }

  mutating func setState(_ state: Account.State, of id: String) throws(StoreError) {
    let other: Account.State = state == .active ? .disabled : .active
    let state = isAltered(.setState) ? other : state
    try carryOut(.setState) { (base) throws(StoreError) in try base.setState(state, of: id) }
  }

  mutating func setLabel(
    _ name: String, to value: String, of id: String, method: MethodKey?
  ) throws(StoreError) {
    guard try !setLabelCarelessly(name, to: value, of: id, method: method) else { return }
    // On the account itself, whoever is to bear it; and another value where that is the account.
    let value = isAltered(.setLabel) && method == nil ? value + "-" : value
    let method = isAltered(.setLabel) ? nil : method
    try carryOut(.setLabel) { (base) throws(StoreError) in
      try base.setLabel(name, to: value, of: id, method: method)
    }
  }

  mutating func setIdentifier(
    _ name: String, to value: String?, of id: String
  ) throws(StoreError) {
    let value = isAltered(.setIdentifier) ? (value ?? "kept") + "-" : value
    try carryOut(.setIdentifier) { (base) throws(StoreError) in
      try base.setIdentifier(name, to: value, of: id)
    }
  }

  mutating func putMethod(
    _ method: Write.NewMethod, of id: String, passwordHash: String?
  ) throws(StoreError) {
    var method = method
    if isAltered(.putMethod) {
      method.provedAddress = method.provedAddress == nil ? "altered@example.com" : nil
    }
    if case .lastingHashes = fault, let passwordHash {
      lasting[method.key.issuer + "/" + id] = passwordHash
    }
    let former = try base.passwordHash(of: method.key, heldBy: id)
    let wasSuperseded =
      try base.account(id)?.methods.contains {
        $0.isSuperseded && $0.subject == method.key.subject && $0.provider == method.provider
      } ?? false
    let hash: String? =
      switch fault {
      case .forgotten(.passwordHash): nil
      case .keptHash: former ?? passwordHash
      case .forgotten, .altered, .lostHash, .codesForAll, .codesOfNobody, .abbreviatedIDs,
        .foldedKeys, .addressesOfAccounts, .sessionsForAll, .oneCode, .forgottenDeletion,
        .strangeSessions, .lastingHashes, .otherOrders, .foldedIdentifiers, .sharedIdentifiers,
        .lastingIdentifiers:
        passwordHash
      }
    let isLost = if case .lostHash = fault { passwordHash == nil } else { false }
    try carryOut(.putMethod) { (base) throws(StoreError) in
      if isLost {
        for index in base.rows.accounts.indices where base.rows.accounts[index].row.id == id {
          for place in base.rows.accounts[index].methods.indices
          where base.rows.accounts[index].methods[place].key.isSame(as: method.key) {
            base.rows.accounts[index].methods[place].passwordHash = nil
          }
        }
      }
      try base.putMethod(method, of: id, passwordHash: hash)
    }
    spoilMethod(method.key, of: id, wasSuperseded: wasSuperseded)
  }

  mutating func removeMethod(_ key: MethodKey, of id: String) throws(StoreError) -> Bool {
    guard try !leavesUnlisted(key, of: id) else { return false }
    guard isAltered(.removeMethod) else {
      let wasListed = try carryOut(.removeMethod) { (base) throws(StoreError) in
        try base.removeMethod(key, of: id)
      }
      removeMore(than: key, of: id)
      return wasListed
    }
    try carryOut(.removeMethod) { (base) throws(StoreError) in
      try base.supersedeMethod(key, of: id)
    }
    return true
  }

  mutating func supersedeMethod(_ key: MethodKey, of id: String) throws(StoreError) {
    let isAltered = isAltered(.supersedeMethod)
    try carryOut(.supersedeMethod) { (base) throws(StoreError) in
      if isAltered {
        _ = try base.removeMethod(key, of: id)
      } else {
        try base.supersedeMethod(key, of: id)
      }
    }
  }

  mutating func setFactors(_ count: Int, of id: String) throws(StoreError) {
    let count = isAltered(.setFactors) ? count + 1 : count
    try carryOut(.setFactors) { (base) throws(StoreError) in
      try base.setFactors(count, of: id)
    }
  }

  mutating func dropFactors(of id: String) throws(StoreError) {
    let isAltered = isAltered(.dropFactors)
    try carryOut(.dropFactors) { (base) throws(StoreError) in
      try base.dropFactors(of: id)
      for index in base.rows.accounts.indices
      where isAltered && base.rows.accounts[index].row.id == id {
        base.rows.accounts[index].row.factors = 1
      }
    }
  }

  mutating func openSession(of id: String) throws(StoreError) -> String {
    let isAltered = isAltered(.openSession)
    let isForAll = if case .sessionsForAll = fault { true } else { false }
    return try carryOut(.openSession) { (base) throws(StoreError) in
      let session = try base.openSession(of: id)
      for other in isForAll ? try base.accountIDs() : [] where other != id {
        guard var row = try base.session(session), let account = try base.account(other) else {
          continue
        }
        (row.account, row.epoch) = (other, account.epoch)
        _ = try base.add(row, id: "for-" + other + session)
      }
      if isAltered {
        base.rows.sessions[base.rows.sessions.count - 1].row.isRecent = false
      }
      return session
    }
  }

  mutating func renewSession(
    _ session: String, of id: String, makesRecent: Bool
  ) throws(StoreError) {
    let makesRecent = becomesRecent(isAltered(.renewSession) ? !makesRecent : makesRecent)
    try carryOut(.renewSession) { (base) throws(StoreError) in
      try base.renewSession(session, of: id, makesRecent: makesRecent)
    }
  }

  mutating func endSession(_ session: String) throws(StoreError) -> Bool {
    let isAltered = isAltered(.endSession)
    return try carryOut(.endSession) { (base) throws(StoreError) in
      let wasThere = try base.endSession(session)
      if isAltered {
        base.rows.sessions.removeAll { $0.id == session }
      }
      return wasThere
    }
  }

  mutating func endSessions(of id: String, epoch: Int) throws(StoreError) {
    let epoch = isAltered(.endSessions) ? epoch + 1 : epoch
    try carryOut(.endSessions) { (base) throws(StoreError) in
      try base.endSessions(of: id, epoch: epoch)
    }
  }

  mutating func putCode(_ code: Write.NewCode, for account: String?) throws(StoreError) -> String {
    var code = code
    if isAltered(.putCode) {
      code.address += "-"
    }
    let isForAll = if case .codesForAll = fault { true } else { false }
    let isForNobody = if case .codesOfNobody = fault { true } else { false }
    return try carryOut(.putCode) { (base) throws(StoreError) in
      let id = try base.putCode(code, for: account)
      if isForNobody, var row = try base.code(id) {
        row.account = nil
        _ = try base.add(row, id: "for-nobody-" + id)
      }
      for other in isForAll ? try base.accountIDs() : [] where other != account {
        guard var row = try base.code(id) else { continue }
        row.account = other
        _ = try base.add(row, id: "for-" + other + id)
      }
      return id
    }
  }

  mutating func useCode(_ id: String) throws(StoreError) {
    let isAltered = isAltered(.useCode)
    try carryOut(.useCode) { (base) throws(StoreError) in
      try base.useCode(id)
      if isAltered {
        base.rows.codes.removeAll { $0.id == id }
      }
    }
  }

  mutating func cancelCodes(
    of id: String, address: String?, tenant: String?
  ) throws(StoreError) {
    let isAltered = isAltered(.cancelCodes)
    try carryOut(.cancelCodes) { (base) throws(StoreError) in
      try base.cancelCodes(of: id, address: address, tenant: tenant)
      // All that there are, whose ever they are.
      if isAltered {
        base.rows.codes.removeAll()
      }
    }
    cancelMore(address: address, tenant: tenant)
  }
}
