package import LinkPolicy
package import LinkPolicyAuthoring
package import LinkPolicyDiagnostics

/// An examination of stored accounts; it finds problems under the current policy, and problems that a new policy would
/// cause.
///
/// Decisions depend on the rows of a store. If two accounts hold one address, or if no lookup finds an address, a
/// decision can affect the wrong account.
package struct ExportExamination: Sendable {
  /// The findings, in the order of the accounts.
  package private(set) var findings: [Diagnostic] = []
  /// The number of methods of all accounts.
  package private(set) var methods = 0
  /// The number of methods that did not prove the address of their account.
  package private(set) var unproven = 0

  /// How many times the examination checked whether a pool contains an account; unit tests measure the cost of shared
  /// addresses by this number.
  private(set) var looks = 0

  /// The accounts; if the file omits the kind of a method, the current policy determines the kind.
  let accounts: [StoredAccount]
  let vocabulary: Vocabulary
  /// The policy that the service uses now.
  let policy: Policy
  /// The names of the identifiers by which a sign-in with a password finds an account.
  let passwordIdentifiers: [Name]

  /// Examines the accounts of a store.
  ///
  /// - Parameters:
  ///   - accounts: all accounts of the store; conflicts with omitted accounts are not detected.
  ///   - policy: the current policy.
  ///   - other: the policy that will replace the current policy, or nil if no change is planned.
  package init(
    _ accounts: [StoredAccount], under policy: CompiledPolicy, then other: CompiledPolicy?
  ) {
    vocabulary = policy.vocabulary
    self.policy = policy.policy
    passwordIdentifiers = policy.passwordIdentifiers
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
      findIdentifiers(under: other.vocabulary)
      findLockedOut(by: other.passwordIdentifiers)
    }
    findings.sort { $0.isBefore($1) }
  }

  /// Examines one account, and adds its findings, for example if nobody can sign in to the account.
  private mutating func examine(_ stored: StoredAccount, dropping drops: Bool) {
    let account = stored.account
    do throws(InputError) {
      try policy.checkDecidable(account)
    } catch {
      report(
        .unusableAccount, level: .error, message: error.message, about: stored,
        help: "no decision can use the account; correct the row"
      )
    }
    methods += account.methods.count
    // A superseded method counts too, because its subject can still sign in.
    if !account.methods.contains(where: { findsAccount($0, of: account, by: passwordIdentifiers) })
    {
      let missing =
        passwordIdentifiers.isEmpty || !account.methods.contains { $0.kind == .password }
        ? "no address, which its methods require"
        : "neither an address nor an identifier by which a sign-in with a password finds the account"
      report(
        .noMethod, level: .warning,
        message: account.methods.isEmpty
          ? "account `\(account.id)` has no sign-in method"
          : "account `\(account.id)` has \(missing)", about: stored,
        help: account.email == nil
          ? "nobody can sign in to the account; delete the account"
          : "nobody can sign in to the account, and the account keeps its address; delete the account, or add a method that the owner has proved"
      )
    }
    guard let email = account.email else { return }
    for method in account.methods where !(method.provedAddress?.hasSameBytes(as: email) ?? false) {
      unproven += 1
      guard drops else { continue }
      report(
        .unprovenMethod, level: .note,
        message:
          "the method of `\(method.provider)` of account `\(account.id)` did not prove `\(email)`",
        about: stored,
        help: "a row drops this method when another person proves the address of the account")
    }
  }

  /// Returns whether a sign-in with a method finds the account.
  ///
  /// A password or an e-mail link finds an account by its address. A password also finds an account by an identifier
  /// that the sign-in searches.
  func findsAccount(
    _ method: Method, of account: Account, by passwordIdentifiers: [Name]
  ) -> Bool {
    let hasAddress = account.email != nil || method.address != nil
    // Another finding reports a provider that the policy does not declare.
    switch method.kind {
    case .password:
      return hasAddress
        || passwordIdentifiers.contains { account.identifier(named: $0.text) != nil }
    case .emailLink: return hasAddress
    case .federated, .phone, .custom, .passkey, .anonymous, nil: return true
    }
  }

  /// Finds ids, credentials, identifiers and addresses that several accounts share.
  private mutating func findTwice() {
    var ids = HeldKeys()
    for (index, stored) in accounts.enumerated() {
      ids.add([stored.account.id], heldBy: index)
    }
    for shared in ids.shared {
      report(
        .accountTwice, level: .error, about: shared.accounts,
        message: "several accounts have the id `\(accounts[shared.accounts[0]].account.id)`",
        help: "give each account a separate id")
    }
    for shared in sharingCredentials(vocabulary) {
      report(
        .credentialTwice, level: .error, about: shared.accounts,
        message: "\(named(shared.accounts)) have one credential",
        help:
          "a sign-in with this credential reaches one of the accounts; find out whose credential it is, and remove it from the other accounts"
      )
    }
    for shared in sharingIdentifiers(vocabulary) {
      report(
        .sharedIdentifier, level: .error, about: shared.accounts,
        message: "\(named(shared.accounts)) have one identifier: \(Self.identifier(shared))",
        help: "find out whose identifier it is, and remove it from the other accounts")
    }
    for shared in sharingAddresses(vocabulary, { $0 }) {
      report(
        .addressTwice, level: .warning, about: shared.accounts,
        message: "\(named(shared.accounts)) have one address: `\(Self.value(shared))`",
        help:
          "merge the accounts, or clear the address of each account whose owner has not proved the address"
      )
    }
  }

  /// Returns the credentials that several accounts of a tenant share under a policy.
  ///
  /// - Parameters:
  ///   - vocabulary: the policy whose keys are returned.
  ///   - other: a second policy, or nil; if a second policy is given, the methods of a returned key must also share a
  ///     key under the second policy.
  /// - Returns: the keys with the accounts that share them.
  func sharingCredentials(
    _ vocabulary: Vocabulary, andUnder other: Vocabulary? = nil
  ) -> [HeldKeys.SharedKey] {
    func key(_ method: Method, _ vocabulary: Vocabulary) -> [String?] {
      let key = vocabulary.canonicalKey(of: method)
      return [key.issuer, key.kind.name.text, key.subject]
    }
    var held = HeldKeys()
    for (index, stored) in accounts.enumerated() {
      for method in stored.account.methods where Self.isCredential(method) {
        held.add(
          [stored.account.tenant] + key(method, vocabulary), other.map { key(method, $0) } ?? [],
          heldBy: index)
      }
    }
    return held.shared
  }

  /// Returns the identifiers that several accounts of a tenant share under a policy.
  ///
  /// The comparison uses canonical forms, because no decision can use an account whose identifier has another form.
  ///
  /// - Parameters:
  ///   - vocabulary: the policy whose canonical forms are returned.
  ///   - other: a second policy, or nil; if a second policy is given, accounts must also share the identifier under the
  ///     second policy.
  /// - Returns: the tenant, the name and the canonical form of each shared identifier, with the accounts that share it.
  func sharingIdentifiers(
    _ vocabulary: Vocabulary, andUnder other: Vocabulary? = nil
  ) -> [HeldKeys.SharedKey] {
    let policies = [vocabulary, other].compactMap { $0 }
    var held = HeldKeys()
    for (index, stored) in accounts.enumerated() {
      for identifier in stored.account.identifiers {
        let forms = policies.compactMap { $0.canonicalForm(of: identifier) }
        // Another finding reports an identifier that a policy does not declare.
        guard forms.count == policies.count else { continue }
        held.add(
          [stored.account.tenant, identifier.name, forms[0]], Array(forms.dropFirst()),
          heldBy: index)
      }
    }
    return held.shared
  }

  /// Returns a shared identifier in words, such as "username `ada`".
  static func identifier(_ shared: HeldKeys.SharedKey) -> String {
    (shared.parts[1]?.text ?? "") + " `" + value(shared) + "`"
  }

  /// Returns the last part of a shared key: the address, or the value of the identifier.
  static func value(_ shared: HeldKeys.SharedKey) -> String {
    shared.parts.last.flatMap { $0?.text } ?? ""
  }

  /// Returns whether a subject identifies the method.
  static func isCredential(_ method: Method) -> Bool {
    !method.isKindOpen && method.subject != nil
  }

  /// Returns the addresses that several accounts share within one pool.
  ///
  /// The function inspects an account once for each of its addresses and pools. The cost for each account does not
  /// depend on the number of other accounts with its address.
  mutating func sharingAddresses(
    _ vocabulary: Vocabulary, _ key: (String) -> String
  ) -> [HeldKeys.SharedKey] {
    var held = HeldKeys()
    for (index, stored) in accounts.enumerated() {
      for address in vocabulary.addressesHeld(by: stored.account) {
        held.add([stored.account.tenant, key(address)], heldBy: index)
      }
    }
    var found: [HeldKeys.SharedKey] = []
    for var shared in held.shared {
      let pools = shared.accounts.map { self.pools(of: $0, vocabulary) }
      var counts: [Int: Int] = [:]
      for pool in pools.joined() {
        counts[pool, default: 0] += 1
      }
      let places = pools.indices.filter { place in
        pools[place].contains { counts[$0, default: 0] > 1 }
      }
      if !places.isEmpty {
        shared.accounts = places.map { shared.accounts[$0] }
        found.append(shared)
      }
    }
    return found
  }

  /// Returns the pools that contain an account.
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

  /// Adds a finding about a change of policies, without a position.
  mutating func report(_ code: DiagnosticCode, level: Diagnostic.Level, message: String) {
    findings.append(
      Diagnostic(
        code, level, message, at: nil,
        help: "review past sign-ins before that policy decides"))
  }

  mutating func report(
    _ code: DiagnosticCode, level: Diagnostic.Level, message: String, about stored: StoredAccount,
    help: String
  ) {
    findings.append(Diagnostic(code, level, message, at: stored.position, help: help))
  }

  /// Adds a finding about several accounts, at the position of the first account, with up to four other positions.
  mutating func report(
    _ code: DiagnosticCode, level: Diagnostic.Level, about several: [Int], message: String,
    help: String
  ) {
    let related = several.dropFirst().prefix(4).map {
      Diagnostic.Related("account `\(accounts[$0].account.id)`", at: accounts[$0].position)
    }
    findings.append(
      Diagnostic(
        code, level, message, at: accounts[several[0]].position, help: help, related: related))
  }
}

extension CompiledPolicy {
  /// The names of the identifiers by which a sign-in with a password finds an existing account.
  fileprivate var passwordIdentifiers: [Name] {
    var found: [Name] = []
    for table in storage.tables where table.kinds.contains(.password) {
      let signsIn = table.rows.contains { row in
        let kinds = row.answer.effects.flatMap { $0.templates.map(\.kind) }
        return kinds.contains(.openSession) && !kinds.contains(.insertAccount)
      }
      guard signsIn else { continue }
      for index in vocabulary.identifiers.searched(byAction: table.action) {
        let name = vocabulary.identifiers.identifiers[index].name
        if !found.contains(name) {
          found.append(name)
        }
      }
    }
    return found
  }

  /// Returns whether a row can drop the unproven methods of an account when somebody proves the account's address.
  ///
  /// The function considers only the conditions on the account: whether its address is verified, and whether the
  /// account is disabled. Other facts also decide whether an attempt reaches the row.
  ///
  /// - Parameter account: the account, as stored.
  /// - Returns: true if the account has an address and an unproven method, and no condition on the account prevents a
  ///   row from dropping the method.
  package func canDropUnproven(of account: Account) -> Bool {
    guard let email = account.email,
      account.methods.contains(where: { !($0.provedAddress?.hasSameBytes(as: email) ?? false) })
    else { return false }
    let found: FactValue.AccountVerification = account.isEmailVerified ? .verified : .unverified
    let state: FactValue.AccountState = account.state == .active ? .active : .disabled
    let known = [
      (fact: EngineFact.account.rawValue, value: found.rawValue),
      (fact: EngineFact.accountState.rawValue, value: state.rawValue),
    ]
    return storage.tables.contains { table in
      table.rows.contains { row in
        row.answer.effects.contains(.dropUnproven)
          && row.conditions.allSatisfy { condition in
            known.allSatisfy { $0.fact != condition.fact || condition.values.contains($0.value) }
          }
      }
    }
  }
}

extension Diagnostic {
  /// Returns whether a finding is before another finding in its file.
  fileprivate func isBefore(_ other: Diagnostic) -> Bool {
    guard let position, let second = other.position else {
      return position == nil && other.position != nil
    }
    return (position.line, position.column) < (second.line, second.column)
  }
}

extension Vocabulary {
  /// Returns the canonical form of an identifier; nil if the policy does not declare the identifier.
  func canonicalForm(of identifier: AccountIdentifier) -> String? {
    identifiers.index(of: identifier.name).map {
      identifiers.identifiers[$0].canonical(identifier.value)
    }
  }

  /// Returns the key under which lookups of a policy find a method, with the subject in canonical form.
  func canonicalKey(of method: Method) -> MethodKey {
    var key = key(of: method)
    if let subject = method.subject, let value = providers.value(of: method.provider) {
      key.subject = providers.canonicalSubject(subject, of: value)
    }
    return key
  }
}
