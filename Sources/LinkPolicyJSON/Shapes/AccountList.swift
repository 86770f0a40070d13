package import LinkPolicy

/// The accounts that answers or a vector list, found by id.
package struct AccountList: Sendable {
  /// What a key that an account leaves out means.
  package enum Completeness: Sendable {
    /// A finding, for a column that every policy may read: rows come from a store, which has them all.
    case rows
    /// That the account has nothing there, as in a vector.
    case sketches
  }

  /// The accounts, in the order written.
  package private(set) var accounts: [Account] = []
  private var indices: [Name: Int] = [:]
  /// Whether something names each of them.
  private var isNamed: [Bool] = []
  /// Those that leave out how often their sessions were revoked.
  private var withoutEpoch: Set<Name> = []

  /// Reads a list of accounts; an id used twice is a finding.
  package init(
    _ values: JSONElements, as completeness: Completeness, _ findings: inout JSONFindings
  ) {
    var offsets: [Int] = []
    for value in values {
      guard let account = Account(value, as: completeness, &findings) else { continue }
      let id = Name(account.id)
      let place = value["id"] ?? value
      if let first = indices[id] {
        findings.report(
          Diagnostic(
            .jsonDuplicateID, .error, "two accounts have the id " + id.quoted,
            at: findings.locator.position(of: place),
            help: "give each account an id of its own",
            related: [
              Diagnostic.Related(
                "first used here", at: findings.locator.position(at: offsets[first]))
            ]))
        continue
      }
      indices[id] = accounts.count
      offsets.append(place.offset)
      if value["epoch"]?.isNull ?? true {
        withoutEpoch.insert(id)
      }
      accounts.append(account)
      isNamed.append(false)
    }
  }

  /// The accounts that nothing has named so far.
  package var unnamed: [Account] {
    accounts.indices.filter { !isNamed[$0] }.map { accounts[$0] }
  }

  /// The account that a value names by id, or a finding and nil.
  package mutating func account(
    _ value: JSONValue, in key: String, _ findings: inout JSONFindings
  ) -> Account? {
    guard let id = findings.string(value, in: key) else { return nil }
    if let index = indices[id] {
      isNamed[index] = true
      return accounts[index]
    }
    findings.report(
      .jsonUnknownID, "no account has the id " + id.quoted, at: value,
      help: JSONFindings.suggestion(
        for: id, among: accounts.map { Name($0.id) }, called: "the accounts are")
        ?? "list it under `accounts`")
    return nil
  }

  /// Reports the account of a session where it does not say how often its sessions were revoked: read as
  /// never, every one of them would count.
  func requireEpoch(of account: Account, at place: JSONValue, _ findings: inout JSONFindings) {
    guard withoutEpoch.contains(Name(account.id)) else { return }
    findings.report(
      .jsonMissingKey, "the account of a session has no key `epoch`", at: place,
      help: "write in the row of " + Name(account.id).quoted
        + " how often its sessions were revoked, and 0 for never")
  }
}
