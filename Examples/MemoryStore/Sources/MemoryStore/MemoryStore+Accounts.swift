public import LinkPolicy
public import LinkPolicyStore

extension MemoryStore {
  public mutating func insertAccount(_ account: Write.NewAccount) throws(StoreError) -> String {
    let id = rows.newAccountID()
    var row = Account(
      id: id, version: 0, tenant: account.tenant, email: account.email.email,
      isEmailVerified: account.email.isVerified, state: .active, epoch: 0, methods: [], labels: [])
    row.factors = 0
    rows.accounts.append(MemoryRows.StoredAccount(row: row, given: account.email.given))
    return id
  }

  public mutating func deleteAccount(
    _ id: String, leaving keys: [MethodKey]
  ) throws(StoreError) -> [String] {
    guard let index = rows.index(of: id) else { return [] }
    let stored = rows.accounts.remove(at: index)
    rows.gone += keys.map { ($0, stored.row.tenant) }
    var ended: [String] = []
    for index in rows.sessions.indices
    where isSame(rows.sessions[index].row.account, id) && !rows.sessions[index].row.isEnded {
      rows.sessions[index].row.isEnded = true
      ended.append(rows.sessions[index].id)
    }
    return ended
  }

  public mutating func setEmail(_ email: Write.NewEmail, of id: String) throws(StoreError) {
    change(id) {
      $0.row.email = email.email
      $0.row.isEmailVerified = email.isVerified
      $0.given = email.email == nil ? nil : email.given ?? $0.given
    }
  }

  public mutating func setProfile(
    _ profile: Profile, of id: String, blanksOnly: Bool
  ) throws(StoreError) {
    change(id) {
      let kept = blanksOnly ? $0.row.profile : Profile()
      $0.row.profile = Profile(name: kept.name ?? profile.name, photo: kept.photo ?? profile.photo)
    }
  }

  public mutating func setState(_ state: Account.State, of id: String) throws(StoreError) {
    change(id) { $0.row.state = state }
  }

  public mutating func setLabel(
    _ name: String, to value: String, of id: String, method: MethodKey?
  ) throws(StoreError) {
    func set(_ labels: inout [(name: String, value: String)]) {
      labels.removeAll { isSame($0.name, name) }
      labels.append((name, value))
    }
    guard let method else {
      return change(id) { set(&$0.row.labels) }
    }
    change(id, method) { set(&$0.method.labels) }
  }

  public mutating func setIdentifier(
    _ name: String, to value: String?, of id: String
  ) throws(StoreError) {
    if let value, let index = rows.index(of: id) {
      let identifier = AccountIdentifier(name, value)
      let holder = try holder(of: identifier, in: rows.accounts[index].row.tenant)
      guard holder.map({ isSame($0, id) }) ?? true else {
        throw .conflict("another account holds the identifier `\(name)`")
      }
    }
    change(id) {
      $0.row.identifiers.removeAll { isSame($0.name, name) }
      if let value {
        $0.row.identifiers.append(AccountIdentifier(name, value))
      }
    }
  }

  public mutating func dropFactors(of id: String) throws(StoreError) {
    change(id) { $0.row.factors = 0 }
  }

  public mutating func setFactors(_ count: Int, of id: String) throws(StoreError) {
    change(id) { $0.row.factors = count }
  }

  public mutating func raiseVersion(of id: String) throws(StoreError) {
    change(id) { $0.row.version += 1 }
  }

  mutating func change(_ id: String, _ body: (inout MemoryRows.StoredAccount) -> Void) {
    if let index = rows.index(of: id) {
      body(&rows.accounts[index])
    }
  }

  mutating func change(
    _ id: String, _ key: MethodKey, _ body: (inout MemoryRows.StoredMethod) -> Void
  ) {
    if let index = rows.index(of: id), let place = rows.place(of: key, at: index) {
      body(&rows.accounts[index].methods[place])
    }
  }
}
