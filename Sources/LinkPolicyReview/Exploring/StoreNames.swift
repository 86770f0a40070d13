internal import LinkPolicy
internal import LinkPolicyAuthoring

/// The names that stand in a store, each once, and the next ones that do not.
struct StoreNames {
  /// The sessions that differ in what they can be told by.
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

  /// The addresses that stand in the store, also as they can be written otherwise, and a new one of every domain.
  func addresses(_ representatives: Representatives) -> [String] {
    let spellings = representatives.spellings
    var addresses = emails
    for email in emails {
      for variant in spellings.compactMap({ $0.variant(of: email) })
      where !addresses.contains(variant) {
        addresses.append(variant)
      }
    }
    // A dot needs a letter before and behind it.
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

  /// The subjects that stand in the store for an issuer and kind, and a new one.
  func subjects(
    of provider: Representatives.Provider, _ kind: MethodKind, _ policy: CompiledPolicy
  ) -> [String?] {
    var subjects: [String] = []
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
    return subjects + [provider.letter + String(number)]
  }
}
