/// The execution of a change set's writes on an in-memory store.
///
/// The caller moves the store into this value, and moves the store back at the end. Like any other store, this value
/// executes writes and knows no effects.
struct WriteExecution {
  var store: Accounts
  var applied = Accounts.Applied()
  private let vocabulary: Vocabulary
  /// The id of the account that the change set created; nil if no account was created.
  private var newAccount: String?

  init(_ store: Accounts, _ vocabulary: Vocabulary) {
    self.store = store
    self.vocabulary = vocabulary
  }

  /// Carries out one write of the change set.
  ///
  /// If the account of a write is missing, the write changes no account; the requirements of the change set rule out
  /// this case.
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
      setLabel(of: account, method: method, to: (name, value))
    case .setIdentifier(let account, let name, let value):
      change(account) { $0.setIdentifier(name, to: value) }
    case .putMethod(let account, let new): put(new, account)
    case .removeMethod(let account, let removed): remove(removed, account)
    case .supersedeMethod(let account, let key):
      change(account, method: key) { $0.isSuperseded = true }
    case .dropFactors(let account): change(account) { $0.factors = 0 }
    case .setFactors(let account, let count): change(account) { $0.factors = count }
    case .openSession(let account): openSession(account)
    case .renewSession(let session, let account, let makesRecent):
      renew(session, of: account, makesRecent: makesRecent)
    case .endSession(let session): endSessions { $0.id.hasSameBytes(as: session) }
    case .endSessions(let account, let epoch):
      change(account) { $0.epoch = epoch }
      if let id = id(of: account) {
        applied.events.append(.sessionsRevoked(account: id))
      }
    case .putCode(let new): put(new)
    case .useCode(let code): store.useUp(code)
    case .cancelCodes(let account, let address, let tenant):
      cancelCodes(of: account, sentTo: address, in: tenant)
    }
  }

  /// Increments the version of each account that a write names in ``Write/raisesVersion``, by one even if several
  /// writes name the account.
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

  /// Records that a notice to an account's owner was sent.
  ///
  /// For a mailed code, the write that stores the code has already recorded the mail.
  mutating func send(_ notice: Notice) {
    switch notice {
    // The write that stores the code has already recorded the event, in the order of the writes.
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
    // The codes of the account stay in the store, and refer to the deleted account.
    for key in leaving {
      store.addOrphan(key, in: tenant)
    }
    store.accounts.remove(at: index)
    applied.account = nil
    applied.isAccountGone = true
  }

  private mutating func setLabel(
    of account: AccountReference, method: MethodKey?, to label: (name: String, value: String)
  ) {
    guard let method else {
      return change(account) {
        $0.labels.removeAll { $0.name.hasSameBytes(as: label.name) }
        $0.labels.append(label)
      }
    }
    change(account, method: method) {
      $0.labels.removeAll { $0.name.hasSameBytes(as: label.name) }
      $0.labels.append(label)
    }
  }

  // MARK: Methods

  private func place(of key: MethodKey, in account: Account) -> Int? {
    account.methods.firstIndex(of: key, vocabulary)
  }

  private mutating func change(
    _ account: AccountReference, method key: MethodKey, _ body: (inout Method) -> Void
  ) {
    guard let index = index(of: account), let place = place(of: key, in: store.accounts[index])
    else { return }
    body(&store.accounts[index].methods[place])
  }

  private mutating func put(_ new: Write.NewMethod, _ account: AccountReference) {
    guard let index = index(of: account) else { return }
    var method = Method(new.provider, new.key.kind, subject: new.key.subject)
    method.since = LongInteger(store.now)
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
      // No list shows a superseded method, so no event reports the removal.
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

  private mutating func renew(_ session: String, of account: AccountReference, makesRecent: Bool) {
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
      requester: new.requester, requesterAccount: new.requesterAccount,
      credential: new.credential, tenant: new.tenant, isUsed: false, isExpired: false)
    store.codes.append(code)
    applied.events.append(
      .codeMailed(id: code.id, purpose: code.purpose, address: code.address))
  }

  private mutating func cancelCodes(
    of account: AccountReference, sentTo address: String?, in tenant: String?
  ) {
    guard let id = id(of: account) else { return }
    store.codes.removeAll { code in
      // The write also cancels a code without an owner that was sent to the account's address in the same tenant.
      code.account.hasSameBytes(as: id)
        || (code.account == nil && address != nil && address.hasSameBytes(as: code.address)
          && code.tenant.hasSameBytes(as: tenant))
    }
  }
}

extension Accounts {
  /// An event that the store reports to listeners, such as a sign-in or a mailed code (statement U8 in
  /// Docs/Firebase.md).
  public enum Event: Sendable {
    /// The store opened a session.
    case signedIn(session: String)
    /// The store ended a session.
    case signedOut(session: String)
    /// A session was renewed and received new tokens.
    case tokenRefreshed(session: String)
    /// The store revoked every earlier session of an account.
    case sessionsRevoked(account: String)
    /// The store mailed an out-of-band code to an address.
    case codeMailed(id: String, purpose: CodePurpose, address: String)
    /// The store removed a listed method from an account, by an unlink, by a drop, or because another account took the
    /// credential.
    case methodRemoved(account: String, provider: String, kind: MethodKind)
    /// The store sent a notice to the owner of an account.
    case ownerNotified(account: String)
  }

  /// The result of a committed decision, such as the ids of a new account and a new session.
  public struct Applied: Sendable {
    /// The id of the account after the commit; nil for a decision without an account, or if the decision deleted the
    /// account.
    ///
    /// The result of ``Accounts/execute(_:under:)`` contains only the id of a new account, because a change set does
    /// not name the attempt's account.
    public var account: String?
    /// Whether the decision created the account.
    public var isNewAccount = false
    /// Whether the decision deleted the account.
    var isAccountGone = false
    /// The id of the session that the decision opened; nil if the decision opened no session.
    public var session: String?
    /// The events for listeners, in order.
    public var events: [Event] = []

    /// Creates the result of a change set without writes.
    package init() {}

    /// Creates the result of a refusal that writes nothing.
    package init(account: String?) {
      self.account = account
    }
  }

  /// The error for a change set that the store cannot commit, because a requirement does not hold.
  public struct Conflict: Error, Sendable {
    /// The first requirement of the change set that does not hold.
    public let requirement: Requirement
  }

  /// Commits all changes of a decision, or none if a requirement does not hold.
  ///
  /// A refusal changes the store only if the deciding row has effects. An allowed attempt with a code always uses up
  /// the code.
  ///
  /// - Parameter decision: a decision that a policy made from the answers of this store.
  /// - Returns: the result of the commit, such as the id of a new account.
  /// - Throws: a ``Conflict`` if the store has changed since the lookup; look up and decide the attempt again.
  @discardableResult
  public mutating func apply(_ decision: Decision) throws(Conflict) -> Applied {
    var applied = try execute(decision.changes, of: decision.image.vocabulary)
    if applied.account == nil, !applied.isAccountGone {
      applied.account = decision.pointedAccount?.id
    }
    return applied
  }

  /// Commits all changes of a change set, or none if a requirement does not hold.
  ///
  /// A change set with an id that was committed before changes nothing, and the function returns the earlier result.
  ///
  /// - Parameters:
  ///   - changes: the change set of a decision.
  ///   - policy: the policy that decided, which determines the issuers of methods and the pools of accounts.
  /// - Returns: the result of the commit, such as the id of a new account.
  /// - Throws: a ``Conflict`` with the first requirement that does not hold.
  @discardableResult
  public mutating func execute(
    _ changes: ChangeSet, under policy: Policy
  ) throws(Conflict) -> Applied {
    try execute(changes, of: policy.image.vocabulary)
  }

  /// Commits a decision, but with the writes of the given templates instead of the writes of the decision's effects.
  ///
  /// For example, a test commits one decision with two lists of writes, and compares the results.
  package mutating func carryOut(
    _ templates: [WriteTemplate], insteadOfThoseOf decision: Decision
  ) throws(Conflict) -> Applied {
    try execute(decision.changes(of: templates), of: decision.image.vocabulary)
  }

  private mutating func execute(
    _ changes: ChangeSet, of vocabulary: Vocabulary
  ) throws(Conflict) -> Applied {
    if let id = changes.id, let before = carriedOut.first(where: { $0.id.hasSameBytes(as: id) }) {
      return before.applied
    }
    for requirement in changes.requirements where !holds(requirement, vocabulary) {
      throw Conflict(requirement: requirement)
    }
    now += 1
    guard !changes.isEmpty else { return Applied() }
    // The writes cannot fail, so this function moves the store instead of copying it. With a copy, the first write
    // would duplicate the storage.
    var execution = WriteExecution(self, vocabulary)
    self = Accounts()
    for write in changes.writes {
      execution.carryOut(write)
    }
    execution.raiseVersions(of: changes.writes)
    for notice in changes.notices {
      execution.send(notice)
    }
    self = execution.store
    if let id = changes.id {
      carriedOut.append((id, execution.applied))
    }
    return execution.applied
  }

  mutating func useUp(_ code: String) {
    for index in codes.indices where codes[index].id.hasSameBytes(as: code) {
      codes[index].isUsed = true
    }
  }
}
