internal import LinkPolicy
internal import LinkPolicyAuthoring

extension ProofMove {
  /// The move in the short words in which two models are compared.
  func text(in state: ProofState, _ actors: ProofActors, _ policy: CompiledPolicy) -> String {
    ([plainText(in: state, actors, policy)] + variant.words).joined(separator: " ")
  }

  private func plainText(
    in state: ProofState, _ actors: ProofActors, _ policy: CompiledPolicy
  ) -> String {
    var letter: String {
      ProofActors.Address(rawValue: UInt8(truncatingIfNeeded: choice))?.letter ?? "-"
    }
    let who = actor.letter + " "
    switch verb {
    case .signIn: return who + "sign-in " + assertion(actors, policy)
    case .link: return who + "link " + assertion(actors, policy)
    case .reauthenticate: return who + "reauthenticate " + assertion(actors, policy)
    case .password:
      return who + "password " + (actors.address(state.store.accounts[choice].email)?.letter ?? "-")
    case .signUp: return who + "sign-up " + letter
    case .phone: return who + "phone"
    case .anonymous: return who + "anonymous"
    case .mailedLink: return who + "mailed-link " + letter
    case .reset: return who + "reset " + letter
    case .requestVerification: return who + "request-verification"
    case .click:
      let code = state.store.codes[choice]
      let address = actors.address(code.address)?.letter ?? "-"
      var with = " no-session"
      if session >= 0 {
        let isAsking = code.requester.hasSameBytes(as: state.store.sessions[session].id)
        with = isAsking ? " session" : " other-session"
      }
      return who + "click " + code.purpose.name.text + " " + address + with
    case .requestEmail: return who + "request-email " + letter
    case .updateEmail: return who + "update-email " + letter
    case .linkPassword: return who + "link-password " + letter
    case .linkPhone: return who + "link-phone"
    case .linkMailed: return who + "link-mailed " + letter
    case .unlink: return who + "unlink " + (methodName(in: state) ?? "-")
    case .updatePassword: return who + "update-password"
    case .delete: return who + "delete"
    case .markVerified: return "administrator mark-verified"
    case .enrol: return who + "enrol"
    case .reassign: return "environment reassign"
    }
  }

  private func assertion(_ actors: ProofActors, _ policy: CompiledPolicy) -> String {
    let assertable = actors.assertable[choice]
    return actors.providers[assertable.provider] + " " + (assertable.address?.letter ?? "-")
      + assertable.claims.map { " " + Self.text(of: $0, policy) }.joined()
  }

  /// What an unlink names; a password and a mailed link belong to one provider.
  func methodName(in state: ProofState) -> String? {
    guard let account = state.index(of: state.store.sessions[session].account) else { return nil }
    let method = state.store.accounts[account].methods[choice]
    switch method.closedKind {
    case .federated: return method.provider
    case .password, .emailLink: return "password"
    case .phone, .anonymous, .custom: return method.closedKind.name.text
    }
  }

  /// A claim by the policy's word for its value.
  static func text(of claim: AddressRecord.Claim, _ policy: CompiledPolicy) -> String {
    for (index, declared) in policy.vocabulary.claims.enumerated()
    where claim.name.hasSameBytes(as: declared.name) {
      let schema = policy.vocabulary.schema
      let values = schema.facts[schema.claims.lowerBound + index].values
      return claim.name + "=" + values[declared.value(of: claim.value)].text
    }
    return claim.name
  }
}
