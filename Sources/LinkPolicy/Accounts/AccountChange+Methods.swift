extension AccountChange {
  /// Makes an account with the attempt's method, if it carries one.
  mutating func create(with email: String?) throws(Accounts.Conflict) {
    if let email, isTaken(email, besides: nil) {
      throw .addressTaken
    }
    var account = Account(id: store.newAccountID(), email: email)
    account.tenant = decision.attempt.tenant
    if let method = attemptMethod() {
      if let credential = credential(of: method, email),
        store.accounts.contains(where: {
          $0.tenant.hasSameBytes(as: account.tenant) && vocabulary.holds($0, credential)
        })
      {
        throw .credentialTaken
      }
      account.methods = [method]
    }
    store.accounts.append(account)
    subject = store.accounts.count - 1
    applied.account = account.id
    applied.isNewAccount = true
  }

  /// Whether addresses are unique and another account of the tenant and pool holds this one.
  func isTaken(_ email: String, besides index: Int?) -> Bool {
    guard vocabulary.addresses.isUnique else { return false }
    let lookup = Lookup(
      credential: nil, addresses: [email], heldBy: vocabulary.addresses.heldBy, pool: [],
      tenant: index.map { store.accounts[$0].tenant } ?? decision.attempt.tenant,
      poolIndex: vocabulary.pools.index(ofProvider: decision.facts[.provider]))
    let own = index.map { store.accounts[$0].id }
    return vocabulary.find(lookup, in: store.accounts).addressHolders.contains {
      own == nil || !own.hasSameBytes(as: $0.id)
    }
  }

  private func credential(of method: Method, _ email: String?) -> Lookup.Credential? {
    let subject = method.closedKind.isSubjectTheAddress ? email : method.subject
    guard let subject, method.kind != .anonymous else { return nil }
    let issuer = vocabulary.providers.issuer(of: method.provider)
    return Lookup.Credential(issuer: issuer, subject: subject, kind: method.closedKind)
  }

  /// Adds the attempt's method in the place of what its provider already has there.
  mutating func addMethod(
    at index: Int, keepingFormer: Bool
  ) throws(Accounts.Conflict) {
    guard var method = attemptMethod() else { return }
    let email = store.accounts[index].email
    if let credential = credential(of: method, email) {
      for (other, account) in store.accounts.enumerated()
      where other != index && account.tenant.hasSameBytes(as: store.accounts[index].tenant) {
        if vocabulary.holds(account, credential) {
          throw .credentialTaken
        }
      }
    }
    guard let place = store.accounts[index].methods.firstIndex(where: { isOfAttempt($0) }) else {
      store.accounts[index].methods.append(method)
      return
    }
    let present = store.accounts[index].methods[place]
    method.labels = present.labels
    method.since = present.since
    if present.subject.hasSameBytes(as: method.subject) {
      if method.address == nil, decision.ignoresAddress {
        // What cannot be compared takes nothing away: the stored address stays.
        method.address = present.address
        method.provedAddress = present.provedAddress
      }
      method.formerSubjects = present.formerSubjects
    } else if keepingFormer {
      method.formerSubjects =
        present.formerSubjects.filter { !method.subject.hasSameBytes(as: $0) }
        + [present.subject].compactMap { $0 }
    }
    store.accounts[index].methods[place] = method
  }

  /// Takes the credential from whoever holds it.
  mutating func seize() throws(Accounts.Conflict) {
    let index = try account()
    if let method = attemptMethod(), let credential = credential(of: method, address) {
      for other in store.accounts.indices where other != index {
        let holds = vocabulary.holds(store.accounts[other], credential)
        guard holds else { continue }
        let change = self
        remove(at: other) { change.isOfAttempt($0) }
        store.accounts[other].version += 1
      }
    }
    try addMethod(at: index, keepingFormer: false)
  }

  mutating func setPassword() throws(Accounts.Conflict) {
    let index = try account()
    // A password that came by a code was set by whoever reads the mailbox that the code went to,
    // which an attempt with a method of its own says nothing about.
    let isProven =
      vocabulary.actions[decision.facts[.action]].pointsTo == .code && assertion == nil
    let proved = isProven ? address : nil
    if let place = store.accounts[index].methods.firstIndex(where: { $0.kind == .password }) {
      store.accounts[index].methods[place].provedAddress = proved
      return
    }
    let declared = vocabulary.providers.providers.first { $0.kinds.contains(.password) }
    var method = Method(declared?.id.text ?? "password", .password)
    method.provedAddress = proved
    method.address = store.accounts[index].email
    method.since = store.now
    store.accounts[index].methods.append(method)
  }
}
