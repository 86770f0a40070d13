extension Lookup {
  /// Answers every question of the look-up with what the store has.
  ///
  /// There are no defaults: what the look-up asks has to be answered, and `.notAsked` is for what it does not
  /// ask. Take all answers from one transaction or snapshot.
  ///
  /// - Parameters:
  ///   - credential: who holds ``credential`` in ``tenant``.
  ///   - addresses: for each of ``addresses``, in their order, the accounts that hold it in ``tenant`` and
  ///     ``pool``; an empty list for an address that nobody holds. Where the attempt's code brings the
  ///     address (``bringsAddress``), and is answered here, those that hold the code's address.
  ///   - session: the row of ``session``.
  ///   - target: the account with the id ``target``.
  ///   - code: the row of ``code``.
  ///   - method: whether the attempt's method is switched on, where ``asksMethod``.
  /// - Returns: the look-up with its answers, to be decided.
  /// - Throws: an ``InputError``: `unanswered` for a question that was left open, which
  ///   ``InputError/question`` names; `unexpected` for a row that nothing asked for; `torn` for rows that are
  ///   not of one moment.
  public func answered(
    credential: CredentialAnswer, addresses: [[Account]], session: SessionAnswer,
    target: TargetAnswer, code: CodeAnswer, method: MethodAnswer
  ) throws(InputError) -> AnsweredLookup {
    try answered(
      credential: credential, addresses: addresses, session: session, target: target, code: code,
      stated: method.stated, unnamed: [])
  }

  /// Answers every question; `stated` has what JSON states beside the attempt, and `unnamed` the accounts
  /// that were listed without being named as anything.
  package func answered(
    credential: CredentialAnswer, addresses: [[Account]], session: SessionAnswer,
    target: TargetAnswer, code: CodeAnswer, stated: StatedValues, unnamed: [Account]
  ) throws(InputError) -> AnsweredLookup {
    var situation = Situation(settings: settings)
    situation.stated = stated
    situation.session = try found(session)
    situation.target = try found(target)
    let lookup = try answering(code)
    situation.code = try lookup.judgedCode(broughtBy: situation.session)
    situation.credentialHolder = try lookup.found(credential)
    situation.unnamedAccounts = unnamed
    if case .row(let row) = session, row.isEnded, let account = row.account {
      // Nothing is pointed to by a session that has ended, but its account is there all the same.
      situation.unnamedAccounts.append(account)
    }
    if bringsAddress, lookup.addresses.isEmpty {
      // The code turns out to bring none, so that whoever was found by its address is just there.
      situation.unnamedAccounts += addresses.joined()
    } else {
      situation.addressHolders = try lookup.found(addresses)
    }
    if asksMethod {
      guard stated[MethodFact.fact] != nil else {
        throw unanswered(.method, "whether the method is switched on")
      }
    } else if stated[MethodFact.self] == .disabled {
      throw InputError(
        .unexpected, "the method is said to be off, and the look-up does not ask", about: .method)
    }
    return AnsweredLookup(attempt: attempt, image: image, read: lookup.read, situation: situation)
  }

  /// The look-up once the code is known, which can bring the address (``bringsAddress``).
  ///
  /// It asks the rest, and no more for the code.
  ///
  /// - Parameter code: the row of ``code``; nil where the store has none with this id.
  /// - Returns: what remains to be asked.
  /// - Throws: an ``InputError`` where the attempt brings no code, and for one that cannot be.
  public func knowing(code: CodeRow?) throws(InputError) -> Lookup {
    guard self.code != nil else {
      throw InputError(.unexpected, "the look-up asks for no code", about: .code)
    }
    return try Lookup(attempt, read.named, by: caller, under: settings, code: .known(code), image)
  }

  // MARK: The answers one by one

  private func answering(_ code: CodeAnswer) throws(InputError) -> Lookup {
    guard let id = self.code else {
      if case .row = code {
        throw InputError(
          .unexpected, "a code is answered, and the look-up asks for none", about: .code)
      }
      return self
    }
    switch code {
    case .notAsked: throw unanswered(.code, "for the code `" + id + "`")
    case .unknown: return try knowing(code: nil)
    case .row(let row): return try knowing(code: row)
    }
  }

  private func judgedCode(broughtBy session: Session?) throws(InputError) -> Code? {
    guard let id = caller.code, case .known(let found) = foundCode else { return nil }
    if let row = found, let account = row.account,
      !account.tenant.hasSameBytes(as: row.tenant)
    {
      throw InputError(
        .contradiction,
        "code `" + id + "` is of another tenant than its account `" + account.id + "`", about: .code
      )
    }
    return Code(
      id: id, found, in: tenant, broughtBy: session, under: image.vocabulary.purposes)
  }

  private func found(_ answer: SessionAnswer) throws(InputError) -> Session? {
    switch answer {
    case .notAsked:
      guard let id = session else { return nil }
      throw unanswered(.session, "for the session `" + id + "`")
    case .unknown:
      return try session.map { id throws(InputError) in try Session(id: id, nil) }
    case .row(let row):
      guard let id = session else {
        throw InputError(
          .unexpected, "a session is answered, and the look-up asks for none", about: .session)
      }
      return try Session(id: id, row)
    }
  }

  private func found(_ answer: TargetAnswer) throws(InputError) -> Account? {
    switch answer {
    case .notAsked:
      guard let id = target else { return nil }
      throw unanswered(.target, "for the account `" + id + "`")
    case .unknown:
      return nil
    case .account(let account):
      guard let id = target else {
        throw InputError(
          .unexpected, "a target is answered, and the look-up asks for none", about: .target)
      }
      guard account.id.hasSameBytes(as: id) else {
        throw InputError(
          .contradiction,
          "the look-up asks for the account `" + id + "`, and account `" + account.id
            + "` is answered", about: .target)
      }
      return account
    }
  }

  private func found(_ answer: CredentialAnswer) throws(InputError) -> Situation.CredentialHolder {
    switch answer {
    case .notAsked:
      guard let credential else { return .nobody }
      let key = MethodKey(
        issuer: credential.issuer, kind: credential.kind, subject: credential.subject)
      throw unanswered(.credential, "who holds the credential " + key.description)
    case .nobody:
      return .nobody
    case .gone:
      guard credential != nil else {
        throw InputError(
          .unexpected, "a credential is said to be gone, and the look-up asks for none",
          about: .credential)
      }
      return .gone
    case .account(let account):
      guard credential != nil else {
        throw InputError(
          .unexpected,
          "account `" + account.id
            + "` is said to hold a credential, and the look-up asks for none",
          about: .credential)
      }
      return .account(account)
    }
  }

  private func found(_ answers: [[Account]]) throws(InputError) -> [Account] {
    guard answers.count >= addresses.count else {
      throw unanswered(.addresses, "who holds `" + addresses[answers.count] + "`")
    }
    if let account = answers[addresses.count...].joined().first {
      throw InputError(
        .unexpected,
        "account `" + account.id + "` is said to hold an address, and the look-up asks for "
          + (addresses.isEmpty ? "none" : String(addresses.count)), about: .addresses)
    }
    guard addresses.count > 1 else { return answers.first ?? [] }
    return try AddressHolders(answers, of: addresses, heldBy: heldBy).accounts
  }

  private func unanswered(_ question: Question, _ what: String) -> InputError {
    InputError(
      .unanswered, "the look-up asks " + what + ", and `" + question.rawValue + "` has no answer",
      about: question)
  }
}
