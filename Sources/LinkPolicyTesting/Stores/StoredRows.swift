internal import LinkPolicy
internal import LinkPolicyStore

/// The rows of a store, read in one transaction.
struct StoredRows {
  var accounts: [Account] = []
  /// The requested sessions, in order; nil for a session that does not exist.
  var sessions: [StoredSession?] = []
  /// The requested codes, in order; nil for a code that does not exist.
  var codes: [StoredCode?] = []
  /// The holders of the requested keys, in order.
  var holders: [Requirement.Holder] = []
  /// The sessions and codes that the store lists for each account.
  var listed: [Listed] = []
  /// The codes without an account.
  var codesOfNobody: [StoredCode] = []
  var outbox: [StoreNotice.Kept] = []
  /// The password hashes of the requested methods.
  var hashes: [StoredHash] = []
  /// The stored outcomes of the requested change sets, in order.
  var outcomes: [CommitOutcome?] = []
  /// The ids of the accounts that hold each requested address; empty for an unused address.
  var addressHolders: [[String]] = []
  /// The ids of the holders of the requested identifiers; nil for an identifier without a holder.
  var identifierHolders: [String?] = []
  /// The rows that the store returned for unused names; the list must be empty.
  var confused: [Confusion] = []

  /// A row that the store returned for an unused name.
  struct Confusion {
    let what: String
    let duty: StoreDuty
  }

  /// The sessions and codes that a store lists for an account.
  struct Listed {
    let account: Account
    let sessions: [StoredSession]
    let codes: [StoredCode]
    /// The displayed address of the account.
    let shownAddress: String?
  }

  /// The password hash of a method.
  struct StoredHash {
    let account: String
    let key: MethodKey
    let hash: String?
  }

  /// The rows to read in addition to all accounts and the outbox.
  struct RowSelection {
    var sessions: [String] = []
    var codes: [String] = []
    var keys: [FormerKeys.FormerKey] = []
    var outcomes: [String] = []
    /// Ids under which no change set was committed, so that the store must return no outcome for them.
    var unusedIDs: [String] = []
    var addresses: [HeldAddresses.HeldAddress] = []
    var identifiers: [HeldIdentifiers.HeldIdentifier] = []
    /// Unused names of rows, each similar to a name that is in use, such as `U1` to `u1`.
    var unused = SimilarNames()
    /// The methods whose password hashes are read.
    var methods: [(account: String, key: MethodKey)] = []
  }

  init(_ wanted: RowSelection, of store: inout some CheckedStore & ~Copyable) throws(StoreError) {
    for id in try store.accountIDs() {
      guard let account = try store.account(id) else {
        throw .inconsistent("the account `" + id + "` is listed, and not there")
      }
      accounts.append(account)
      listed.append(
        Listed(
          account: account, sessions: try store.sessions(of: id), codes: try store.codes(of: id),
          shownAddress: try store.shownAddress(of: id)))
    }
    codesOfNobody = try store.codes(of: nil)
    for id in wanted.sessions {
      sessions.append(try store.session(id))
    }
    for id in wanted.codes {
      codes.append(try store.code(id))
    }
    for entry in wanted.keys {
      holders.append(try store.holder(of: entry.key, in: entry.tenant))
    }
    outbox = try store.outbox()
    for (account, key) in wanted.methods {
      hashes.append(
        StoredHash(
          account: account, key: key, hash: try store.passwordHash(of: key, heldBy: account)))
    }
    for id in wanted.outcomes {
      outcomes.append(try store.outcome(of: id))
    }
    for entry in wanted.addresses {
      addressHolders.append(
        try store.holders(of: entry.address, in: entry.tenant, heldBy: entry.heldBy))
    }
    for entry in wanted.identifiers {
      identifierHolders.append(try store.holder(of: entry.identifier, in: entry.tenant))
    }
    try readUnused(wanted, of: &store)
  }

  private mutating func readUnused(
    _ wanted: RowSelection, of store: inout some CheckedStore & ~Copyable
  ) throws(StoreError) {
    for id in wanted.unusedIDs where try store.outcome(of: id) != nil {
      confused.append(Confusion(what: "the id `" + id + "` of a request", duty: .outcome))
    }
    for id in wanted.unused.accounts where try store.account(id) != nil {
      confused.append(Confusion(what: "the account `" + id + "`", duty: .requirement(.account)))
    }
    for id in wanted.unused.sessions where try store.session(id) != nil {
      confused.append(Confusion(what: "the session `" + id + "`", duty: .requirement(.session)))
    }
    for id in wanted.unused.codes where try store.code(id) != nil {
      confused.append(Confusion(what: "the code `" + id + "`", duty: .requirement(.code)))
    }
    for entry in wanted.unused.keys {
      guard case .nobody = try store.holder(of: entry.key, in: entry.tenant) else {
        let name = "the key `" + entry.key.issuer + "` `" + (entry.key.subject ?? "") + "`"
        confused.append(Confusion(what: name, duty: .requirement(.credential)))
        continue
      }
    }
    for entry in wanted.unused.addresses
    where try !store.holders(of: entry.address, in: entry.tenant, heldBy: entry.heldBy).isEmpty {
      let name = "the address `" + entry.address + "`"
      confused.append(Confusion(what: name, duty: .requirement(.address)))
    }
    for entry in wanted.unused.identifiers
    where try store.holder(of: entry.identifier, in: entry.tenant) != nil {
      let name = "the identifier `" + entry.identifier.name + "` `" + entry.identifier.value + "`"
      confused.append(Confusion(what: name, duty: .requirement(.identifier)))
    }
  }
}

/// Unused names that differ from a name in use only in letter case or a trailing space.
///
/// A store must compare texts byte by byte, but many databases use another comparison by default.
struct SimilarNames {
  private(set) var accounts: [String] = []
  private(set) var sessions: [String] = []
  private(set) var codes: [String] = []
  private(set) var keys: [FormerKeys.FormerKey] = []
  private(set) var addresses: [HeldAddresses.HeldAddress] = []
  private(set) var identifiers: [HeldIdentifiers.HeldIdentifier] = []

  init() {}

  /// Creates the names that are similar to the names in an in-memory store.
  init(
    _ store: Accounts, codes codeIDs: [String], keys known: FormerKeys,
    addresses held: HeldAddresses, identifiers named: HeldIdentifiers
  ) {
    identifiers = named.similar
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
          keys.append(FormerKeys.FormerKey(key: key, tenant: entry.tenant, holder: .nobody))
        }
      }
    }
    for entry in held.entries {
      for near in Self.spellings(of: entry.address)
      where !held.entries.contains(where: { $0.address.hasSameBytes(as: near) }) {
        addresses.append(
          HeldAddresses.HeldAddress(address: near, tenant: entry.tenant, heldBy: entry.heldBy))
      }
    }
  }

  private static func near(_ names: [String]) -> [String] {
    names.flatMap { spellings(of: $0) }.filter { near in
      !names.contains { $0.hasSameBytes(as: near) }
    }
  }

  /// Returns a name in upper case, in lower case and with a trailing space, without the name itself.
  static func spellings(of name: String) -> [String] {
    [name.uppercased(), name.lowercased(), name + " "].filter { !$0.hasSameBytes(as: name) }
  }
}
