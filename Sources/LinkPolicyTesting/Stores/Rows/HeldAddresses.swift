internal import LinkPolicy

/// The addresses that accounts and methods have or had, and who holds each in memory.
struct HeldAddresses {
  /// An address in a tenant, and by what it is held.
  struct Entry {
    let address: String
    let tenant: String?
    let heldBy: AddressRules.Holder
    var holders: [String] = []
  }

  private(set) var entries: [Entry] = []

  /// Adds the addresses that are there, and finds out anew who holds all of them.
  mutating func note(_ accounts: Accounts) {
    for account in accounts.accounts {
      for address in [account.email] + account.methods.map(\.address) {
        if let address {
          add(address, in: account.tenant)
        }
      }
    }
    for index in entries.indices {
      let entry = entries[index]
      entries[index].holders = accounts.accounts.filter { account in
        account.tenant.hasSameBytes(as: entry.tenant)
          && account.holds(entry.address, by: entry.heldBy)
      }.map(\.id)
    }
  }

  private mutating func add(_ address: String, in tenant: String?) {
    let isKnown = entries.contains {
      $0.address.hasSameBytes(as: address) && $0.tenant.hasSameBytes(as: tenant)
    }
    guard !isKnown else { return }
    for holder in [AddressRules.Holder.account, .methods] {
      entries.append(Entry(address: address, tenant: tenant, heldBy: holder))
    }
  }
}
