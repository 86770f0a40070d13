internal import LinkPolicy

/// A state of the model: a real store of accounts, and what only the model knows of it.
struct ProofState: Sendable {
  /// What the model knows of an account.
  struct AccountHistory: Sendable {
    /// Who set the password last.
    var password: Actor = .owner
    /// Who has proved the owner's address here.
    var proved = ActorSet()
    /// Who has enrolled a second factor.
    var factors = ActorSet()
  }

  /// The store that the policy is asked about.
  var store = Accounts()
  /// In the order of the store's accounts.
  var histories: [AccountHistory] = []
  /// Whose session each is, in the order of the store's sessions.
  var sessionActors: [Actor] = []
  /// Who owns the address that is at stake.
  var holder = Actor.owner

  /// The empty store.
  init(in environment: ProofEnvironment = ProofEnvironment()) {
    holder = environment.reassigned == .during ? .attacker : .owner
  }

  /// Whether somebody can read the mail sent to an address.
  func owns(_ actor: Actor, _ address: ProofActors.Address?) -> Bool {
    switch address {
    case .owners: holder == actor
    case .attackers: actor == .attacker
    case nil: false
    }
  }

  /// Whether a session still counts.
  func isLive(_ session: Accounts.OpenSession) -> Bool {
    guard !session.isEnded, let index = index(of: session.account) else { return false }
    return session.epoch >= store.accounts[index].epoch
  }

  func index(of account: String) -> Int? {
    store.accounts.firstIndex { $0.id.hasSameBytes(as: account) }
  }

  /// The actor of the session that asked for a code, whether or not it still counts.
  func requester(of code: Accounts.MailedCode) -> Actor? {
    guard let id = code.requester,
      let index = store.sessions.firstIndex(where: { $0.id.hasSameBytes(as: id) })
    else { return nil }
    return sessionActors[index]
  }

  /// The live session of an actor at an account.
  func session(of actor: Actor, at account: String) -> String? {
    for (index, session) in store.sessions.enumerated()
    where sessionActors[index] == actor && session.account.hasSameBytes(as: account)
      && isLive(session)
    {
      return session.id
    }
    return nil
  }

  /// Forgets what can make no difference any more: sessions that are over, a second one of the same
  /// actor and account, used codes, those of deleted accounts, and repeated ones.
  ///
  /// A revoked session from which a code was asked for stays, as it can be presented with the code,
  /// unless its actor has a live one at the account, which counts as the one that asked from then on.
  mutating func forget() {
    forgetCodes()
    passOnCodes()
    for index in store.sessions.indices.reversed() where !isLive(store.sessions[index]) {
      let id = store.sessions[index].id
      guard !store.codes.contains(where: { $0.requester.hasSameBytes(as: id) }) else { continue }
      store.forgetSession(at: index)
      sessionActors.remove(at: index)
    }
    var kept: [(actor: Actor, account: String)] = []
    var index = 0
    while index < store.sessions.count {
      let (actor, account) = (sessionActors[index], store.sessions[index].account)
      guard isLive(store.sessions[index]) else {
        index += 1
        continue
      }
      if kept.contains(where: { $0.actor == actor && $0.account.hasSameBytes(as: account) }) {
        store.forgetSession(at: index)
        sessionActors.remove(at: index)
      } else {
        kept.append((actor, account))
        index += 1
      }
    }
  }

  private mutating func passOnCodes() {
    for index in store.codes.indices {
      guard let id = store.codes[index].requester,
        let asking = store.sessions.firstIndex(where: { $0.id.hasSameBytes(as: id) }),
        !isLive(store.sessions[asking]),
        let live = session(of: sessionActors[asking], at: store.sessions[asking].account)
      else { continue }
      store.setRequester(ofCodeAt: index, to: live)
    }
  }

  private mutating func forgetCodes() {
    var seen: [CodeKey] = []
    var index = 0
    while index < store.codes.count {
      let key = key(of: store.codes[index])
      if let key, !seen.contains(key) {
        seen.append(key)
        index += 1
      } else {
        store.forgetCode(at: index)
      }
    }
  }

  /// The purposes of the codes that are clicked, which every policy has.
  private static let purposes = PurposeTable()

  /// All that matters of a code that can be clicked: not used up, and its account is there.
  struct CodeKey: Equatable {
    var account: Int
    var clicked: ClickedCode
    var address: String
    var requester: Actor?
    var isStale: Bool
  }

  func key(of code: Accounts.MailedCode) -> CodeKey? {
    guard !code.isUsed, let clicked = ClickedCode(code.purpose),
      let account = code.account.flatMap({ index(of: $0) })
    else { return nil }
    let isStale = Self.purposes.isStale(code, of: store.accounts[account])
    return CodeKey(
      account: account, clicked: clicked, address: code.address,
      requester: requester(of: code), isStale: isStale)
  }
}
