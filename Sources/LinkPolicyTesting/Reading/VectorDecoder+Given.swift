internal import LinkPolicy
internal import LinkPolicyJSON

/// What a case starts with; what could not have come about is reported, as far as that shows
/// without a policy.
extension VectorDecoder {
  private static let sessionStates: JSONWords<VectorSession.State> = [
    "recent": .recent, "old": .old, "revoked": .revoked, "ended": .ended,
  ]

  /// Reads `{accounts, orphans, sessions, codes}`.
  mutating func given(_ reader: inout JSONObjectReader) -> VectorGiven {
    var given = VectorGiven()
    guard var part = reader.part("given", &findings) else { return given }
    given.accounts =
      AccountList(part.list("accounts", &findings), as: .sketches, &findings).accounts
    given.orphans = part.list("orphans", &findings).compactMap { orphan($0) }
    // One that cannot be read still has its number, by which codes and steps name the others.
    let sessions = part.list("sessions", &findings)
    for element in sessions {
      given.sessions.append(
        session(element, given.accounts) ?? VectorSession(of: "", .ended))
    }
    given.codes = part.list("codes", &findings).compactMap { code($0, given) }
    part.finish(&findings)
    return given
  }

  private mutating func orphan(_ value: JSONValue) -> VectorOrphan? {
    guard var reader = JSONObjectReader(value, in: "orphans", &findings) else { return nil }
    let provider = reader.requiredText("provider", &findings)
    let kind = reader.word("kind", MethodKind.words, &findings)
    let subject = reader.requiredText("subject", &findings)
    let tenant = reader.identifier("tenant", &findings)
    reader.finish(&findings)
    guard let provider, let subject else { return nil }
    return VectorOrphan(
      provider, kind, subject: subject, tenant: tenant,
      position: findings.locator.position(of: value))
  }

  private mutating func session(_ value: JSONValue, _ accounts: [Account]) -> VectorSession? {
    guard var reader = JSONObjectReader(value, in: "sessions", &findings) else { return nil }
    let id = reader.requiredText("account", &findings)
    let state = reader.word("state", Self.sessionStates, &findings) ?? .recent
    reader.finish(&findings)
    guard let id else { return nil }
    guard let account = accounts.first(where: { $0.id.hasSameBytes(as: id) }) else {
      findings.report(
        .vectorUnknownAccount, "a session is a given account's, and `\(id)` is none",
        at: value["account"] ?? value, help: "name one of the `accounts` of `given`")
      return nil
    }
    if state == .revoked, account.epoch == 0 {
      findings.report(
        .vectorImpossible, "no session of `\(id)` was ever revoked: its epoch is 0",
        at: value["state"] ?? value, help: "give the account `epoch: 1`")
    }
    return VectorSession(of: id, state)
  }

  private mutating func code(_ value: JSONValue, _ given: VectorGiven) -> VectorCode? {
    guard var reader = JSONObjectReader(value, in: "codes", &findings) else { return nil }
    let purpose = reader.required("purpose", &findings).flatMap {
      CodePurpose($0, in: "purpose", &findings)
    }
    let address = reader.requiredText("address", &findings)
    let account = reader.text("account", &findings)
    let tenant = reader.identifier("tenant", &findings)
    let requester = reader.text("requester", &findings)
    let boundTo = reader.text("bound", &findings)
    let isUsed = reader.flag("used", &findings) ?? false
    let isExpired = reader.flag("expired", &findings) ?? false
    reader.finish(&findings)
    guard let purpose, let address else { return nil }
    guard isOwned(purpose, by: account, given.accounts, value) else { return nil }
    if let requester, !given.hasSession(requester) {
      findings.report(
        .vectorUnknownSession, "no session `\(requester)` is given",
        at: value["requester"] ?? value, help: given.sessionHelp)
    }
    if account != nil, tenant != nil {
      findings.report(
        .vectorImpossible, "the code of an account is of the account's tenant",
        at: value["tenant"] ?? value, help: "leave `tenant` out")
    }
    var code = VectorCode(
      purpose, at: address, for: account, position: findings.locator.position(of: value))
    code.tenant = tenant
    code.requester = requester
    code.boundTo = boundTo
    code.isUsed = isUsed
    code.isExpired = isExpired
    return code
  }

  /// Whether the account that a code is given for is there, and fits what is known of its purpose.
  ///
  /// Whose the codes are of a purpose that a policy declares is seen when the case is played.
  private mutating func isOwned(
    _ purpose: CodePurpose, by account: String?, _ accounts: [Account], _ value: JSONValue
  ) -> Bool {
    let isKnown = account.map { id in accounts.contains { $0.id.hasSameBytes(as: id) } }
    let standard = PurposeTable.standard.first { $0.purpose == purpose }
    let isFitting =
      switch standard?.treatment.owner {
      case .nobody: isKnown == nil
      case .account: isKnown == true
      case nil: isKnown != false
      }
    guard !isFitting else { return true }
    let isNobodys = standard?.treatment.owner == .nobody
    findings.report(
      .vectorUnknownAccount,
      isNobodys
        ? "a sign-in link is about no account" : "a code that was mailed is about a given account",
      at: value["account"] ?? value,
      help: isNobodys ? "leave `account` out" : "name one of the `accounts` of `given`")
    return false
  }
}

extension VectorGiven {
  /// Whether a session of a name is given.
  func hasSession(_ id: String) -> Bool {
    guard let number = VectorDecoder.number(of: id, after: "s") else { return false }
    return number <= sessions.count
  }

  /// Which sessions can be named.
  var sessionHelp: String {
    switch sessions.count {
    case 0: "no session is given; add it to the `sessions` of `given`"
    case 1: "`s1` is given"
    default: "given are `s1` to `s\(sessions.count)`, in the order of `sessions`"
    }
  }
}
