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
  var outbox: [StoreNotice] = []
  /// The password hashes of all methods.
  var hashes: [StoredHash] = []
  /// What is remembered of the set that was carried out.
  var outcome: CommitOutcome?
  /// The ids much like that of the set under which something is remembered all the same.
  var confused: [String] = []

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
    var outcome = ""
    /// Ids under which nothing was carried out.
    var unusedIDs: [String] = []
    /// The methods whose hashes are read.
    var methods: [(account: String, key: MethodKey)] = []
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
    outbox = try store.outbox().map(\.notice)
    for (account, key) in wanted.methods {
      hashes.append(
        StoredHash(
          account: account, key: key, hash: try store.passwordHash(of: key, heldBy: account)))
    }
    outcome = try store.outcome(of: wanted.outcome)
    for id in wanted.unusedIDs where try store.outcome(of: id) != nil {
      confused.append(id)
    }
  }
}
