/// The writes of a change set being carried out on a copy of the store, which replaces it at the
/// end.
///
/// Knows no effect: what is written here is what every store writes.
struct WriteExecution {
  var store: Accounts
  var applied = Accounts.Applied()
  private let vocabulary: Vocabulary
  /// The id of the account that the set made.
  private var newAccount: String?

  init(_ store: Accounts, _ vocabulary: Vocabulary) {
    self.store = store
    self.vocabulary = vocabulary
  }

  /// Carries out one write; one about an account that is not there does nothing, which the
  /// requirements exclude.
  mutating func carryOut(_ write: Write) {
    switch write {
    case .insertAccount(let new): insert(new)
    case .deleteAccount(let account, let leaving): delete(account, leaving)
    case .setEmail(let account, let email):
      change(account) {
        $0.email = email.email
        $0.isEmailVerified = email.isVerified
      }
    case .setProfile(let account, let profile, let blanksOnly):
      change(account) {
        let kept = blanksOnly ? $0.profile : Profile()
        $0.profile = Profile(
          name: kept.name ?? profile.name, photo: kept.photo ?? profile.photo)
      }
    case .setState(let account, let state): change(account) { $0.state = state }
    case .setLabel(let account, let method, let name, let value):
      setLabel(account, method, (name, value))
    case .putMethod(let account, let new): put(new, account)
    case .removeMethod(let account, let removed): remove(removed, account)
    case .supersedeMethod(let account, let key):
      change(account, key) { $0.isSuperseded = true }
    case .dropFactors(let account): change(account) { $0.factors = 0 }
    case .openSession(let account): openSession(account)
    case .renewSession(let session, let account, let makesRecent):
      renew(session, account, makesRecent)
    case .endSession(let session): endSessions { $0.id.hasSameBytes(as: session) }
    case .endSessions(let account, let epoch):
      change(account) { $0.epoch = epoch }
      if let id = id(of: account) {
        applied.events.append(.sessionsRevoked(account: id))
      }
    case .putCode(let new): put(new)
    case .useCode(let code): store.useUp(code)
    case .cancelCodes(let account, let address, let tenant):
      cancelCodes(account, address, tenant)
    }
  }

  /// Raises the version of each account that writes name for it, once.
  mutating func raiseVersions(of writes: [Write]) {
    var raised: [AccountReference] = []
    for write in writes {
      guard let account = write.raisesVersion,
        !raised.contains(where: { $0.isSame(as: account) })
      else { continue }
      raised.append(account)
      change(account) { $0.version += 1 }
    }
  }

  /// Tells whom a notice is for.
  mutating func send(_ notice: Notice) {
    switch notice {
    // Notified where the code was stored, so that notices stand in order.
    case .mail: break
    case .owner(let account, to: _):
      if let id = id(of: account) {
        applied.events.append(.ownerNotified(account: id))
      }
    }
  }

  // MARK: Accounts

  private func id(of account: AccountReference) -> String? {
    switch account {
    case .existing(let id): id
    case .new: newAccount
    }
  }

  private func index(of account: AccountReference) -> Int? {
    id(of: account).flatMap { store.index(of: $0) }
  }

  private mutating func change(_ account: AccountReference, _ body: (inout Account) -> Void) {
    if let index = index(of: account) {
      body(&store.accounts[index])
    }
  }

  private mutating func insert(_ new: Write.NewAccount) {
    var account = Account(
      id: store.newAccountID(), email: new.email.email, isEmailVerified: new.email.isVerified)
    account.tenant = new.tenant
    store.accounts.append(account)
    newAccount = account.id
    applied.account = account.id
    applied.isNewAccount = true
  }

  private mutating func delete(_ account: AccountReference, _ leaving: [MethodKey]) {
    guard let index = index(of: account) else { return }
    let (id, tenant) = (store.accounts[index].id, store.accounts[index].tenant)
    endSessions { $0.account.hasSameBytes(as: id) }
    // Codes mailed for it stay, and are then about an account that is gone.
    for key in leaving {
      store.addOrphan(key, in: tenant)
    }
    store.accounts.remove(at: index)
    applied.account = nil
    applied.isAccountGone = true
  }

  private mutating func setLabel(
    _ account: AccountReference, _ method: MethodKey?, _ label: (name: String, value: String)
  ) {
    guard let method else {
      return change(account) {
        $0.labels.removeAll { $0.name.hasSameBytes(as: label.name) }
        $0.labels.append(label)
      }
    }
    change(account, method) {
      $0.labels.removeAll { $0.name.hasSameBytes(as: label.name) }
      $0.labels.append(label)
    }
  }

  // MARK: Methods

  private func place(of key: MethodKey, in account: Account) -> Int? {
    account.methods.firstIndex(of: key, vocabulary)
  }

  private mutating func change(
    _ account: AccountReference, _ key: MethodKey, _ body: (inout Method) -> Void
  ) {
    guard let index = index(of: account), let place = place(of: key, in: store.accounts[index])
    else { return }
    body(&store.accounts[index].methods[place])
  }

  private mutating func put(_ new: Write.NewMethod, _ account: AccountReference) {
    guard let index = index(of: account) else { return }
    var method = Method(new.provider, new.key.kind, subject: new.key.subject)
    method.since = store.now
    let present = place(of: new.key, in: store.accounts[index])
    if let present {
      method.labels = store.accounts[index].methods[present].labels
      method.since = store.accounts[index].methods[present].since
    }
    method.address = new.address
    method.provedAddress = new.provedAddress
    method.isSuperseded = new.isSuperseded
    store.accounts[index].methods.insert(method, in: new.place, vocabulary)
  }

  private mutating func remove(_ removed: Write.RemovedMethod, _ account: AccountReference) {
    guard let index = index(of: account),
      let place = place(of: removed.key, in: store.accounts[index])
    else { return }
    let method = store.accounts[index].methods.remove(at: place)
    switch removed.reason {
    case .replaced: break
    case .unlinked, .dropped, .seized:
      // Who was superseded is listed no more, so nobody is told that it goes.
      guard !method.isSuperseded else { break }
      applied.events.append(
        .methodRemoved(
          account: store.accounts[index].id, provider: method.provider, kind: method.closedKind))
    }
  }

  // MARK: Sessions and codes

  private mutating func openSession(_ account: AccountReference) {
    guard let id = id(of: account) else { return }
    let session = store.openSession(of: id)
    applied.session = session
    applied.events.append(.signedIn(session: session))
  }

  private mutating func renew(
    _ session: String, _ account: AccountReference, _ makesRecent: Bool
  ) {
    guard let owner = index(of: account) else { return }
    for index in store.sessions.indices
    where store.sessions[index].id.hasSameBytes(as: session) {
      store.sessions[index].epoch = store.accounts[owner].epoch
      if makesRecent {
        store.sessions[index].isOld = false
      }
      applied.events.append(.tokenRefreshed(session: session))
    }
  }

  private mutating func endSessions(where isEnded: (Accounts.OpenSession) -> Bool) {
    for index in store.sessions.indices
    where !store.sessions[index].isEnded && isEnded(store.sessions[index]) {
      store.sessions[index].isEnded = true
      applied.events.append(.signedOut(session: store.sessions[index].id))
    }
  }

  private mutating func put(_ new: Write.NewCode) {
    store.codesMade += 1
    let code = Accounts.MailedCode(
      id: "c" + String(store.codesMade), purpose: new.purpose, address: new.address,
      account: new.account.flatMap { id(of: $0) }, boundTo: new.boundTo,
      requester: new.requester, tenant: new.tenant, isUsed: false, isExpired: false)
    store.codes.append(code)
    applied.events.append(
      .codeMailed(id: code.id, purpose: code.purpose, address: code.address))
  }

  private mutating func cancelCodes(
    _ account: AccountReference, _ address: String?, _ tenant: String?
  ) {
    guard let id = id(of: account) else { return }
    store.codes.removeAll { code in
      // What is nobody's goes by the mailbox that it went to.
      code.account.hasSameBytes(as: id)
        || (code.account == nil && address != nil && address.hasSameBytes(as: code.address)
          && code.tenant.hasSameBytes(as: tenant))
    }
  }
}
