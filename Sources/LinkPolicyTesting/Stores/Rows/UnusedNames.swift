internal import LinkPolicy

/// Names that nothing has, each much like one that is there: in other letters, with a space behind, or in another
/// tenant.
///
/// Texts are compared byte by byte; many databases do otherwise unless they are told.
struct UnusedNames {
  private(set) var accounts: [String] = []
  private(set) var sessions: [String] = []
  private(set) var codes: [String] = []
  private(set) var keys: [FormerKeys.Entry] = []
  private(set) var addresses: [HeldAddresses.Entry] = []

  init() {}

  /// The names near those of a store in memory.
  init(_ store: Accounts, codes codeIDs: [String], keys known: FormerKeys, _ held: HeldAddresses) {
    accounts = Self.near(store.accounts.map(\.id))
    sessions = Self.near(store.sessions.map(\.id))
    codes = Self.near(codeIDs)
    for entry in known.entries {
      guard let subject = entry.key.subject else { continue }
      for near in Self.spellings(of: subject) {
        var key = entry.key
        key.subject = near
        let isKnown = known.entries.contains { $0.key.isSame(as: key) }
        if !isKnown {
          keys.append(FormerKeys.Entry(key: key, tenant: entry.tenant, holder: .nobody))
        }
      }
    }
    for entry in held.entries {
      for near in Self.spellings(of: entry.address)
      where !held.entries.contains(where: { $0.address.hasSameBytes(as: near) }) {
        addresses.append(
          HeldAddresses.Entry(address: near, tenant: entry.tenant, heldBy: entry.heldBy))
      }
    }
  }

  private static func near(_ names: [String]) -> [String] {
    names.flatMap { spellings(of: $0) }.filter { near in
      !names.contains { $0.hasSameBytes(as: near) }
    }
  }

  private static func spellings(of name: String) -> [String] {
    [name.uppercased(), name.lowercased(), name + " "].filter { !$0.hasSameBytes(as: name) }
  }
}
