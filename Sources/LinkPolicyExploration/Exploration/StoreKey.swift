package import LinkPolicy
internal import LinkPolicyAuthoring

/// A key by which a search recognizes equal stores.
///
/// Two stores have equal keys if they differ only in the names of accounts, people and sessions, or in data on which no
/// decision depends. The key omits the content of profiles, and also times, versions, telephone numbers, and the order
/// of methods and codes. Identical sessions and codes count once. A search that merges stores by key
/// can therefore miss differences in omitted data.
package struct StoreKey: Hashable {
  private var words: [UInt32]

  /// Creates the key of a store.
  ///
  /// For at most three accounts, the key does not depend on the order of the accounts.
  package init(_ store: Accounts, _ sketch: StoreSketch) {
    var best: [UInt32]?
    for order in StoreSketch.orders(store.accounts.count) {
      let words = sketch.words(of: store, in: order)
      if best.map({ words.lexicographicallyPrecedes($0) }) ?? true {
        best = words
      }
    }
    self.words = best ?? []
  }
}

/// An encoder that writes a store as 32-bit words, and numbers names in the order of their first mention.
package final class StoreSketch: Sendable {
  private let vocabulary: Vocabulary
  private let axes: ConditionAxes
  /// The other policies of a comparison.
  ///
  /// If the conditions of one of these policies distinguish two values, the key distinguishes them too.
  private let others: [(vocabulary: Vocabulary, axes: ConditionAxes)]
  private let remembersProof: Bool
  private let remembersMethodAddresses: Bool
  /// The vocabularies of the policies whose fact `relay` depends on the addresses of methods.
  private let relaying: [Vocabulary]
  private let remembersNames: Bool
  /// Whether at least one policy tests if a code was requested by the account that owns the code or by another account.
  private let tellsAskingAccounts: Bool
  /// Whether at least one policy compares an attempt's credential with the credential for which a code was requested.
  private let comparesCodeCredentials: Bool

  init(_ policy: CompiledPolicy, distinguishedBy others: [CompiledPolicy] = []) {
    vocabulary = policy.vocabulary
    axes = ConditionAxes(policy, policy.conditions)
    self.others = others.map { ($0.vocabulary, ConditionAxes($0, $0.conditions)) }
    let policies = [policy] + others
    func anyHas(_ template: WriteTemplate) -> Bool {
      policies.contains { policy in
        policy.storage.tables.contains { $0.templates.contains(template) }
      }
    }
    remembersProof = anyHas(.removeMethods(.unproven))
    remembersNames = anyHas(.setProfile(blanksOnly: true))
    tellsAskingAccounts = ([axes] + self.others.map { $0.axes }).contains { axes in
      axes.distinguishes(
        .requestedBy, being: FactValue.RequestedBy.sameAccount.rawValue,
        from: FactValue.RequestedBy.otherAccount.rawValue)
    }
    comparesCodeCredentials = policies.contains { $0.vocabulary.isUsed(.codeCredential) }
    remembersMethodAddresses = policies.contains { $0.vocabulary.addresses.heldBy == .methods }
    relaying = policies.map { $0.vocabulary }.filter {
      $0.isUsed(.relay) && !$0.domains.relays.isEmpty
    }
  }

  static func orders(_ count: Int) -> [[Int]] {
    switch count {
    case 0: [[]]
    case 1: [[0]]
    case 2: [[0, 1], [1, 0]]
    case 3: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
    default: [Array(0..<count)]
    }
  }

  func words(of store: Accounts, in order: [Int]) -> [UInt32] {
    var words: [UInt32] = [UInt32(order.count)]
    var names = Mentions()
    for index in order {
      append(store.accounts[index], of: store, to: &words, names: &names)
    }
    let hasLooseSession = store.sessions.contains {
      store.account($0.account) == nil || $0.isEnded
    }
    var loose: [[UInt32]] = hasLooseSession ? [[1]] : []
    for code in store.codes where code.account.flatMap({ store.account($0) }) == nil {
      loose.append([2] + self.words(of: code, store, &names, owner: nil))
    }
    words += Self.joined(loose)
    return words
  }

  private func append(
    _ account: Account, of store: Accounts, to words: inout [UInt32], names: inout Mentions
  ) {
    words.append(email(account.email, &names))
    words.append(account.isEmailVerified ? 1 : 0)
    words.append(account.state == .active ? 0 : 1)
    words.append(UInt32(min(account.factors, 2)))
    words.append(account.tenant == nil ? 0 : 1)
    words.append(remembersNames && account.profile.name != nil ? 1 : 0)
    words += labels(account.labels)
    for identifier in account.identifiers {
      words.append(names.number(of: "identifier " + identifier.name + " " + identifier.value))
    }
    let methods = account.methods.sorted { a, b in
      let (a, b) = (
        vocabulary.providers.value(of: a.provider) ?? -1,
        vocabulary.providers.value(of: b.provider) ?? -1
      )
      return a < b
    }
    words.append(UInt32(methods.count))
    for method in methods {
      words += self.words(of: method, account, &names)
    }
    var rest: [[UInt32]] = []
    for session in store.sessions
    where session.account.hasSameBytes(as: account.id) && !session.isEnded {
      rest.append([3, state(of: session, account)])
    }
    for code in store.codes where code.account.hasSameBytes(as: account.id) {
      rest.append([4] + self.words(of: code, store, &names, owner: account))
    }
    words += Self.joined(rest)
  }

  func state(of session: Accounts.OpenSession, _ account: Account) -> UInt32 {
    session.epoch < account.epoch ? 2 : session.isOld ? 1 : 0
  }

  private func isRelay(_ address: String?, _ vocabulary: Vocabulary) -> Bool {
    address.flatMap { Self.domainValue(of: $0, vocabulary) }
      .map { vocabulary.domains.relays.contains($0) } ?? false
  }

  private func words(
    of method: Method, _ account: Account, _ names: inout Mentions
  ) -> [UInt32] {
    var words = [UInt32(provider(method.provider, &names)), UInt32(method.closedKind.rawValue)]
    let issuer = vocabulary.providers.issuer(of: method.provider)
    words.append(method.subject.map { names.number(of: issuer + " " + $0) } ?? 0)
    if method.isSuperseded {
      words.append(1_000)
    }
    if remembersMethodAddresses {
      words.append(email(method.address, &names))
    }
    for vocabulary in relaying where method.closedKind == .federated {
      words.append(isRelay(method.address, vocabulary) ? 1 : 0)
    }
    if remembersProof {
      words.append(email(method.provedAddress, &names))
    }
    return words + labels(method.labels)
  }

  private func words(
    of code: Accounts.MailedCode, _ store: Accounts, _ names: inout Mentions, owner: Account?
  ) -> [UInt32] {
    var words = [UInt32(number(of: code.purpose)), email(code.address, &names)]
    words.append(code.isUsed ? 2 : code.isExpired ? 1 : 0)
    let isStale = owner.map { vocabulary.purposes.isStale(code, of: $0) } ?? false
    words.append(isStale ? 1 : 0)
    words.append(code.tenant == nil ? 0 : 1)
    words.append(code.account == nil ? 0 : 1)
    words.append(requester(of: code, store))
    if tellsAskingAccounts || comparesCodeCredentials {
      words.append(UInt32(origin(of: code)))
    }
    if comparesCodeCredentials, let credential = code.credential {
      words.append(names.number(of: credential.issuer + " " + (credential.subject ?? "")))
      words.append(UInt32(credential.kind.rawValue))
    }
    return words
  }

  /// Returns a number for the origin of a code.
  ///
  /// If a policy distinguishes these cases, the number shows whether the code's own account requested the code, and
  /// whether the request presented a credential.
  func origin(of code: Accounts.MailedCode) -> Int {
    var account = 0
    if tellsAskingAccounts, let asking = code.requesterAccount {
      account = code.account.hasSameBytes(as: asking) ? 1 : 2
    }
    return account + (comparesCodeCredentials && code.credential != nil ? 3 : 0)
  }

  /// Returns the number of a purpose; for an unknown purpose, the number after the last purpose.
  func number(of purpose: CodePurpose) -> Int {
    vocabulary.purposes.number(of: purpose) ?? vocabulary.purposes.purposes.count
  }

  /// Returns whether codes of a purpose have no owner.
  func isNobodys(_ purpose: CodePurpose) -> Bool {
    vocabulary.purposes[purpose]?.treatment.owner == .nobody
  }

  /// Returns a number for the requester of a code: 0 if unknown, 1 for an ended session, 2 for an open session.
  func requester(of code: Accounts.MailedCode, _ store: Accounts) -> UInt32 {
    guard let id = code.requester else { return 0 }
    let isOpen = store.sessions.contains { session in
      session.id.hasSameBytes(as: id) && !session.isEnded && store.account(session.account) != nil
    }
    return isOpen ? 2 : 1
  }

  private func email(_ email: String?, _ names: inout Mentions) -> UInt32 {
    guard let email else { return 0 }
    return 1 + UInt32(domain(of: email) % 100_000) + 100_000 * names.number(of: email)
  }

  /// Returns the number of the class of an address's domain; the number is odd for a relay.
  func domain(of email: String) -> Int {
    var number = Self.domain(of: email, vocabulary, axes)
    var factor = 2 * axes.classCount(of: EngineFact.domain.rawValue)
    for other in others {
      number += factor * Self.domain(of: email, other.vocabulary, other.axes)
      factor *= 2 * other.axes.classCount(of: EngineFact.domain.rawValue)
    }
    return number
  }

  private static func domain(
    of email: String, _ vocabulary: Vocabulary, _ axes: ConditionAxes
  ) -> Int {
    guard let value = domainValue(of: email, vocabulary) else { return 0 }
    return axes.group(of: EngineFact.domain.rawValue, value) * 2
      + (vocabulary.domains.relays.contains(value) ? 1 : 0)
  }

  /// Returns the value of the fact `domain` for an address; nil for an address that the policy rejects.
  private static func domainValue(of address: String, _ vocabulary: Vocabulary) -> Int? {
    do throws(InputError) {
      return try vocabulary.domain(of: address)
    } catch {
      return nil
    }
  }

  /// Returns the number of a provider.
  ///
  /// Members of a family and undeclared providers get numbers in the order of their first mention.
  func provider(_ id: String, _ names: inout Mentions) -> Int {
    let value = vocabulary.providers.value(of: id) ?? vocabulary.providers.none
    let isSingle =
      value < vocabulary.providers.none && !vocabulary.providers.providers[value].isFamily
    var number = isSingle ? value : value + 1_000 * Int(names.number(of: "provider " + id))
    for other in others {
      let group =
        other.vocabulary.providers.value(of: id)
        .map { other.axes.group(of: EngineFact.provider.rawValue, $0) } ?? 2_000
      number += 1_000_000 * min(group, 2_000)
    }
    return number
  }

  private func labels(_ labels: [(name: String, value: String)]) -> [UInt32] {
    guard !vocabulary.labels.isEmpty else { return [] }
    return vocabulary.labels.map { declared in
      let value = labels.first { $0.name.hasSameBytes(as: declared.name.value) }?.value
      return UInt32(
        declared.values.firstIndex { value?.hasSameBytes(as: $0.value) ?? false } ?? 0)
    }
  }

  /// Returns the concatenation of the lists, without duplicate lists.
  private static func joined(_ lists: [[UInt32]]) -> [UInt32] {
    let sorted = lists.sorted { $0.lexicographicallyPrecedes($1) }
    var words: [UInt32] = []
    for (index, list) in sorted.enumerated() where index == 0 || sorted[index - 1] != list {
      words += [UInt32.max] + list
    }
    return words
  }
}

/// A numbering of names in the order of their first mention, so that stores that differ only in names get equal keys.
struct Mentions {
  private var names: [String] = []

  mutating func number(of name: String) -> UInt32 {
    for (index, known) in names.enumerated() where known.utf8.elementsEqual(name.utf8) {
      return UInt32(index + 1)
    }
    names.append(name)
    return UInt32(names.count)
  }
}

/// The ids and addresses in a store, from which a search makes attempts.
struct StoreNames {
  /// The ids of the sessions.
  private(set) var sessions: [String] = []
  private(set) var accounts: [String] = []
  private(set) var codes: [String] = []
  private var emails: [String] = []
  private let store: Accounts

  init(_ store: Accounts) {
    self.store = store
    accounts = store.accounts.map { $0.id }
    codes = store.codes.map { $0.id }
    sessions = store.sessions.map { $0.id }
    for account in store.accounts {
      add(account.email)
      for method in account.methods {
        add(method.address)
      }
    }
    for code in store.codes {
      add(code.address)
    }
  }

  private mutating func add(_ email: String?) {
    if let email, !emails.contains(email) {
      emails.append(email)
    }
  }

  /// Returns the addresses in the store, their other spellings, and a new address at each representative domain.
  func addresses(_ representatives: Representatives) -> [String] {
    let spellings = representatives.spellings
    var addresses = emails
    for email in emails {
      for variant in spellings.compactMap({ $0.variant(of: email) })
      where !addresses.contains(variant) {
        addresses.append(variant)
      }
    }
    // The spelling with a dot needs a letter before and after the dot.
    let end = spellings.contains(.dots) ? "n@" : "@"
    addresses += representatives.domains.map { fresh(end, at: $0) }
    if spellings.contains(.international), let first = representatives.domains.first {
      addresses +=
        AddressSpelling.international.variant(of: fresh(end, at: first)).map { [$0] } ?? []
    }
    return addresses
  }

  private func fresh(_ end: String, at domain: String) -> String {
    for letter in "abcdefghijklmnopqrstuvwxyz" {
      let address = String(letter) + end + domain
      if !emails.contains(address) {
        return address
      }
    }
    return "zz@" + domain
  }

  /// Returns the subjects that the store has for an issuer and kind, and one new subject.
  ///
  /// If `comparesCodeCredentials` is true, the result includes the subjects for which codes were requested.
  func subjects(
    of provider: Representatives.RepresentativeProvider, _ kind: MethodKind,
    _ policy: CompiledPolicy, comparesCodeCredentials: Bool
  ) -> [String?] {
    var subjects: [String] = []
    if comparesCodeCredentials {
      let issuer = policy.vocabulary.providers.issuer(of: provider.id)
      for credential in store.codes.compactMap({ $0.credential })
      where credential.kind == kind && credential.issuer.hasSameBytes(as: issuer) {
        if let subject = credential.subject, !subjects.contains(subject) {
          subjects.append(subject)
        }
      }
    }
    for account in store.accounts {
      for method in account.methods where method.kind == kind {
        guard policy.vocabulary.providers.haveSameIssuer(method.provider, provider.id) else {
          continue
        }
        if let subject = method.subject, !subjects.contains(subject) {
          subjects.append(subject)
        }
      }
    }
    var number = 1
    while subjects.contains(provider.letter + String(number)) {
      number += 1
    }
    return subjects.map { .some($0) } + [provider.letter + String(number)]
  }
}
