internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration
internal import LinkPolicyTesting

/// A real store of accounts, with the actors who opened its sessions, requested its codes and set
/// its passwords.
struct StoryWorld: Sendable {
  private(set) var store = Accounts()
  /// The tenant of accounts and lookups, unless an attempt states another tenant; nil for no tenant.
  let home: String?
  /// For each session of the store, the actor whose browser has the session.
  private(set) var sessionActors: [Actor] = []
  /// The actor who requested each code, keyed by the code's id.
  private(set) var askers: [String: Actor] = [:]
  /// The actor who last set each password of an account.
  private var passwordSetters: [Password: Actor] = [:]
  /// For each account, the actors who proved the owner's address at the account; the key is the account's id.
  private(set) var provers: [String: ActorSet] = [:]
  /// The ids of the accounts at which another person verified the owner's address.
  private(set) var foreignVerifications: Set<String> = []

  /// For each account, the actors who added a second factor to the account; the key is the account's id.
  private(set) var factors: [String: ActorSet] = [:]

  private struct Password: Hashable {
    var account: String
    var provider: String
  }

  /// Creates a store without accounts.
  init(home: String? = nil) {
    self.home = home
  }

  /// Returns the actor who set the password of an account for a provider; nil if nobody set the password.
  func passwordSetter(_ account: String, _ provider: String) -> Actor? {
    passwordSetters[Password(account: account, provider: provider)]
  }

  /// The result of an attempt on a real store.
  struct StoryOutcome: Sendable {
    var world: StoryWorld
    /// The real attempt.
    var attempt: ExploredAttempt
    /// The abstract attempt that the real attempt implements.
    var abstract: AbstractAttempt
    var decision: Decision
    var applied: Accounts.Applied
  }

  /// Makes an attempt under a policy, and returns the changed store.
  ///
  /// Returns nil if the attempt is impossible, for example because it contradicts the store.
  func attempt(
    _ step: ExploredAttempt, as abstract: AbstractAttempt, under policy: CompiledPolicy,
    owners: String
  ) -> StoryOutcome? {
    var step = step
    if let refused = step.refused.first {
      // The policy that decides the attempt also issues the ticket.
      guard let ticket = ticket(of: refused, under: policy) else { return nil }
      step.attempt.ticket = ticket
    }
    let decision: Decision
    do throws(InputError) {
      decision = try store.decide(step.attempt, by: step.caller, under: policy.policy)
    } catch {
      // The store contradicts the attempt, so the attempt is impossible.
      return nil
    }
    var world = self
    let applied: Accounts.Applied
    do throws(Accounts.Conflict) {
      applied = try world.store.apply(decision)
    } catch {
      return nil
    }
    world.follow(
      decision, applied: applied, step: step, abstract: abstract, before: self, owners: owners)
    let action = policy.vocabulary.actions[policy.storage.tables[abstract.table].action]
    if !policy.isAdministrators(action) {
      world.noteVerification(
        by: decision, applied: applied, step: step, abstract: abstract, before: self, owners: owners
      )
    }
    return StoryOutcome(
      world: world, attempt: step, abstract: abstract, decision: decision, applied: applied)
  }

  /// Returns the ticket of a refused attempt; nil if the refusal has no ticket or changes the store.
  func ticket(of refused: ExploredAttempt, under policy: CompiledPolicy) -> Ticket? {
    do throws(InputError) {
      let decision = try store.decide(refused.attempt, by: refused.caller, under: policy.policy)
      return decision.changes.writes.isEmpty ? decision.ticket : nil
    } catch {
      return nil
    }
  }

  /// Returns whether an attempt would change the store; false if the attempt is impossible.
  func changes(by step: ExploredAttempt, under policy: CompiledPolicy) -> Bool {
    do throws(InputError) {
      let decision = try store.decide(step.attempt, by: step.caller, under: policy.policy)
      return !decision.changes.writes.isEmpty
    } catch {
      return false
    }
  }

  private mutating func follow(
    _ decision: Decision, applied: Accounts.Applied, step: ExploredAttempt,
    abstract: AbstractAttempt, before: StoryWorld, owners: String
  ) {
    while sessionActors.count < store.sessions.count {
      sessionActors.append(abstract.actor)
    }
    let known = Set(before.store.codes.map { $0.id })
    for code in store.codes where !known.contains(code.id) {
      askers[code.id] = abstract.actor
    }
    for account in store.accounts where account.factors == 0 {
      factors[account.id] = nil
    }
    guard let id = applied.account else { return }
    let factorsBefore = before.store.account(id)?.factors ?? 0
    if let account = store.account(id), account.factors > factorsBefore {
      factors[id, default: ActorSet()].insert(abstract.actor)
    }
    for write in decision.changes.writes {
      if case .putMethod(_, let method) = write, method.secret == .new {
        passwordSetters[Password(account: id, provider: method.provider)] = abstract.actor
      }
    }
    guard decision.isAllowed, abstract.provesAddress else { return }
    switch abstract.code {
    case .none, .unknown: break
    case .held, .mailed:
      // A mailed code proves the address only for the actor who requested the mail.
      guard let brought = step.caller.code, askers[brought] == abstract.actor,
        before.store.codes.contains(where: {
          $0.id.hasSameBytes(as: brought) && $0.address.hasSameBytes(as: owners)
        })
      else { return }
    }
    provers[id, default: ActorSet()].insert(abstract.actor)
  }

  /// Records an account at which another person verified the owner's address.
  private mutating func noteVerification(
    by decision: Decision, applied: Accounts.Applied, step: ExploredAttempt,
    abstract: AbstractAttempt, before: StoryWorld, owners: String
  ) {
    func isVerified(_ account: Account?) -> Bool {
      account.map { $0.isEmailVerified && $0.email.hasSameBytes(as: owners) } ?? false
    }
    guard let id = applied.account, isVerified(store.account(id)),
      !isVerified(before.store.account(id))
    else { return }
    let asker = step.caller.code.flatMap { askers[$0] }
    let isInSession = before.store.sessions.indices.contains { index in
      let session = before.store.sessions[index]
      return session.id.hasSameBytes(as: step.caller.session ?? "")
        && before.sessionActors[index] == .owner && session.account.hasSameBytes(as: id)
        && before.isLive(session)
    }
    let getsIn =
      isInSession
      || decision.changes.writes.contains { write in
        switch write {
        case .openSession, .putMethod: true
        case .insertAccount, .deleteAccount, .setEmail, .setProfile, .setState, .setLabel,
          .setIdentifier,
          .removeMethod, .supersedeMethod, .dropFactors, .setFactors, .renewSession, .endSession,
          .endSessions,
          .putCode, .useCode, .cancelCodes:
          false
        }
      }
    if abstract.actor == .attacker || (asker == .attacker && !getsIn) {
      foreignVerifications.insert(id)
    }
  }

  /// Returns the ids of the accounts to which an actor is signed in, without duplicates.
  func accounts(ofSessionsOf actor: Actor) -> [String] {
    var accounts: [String] = []
    for (session, holder) in zip(store.sessions, sessionActors)
    where holder == actor && isLive(session)
      && !accounts.contains(where: { $0.hasSameBytes(as: session.account) })
    {
      accounts.append(session.account)
    }
    return accounts
  }

  /// Adds a second factor of an actor to an account; does nothing if the account does not exist.
  mutating func enroll(_ actor: Actor, at account: String) {
    guard let index = store.accounts.firstIndex(where: { $0.id.hasSameBytes(as: account) }) else {
      return
    }
    store.enrollFactor(at: index)
    factors[account, default: ActorSet()].insert(actor)
  }

  /// Lets time pass, so that sessions are no longer recent, or codes expire.
  mutating func wait(_ wait: VectorStep.Wait) {
    switch wait {
    case .old: store.ageSessions()
    case .expired: store.expireCodes()
    }
  }

  /// Returns whether a session is live: neither ended nor revoked, and of an existing account.
  func isLive(_ session: Accounts.OpenSession) -> Bool {
    guard !session.isEnded, let account = store.account(session.account) else { return false }
    return session.epoch >= account.epoch
  }

  /// Returns the store with further accounts in another tenant: a copy of each account, and an account with the owner's
  /// address.
  ///
  /// - Parameters:
  ///   - tenant: the tenant of the further accounts.
  ///   - owners: the owner's address.
  /// - Returns: the store with the added accounts, to which nobody is signed in.
  func beside(tenant: String, owners: String) -> StoryWorld {
    var crowded = self
    for account in store.accounts {
      var copy = account
      copy.id = "t" + account.id
      copy.tenant = tenant
      crowded.store.add(copy)
    }
    if !store.accounts.contains(where: { $0.email.hasSameBytes(as: owners) }) {
      var account = Account(id: "t", email: owners, isEmailVerified: true)
      account.identifiers = []
      account.tenant = tenant
      crowded.store.add(account)
    }
    return crowded
  }

  /// The store and the actors as text.
  ///
  /// Two equivalent stores have equal texts, so that the search visits only one of them.
  var text: String { accountsText + sessionsText + codesText }

  /// Returns the accounts, sessions and codes that affect the owner's attempts, as text.
  ///
  /// The text omits the attacker's sessions and mail. In two stores with equal texts, the owner can make the same
  /// attempts.
  func essence(forOwnerOf address: String) -> String {
    var sessions: Set<String> = []
    var own: Set<String> = []
    for (session, actor) in zip(store.sessions, sessionActors) where actor == .owner {
      own.insert(session.id)
      sessions.insert(
        session.account + (isLive(session) ? "l" : "r") + (session.isOld ? "o" : "")
          + (session.isEnded ? "e" : ""))
    }
    var codes: Set<String> = []
    for code in store.codes where code.address.hasSameBytes(as: address) {
      let asker = code.requester.map { own.contains($0) ? "O" : "A" } ?? ""
      codes.insert(
        code.purpose.name.text + (code.account ?? "") + (code.boundTo ?? "") + asker
          + (code.requesterAccount ?? "") + Self.text(of: code.credential)
          + (code.isUsed ? "u" : "") + (code.isExpired ? "x" : ""))
    }
    return accountsText + "/" + sessions.sorted().joined(separator: ";") + "/"
      + codes.sorted().joined(separator: ";")
  }

  /// The accounts as text, without sessions.
  var accountsText: String { text(of: store.accounts) }

  /// Returns the accounts of one tenant as text.
  func text(ofAccountsIn tenant: String) -> String {
    text(of: store.accounts.filter { $0.tenant.hasSameBytes(as: tenant) })
  }

  private func text(of accounts: [Account]) -> String {
    var text = ""
    for account in accounts {
      text += account.id + " " + (account.email ?? "-") + (account.isEmailVerified ? "v" : "u")
      text += account.state == .active ? "" : "!"
      for identifier in account.identifiers.sorted(by: { $0.name < $1.name }) {
        text += " " + identifier.name + "=" + identifier.value
      }
      for method in account.methods {
        text += "|" + method.provider + method.closedKind.name.text + (method.subject ?? "")
        text += (method.provedAddress ?? "") + (method.isSuperseded ? "+" : "")
        if let address = method.address, !account.email.hasSameBytes(as: address) {
          text += "@" + address
        }
        text += method.labels.map { $0.name + $0.value }.sorted().joined()
        if method.closedKind == .password {
          text += passwordSetter(account.id, method.provider)?.letter ?? ""
        }
      }
      text += account.labels.map { $0.name + $0.value }.sorted().joined()
      text += provers[account.id]?.letters ?? ""
      text += foreignVerifications.contains(account.id) ? "f" : ""
      text += (factors[account.id]?.letters).map { "2" + $0 } ?? ""
      // An account with several factors still has a factor after the removal of one factor.
      text += account.factors > 1 ? "+" : ""
      text += ";"
    }
    return text
  }

  private var sessionsText: String {
    var text = ""
    for (session, actor) in zip(store.sessions, sessionActors) {
      text += session.account + actor.letter + (isLive(session) ? "l" : "r")
      text += (session.isOld ? "o" : "") + (session.isEnded ? "e" : "") + ";"
    }
    return text
  }

  /// The mailed codes as text.
  var codesText: String {
    var text = ""
    for code in store.codes {
      text += code.purpose.name.text + code.address + (code.account ?? "") + (code.boundTo ?? "")
      text += (code.requester ?? "") + Self.text(of: code.credential)
      text += (code.isUsed ? "u" : "") + (code.isExpired ? "x" : "") + ";"
    }
    return text
  }

  private static func text(of credential: MethodKey?) -> String {
    credential.map { "=" + $0.issuer + $0.kind.name.text + ($0.subject ?? "") } ?? ""
  }
}
