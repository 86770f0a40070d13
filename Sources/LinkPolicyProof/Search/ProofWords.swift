internal import LinkPolicy
internal import LinkPolicyAnalysis
internal import LinkPolicyAuthoring

/// A move in plain words.
struct ProofWords {
  let move: ProofMove
  let state: ProofState
  let actors: ProofActors
  let policy: CompiledPolicy

  private var who: String { move.actor.name }

  private var address: String {
    ProofActors.Address(rawValue: UInt8(truncatingIfNeeded: move.choice)).map {
      actors.text(of: $0)
    } ?? "no address"
  }

  private var account: String {
    move.session < 0 ? "" : state.store.sessions[move.session].account
  }

  /// Who does it; nil for what happens to the address itself.
  var actor: String? {
    switch move.verb {
    case .markVerified: "an administrator"
    case .reassign: nil
    case .signIn, .password, .signUp, .phone, .anonymous, .mailedLink, .reset,
      .requestVerification, .click, .requestEmail, .updateEmail, .link, .linkPassword, .linkPhone,
      .linkMailed, .reauthenticate, .unlink, .updatePassword, .delete, .enrol:
      who
    }
  }

  /// What is done.
  var sentence: String {
    switch move.verb {
    case .signIn: return who + " signs in with " + assertion
    case .password:
      return who + " signs in to " + state.store.accounts[move.choice].id + " with the password"
    case .signUp: return who + " signs up as " + address + " with a password"
    case .phone: return who + " signs in with a telephone number"
    case .anonymous: return who + " signs in anonymously"
    case .mailedLink: return who + " signs in with a link mailed to " + address
    case .reset: return who + " resets the password through " + address
    case .requestVerification: return who + " asks for a verification mail for " + account
    case .click: return click
    case .requestEmail: return who + " asks to change the address of " + account + " to " + address
    case .updateEmail: return who + " changes the address of " + account + " to " + address
    case .link:
      let isForced = state.sessionActors[move.session] != move.actor
      let whose = move.actor == .owner ? "the attacker's" : "the owner's"
      return who
        + (isForced ? " has linked to " + whose + " session " : " links to " + account + " ")
        + assertion
    case .reauthenticate: return who + " re-authenticates at " + account + " with " + assertion
    case .linkPassword: return who + " adds a password to " + account + " for " + address
    case .linkPhone: return who + " links a telephone number to " + account
    case .linkMailed: return who + " links to " + account + " a link mailed to " + address
    case .unlink:
      return who + " unlinks " + (move.methodName(in: state) ?? "a method") + " from " + account
    case .updatePassword: return who + " sets a new password for " + account
    case .delete: return who + " deletes " + account
    case .markVerified:
      return "an administrator marks the address of " + state.store.accounts[move.choice].id
        + " as verified"
    case .enrol: return who + " enrols a second factor at " + account
    case .reassign: return actors.owners + " passes from the attacker to the owner"
    }
  }

  /// What is stated with it out of the ordinary; empty for nothing.
  var stated: String {
    let words = move.variant.words
    return words.isEmpty ? "" : ", stating " + words.joined(separator: ", ")
  }

  private var assertion: String {
    let assertable = actors.assertable[move.choice]
    var text = actors.providers[assertable.provider]
    if let address = assertable.address {
      text += ", which asserts " + actors.text(of: address)
    }
    for claim in assertable.claims {
      text += " with " + ProofMove.text(of: claim, policy)
    }
    return text
  }

  private var click: String {
    let code = state.store.codes[move.choice]
    let isOwn = state.requester(of: code) == move.actor
    let what = ClickedCode(code.purpose)?.mail ?? "the mail of a " + code.purpose.name.text
    return who + " follows " + what + " to " + code.address
      + (isOwn ? "" : ", which somebody else has caused")
  }

  /// What decided, by table and row.
  func row(of decision: Decision) -> String? {
    RowName(decision)?.text
  }

  /// What came of it.
  func result(_ result: MovePlayer.Result) -> String {
    guard let decision = result.decision else { return "" }
    if case .refused(let refusal) = decision.outcome {
      return "refused: " + refusal.code
    }
    guard let account = result.account else { return "done" }
    let isNew = state.index(of: account) == nil
    let opens = decision.changes.writes.contains { write in
      if case .openSession = write { true } else { false }
    }
    return (isNew ? "new account " : "") + account
      + (opens && move.session < 0 ? ", signed in" : "")
  }
}
