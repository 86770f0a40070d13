internal import LinkPolicy
internal import LinkPolicyStore

/// The rows that a store has, read in one transaction.
struct StoredRows {
  var accounts: [Account] = []
  /// The sessions that were asked for, by id; nil where there is none.
  var sessions: [StoredSession?] = []
  /// The codes that were asked for, by id; nil where there is none.
  var codes: [StoredCode?] = []
  /// Who holds the keys that were asked for.
  var holders: [Requirement.Holder] = []
  /// What is listed of each account.
  var listed: [Listed] = []
  /// The codes that are nobody's.
  var codesOfNobody: [StoredCode] = []
  var outbox: [StoreNotice.Kept] = []
  /// The password hashes of all methods.
  var hashes: [StoredHash] = []
  /// What is remembered of the sets that were carried out, in the order of the ids asked for.
  var outcomes: [CommitOutcome?] = []
  /// Who holds the addresses that were asked for.
  var addressHolders: [[String]] = []
  /// What is there by names much like others, and has to be nowhere.
  var confused: [Confusion] = []

  /// Something found by a name that nothing has.
  struct Confusion {
    let what: String
    let duty: StoreDuty
  }

  /// The sessions and codes that a store lists of an account.
  struct Listed {
    let account: Account
    let sessions: [StoredSession]
    let codes: [StoredCode]
    /// How the address is shown.
    let shownAddress: String?
  }

  /// What a method has for its password.
  struct StoredHash {
    let account: String
    let key: MethodKey
    let hash: String?
  }

  /// What to read beside all accounts and the outbox.
  struct Wanted {
    var sessions: [String] = []
    var codes: [String] = []
    var keys: [FormerKeys.Entry] = []
    var outcomes: [String] = []
    /// Ids under which nothing was carried out.
    var unusedIDs: [String] = []
    var addresses: [HeldAddresses.Entry] = []
    /// Names of sessions, codes, accounts and keys that nothing has, each much like one that is there.
    var unused = UnusedNames()
    /// The methods whose hashes are read.
    var methods: [(account: String, key: MethodKey)] = []
  }

  private mutating func readUnused(
    _ wanted: Wanted, of store: inout some CheckedStore & ~Copyable
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
  }

  init(_ wanted: Wanted, of store: inout some CheckedStore & ~Copyable) throws(StoreError) {
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
    try readUnused(wanted, of: &store)
  }
}
