public import LinkPolicy
public import LinkPolicyStore

extension MemoryStore {
  public mutating func account(_ id: String) throws(StoreError) -> Account? {
    rows.index(of: id).map { rows.accounts[$0].account }
  }

  public mutating func holder(
    of key: MethodKey, in tenant: String?
  ) throws(StoreError) -> Requirement.Holder {
    for stored in rows.accounts where isSame(stored.row.tenant, tenant) {
      switch key.kind {
      case .password, .emailLink:
        guard isSame(stored.row.email, key.subject) else { continue }
        let own = MethodKey(issuer: key.issuer, kind: key.kind, subject: nil)
        if stored.methods.contains(where: { isSame($0.key, own) }) {
          return .account(id: stored.row.id)
        }
      case .federated, .phone, .custom, .passkey, .anonymous:
        if key.subject != nil, stored.methods.contains(where: { isSame($0.key, key) }) {
          return .account(id: stored.row.id)
        }
      }
    }
    return rows.gone.contains { isSame($0.key, key) && isSame($0.tenant, tenant) } ? .gone : .nobody
  }

  public mutating func holders(
    of address: String, in tenant: String?, heldBy holder: AddressRules.AddressHolder
  ) throws(StoreError) -> [String] {
    rows.accounts.filter { stored in
      guard isSame(stored.row.tenant, tenant) else { return false }
      switch holder {
      case .account: return isSame(stored.row.email, address)
      case .methods:
        return stored.methods.contains {
          !$0.method.isSuperseded && isSame($0.method.address, address)
        }
      }
    }.map(\.row.id)
  }

  public mutating func holder(
    of identifier: AccountIdentifier, in tenant: String?
  ) throws(StoreError) -> String? {
    rows.accounts.first { stored in
      isSame(stored.row.tenant, tenant)
        && stored.row.identifiers.contains {
          isSame($0.name, identifier.name) && isSame($0.value, identifier.value)
        }
    }?.row.id
  }

  public mutating func session(_ id: String) throws(StoreError) -> StoredSession? {
    rows.sessions.first { isSame($0.id, id) }?.row
  }

  public mutating func code(_ id: String) throws(StoreError) -> StoredCode? {
    rows.codes.first { isSame($0.id, id) }?.row
  }

  public mutating func outcome(of id: String) throws(StoreError) -> CommitOutcome? {
    guard let row = rows.outcomes.first(where: { isSame($0.id, id) }) else { return nil }
    return try CommitOutcome(encoded: row.outcome)
  }
}
