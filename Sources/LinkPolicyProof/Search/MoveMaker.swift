internal import LinkPolicy

/// Everything that can be done in a state of the model.
struct MoveMaker: Sendable {
  let actors: ProofActors
  let environment: ProofEnvironment

  func moves(in state: ProofState) -> [ProofMove] {
    var moves: [ProofMove] = []
    for actor in Actor.allCases {
      signIns(actor, state, &moves)
      for index in state.store.sessions.indices
      where state.sessionActors[index] == actor && state.isLive(state.store.sessions[index]) {
        inSession(index, actor, state, &moves)
      }
      clicks(actor, state, &moves)
    }
    if environment.forcesLinking {
      for index in state.store.sessions.indices
      where state.sessionActors[index] == .owner && state.isLive(state.store.sessions[index]) {
        withAssertions(.link, .attacker, in: index, state, &moves)
      }
    }
    if environment.forcesSignIn {
      for index in state.store.sessions.indices
      where state.sessionActors[index] == .attacker && state.isLive(state.store.sessions[index]) {
        withAssertions(.link, .owner, in: index, state, &moves)
      }
    }
    if environment.hasAdministrator {
      for index in state.store.accounts.indices {
        moves.append(ProofMove(actor: .owner, verb: .markVerified, choice: index))
      }
    }
    if environment.reassigned == .during, state.holder == .attacker {
      moves.append(ProofMove(actor: .attacker, verb: .reassign))
    }
    return moves
  }

  /// The addresses that somebody types or asks about: his own, and for the attacker the owner's.
  private func typed(_ actor: Actor, _ state: ProofState) -> [ProofActors.Address] {
    guard actor == .owner else { return [.owners, .attackers] }
    return state.holder == .owner ? [.owners] : []
  }

  /// Whether somebody can obtain an assertion.
  func canObtain(_ actor: Actor, _ assertable: ProofActors.Assertable, in state: ProofState) -> Bool
  {
    guard let address = assertable.address else { return true }
    if address == .attackers {
      return actor == .attacker
    }
    switch assertable.obtainer {
    case .owner, nil: return state.holder == actor
    case .formerOwner:
      return state.holder == actor || (actor == .attacker && environment.reassigned != .off)
    case .anyone: return actor == .attacker || state.holder == .owner
    }
  }

  private func signIns(_ actor: Actor, _ state: ProofState, _ moves: inout [ProofMove]) {
    for (index, assertable) in actors.assertable.enumerated()
    where canObtain(actor, assertable, in: state) {
      moves.append(ProofMove(actor: actor, verb: .signIn, choice: index))
    }
    for (index, account) in state.store.accounts.enumerated() {
      let hasPassword = account.methods.contains { $0.kind == .password }
      if hasPassword, account.email != nil, state.histories[index].password == actor {
        moves.append(ProofMove(actor: actor, verb: .password, choice: index))
      }
    }
    for address in typed(actor, state) {
      moves.append(ProofMove(actor: actor, verb: .signUp, choice: Int(address.rawValue)))
      if environment.mails, state.owns(actor, address) {
        for verb in [ProofMove.Verb.mailedLink, .reset] {
          moves.append(ProofMove(actor: actor, verb: verb, choice: Int(address.rawValue)))
        }
      }
    }
    if environment.usesPhone {
      moves.append(ProofMove(actor: actor, verb: .phone))
    }
    moves.append(ProofMove(actor: actor, verb: .anonymous))
  }

  private func inSession(
    _ index: Int, _ actor: Actor, _ state: ProofState, _ moves: inout [ProofMove]
  ) {
    func add(_ verb: ProofMove.Verb, _ choice: Int = 0) {
      moves.append(ProofMove(actor: actor, verb: verb, choice: choice, session: index))
    }
    add(.requestVerification)
    if environment.changesEmail {
      for address in typed(actor, state) {
        add(.requestEmail, Int(address.rawValue))
        add(.updateEmail, Int(address.rawValue))
      }
    }
    withAssertions(.link, actor, in: index, state, &moves)
    withAssertions(.reauthenticate, actor, in: index, state, &moves)
    for address in typed(actor, state) {
      add(.linkPassword, Int(address.rawValue))
      if environment.mails, state.owns(actor, address) {
        add(.linkMailed, Int(address.rawValue))
      }
    }
    if environment.usesPhone {
      add(.linkPhone)
    }
    if let account = state.index(of: state.store.sessions[index].account) {
      for method in state.store.accounts[account].methods.indices
      where !state.store.accounts[account].methods[method].isSuperseded {
        add(.unlink, method)
      }
    }
    add(.updatePassword)
    add(.delete)
    if environment.usesFactors {
      add(.enrol)
    }
  }

  private func withAssertions(
    _ verb: ProofMove.Verb, _ actor: Actor, in session: Int, _ state: ProofState,
    _ moves: inout [ProofMove]
  ) {
    for (index, assertable) in actors.assertable.enumerated()
    where canObtain(actor, assertable, in: state) {
      moves.append(ProofMove(actor: actor, verb: verb, choice: index, session: session))
    }
  }

  private func clicks(_ actor: Actor, _ state: ProofState, _ moves: inout [ProofMove]) {
    for (index, code) in state.store.codes.enumerated()
    where state.owns(actor, actors.address(code.address)) {
      let isOwn = state.requester(of: code) == actor
      guard isOwn || actor == .attacker || environment.clicks else { continue }
      let own = isOwn ? code.requester : nil
      for (number, session) in state.store.sessions.enumerated()
      where state.sessionActors[number] == actor {
        // A session that was revoked can still be presented with the code it asked for.
        // A live one of the same account counts as that one: the state does not tell them apart.
        let isSameAccount = isOwn && code.account.hasSameBytes(as: session.account)
        guard own.hasSameBytes(as: session.id) || (state.isLive(session) && !isSameAccount) else {
          continue
        }
        moves.append(ProofMove(actor: actor, verb: .click, choice: index, session: number))
      }
      // Whoever has a session also has a browser in which he is signed out.
      moves.append(ProofMove(actor: actor, verb: .click, choice: index))
    }
  }
}
