internal import LinkPolicy
package import LinkPolicyAuthoring
package import LinkPolicyDiagnostics

/// What is wrong with the accounts of a store under a policy, and what would be under another one.
///
/// Decisions go by what a store answers. Where two accounts hold an address, or one is filed under a key that no look-up asks for,
/// every decision about it is about something else than the people it belongs to.
package struct ExportExamination: Sendable {
  /// The findings, in the order of the accounts.
  package private(set) var findings: [Diagnostic] = []
  /// How many methods there are.
  package private(set) var methods = 0
  /// How many of them did not prove the address of their account, which has one.
  package private(set) var unproven = 0

  /// How often an account was looked at because it shares an address.
  private(set) var looks = 0

  /// The accounts, each method with its kind under the policy of today.
  let accounts: [StoredAccount]
  let vocabulary: Vocabulary
  /// The policy of today.
  let policy: Policy

  /// Examines accounts.
  ///
  /// - Parameters:
  ///   - accounts: the accounts of the whole store: what is not among them collides with nothing.
  ///   - policy: the policy that decides about them today.
  ///   - other: the policy that is to take its place; nil for none.
  package init(
    _ accounts: [StoredAccount], under policy: CompiledPolicy, then other: CompiledPolicy?
  ) {
    vocabulary = policy.vocabulary
    self.policy = policy.policy
    self.accounts = accounts.map { stored in
      var stored = stored
      policy.vocabulary.closeKinds(of: &stored.account)
      return stored
    }
    for stored in self.accounts {
      let drops =
        policy.canDropUnproven(of: stored.account)
        || other?.canDropUnproven(of: stored.account) ?? false
      examine(stored, dropping: drops)
    }
    findTwice()
    if let other {
      findRules(policy, then: other)
      findCollisions(under: other.policy)
      findCredentials(under: other.vocabulary, of: accounts)
    }
    findings.sort { $0.isBefore($1) }
  }

  /// Looks at an account by itself.
  private mutating func examine(_ stored: StoredAccount, dropping drops: Bool) {
    let account = stored.account
    do throws(InputError) {
      try policy.checkDecidable(account)
    } catch {
      report(
        .unusableAccount, .error, error.message, stored, "no decision can be about it; mend the row"
      )
    }
    methods += account.methods.count
    // A subject that is superseded goes on signing in.
    if !account.methods.contains(where: { Self.findsAccount($0, of: account) }) {
      report(
        .noMethod, .warning,
        account.methods.isEmpty
          ? "account `\(account.id)` has no sign-in method"
          : "account `\(account.id)` has no address, by which alone its methods find it", stored,
        account.email == nil
          ? "nobody can sign in to it; delete it"
          : "nobody can sign in to it, and its address stays taken; delete it, or add a method that its owner has shown to hold"
      )
    }
    guard let email = account.email else { return }
    for method in account.methods where !(method.provedAddress?.hasSameBytes(as: email) ?? false) {
      unproven += 1
      guard drops else { continue }
      report(
        .unprovenMethod, .note,
        "the method of `\(method.provider)` of account `\(account.id)` did not prove `\(email)`",
        stored,
        "a row drops it where somebody else proves the address of such an account")
    }
  }

  /// Whether somebody who signs in by a method comes to the account: a password and a mailed link find it by its address.
  private static func findsAccount(_ method: Method, of account: Account) -> Bool {
    // Of a provider that the policy does not declare another finding tells.
    switch method.kind {
    case .password, .emailLink: account.email != nil || method.address != nil
    case .federated, .phone, .custom, .anonymous, nil: true
    }
  }

  /// Finds ids, credentials and addresses that several accounts have.
  private mutating func findTwice() {
    var ids = HeldKeys()
    for (index, stored) in accounts.enumerated() {
      ids.add([stored.account.id], heldBy: index)
    }
    for several in ids.several {
      report(
        .accountTwice, .error, several,
        "the id `\(accounts[several[0]].account.id)` stands for several accounts",
        "give each an id of its own")
    }
    for several in sharingCredentials(vocabulary) {
      report(
        .credentialTwice, .error, several, "\(named(several)) have one credential",
        "a sign-in with it reaches one of them; find out whose it is, and remove it from the others"
      )
    }
    for (several, address) in sharing(vocabulary, { $0 }) {
      report(
        .addressTwice, .warning, several, "\(named(several)) have one address: `\(address)`",
        "merge them, or clear the address of those whose owner has not shown to hold it")
    }
  }

  /// The accounts that have one credential, wherever these are several.
  func sharingCredentials(_ vocabulary: Vocabulary) -> [[Int]] {
    var held = HeldKeys()
    for (index, stored) in accounts.enumerated() {
      for method in stored.account.methods where Self.isCredential(method) {
        let key = vocabulary.key(of: method)
        held.add(
          [stored.account.tenant, key.issuer, key.kind.name.text, key.subject], heldBy: index)
      }
    }
    return held.several
  }

  /// Whether a method is found by a subject of its own.
  static func isCredential(_ method: Method) -> Bool {
    !method.isKindOpen && method.subject != nil
  }

  /// The accounts that one search by address finds, wherever these are several, with what is searched for.
  ///
  /// An account is looked at once for each of its addresses and each pool, however many have the same address.
  mutating func sharing(
    _ vocabulary: Vocabulary, _ key: (String) -> String
  ) -> [(accounts: [Int], address: String)] {
    var held = HeldKeys()
    for (index, stored) in accounts.enumerated() {
      for address in vocabulary.addressesHeld(by: stored.account) {
        held.add([stored.account.tenant, key(address)], heldBy: index)
      }
    }
    var found: [(accounts: [Int], address: String)] = []
    for (several, parts) in held.severalWithParts {
      let pools = several.map { self.pools(of: $0, vocabulary) }
      var counts: [Int: Int] = [:]
      for pool in pools.joined() {
        counts[pool, default: 0] += 1
      }
      let shared = several.indices.filter { place in
        pools[place].contains { counts[$0, default: 0] > 1 }
      }
      if !shared.isEmpty {
        found.append((shared.map { several[$0] }, parts.last.flatMap { $0 } ?? ""))
      }
    }
    return found
  }

  /// The pools that an account is searched in.
  private mutating func pools(of index: Int, _ vocabulary: Vocabulary) -> [Int] {
    vocabulary.pools.pools.indices.filter {
      looks += 1
      return vocabulary.isIn($0, accounts[index].account)
    }
  }

  func named(_ several: [Int]) -> String {
    let names = several.prefix(5).map { "`\(accounts[$0].account.id)`" }
    let more = several.count > names.count ? " and \(several.count - names.count) more" : ""
    return "accounts " + names.joined(separator: ", ") + more
  }

  /// A finding about no account.
  mutating func report(_ code: DiagnosticCode, _ level: Diagnostic.Level, _ message: String) {
    findings.append(
      Diagnostic(
        code, level, message, at: nil,
        help: "look at how people came in so far before that policy decides"))
  }

  mutating func report(
    _ code: DiagnosticCode, _ level: Diagnostic.Level, _ message: String, _ stored: StoredAccount,
    _ help: String
  ) {
    findings.append(Diagnostic(code, level, message, at: stored.position, help: help))
  }

  /// A finding about several accounts stands at the first, with up to four others.
  mutating func report(
    _ code: DiagnosticCode, _ level: Diagnostic.Level, _ several: [Int], _ message: String,
    _ help: String
  ) {
    let related = several.dropFirst().prefix(4).map {
      Diagnostic.Related("account `\(accounts[$0].account.id)`", at: accounts[$0].position)
    }
    findings.append(
      Diagnostic(
        code, level, message, at: accounts[several[0]].position, help: help, related: related))
  }
}

extension Diagnostic {
  /// Whether a finding stands before another in its file.
  fileprivate func isBefore(_ other: Diagnostic) -> Bool {
    guard let position, let second = other.position else {
      return position == nil && other.position != nil
    }
    return (position.line, position.column) < (second.line, second.column)
  }
}
