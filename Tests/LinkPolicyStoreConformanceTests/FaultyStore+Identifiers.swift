import LinkPolicy
import LinkPolicyStore
import MemoryStore

/// Faults of the questions and writes about user names.
extension FaultyStore {
  /// The holder of an identifier as the fault finds it.
  mutating func holderByFault(
    of identifier: AccountIdentifier, in tenant: String?
  ) throws(StoreError) -> String? {
    let answer = try base.holder(of: identifier, in: tenant)
    let near = base.rows.accounts.first { stored in
      stored.row.identifiers.contains {
        guard $0.name == identifier.name else { return false }
        return switch fault {
        case .foldedIdentifiers:
          stored.row.tenant == tenant && $0.value.lowercased() == identifier.value.lowercased()
        case .sharedIdentifiers: $0.value == identifier.value
        default: false
        }
      }
    }
    return answer ?? near?.row.id
  }

  /// Stores the identifiers of a transaction that was rolled back.
  mutating func keepIdentifiers(of written: [MemoryRows.StoredAccount]) throws(StoreError) {
    try base.begin()
    for stored in written {
      for index in base.rows.accounts.indices
      where base.rows.accounts[index].row.id == stored.row.id {
        base.rows.accounts[index].row.identifiers = stored.row.identifiers
      }
    }
    try base.commit()
  }
}
