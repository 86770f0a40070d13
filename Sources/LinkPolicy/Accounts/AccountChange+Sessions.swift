extension AccountChange {
  mutating func signIn() {
    guard let subject else { return }
    let id = store.openSession(of: store.accounts[subject].id)
    applied.session = id
    record(.signedIn(session: id))
  }

  /// Gives the caller's session new tokens; proving a method again makes it recent.
  mutating func issueToken() {
    guard let session = decision.session else { return }
    for index in store.sessions.indices
    where store.sessions[index].id.hasSameBytes(as: session) {
      store.sessions[index].issuedAt = store.now
      if decision.attempt.assertion != nil {
        store.sessions[index].isOld = false
      }
      record(.tokenRefreshed(session: session))
    }
  }

  mutating func endSession() {
    guard let session = decision.session else { return }
    for index in store.sessions.indices
    where store.sessions[index].id.hasSameBytes(as: session) && !store.sessions[index].isEnded {
      store.sessions[index].isEnded = true
      record(.signedOut(session: session))
    }
  }

  mutating func delete() throws(Accounts.Conflict) {
    let index = try account()
    let id = store.accounts[index].id
    for number in store.sessions.indices
    where store.sessions[number].account.hasSameBytes(as: id) && !store.sessions[number].isEnded {
      store.sessions[number].isEnded = true
      record(.signedOut(session: store.sessions[number].id))
    }
    // Codes mailed for it stay, and are then about an account that is gone; so are the subjects
    // that were superseded, which no method lists any more.
    for method in store.accounts[index].methods {
      let issuer = vocabulary.providers.issuer(of: method.provider)
      for subject in method.formerSubjects {
        store.addOrphan(issuer: issuer, subject: subject)
      }
    }
    store.accounts.remove(at: index)
    subject = nil
    applied.account = nil
  }

  mutating func cancelPending() throws(Accounts.Conflict) {
    let index = try account()
    let account = store.accounts[index]
    store.accounts[index].undoAddress = nil
    store.codes.removeAll { code in
      // What is nobody's goes by the mailbox that it went to.
      code.account.hasSameBytes(as: account.id)
        || (code.account == nil && account.email.hasSameBytes(as: code.address)
          && code.tenant.hasSameBytes(as: account.tenant))
    }
  }

  /// Mails a code where its purpose says; nothing where there is no such address.
  mutating func mail(_ purpose: CodePurpose) throws(Accounts.Conflict) {
    let owner = subject.map { store.accounts[$0] }
    // The policy was compiled with it, so it has it.
    guard let treatment = vocabulary.purposes[purpose]?.treatment else { return }
    let recipient =
      switch treatment.recipient {
      case .asserted: address
      case .account: owner?.email
      }
    guard let recipient else { return }
    let account: String? =
      switch treatment.owner {
      case .account: owner?.id
      case .nobody: nil
      }
    store.codesMade += 1
    let code = Accounts.MailedCode(
      id: "c" + String(store.codesMade), purpose: purpose, address: recipient,
      account: account, boundTo: owner?.email,
      requester: decision.session, tenant: decision.attempt.tenant, isUsed: false, isExpired: false)
    store.codes.append(code)
    record(.codeMailed(id: code.id, purpose: purpose, address: recipient))
  }

  /// Changes the account's address or what is known of it.
  mutating func changeEmail(_ effect: Effect) throws(Accounts.Conflict) {
    let index = try account()
    let email = store.accounts[index].email
    switch effect {
    case .setEmail, .adoptEmail:
      guard let address, effect == .setEmail || email == nil,
        !email.hasSameBytes(as: address)
      else { return }
      if isTaken(address, besides: index) {
        throw .addressTaken
      }
      store.accounts[index].email = address
      store.accounts[index].isEmailVerified = false
    case .clearEmail:
      store.accounts[index].email = nil
      store.accounts[index].isEmailVerified = false
    case .verifyEmail:
      store.accounts[index].isEmailVerified = email != nil
    case .unverifyEmail:
      store.accounts[index].isEmailVerified = false
    case .rememberUndo:
      guard email != nil else { return }
      store.accounts[index].undoAddress = email
      try mail(.undo)
    default:
      break
    }
  }
}
