internal import LinkPolicy

extension AccountStore where Self: ~Copyable {
  /// Executes a change set in the open transaction, and records the outcome under `id`; records nothing if `id` is nil.
  mutating func carryOut(
    _ changes: ChangeSet, passwordHash: String?, id: String?
  ) throws(StoreError) -> CommitOutcome {
    var progress = WriteProgress(passwordHash: passwordHash)
    for write in changes.writes {
      try carryOut(write, &progress)
    }
    for account in try progress.raised(by: changes.writes) {
      try raiseVersion(of: account)
    }
    for notice in changes.notices {
      try keep(notice, &progress)
    }
    if let id {
      try remember(progress.outcome.remembered, as: id)
    }
    return progress.outcome
  }

  private mutating func carryOut(
    _ write: Write, _ progress: inout WriteProgress
  ) throws(StoreError) {
    switch write {
    case .insertAccount(let new):
      progress.outcome.newAccount = try insertAccount(new)
    case .deleteAccount(let account, leaving: let keys):
      for session in try deleteAccount(progress.id(of: account), leaving: keys) {
        progress.outcome.events.append(.signedOut(session: session))
      }
      progress.outcome.isAccountGone = true
    case .setEmail(let account, let email):
      try setEmail(email, of: progress.id(of: account))
    case .setProfile(let account, let profile, blanksOnly: let blanksOnly):
      try setProfile(profile, of: progress.id(of: account), blanksOnly: blanksOnly)
    case .setState(let account, let state):
      try setState(state, of: progress.id(of: account))
    case .setLabel(let account, method: let method, name: let name, value: let value):
      try setLabel(name, to: value, of: progress.id(of: account), method: method)
    case .setIdentifier(let account, name: let name, value: let value):
      try setIdentifier(name, to: value, of: progress.id(of: account))
    case .putMethod(let account, let method):
      try putMethod(
        method, of: progress.id(of: account), passwordHash: progress.hash(for: method))
    case .removeMethod(let account, let removed):
      try remove(removed, of: progress.id(of: account), &progress)
    case .supersedeMethod(let account, let key):
      try supersedeMethod(key, of: progress.id(of: account))
    case .dropFactors(let account):
      try dropFactors(of: progress.id(of: account))
    case .setFactors(let account, count: let count):
      try setFactors(count, of: progress.id(of: account))
    case .openSession(of: let account):
      let session = try openSession(of: progress.id(of: account))
      progress.outcome.session = session
      progress.outcome.events.append(.signedIn(session: session))
    case .renewSession(let session, of: let account, let makesRecent):
      try renewSession(session, of: progress.id(of: account), makesRecent: makesRecent)
      progress.outcome.events.append(.tokenRefreshed(session: session))
    case .endSession(let session):
      if try endSession(session) {
        progress.outcome.events.append(.signedOut(session: session))
      }
    case .endSessions(of: let account, let epoch):
      let id = try progress.id(of: account)
      try endSessions(of: id, epoch: epoch)
      progress.outcome.events.append(.sessionsRevoked(account: id))
    case .putCode(let new):
      try put(new, &progress)
    case .useCode(let code):
      try useCode(code)
    case .cancelCodes(of: let account, let address, let tenant):
      try cancelCodes(of: progress.id(of: account), address: address, tenant: tenant)
    }
  }

  private mutating func remove(
    _ removed: Write.RemovedMethod, of id: String, _ progress: inout WriteProgress
  ) throws(StoreError) {
    // Answers do not list superseded methods, so the outcome does not report their removal.
    let wasListed = try removeMethod(removed.key, of: id)
    switch removed.reason {
    case .replaced: break
    case .unlinked, .dropped, .seized:
      guard wasListed else { break }
      progress.outcome.events.append(
        .methodRemoved(account: id, provider: removed.provider, kind: removed.key.kind))
    }
  }

  private mutating func put(
    _ new: Write.NewCode, _ progress: inout WriteProgress
  ) throws(StoreError) {
    var owner: String?
    if let account = new.account {
      owner = try progress.id(of: account)
    }
    let code = try putCode(new, for: owner)
    progress.outcome.codes.append(code)
    progress.outcome.events.append(
      .codeMailed(id: code, purpose: new.purpose, address: new.address))
  }

  private mutating func keep(
    _ notice: Notice, _ progress: inout WriteProgress
  ) throws(StoreError) {
    let made: StoreNotice
    switch notice {
    case .mail(code: let number, let purpose, let address):
      guard progress.outcome.codes.indices.contains(number) else {
        throw .inconsistent("the set mails its code " + String(number) + ", which it does not make")
      }
      made = .mail(code: progress.outcome.codes[number], purpose: purpose, to: address)
    case .owner(let account, to: let address):
      let id = try progress.id(of: account)
      made = .owner(account: id, to: address)
      progress.outcome.events.append(.ownerNotified(account: id))
    }
    progress.outcome.notices.append(StoreNotice.Kept(id: try keep(made), notice: made))
  }
}

/// The state of a commit: the ids that the store has assigned, and the outcome so far.
struct WriteProgress {
  /// The outcome of the writes executed so far.
  var outcome = CommitOutcome()
  /// The hash of the attempt's password; nil for an attempt without a password.
  private let passwordHash: String?

  init(passwordHash: String?) {
    self.passwordHash = passwordHash
  }

  /// Returns the id of the account that a write refers to, even if this commit has just created the account.
  func id(of account: AccountReference) throws(StoreError) -> String {
    switch account {
    case .existing(let id): return id
    case .new:
      guard let id = outcome.newAccount else {
        throw .inconsistent("a write is about the account that the set makes, and it makes none")
      }
      return id
    }
  }

  /// Returns the hash to store with a method; nil if the stored hash stays unchanged.
  func hash(for method: Write.NewMethod) throws(StoreError) -> String? {
    switch method.secret {
    case .keep: return nil
    case .new:
      guard let passwordHash else {
        throw .input(
          InputError(
            .missing, "a new password of `" + method.provider + "` is stored, and no hash is given")
        )
      }
      return passwordHash
    }
  }

  /// Returns the ids of the accounts whose versions the writes must increment.
  ///
  /// The result contains each account only once, even if several writes change the account.
  func raised(by writes: [Write]) throws(StoreError) -> [String] {
    var ids: [String] = []
    for write in writes {
      guard let account = write.raisesVersion else { continue }
      let id = try id(of: account)
      if !ids.contains(where: { $0.hasSameBytes(as: id) }) {
        ids.append(id)
      }
    }
    return ids
  }
}
