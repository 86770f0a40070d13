/// A decision being carried out on a copy of the store, which replaces it at the end.
struct AccountChange {
  let decision: Decision
  var store: Accounts
  var applied = Accounts.Applied()
  /// The index of the account that effects act on.
  var subject: Int?

  init(_ decision: Decision, to store: Accounts) throws(Accounts.Conflict) {
    self.decision = decision
    self.store = store
    self.store.now += 1
    if let account = decision.account {
      guard let index = store.index(of: account.id),
        store.accounts[index].version == account.version
      else {
        throw .accountChanged
      }
      subject = index
      applied.account = account.id
    }
  }

  var vocabulary: Vocabulary { decision.storage.vocabulary }
  var assertion: Assertion? { decision.attempt.assertion }

  /// The asserted address in canonical form.
  var address: String? {
    guard let address = decision.address else { return nil }
    let keepsCase = vocabulary.providers.keepsCase(decision.facts[.provider])
    // It was read when the decision was made, so it is well formed.
    return try? vocabulary.canonical(address, keepsCase: keepsCase)
  }

  /// The kind of sign-in that the attempt carries.
  var kind: MethodKind? {
    MethodKind(rawValue: UInt8(truncatingIfNeeded: decision.facts[.kind]))
  }

  /// The store and what was done, with the versions of changed accounts raised.
  func finish() -> (Accounts, Accounts.Applied) {
    var store = store
    if let subject, !decision.effects.isEmpty {
      store.accounts[subject].version += 1
    }
    return (store, applied)
  }

  /// The attempt's own method, as it is added or refreshed.
  func attemptMethod() -> Method? {
    guard let assertion, let kind else { return nil }
    var method = Method(assertion.provider, kind, subject: assertion.subject)
    method.address = address
    method.provedAddress = decision.isProven ? address : nil
    method.since = store.now
    return method
  }

  func isOfAttempt(_ method: Method) -> Bool {
    guard method.kind == kind, let provider = decision.attempt.assertion?.provider else {
      return false
    }
    return vocabulary.providers.haveSameIssuer(method.provider, provider)
  }

  mutating func record(_ event: Accounts.Event) {
    applied.events.append(event)
  }

  /// Removes the methods of the account that a test picks, telling listeners.
  mutating func remove(at index: Int, where isRemoved: (Method) -> Bool) {
    let account = store.accounts[index]
    var isAnyRemoved = false
    for method in account.methods where isRemoved(method) {
      record(
        .methodRemoved(account: account.id, provider: method.provider, kind: method.closedKind))
      isAnyRemoved = true
    }
    if isAnyRemoved {
      store.accounts[index].methods.removeAll { isRemoved($0) }
    }
  }
}
