/// A lookup with all its answers; the only input of ``Policy/decide(_:)``.
///
/// An answered lookup contains its attempt, so that you cannot use the answers for another attempt by mistake.
public struct AnsweredLookup: Sendable {
  /// The attempt to decide.
  public var attempt: Attempt { read.attempt }
  let image: PolicyImage
  /// The facts that the engine read from the attempt before the lookup.
  let read: AttemptReading
  package let situation: Situation
}

extension Lookup {
  /// Answers every question of the lookup with rows from the store.
  ///
  /// No answer has a default, so that you cannot forget a question. Answer every question that the lookup asks, and
  /// pass `.notAsked` for each other question. Read all answers in one transaction or from one snapshot, because the
  /// store may change between separate reads.
  ///
  /// - Parameters:
  ///   - credential: the holder of ``credential`` in ``tenant``; `gone` if the account was deleted and the store kept
  ///     the key.
  ///   - addresses: for each of ``addresses``, in order, the accounts that hold the address in ``tenant`` and ``pool``;
  ///     an empty list for an address that nobody holds. If the code supplies the address (``bringsAddress``) and this
  ///     call also states the code, pass the holders of the code's address.
  ///   - identifiers: for each of ``identifiers``, in order, the account that holds the identifier in ``tenant``; nil
  ///     for an identifier that nobody holds.
  ///   - session: the stored row of ``session``, valid or not; `unknown` if the store has no such row.
  ///   - target: the account with the id ``target``; `unknown` if the store has no such account.
  ///   - code: the stored row of ``code``, valid or not; `unknown` if the store has no such row.
  ///   - method: whether the attempt's method is enabled, if ``asksMethod`` is true; a list of all
  ///     disabled methods, if ``asksDisabledMethods`` is true.
  /// - Returns: the answered lookup, to pass to ``Policy/decide(_:)``.
  /// - Throws: an ``InputError``. The error's reason is `unanswered` if a question has no answer;
  ///   ``InputError/question`` names the question. The reason is `unexpected` if an answer has no question,
  ///   `contradiction` if an answer does not fit its question, and `torn` if the rows are from different snapshots.
  public func answered(
    credential: CredentialAnswer, addresses: [[Account]], identifiers: [Account?],
    session: SessionAnswer, target: TargetAnswer, code: CodeAnswer, method: MethodAnswer
  ) throws(InputError) -> AnsweredLookup {
    try answered(
      credential: credential, addresses: addresses, identifiers: identifiers, session: session,
      target: target, code: code, stated: method.stated, disabled: method.listed, unnamed: [])
  }

  /// Answers every question of a lookup that asks for no identifier.
  ///
  /// - Parameters:
  ///   - credential: the holder of ``credential`` in ``tenant``; `gone` if the account was deleted and the store kept
  ///     the key.
  ///   - addresses: for each of ``addresses``, in order, the accounts that hold the address in ``tenant`` and
  ///     ``pool``.
  ///   - session: the stored row of ``session``, valid or not; `unknown` if the store has no such row.
  ///   - target: the account with the id ``target``; `unknown` if the store has no such account.
  ///   - code: the stored row of ``code``, valid or not; `unknown` if the store has no such row.
  ///   - method: whether the attempt's method is enabled, or a list of all disabled methods.
  /// - Returns: the answered lookup, to pass to ``Policy/decide(_:)``.
  /// - Throws: an ``InputError``. The error's reason is `unanswered` if the lookup asks for identifiers; the other
  ///   errors are those of the function with the argument `identifiers`.
  public func answered(
    credential: CredentialAnswer, addresses: [[Account]], session: SessionAnswer,
    target: TargetAnswer, code: CodeAnswer, method: MethodAnswer
  ) throws(InputError) -> AnsweredLookup {
    try answered(
      credential: credential, addresses: addresses, identifiers: [], session: session,
      target: target, code: code, method: method)
  }

  /// Answers every question of the lookup, with the facts and accounts that a JSON request states.
  ///
  /// The argument `stated` contains the facts that the request states with the answers. The argument `disabled`
  /// contains the disabled methods, and `unnamed` contains the listed accounts to which no answer refers.
  package func answered(
    credential: CredentialAnswer, addresses: [[Account]], identifiers: [Account?],
    session: SessionAnswer, target: TargetAnswer, code: CodeAnswer, stated: StatedValues,
    disabled: [DisabledMethod]?,
    unnamed: [Account]
  ) throws(InputError) -> AnsweredLookup {
    let (foundSession, foundTarget) = (try found(session), try found(target))
    try check(identifiers: identifiers)
    var unnamed = unnamed
    if case .row(let row) = session, row.isEnded, let account = row.account {
      // The attempt cannot reach the account of an ended session, but the account still exists and must be checked.
      unnamed.append(account)
    }
    if asksCode {
      let known = try answering(code)
      let foundCode = try known.judgedCode(broughtBy: foundSession)
      let holder = try known.found(credential)
      var holders: [Account] = []
      if bringsAddress, known.read.asked.isEmpty {
        // The code supplies no address, so the accounts that the caller answered as address holders have no role.
        unnamed += addresses.joined()
      } else {
        holders = try known.found(addresses)
      }
      return AnsweredLookup(
        image: image, read: known.read,
        situation: Situation(
          settings: settings, credentialHolder: holder, addressHolders: holders,
          session: foundSession, target: foundTarget, code: foundCode,
          stated: try methodStated(stated, disabled), disabledMethods: disabled ?? [],
          unnamedAccounts: unnamed, identifierHolders: identifiers))
    }
    if case .row = code {
      throw InputError(
        .unexpected, "the answers contain a code, but the lookup asks for no code", about: .code)
    }
    let foundCode = try judgedCode(broughtBy: foundSession)
    return AnsweredLookup(
      image: image, read: read,
      situation: Situation(
        settings: settings, credentialHolder: try found(credential),
        addressHolders: try found(addresses), session: foundSession, target: foundTarget,
        code: foundCode, stated: try methodStated(stated, disabled),
        disabledMethods: disabled ?? [], unnamedAccounts: unnamed,
        identifierHolders: identifiers))
  }

  /// Returns the stated facts; if the caller listed the disabled methods, sets the fact `method` from the list.
  private func methodStated(
    _ stated: StatedValues, _ disabled: [DisabledMethod]?
  ) throws(InputError) -> StatedValues {
    var stated = stated
    if let disabled {
      try image.vocabulary.check(disabled)
      let isDisabled = isAttemptsMethod(in: disabled)
      stated[MethodFact.self] = asksAttemptsMethod && isDisabled ? .disabled : .enabled
    } else if asksDisabledMethods {
      guard stated[MethodFact.fact] == nil else {
        throw InputError(
          .unanswered,
          "the lookup asks which methods are disabled, but `method` describes only one method; list all disabled methods, as in `{\"disabled\": []}`",
          about: .method)
      }
      throw unanswered(.method, "which methods are disabled")
    }
    if asksAttemptsMethod {
      guard stated[MethodFact.fact] != nil else {
        throw unanswered(.method, "whether the method is enabled")
      }
    } else if stated[MethodFact.self] == .disabled {
      throw InputError(
        .unexpected,
        "`method` says that the method is disabled, but the lookup has no question about the method; omit `method`",
        about: .method)
    }
    return stated
  }

  /// Returns whether a list of disabled methods contains the attempt's method or, for a requested e-mail link, the
  /// e-mail links of any provider.
  private func isAttemptsMethod(in disabled: [DisabledMethod]) -> Bool {
    attemptsMethods.contains { own in
      disabled.contains { $0.covers(own.provider, own.kind) }
    }
  }

  /// The method of the attempt; for a requested e-mail link, the e-mail links of every provider.
  package var attemptsMethods: [DisabledMethod] {
    if let provider = attempt.asserted?.provider {
      return [DisabledMethod(provider, methodKind)]
    }
    let providers = image.vocabulary.providers
    return providers.providers.indices.compactMap { number in
      providers.providers[number].kinds.contains(.emailLink)
        ? DisabledMethod(providers.example(of: number), .emailLink) : nil
    }
  }

  /// Returns the lookup for the remaining questions, after the question about the code is answered.
  ///
  /// Call this function if the code supplies the address (``bringsAddress``). The returned lookup asks for the
  /// remaining rows, and no longer for the code.
  ///
  /// - Parameter code: the stored row of ``code``; nil if the store has no code with this id.
  /// - Returns: the lookup for the remaining rows, such as the holders of the code's address.
  /// - Throws: an ``InputError`` if this lookup does not ask for a code, or if the row is invalid.
  public func knowing(code: CodeRow?) throws(InputError) -> Lookup {
    guard self.code != nil else {
      throw InputError(.unexpected, "the lookup asks for no code", about: .code)
    }
    return try Lookup(
      for: attempt, named: read.named, by: caller, under: settings, code: .known(code),
      image: image)
  }

  // MARK: Individual answers

  /// Returns the lookup after the answer about the code; throws an ``InputError`` if the answer is `notAsked`.
  private func answering(_ code: CodeAnswer) throws(InputError) -> Lookup {
    switch code {
    case .notAsked: throw unanswered(.code, "for the code `" + (self.code ?? "") + "`")
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
          .unexpected, "the answers contain a session, but the lookup asks for no session",
          about: .session)
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
          .unexpected, "the answers contain a target, but the lookup asks for no target",
          about: .target)
      }
      guard account.id.hasSameBytes(as: id) else {
        throw InputError(
          .contradiction,
          "the lookup asks for the account `" + id + "`, but the answer is account `" + account.id
            + "`", about: .target)
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
          .unexpected,
          "the answer says that a credential's account was deleted, but the lookup asks for no credential",
          about: .credential)
      }
      return .gone
    case .account(let account):
      guard credential != nil else {
        throw InputError(
          .unexpected,
          "account `" + account.id
            + "` is given as the holder of a credential, but the lookup asks for no credential",
          about: .credential)
      }
      return .account(account)
    }
  }

  /// Checks that each identifier has exactly one answer.
  private func check(identifiers answers: [Account?]) throws(InputError) {
    if read.stated.isEmpty, answers.isEmpty { return }
    let asked = read.identifiers
    guard answers.count != asked.count else { return }
    guard answers.count > asked.count else {
      let next = asked[answers.count]
      throw unanswered(.identifiers, "who holds `" + next.value + "` as `" + next.name + "`")
    }
    throw InputError(
      .unexpected,
      String(answers.count) + " holders of identifiers are given, but the lookup asks for "
        + (asked.isEmpty ? "no identifier" : String(asked.count)), about: .identifiers)
  }

  private func found(_ answers: [[Account]]) throws(InputError) -> [Account] {
    if read.asked.others.isEmpty, answers.count == (read.asked.isEmpty ? 0 : 1) {
      return answers.first ?? []
    }
    let addresses = addresses
    guard answers.count >= addresses.count else {
      throw unanswered(.addresses, "who holds `" + addresses[answers.count] + "`")
    }
    if let account = answers[addresses.count...].joined().first {
      throw InputError(
        .unexpected,
        "account `" + account.id
          + "` is given as the holder of an address, but the lookup asks for "
          + (addresses.isEmpty ? "no address" : String(addresses.count)), about: .addresses)
    }
    guard addresses.count > 1 else { return answers.first ?? [] }
    return try AddressHolders(
      answers, of: addresses, heldBy: heldBy, comparesFactors: image.vocabulary.isUsed(.factors)
    ).accounts
  }

  private func unanswered(_ question: Question, _ what: String) -> InputError {
    InputError(
      .unanswered, "the lookup asks " + what + ", and `" + question.rawValue + "` has no answer",
      about: question)
  }
}

/// The accounts that hold at least one of several addresses, without duplicates.
struct AddressHolders {
  /// The accounts, in order of first occurrence.
  let accounts: [Account]

  /// Merges the answers for several addresses, after checking that the answers agree.
  ///
  /// - Parameters:
  ///   - answers: for each address, the accounts that hold the address.
  ///   - addresses: the addresses, in the same order.
  ///   - heldBy: whether accounts or their methods hold addresses.
  ///   - comparesFactors: whether decisions depend on the number of second factors.
  /// - Throws: an ``InputError`` if an account is listed for an address that the account does not hold, or is listed
  ///   twice for one address. The initializer also throws if a listed account is missing from the list of another
  ///   address that the account holds. The error's reason is `torn` if two rows of one account differ.
  init(
    _ answers: [[Account]], of addresses: [String], heldBy: AddressRules.AddressHolder,
    comparesFactors: Bool
  ) throws(InputError) {
    var rows: [(account: Account, address: Int)] = []
    var ids = ClaimedKeys()
    for (address, holders) in answers.enumerated() {
      for account in holders {
        ids.add([account.id], as: rows.count)
        rows.append((account, address))
      }
    }
    let firsts = ids.firstOwners
    var named = [[Int]](repeating: [], count: rows.count)
    var distinct: [Account] = []
    for (index, row) in rows.enumerated() {
      let first = firsts[index]
      if first == index {
        distinct.append(row.account)
      } else if !rows[first].account.isSameSnapshot(
        as: row.account, comparesFactors: comparesFactors)
      {
        throw InputError(torn: row.account)
      }
      // The rows are in the order of the addresses, so only the last recorded address can equal the row's address.
      guard named[first].last != row.address else {
        throw InputError(
          .contradiction,
          "account `" + row.account.id + "` is given twice as address holder", about: .addresses)
      }
      named[first].append(row.address)
    }
    for (index, row) in rows.enumerated() where firsts[index] == index {
      var next = 0
      for (number, address) in addresses.enumerated() {
        let isNamed = next < named[index].count && named[index][next] == number
        next += isNamed ? 1 : 0
        guard isNamed != row.account.holds(address, by: heldBy) else { continue }
        throw InputError(
          .contradiction,
          "account `" + row.account.id
            + (isNamed
              ? "` does not hold `" + address + "`"
              : "` holds `" + address + "`, but is not among its holders"),
          about: .addresses)
      }
    }
    accounts = distinct
  }
}
