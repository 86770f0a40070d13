internal import LinkPolicy
internal import LinkPolicyJSON

/// Decodes the given rows of a case, and reports rows that are impossible under every policy.
extension VectorDecoder {
  private static let sessionStates: JSONWords<VectorSession.VectorSessionState> = [
    "recent": .recent, "old": .old, "revoked": .revoked, "ended": .ended,
  ]

  /// Decodes the key `given`: `{accounts, orphans, sessions, codes}`.
  mutating func given(_ reader: inout JSONObjectReader) -> VectorGiven {
    var given = VectorGiven()
    guard var part = reader.part("given", &findings) else { return given }
    given.accounts =
      AccountList(part.list("accounts", &findings), as: .sketches, &findings).accounts
    given.orphans = part.list("orphans", &findings).compactMap { orphan($0) }
    // An invalid session keeps its number, because codes and steps refer to later sessions by number.
    let sessions = part.list("sessions", &findings)
    for element in sessions {
      given.sessions.append(
        session(element, among: given.accounts) ?? VectorSession(of: "", .ended))
    }
    given.codes = part.list("codes", &findings).compactMap { code($0, in: given) }
    part.finish(&findings)
    return given
  }

  private mutating func orphan(_ value: JSONValue) -> VectorOrphan? {
    guard var reader = JSONObjectReader(value, in: "orphans", &findings) else { return nil }
    let provider = reader.requiredText("provider", &findings)
    let kind = reader.word("kind", of: MethodKind.words, &findings)
    let subject = reader.requiredText("subject", &findings)
    let tenant = reader.identifier("tenant", &findings)
    reader.finish(&findings)
    guard let provider, let subject else { return nil }
    return VectorOrphan(
      provider, kind, subject: subject, tenant: tenant,
      position: findings.locator.position(of: value))
  }

  private mutating func session(_ value: JSONValue, among accounts: [Account]) -> VectorSession? {
    guard var reader = JSONObjectReader(value, in: "sessions", &findings) else { return nil }
    let id = reader.requiredText("account", &findings)
    let state = reader.word("state", of: Self.sessionStates, &findings) ?? .recent
    reader.finish(&findings)
    guard let id else { return nil }
    guard let account = accounts.first(where: { $0.id.hasSameBytes(as: id) }) else {
      findings.report(
        .vectorUnknownAccount, "a session needs an account of `given`, and `\(id)` is not one",
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

  private mutating func code(_ value: JSONValue, in given: VectorGiven) -> VectorCode? {
    guard var reader = JSONObjectReader(value, in: "codes", &findings) else { return nil }
    let purpose = reader.required("purpose", &findings).flatMap {
      CodePurpose($0, in: "purpose", &findings)
    }
    let address = reader.requiredText("address", &findings)
    let account = reader.text("account", &findings)
    let tenant = reader.identifier("tenant", &findings)
    let requester = reader.text("requester", &findings)
    let credential = reader.given("credential").flatMap { self.credential($0) }
    let boundTo = reader.text("bound", &findings)
    let isUsed = reader.flag("used", &findings) ?? false
    let isExpired = reader.flag("expired", &findings) ?? false
    reader.finish(&findings)
    guard let purpose, let address else { return nil }
    guard isOwned(purpose, by: account, among: given.accounts, at: value) else { return nil }
    if let requester, !given.hasSession(requester) {
      findings.report(
        .vectorUnknownSession, "no session `\(requester)` is given",
        at: value["requester"] ?? value, help: given.sessionHelp)
    }
    if account != nil, tenant != nil {
      findings.report(
        .vectorImpossible, "a code of an account has the account's tenant",
        at: value["tenant"] ?? value, help: "leave `tenant` out")
    }
    var code = VectorCode(
      purpose, at: address, for: account, position: findings.locator.position(of: value))
    code.tenant = tenant
    code.requester = requester
    code.credential = credential
    code.boundTo = boundTo
    code.isUsed = isUsed
    code.isExpired = isExpired
    return code
  }

  private mutating func credential(_ value: JSONValue) -> VectorCredential? {
    guard var reader = JSONObjectReader(value, in: "credential", &findings) else { return nil }
    let provider = reader.requiredText("provider", &findings)
    let kind = reader.word("kind", of: MethodKind.words, &findings)
    let subject = reader.requiredText("subject", &findings)
    reader.finish(&findings)
    guard let provider, let subject else { return nil }
    return VectorCredential(provider: provider, kind: kind, subject: subject)
  }

  /// Checks that a code has an account if its purpose requires one, and no account if its purpose forbids one;
  /// otherwise reports a finding and returns false.
  ///
  /// For a purpose that a policy declares, the method checks only that a named account exists.
  private mutating func isOwned(
    _ purpose: CodePurpose, by account: String?, among accounts: [Account], at value: JSONValue
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
        ? "a code for a sign-in link has no account"
        : "a code of this purpose needs an account of `given`",
      at: value["account"] ?? value,
      help: isNobodys ? "leave `account` out" : "name one of the `accounts` of `given`")
    return false
  }
}

extension VectorGiven {
  /// Returns whether the case gives a session with this id.
  func hasSession(_ id: String) -> Bool {
    guard let number = VectorDecoder.number(of: id, after: "s") else { return false }
    return number <= sessions.count
  }

  /// The help text with the ids of the given sessions.
  var sessionHelp: String {
    switch sessions.count {
    case 0: "no session is given; add it to the `sessions` of `given`"
    case 1: "`s1` is given"
    default: "given are `s1` to `s\(sessions.count)`, in the order of `sessions`"
    }
  }
}

extension VectorDecoder {
  /// Decodes the expected accounts after the last step.
  mutating func expectedAccounts(_ value: JSONValue) -> [ExpectedAccount]? {
    guard let elements = findings.list(value, in: "accounts") else { return nil }
    var accounts: [ExpectedAccount] = []
    for element in elements {
      guard let account = expectedAccount(element) else { continue }
      if let id = account.id, accounts.contains(where: { $0.id.hasSameBytes(as: id) }) {
        findings.report(
          .jsonDuplicateID, "two accounts have the id " + Name(id).quoted,
          at: element["id"] ?? element)
      }
      accounts.append(account)
    }
    return accounts
  }

  /// Decodes an expected account.
  mutating func expectedAccount(_ value: JSONValue) -> ExpectedAccount? {
    guard var reader = JSONObjectReader(value, in: "accounts", &findings) else { return nil }
    var account = ExpectedAccount(position: findings.locator.position(of: value))
    account.id = reader.text("id", &findings)
    account.email = expectedText("email", in: &reader)
    account.isVerified = reader.flag("verified", &findings)
    account.methods = list("methods", in: &reader) { ExpectedMethod($0, &$1) }
    account.labels = reader.pairs("labels", &findings)
    if let written = reader.optional("identifiers") {
      for member in findings.members(written, in: "identifiers") ?? [] {
        if member.value.isNull {
          account.identifiers.append((member.key.text, .absent))
        } else if let value = findings.text(member.value, in: member.keyText) {
          account.identifiers.append((member.key.text, .present(value)))
        }
      }
    }
    if let written = reader.optional("profile"),
      var profile = JSONObjectReader(written, in: "profile", &findings)
    {
      if written.count == 0 {
        findings.report(
          .vectorContradiction, "nothing is expected of the profile", at: written,
          help: "write `{name: null}` if no name must remain, or leave `profile` out")
      }
      account.profileName = expectedText("name", in: &profile)
      account.profilePhoto = expectedText("photo", in: &profile)
      profile.finish(&findings)
    }
    account.state = reader.word("state", of: Account.State.words, &findings)
    account.tenant = expectedText("tenant", in: &reader)
    account.factors = reader.count("factors", &findings)
    if let written = reader.optional("codes") {
      account.codes = codes(written)
      if written.isObject, written.count == 0 {
        findings.report(
          .vectorContradiction, "nothing is expected of the codes", at: written,
          help: "write `{undo: null}` if no code must remain, or leave `codes` out")
      }
    }
    reader.finish(&findings)
    return account
  }

  /// Decodes, for each purpose, the expected recipient of the newest code; `null` expects no code.
  mutating func codes(_ value: JSONValue) -> [(purpose: Name, address: ExpectedText)] {
    var codes: [(purpose: Name, address: ExpectedText)] = []
    for member in findings.members(value, in: "codes") ?? [] {
      let word = JSONValue(.string(member.key), at: member.keyOffset)
      guard let purpose = CodePurpose(word, in: "codes", &findings) else { continue }
      if member.value.isNull {
        codes.append((purpose.name, .absent))
      } else if let address = findings.text(member.value, in: member.keyText) {
        codes.append((purpose.name, .present(address)))
      }
    }
    return codes
  }
}

extension ExpectedMethod {
  /// Reads an expected method in the notation of accounts; the comparison covers only the keys that are present.
  init?(_ value: JSONValue, _ findings: inout JSONFindings) {
    guard let method = Method(value, &findings) else { return nil }
    self.init(method.provider, method.isKindOpen ? nil : method.kind)
    guard value.isObject else { return }
    since = value["since"].flatMap { $0.isNull ? nil : method.since }
    subject = Self.expected(value["subject"], method.subject)
    isSuperseded = method.isSuperseded
    address = Self.expected(value["address"], method.address)
    proved = Self.expected(value["proved"], method.provedAddress)
    labels = method.labels
  }

  private static func expected(_ value: JSONValue?, _ text: String?) -> ExpectedText? {
    guard value != nil else { return nil }
    return text.map { .present($0) } ?? .absent
  }
}
