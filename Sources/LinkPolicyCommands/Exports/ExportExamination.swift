package import LinkPolicy
package import LinkPolicyAuthoring
package import LinkPolicyDiagnostics
internal import LinkPolicyService

/// An examination of stored accounts, which finds problems under the current policy and problems that a new policy
/// would cause.
///
/// Decisions depend on the rows of a store. If two accounts hold one address, or if no lookup finds an address, a
/// decision can affect the wrong account.
package struct ExportExamination: Sendable {
  /// The findings, in the order of the accounts.
  package private(set) var findings: [Diagnostic] = []
  /// The number of methods.
  package private(set) var methods = 0
  /// The number of methods that did not prove the address of their account.
  package private(set) var unproven = 0

  /// The number of pool checks for accounts with a shared address, with which tests measure the cost.
  private(set) var looks = 0

  /// The accounts, with the kinds of their methods under the current policy.
  let accounts: [StoredAccount]
  let vocabulary: Vocabulary
  /// The policy that the service uses now.
  let policy: Policy
  /// The names of the identifiers by which a sign-in with a password finds an account.
  private let passwordIdentifiers: [Name]

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

  /// Examines one account, and adds its findings.
  private mutating func examine(_ stored: StoredAccount, dropping drops: Bool) {
    let account = stored.account
    do throws(InputError) {
      try policy.checkDecidable(account)
    } catch {
      report(
        .unusableAccount, level: .error, message: error.message, about: stored,
        help: "no decision can use it; correct the row"
      )
    }
    methods += account.methods.count
    // A superseded subject can still sign in.
    if !account.methods.contains(where: { findsAccount($0, of: account, by: passwordIdentifiers) })
    {
      let missing =
        passwordIdentifiers.isEmpty || !account.methods.contains { $0.kind == .password }
        ? "no address, which its methods require"
        : "neither an address nor an identifier by which a sign-in with its password finds it"
      report(
        .noMethod, level: .warning,
        message: account.methods.isEmpty
          ? "account `\(account.id)` has no sign-in method"
          : "account `\(account.id)` has \(missing)", about: stored,
        help: account.email == nil
          ? "nobody can sign in to it; delete it"
          : "nobody can sign in to it, and it keeps its address; delete it, or add a method that its owner has proved"
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
        about: stored, help: "a row drops it when somebody else proves the address of the account")
    }
  }

  /// Returns whether a sign-in with a method finds the account.
  ///
  /// A password or an e-mail link finds an account by its address. A password also finds an account by an identifier
  /// that the sign-in searches.
  private func findsAccount(
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
        help: "give each a separate id")
    }
    for shared in sharingCredentials(vocabulary) {
      report(
        .credentialTwice, level: .error, about: shared.accounts,
        message: "\(named(shared.accounts)) have one credential",
        help:
          "a sign-in with it reaches one of them; find out whose it is, and remove it from the others"
      )
    }
    for shared in sharingIdentifiers(vocabulary) {
      report(
        .sharedIdentifier, level: .error, about: shared.accounts,
        message: "\(named(shared.accounts)) have one identifier: \(Self.identifier(shared))",
        help: "find out whose it is, and remove it from the others")
    }
    for shared in sharingAddresses(vocabulary, { $0 }) {
      report(
        .addressTwice, level: .warning, about: shared.accounts,
        message: "\(named(shared.accounts)) have one address: `\(Self.value(shared))`",
        help: "merge them, or clear the address of those whose owner has not proved it")
    }
  }

  /// Returns the credentials that several accounts share under a policy.
  ///
  /// - Parameters:
  ///   - vocabulary: the policy whose keys are returned.
  ///   - other: another policy under which the same methods of these accounts must share a key too; nil for none.
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
  ///   - other: another policy under which the same accounts must share the identifier too; nil for none.
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

  /// Returns the last part of a shared key, which is the address or the value of the identifier.
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

  /// Adds a finding that is not about an account.
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

/// The problems that another policy would cause in place of the current policy.
extension ExportExamination {
  /// Reports the differences in rules for values outside the stored rows, such as the case of typed addresses.
  mutating func findRules(_ policy: CompiledPolicy, then other: CompiledPolicy) {
    for difference in StoredRowDifference.between(policy.policy, other.policy) {
      report(
        .otherRules, level: .warning,
        message: "the policies differ in " + difference.words
          + ": no row shows the effect on sign-ins")
    }
  }

  /// Finds addresses that another policy stores under other keys, and accounts that would share an
  /// address.
  mutating func findCollisions(under policy: Policy) {
    let other = policy.vocabulary
    func key(_ address: String) -> String {
      // An invalid address stays unchanged, because another finding reports it.
      do throws(InputError) {
        return try other.canonical(address, keepsCase: other.providers.keepsAnyCase)
      } catch {
        return address
      }
    }
    for stored in accounts {
      let held = other.addressesHeld(by: stored.account)
      for address in vocabulary.addressesHeld(by: stored.account)
      where !held.contains(where: { $0.hasSameBytes(as: address) }) {
        report(
          .otherKey, level: .warning,
          message:
            "account `\(stored.account.id)` is found by `\(address)` today, but not under the other policy",
          about: stored,
          help: "before the other policy decides, store the address in a place that it searches")
      }
      for address in held
      where !key(address).hasSameBytes(as: address) {
        report(
          .otherKey, level: .warning,
          message:
            "account `\(stored.account.id)` has `\(address)`, which the other policy looks up as `\(key(address))`",
          about: stored,
          help:
            "rewrite the address before that policy decides, or no sign-in finds the account by it")
      }
      do throws(InputError) {
        try self.policy.checkDecidable(stored.account)
        var account = stored.account
        // Other findings report this account's addresses, subjects and identifiers.
        account.email = account.email.map { key($0) }
        for index in account.methods.indices {
          account.methods[index].subject = other.canonicalKey(of: account.methods[index]).subject
          account.methods[index].address = account.methods[index].address.map { key($0) }
          account.methods[index].provedAddress = account.methods[index].provedAddress.map {
            key($0)
          }
        }
        for index in account.identifiers.indices {
          let identifier = account.identifiers[index]
          account.identifiers[index].value =
            other.canonicalForm(of: identifier) ?? identifier.value
        }
        do throws(InputError) {
          try policy.checkDecidable(account)
        } catch {
          report(
            .unusableAccount, level: .error, message: "under the other policy: " + error.message,
            about: stored, help: "declare it there, or correct the row first")
        }
      } catch {
        // This account is already unusable under the current policy, and another finding reports it.
        continue
      }
    }
    let today = Set(
      sharingAddresses(vocabulary) { $0 }.map { shared in
        var shared = shared
        shared.parts[1] = Name(key(Self.value(shared)))
        return shared
      })
    for shared in sharingAddresses(other, key) where !today.contains(shared) {
      report(
        .wouldCollide, level: .warning, about: shared.accounts,
        message: "\(named(shared.accounts)) would have one address under the other policy",
        help:
          "a sign-in with it would reach one of them or be refused; merge them first, or keep these addresses separate"
      )
    }
  }

  /// Finds accounts whose password works only with an identifier that the other policy does not search.
  mutating func findLockedOut(by others: [Name]) {
    for stored in accounts {
      let account = stored.account
      func isFound(by identifiers: [Name]) -> Bool {
        account.methods.contains { findsAccount($0, of: account, by: identifiers) }
      }
      guard isFound(by: passwordIdentifiers), !isFound(by: others) else { continue }
      report(
        .otherKey, level: .warning,
        message:
          "account `\(account.id)` is found by an identifier today, and no sign-in of the other policy searches one that it has",
        about: stored,
        help:
          "nobody could sign in to it; add the identifier to `find`, or give the account an address or another method first"
      )
    }
  }

  /// Finds credentials that another policy stores under other keys, and accounts that would share a
  /// credential.
  mutating func findCredentials(under other: Vocabulary, of rows: [StoredAccount]) {
    for (row, stored) in zip(rows, accounts) {
      var read = row.account
      other.closeKinds(of: &read)
      for (one, method) in zip(read.methods, stored.account.methods) where one.kind != method.kind {
        report(
          .otherKey, level: .warning,
          message:
            "the row of the method of `\(method.provider)` of account `\(stored.account.id)` has no kind, and the other policy infers another one",
          about: stored, help: "add the `kind` to the row")
      }
      for method in stored.account.methods where Self.isCredential(method) {
        if let subject = method.subject,
          let folded = other.canonicalKey(of: method).subject, !folded.hasSameBytes(as: subject)
        {
          report(
            .otherKey, level: .warning,
            message:
              "the method of `\(method.provider)` of account `\(stored.account.id)` has the subject `\(subject)`, which the other policy looks up as `\(folded)`",
            about: stored,
            help:
              "rewrite the subject before that policy decides, or no sign-in finds the account by it"
          )
        }
        let (old, new) = (vocabulary.key(of: method).issuer, other.key(of: method).issuer)
        guard !old.hasSameBytes(as: new) else { continue }
        report(
          .otherKey, level: .warning,
          message:
            "the method of `\(method.provider)` of account `\(stored.account.id)` is held under the issuer `\(old)`, and the other policy looks it up under `\(new)`",
          about: stored,
          help: "rewrite its key before that policy decides, or a sign-in with it finds no account")
      }
    }
    let today = Set(sharingCredentials(other, andUnder: vocabulary))
    for shared in sharingCredentials(other) where !today.contains(shared) {
      report(
        .wouldShareCredential, level: .error, about: shared.accounts,
        message: "\(named(shared.accounts)) would have one credential under the other policy",
        help:
          "the owner of one could sign in to the other; find out whose it is before that policy decides"
      )
    }
  }

  /// Finds identifiers that another policy compares in another form, and accounts that would share an identifier.
  mutating func findIdentifiers(under other: Vocabulary) {
    for stored in accounts {
      for identifier in stored.account.identifiers {
        guard let old = vocabulary.canonicalForm(of: identifier),
          old.hasSameBytes(as: identifier.value),
          let new = other.canonicalForm(of: identifier), !new.hasSameBytes(as: old)
        else { continue }
        report(
          .otherKey, level: .warning,
          message:
            "account `\(stored.account.id)` has the \(identifier.name) `\(old)`, which the other policy looks up as `\(new)`",
          about: stored,
          help:
            "rewrite the identifier before that policy decides, or no decision can use the account")
      }
    }
    let today = Set(sharingIdentifiers(other, andUnder: vocabulary))
    for shared in sharingIdentifiers(other) where !today.contains(shared) {
      report(
        .wouldShareIdentifier, level: .error, about: shared.accounts,
        message:
          "\(named(shared.accounts)) would have one identifier under the other policy: \(Self.identifier(shared))",
        help: "find out whose it is, and remove it from the others before that policy decides")
    }
  }
}

extension Vocabulary {
  /// Returns the canonical form of an identifier; nil if the policy does not declare the identifier.
  fileprivate func canonicalForm(of identifier: AccountIdentifier) -> String? {
    identifiers.index(of: identifier.name).map {
      identifiers.identifiers[$0].canonical(identifier.value)
    }
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

  /// Returns whether some row can drop the unproven methods of an account when the account's address is proved.
  ///
  /// The function considers only the conditions on the account: whether its address is verified, and whether it is
  /// disabled. Other facts also decide whether an attempt reaches the row.
  ///
  /// - Parameter account: the account, as stored.
  /// - Returns: whether the account has an unproven method, and the conditions of some row that
  ///   drops unproven methods admit the account.
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

/// The codes of findings about the accounts of a store.
extension DiagnosticCode {
  /// An account that cannot take part in a decision, because the policy does not declare some of its values.
  package static var unusableAccount: Self { Self("unusable-account") }
  /// Two accounts have one id.
  package static var accountTwice: Self { Self("account-twice") }
  /// Two accounts have one credential.
  package static var credentialTwice: Self { Self("credential-twice") }
  /// Two accounts of a tenant have one identifier.
  package static var sharedIdentifier: Self { Self("shared-identifier") }
  /// One lookup finds two accounts with the same address.
  package static var addressTwice: Self { Self("address-twice") }
  /// No method can sign in to an account.
  package static var noMethod: Self { Self("no-method") }
  /// A method did not prove the address of its account.
  package static var unprovenMethod: Self { Self("unproven-method") }
  /// Two accounts would have one credential under another policy.
  package static var wouldShareCredential: Self { Self("would-share-credential") }
  /// Two accounts of a tenant would have one identifier under another policy.
  package static var wouldShareIdentifier: Self { Self("would-share-identifier") }
  /// Another policy would store an address, an identifier or a credential under another key.
  package static var otherKey: Self { Self("other-key") }
  /// Another policy has other rules for values outside the stored rows, such as typed addresses.
  package static var otherRules: Self { Self("other-rules") }
  /// Two accounts would have one address under another policy.
  package static var wouldCollide: Self { Self("would-collide") }
}

/// The accounts that hold each key, in the order of insertion.
///
/// Keys are compared byte by byte, so canonically equivalent Unicode texts are different addresses or subjects.
struct HeldKeys: Sendable {
  /// A key and the accounts that hold it, in ascending order.
  struct SharedKey: Sendable, Hashable {
    var accounts: [Int]
    /// The parts of the key.
    var parts: [Name?]
  }

  private var holders: [[UInt8]: [Int]] = [:]
  private var order: [(key: [UInt8], parts: [Name?])] = []

  /// Adds a holder of a key, whose parts are encoded unambiguously.
  ///
  /// - Parameters:
  ///   - parts: the parts of the key.
  ///   - further: parts that distinguish keys too, but that ``shared`` omits.
  ///   - account: the index of the holder.
  mutating func add(_ parts: [String?], _ further: [String?] = [], heldBy account: Int) {
    var key: [UInt8] = []
    for part in parts + further {
      if let part {
        let bytes = Array(part.utf8)
        key += withLength(bytes.count) + bytes
      } else {
        key.append(0)
      }
    }
    if holders[key] == nil {
      order.append((key, parts.map { $0.map { Name($0) } }))
    }
    if holders[key]?.last != account {
      holders[key, default: []].append(account)
    }
  }

  /// Returns the length of a part as nine bytes, of which the first marks the part as present.
  private func withLength(_ count: Int) -> [UInt8] {
    [1] + (0..<8).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
  }

  /// The keys with several holders.
  var shared: [SharedKey] {
    order.compactMap { key, parts in
      guard let holders = holders[key], holders.count > 1 else { return nil }
      return SharedKey(accounts: holders, parts: parts)
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
  /// Returns the key under which lookups of a policy find a method, with the subject in canonical form.
  fileprivate func canonicalKey(of method: Method) -> MethodKey {
    var key = key(of: method)
    if let subject = method.subject, let value = providers.value(of: method.provider) {
      key.subject = providers.canonicalSubject(subject, of: value)
    }
    return key
  }
}
