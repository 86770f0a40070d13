package import LinkPolicy

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

  /// The accounts, each method with its kind under the policy of today.
  let accounts: [StoredAccount]
  let vocabulary: Vocabulary

  /// Examines accounts.
  ///
  /// The policy of today.
  let policy: Policy
  /// - Parameters:
  ///   - accounts: the accounts of the whole store: what is not among them collides with nothing.
  ///   - policy: the policy that decides about them today.
  ///   - other: the policy that is to take its place; nil for none.
  package init(
    _ accounts: [StoredAccount], under policy: CompiledPolicy, then other: CompiledPolicy?
  ) {
    vocabulary = policy.vocabulary
    self.accounts = accounts.map { stored in
      var stored = stored
      policy.vocabulary.closeKinds(of: &stored.account)
    self.policy = policy.policy
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
    if !account.methods.contains(where: { !$0.isSuperseded }) {
      report(
        .noMethod, .warning, "account `\(account.id)` has no sign-in method", stored,
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
    for several in sharing(vocabulary, { $0 }) {
      report(
        .addressTwice, .warning, several,
        "\(named(several)) have one address: \(addresses(sharedBy: several))",
        "merge them, or clear the address of those whose owner has not shown to hold it")
    }
  }

  /// The addresses that several of some accounts have, each once.
  private func addresses(sharedBy several: [Int]) -> String {
    let all = several.map { vocabulary.addressesHeld(by: accounts[$0].account) }
    var shared: [String] = []
    for address in all.joined()
    where all.count(where: { $0.contains { $0.hasSameBytes(as: address) } }) > 1
      && !shared.contains(where: { $0.hasSameBytes(as: address) })
    {
      shared.append(address)
    }
    return shared.map { "`\($0)`" }.joined(separator: ", ")
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

  /// The accounts that one search by address finds, wherever these are several.
  func sharing(_ vocabulary: Vocabulary, _ key: (String) -> String) -> [[Int]] {
    var held = HeldKeys()
    for (index, stored) in accounts.enumerated() {
      for address in vocabulary.addressesHeld(by: stored.account) {
        held.add([stored.account.tenant, key(address)], heldBy: index)
      }
    }
    return held.several.compactMap { several in
      let shared = several.filter { one in
        several.contains {
          $0 != one && vocabulary.sharePool(accounts[$0].account, accounts[one].account)
        }
      }
      return shared.isEmpty ? nil : shared
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
