internal import LinkPolicy
internal import LinkPolicyAnalysis

extension MovePlayer {
  private func record(_ address: ProofActors.Address) -> [AddressRecord] {
    [AddressRecord(actors.text(of: address))]
  }

  private func caller(_ move: ProofMove, _ state: ProofState) -> Accounts.Caller {
    Accounts.Caller(session: move.session < 0 ? nil : state.store.sessions[move.session].id)
  }

  /// The attempts of a move, of which the last may need the code that the first has mailed.
  func attempts(of move: ProofMove, in state: ProofState) -> [ExploredAttempt]? {
    let caller = caller(move, state)
    let address = ProofActors.Address(rawValue: UInt8(truncatingIfNeeded: move.choice)) ?? .owners
    func one(_ attempt: Attempt) -> [ExploredAttempt] { [ExploredAttempt(attempt, by: caller)] }
    switch move.verb {
    case .signIn: return signIns[Int(move.actor.rawValue)][move.choice]
    case .link: return one(links[Int(move.actor.rawValue)][move.choice])
    case .reauthenticate: return one(reauthentications[Int(move.actor.rawValue)][move.choice])
    case .password:
      guard let provider = passwordProvider, let email = state.store.accounts[move.choice].email
      else { return nil }
      return one(
        Attempt(
          .signIn,
          with: Assertion(
            verified: provider, kind: .password, addresses: [AddressRecord(email)], secret: .right))
      )
    case .signUp, .linkPassword:
      guard let provider = passwordProvider else { return nil }
      return one(
        Attempt(
          move.verb == .signUp ? .signUp : .link,
          with: Assertion(verified: provider, kind: .password, addresses: record(address)),
          hasConsent: true))
    case .phone, .linkPhone:
      guard let provider = phoneProvider else { return nil }
      return one(
        Attempt(
          move.verb == .phone ? .signIn : .link,
          with: Assertion(verified: provider, kind: .phone, subject: move.actor.subject),
          hasConsent: true))
    case .anonymous:
      guard let provider = anonymousProvider else { return nil }
      return one(Attempt(.signIn, with: Assertion(verified: provider, kind: .anonymous)))
    case .mailedLink, .linkMailed:
      guard let provider = linkProvider else { return nil }
      let request = Attempt(
        Action(.sendLink), address: actors.text(of: address),
        link: Attempt.LinkRequest(isDomainAllowed: true, isHandledInApp: true))
      let use = Attempt(
        move.verb == .mailedLink ? .signIn : .link,
        with: Assertion(verified: provider, kind: .emailLink, addresses: record(address)),
        hasConsent: true)
      return one(request) + one(use)
    case .reset:
      return one(Attempt(Action(.requestReset), address: actors.text(of: address)))
        + one(Attempt(Action(.resetPassword)))
    case .requestVerification: return one(Attempt(Action(.requestVerification)))
    case .requestEmail:
      return one(Attempt(Action(.requestEmail), address: actors.text(of: address)))
    case .updateEmail: return one(Attempt(.updateEmail, address: actors.text(of: address)))
    case .click:
      let code = state.store.codes[move.choice]
      guard let clicked = ClickedCode(code.purpose) else { return nil }
      var attempt = ExploredAttempt(Attempt(clicked.action), by: caller)
      attempt.caller.code = code.id
      return [attempt]
    case .unlink:
      guard let index = state.index(of: state.store.sessions[move.session].account) else {
        return nil
      }
      let method = state.store.accounts[index].methods[move.choice]
      return one(Attempt(.unlink, naming: method.provider, kind: method.kind))
    case .updatePassword: return one(Attempt(.updatePassword))
    case .delete: return one(Attempt(.delete))
    case .markVerified:
      var attempt = ExploredAttempt(Attempt(Action(.markVerified)))
      attempt.caller.target = state.store.accounts[move.choice].id
      return [attempt]
    case .enrol, .reassign: return nil
    }
  }

  static func assertion(
    _ assertable: ProofActors.Assertable, of actor: Actor, _ actors: ProofActors
  ) -> Assertion {
    Assertion(
      verified: actors.providers[assertable.provider], kind: .federated, subject: actor.subject,
      addresses: assertable.address.map {
        [AddressRecord(actors.text(of: $0), claims: assertable.claims)]
      } ?? [], nonce: .matched)
  }
}
