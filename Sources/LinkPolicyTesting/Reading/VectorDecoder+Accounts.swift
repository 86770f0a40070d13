internal import LinkPolicy
internal import LinkPolicyJSON

extension VectorDecoder {
  /// Reads the accounts that must be there at the end.
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

  private mutating func expectedAccount(_ value: JSONValue) -> ExpectedAccount? {
    let place = memory?.accounts.place(of: value)
    if var known = memory?.accounts.part(place) {
      known.position = findings.locator.position(of: value)
      return known
    }
    let count = findings.count
    let account = newAccount(value)
    if let account, let place, findings.count == count {
      memory?.accounts.keep(account, of: value, at: place)
    }
    return account
  }

  private mutating func newAccount(_ value: JSONValue) -> ExpectedAccount? {
    guard var reader = JSONObjectReader(value, in: "accounts", &findings) else { return nil }
    var account = ExpectedAccount(position: findings.locator.position(of: value))
    account.id = reader.text("id", &findings)
    account.email = expectedText("email", &reader)
    account.isVerified = reader.flag("verified", &findings)
    account.methods = list("methods", &reader) { ExpectedMethod($0, &$1) }
    account.labels = reader.pairs("labels", &findings)
    if let written = reader.optional("profile"),
      var profile = JSONObjectReader(written, in: "profile", &findings)
    {
      if written.count == 0 {
        findings.report(
          .vectorContradiction, "nothing is expected of the profile", at: written,
          help: "write `{name: null}` where no name is to be left, or leave `profile` out")
      }
      account.profileName = expectedText("name", &profile)
      account.profilePhoto = expectedText("photo", &profile)
      profile.finish(&findings)
    }
    account.state = reader.word("state", Account.State.words, &findings)
    account.tenant = expectedText("tenant", &reader)
    account.factors = reader.count("factors", &findings)
    if let written = reader.optional("codes") {
      account.codes = codes(written)
      if written.isObject, written.count == 0 {
        findings.report(
          .vectorContradiction, "nothing is expected of the codes", at: written,
          help: "write `{undo: null}` where no code is to be left, or leave `codes` out")
      }
    }
    reader.finish(&findings)
    return account
  }

  /// Reads to which address the newest code of each purpose went, null for no code.
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
  /// Reads a method as accounts carry it; only the keys written are compared.
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
