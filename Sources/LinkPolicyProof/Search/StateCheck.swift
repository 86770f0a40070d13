internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Whether the invariants about states hold in one.
struct StateCheck: Sendable {
  let actors: ProofActors
  let environment: ProofEnvironment
  /// Whether whoever reads the mail of an account's address can get into the account.
  private let mailOpens: Bool

  init(_ policy: CompiledPolicy, _ actors: ProofActors, _ environment: ProofEnvironment) {
    self.actors = actors
    self.environment = environment
    let actions = policy.vocabulary.actions
    mailOpens =
      environment.mails
      && policy.storage.tables.contains { table in
        let name = actions[table.action].name
        return name == "reset-password" || (name == "sign-in" && table.kinds.contains(.emailLink))
      }
  }

  /// The invariants that do not hold.
  func broken(in state: ProofState) -> [Invariant] {
    var broken: [Invariant] = []
    var holders = 0
    for (index, account) in state.store.accounts.enumerated() where account.tenant == nil {
      holders += actors.address(account.email) == .owners ? 1 : 0
      let proved = state.histories[index].proved
      var isAttackersIn = false
      var isOwnersIn = false
      for (number, session) in state.store.sessions.enumerated()
      where session.account.hasSameBytes(as: account.id) && state.isLive(session) {
        isAttackersIn = isAttackersIn || state.sessionActors[number] == .attacker
        isOwnersIn = isOwnersIn || state.sessionActors[number] == .owner
      }
      let hasWayIn = hasWayIn(.attacker, account, state.histories[index], state)
      if proved.contains(.owner) {
        if hasWayIn {
          broken.append(.ownMethods)
        }
        if isAttackersIn {
          broken.append(.ownSessions)
        }
        if proved.contains(.attacker) {
          broken.append(.oneProver)
        }
      }
      if isOwnersIn, isAttackersIn || hasWayIn {
        broken.append(.safeLanding)
      }
    }
    if holders > 1 {
      broken.append(.oneHolder)
    }
    return broken
  }

  /// The invariants about one step that a move does not keep.
  func broken(
    by move: ProofMove, _ result: MovePlayer.Result, from before: ProofState
  ) -> [Invariant] {
    guard result.hasChanged else { return [] }
    guard result.decision?.isAllowed ?? true else { return [.refusalsChangeNothing] }
    let account = result.account.flatMap { result.state.index(of: $0) }
    let isLeftWithout = account.map { result.state.store.accounts[$0].methods.isEmpty } ?? false
    let broken: [Invariant] = isLeftWithout && move.isUsers ? [.aMethod] : []
    return verifiesForOthers(move, result, before) ? broken + [.ownVerification] : broken
  }

  /// Whether a move verifies the owner's address at an account, and is neither his own nor an administrator's.
  private func verifiesForOthers(
    _ move: ProofMove, _ result: MovePlayer.Result, _ before: ProofState
  ) -> Bool {
    guard let id = result.account, let place = result.state.index(of: id), move.isUsers,
      before.holder == .owner, isOwnersVerified(id, result.state), !isOwnersVerified(id, before),
      !result.state.histories[place].proved.contains(.owner)
    else { return false }
    guard move.actor == .owner else { return true }
    // Whoever follows a mail that somebody else has asked for verifies it for him, unless he is signed in there himself.
    return move.verb == .click && before.requester(of: before.store.codes[move.choice]) == .attacker
      && before.session(of: .owner, at: id) == nil
      && result.state.session(of: .owner, at: id) == nil
  }

  private func isOwnersVerified(_ id: String, _ state: ProofState) -> Bool {
    state.index(of: id).map { place in
      let account = state.store.accounts[place]
      return account.isEmailVerified && actors.address(account.email) == .owners
    } ?? false
  }

  /// Whether somebody has a way into an account besides sessions.
  private func hasWayIn(
    _ actor: Actor, _ account: Account, _ history: ProofState.AccountHistory, _ state: ProofState
  ) -> Bool {
    if history.factors.contains(actor) {
      return true
    }
    let address = actors.address(account.email)
    if mailOpens, address != nil, state.owns(actor, address) {
      return true
    }
    return account.methods.contains { method in
      switch method.closedKind {
      case .password: history.password == actor && account.email != nil
      case .federated, .phone:
        method.subject.hasSameBytes(as: actor.subject)
      case .emailLink, .anonymous, .custom: false
      }
    }
  }

  /// Whether the owner has a session on the account that holds the address.
  func isGoal(_ state: ProofState) -> Bool {
    state.store.accounts.contains { account in
      account.tenant == nil && actors.address(account.email) == .owners
        && state.session(of: .owner, at: account.id) != nil
    }
  }
}
