internal import LinkPolicy

/// The keys with a subject that methods have or had, and who holds each in memory.
struct FormerKeys {
  /// A key in a tenant.
  struct Entry {
    let key: MethodKey
    let tenant: String?
    var holder: Requirement.Holder
  }

  private(set) var entries: [Entry] = []

  /// Adds the keys that are there, each outside of tenants too, and finds out anew who holds all of them.
  mutating func note(_ accounts: Accounts, _ vocabulary: Vocabulary) {
    for account in accounts.accounts {
      for method in account.methods {
        add(MethodKey(of: method, vocabulary), in: account.tenant)
      }
    }
    for orphan in accounts.orphans {
      add(orphan.key, in: orphan.tenant)
    }
    for index in entries.indices {
      entries[index].holder = accounts.holder(
        of: entries[index].key, in: entries[index].tenant, vocabulary)
    }
  }

  private mutating func add(_ key: MethodKey, in tenant: String?) {
    guard key.subject != nil else { return }
    // A key of a tenant is nobody's outside of tenants, unless it is somebody's there as well.
    for place in tenant == nil ? [nil] : [tenant, nil] {
      let isKnown = entries.contains {
        $0.key.isSame(as: key) && $0.tenant.hasSameBytes(as: place)
      }
      if !isKnown {
        entries.append(Entry(key: key, tenant: place, holder: .nobody))
      }
    }
  }
}
