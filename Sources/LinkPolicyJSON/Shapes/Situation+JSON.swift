package import LinkPolicy

extension Situation {
  /// Reads a situation, or reports what is wrong and returns nil.
  ///
  /// Everything names its account by the id of one that `accounts` lists. Whether the parts fit
  /// together is not asked here: the engine says so with an ``InputError``.
  package init?(
    _ value: JSONValue, in key: String? = "situation", _ findings: inout JSONFindings
  ) {
    guard var reader = JSONObjectReader(value, in: key, &findings) else { return nil }
    self.init(settings: Settings(reader.pairs("settings", &findings)))
    var accounts = AccountList(reader.list("accounts", &findings), &findings)
    if let value = reader.given("credentialHolder") {
      credentialHolder = CredentialHolder(value, &accounts, &findings)
    }
    for element in reader.list("addressHolders", &findings) {
      if let holder = accounts.account(element, in: "addressHolders", &findings) {
        addressHolders.append(holder)
      }
    }
    session = Session(&reader, &accounts, &findings)
    if let value = reader.given("target") {
      target = accounts.account(value, in: "target", &findings)
    }
    var known: AccountList? = accounts
    code = Code(&reader, &known, &findings)
    accounts = known ?? accounts
    stated = reader.stated(.situation, &findings)
    unnamedAccounts = accounts.unnamed
    reader.finish(&findings)
  }
}

extension Situation.CredentialHolder {
  fileprivate init(
    _ value: JSONValue, _ accounts: inout AccountList, _ findings: inout JSONFindings
  ) {
    self = .nobody
    guard value.isObject else {
      if let account = accounts.account(value, in: "credentialHolder", &findings) {
        self = .account(account)
      }
      return
    }
    guard var reader = JSONObjectReader(value, in: "credentialHolder", &findings) else { return }
    if reader.bool("gone", &findings) == false, let gone = value["gone"] {
      findings.report(
        .jsonUnknownValue, "expected `true` in `gone`, found `false`", at: gone,
        help: "write null where nobody holds the credential")
    }
    reader.finish(&findings)
    self = .gone
  }
}

extension Session {
  fileprivate init?(
    _ reader: inout JSONObjectReader, _ accounts: inout AccountList, _ findings: inout JSONFindings
  ) {
    guard var part = reader.part("session", &findings) else { return nil }
    let id = part.identifier("id", &findings) ?? ""
    let state: State? = part.requiredWord(
      "state", ["recent": .recent, "old": .old, "revoked": .revoked, "gone": .gone], &findings)
    let account = part.given("account").flatMap { value in
      accounts.account(value, in: "account", &findings)
    }
    part.finish(&findings)
    guard let state else { return nil }
    self.init(id: id, state, of: account)
  }
}

extension Code {
  /// Reads the code that stands under the key `code`.
  ///
  /// Without a list of accounts the key `account` is unknown: a look-up asks before any is known.
  init?(
    _ reader: inout JSONObjectReader, _ accounts: inout AccountList?, _ findings: inout JSONFindings
  ) {
    guard var part = reader.part("code", &findings) else { return nil }
    let id = part.identifier("id", &findings) ?? ""
    let state: State? = part.requiredWord(
      "state",
      [
        "valid": .valid, "expired": .expired, "used": .used, "stale": .stale,
        "unknown": .unknown,
      ], &findings)
    let needsPurpose = state.map { $0 != .unknown } ?? false
    let purpose =
      (needsPurpose ? part.required("purpose", &findings) : part.given("purpose"))
      .flatMap { CodePurpose($0, in: "purpose", &findings) }
    let address = part.text("address", &findings)
    var account: Account?
    if accounts != nil, let value = part.given("account") {
      account = accounts?.account(value, in: "account", &findings)
    }
    let requester: Requester? = part.word(
      "requester", ["this-session": .thisSession, "other": .other, "absent": .absent], &findings)
    part.finish(&findings)
    guard let state else { return nil }
    // What an unknown code says beside that is the engine's to refuse.
    self = .unknown(id: id)
    self.state = state
    self.purpose = purpose
    self.address = address
    self.account = account
    self.requester = requester ?? .absent
  }
}
