internal import LinkPolicy
internal import LinkPolicyStore

/// The rows that a vector gives, before its first step.
struct GivenRows {
  private let given: JSON
  private let tenant: String?

  init(_ given: JSON, in tenant: String?) {
    self.given = given
    self.tenant = tenant
  }

  /// Adds them, and returns the ids of sessions and codes.
  func add(
    to store: inout some CheckedStore & ~Copyable
  ) throws(StoreError) -> (sessions: [String], codes: [String]) {
    var accounts: [Account] = []
    for row in given["accounts"].elements {
      let account = account(row)
      try store.add(account)
      accounts.append(account)
    }
    for row in given["orphans"].elements {
      let method = Self.method(row)
      try store.add(
        goneKey: MethodKey(
          issuer: method.provider, kind: method.kind ?? .federated, subject: method.subject),
        in: row["tenant"].text ?? tenant)
    }
    var made: (sessions: [String], codes: [String]) = ([], [])
    for row in given["sessions"].elements {
      let owner = row["account"].text ?? ""
      let state = row["state"].text ?? "recent"
      let epoch = accounts.first { $0.id == owner }?.epoch ?? 0
      let session = StoredSession(
        account: owner, epoch: state == "revoked" ? epoch - 1 : epoch, isEnded: state == "ended",
        isRecent: state != "old")
      made.sessions.append(try store.add(session, id: nil))
    }
    for row in given["codes"].elements {
      let owner = accounts.first { $0.id == row["account"].text }
      made.codes.append(try store.add(code(row, of: owner), id: nil))
    }
    return made
  }

  private func account(_ row: JSON) -> Account {
    var account = Account(
      id: row["id"].text ?? "", version: row["version"].integer ?? 0,
      tenant: row["tenant"].text ?? tenant, email: row["email"].text,
      isEmailVerified: row["verified"].flag ?? false,
      state: row["state"].text == "disabled" ? .disabled : .active,
      epoch: row["epoch"].integer ?? 0, methods: row["methods"].elements.map(Self.method),
      labels: Self.labels(row))
    account.profile = Profile(
      name: row["profile"]["name"].text, photo: row["profile"]["photo"].text)
    account.factors = row["factors"].integer ?? 0
    return account
  }

  private func code(_ row: JSON, of owner: Account?) -> StoredCode {
    let purpose = row["purpose"].text ?? ""
    let address = row["address"].text ?? ""
    let isAboutOwn = purpose == "verify" || purpose == "reset"
    return StoredCode(
      for: CodePurpose(Name(purpose)), address: address, account: owner?.id,
      boundTo: row["bound"].text ?? (isAboutOwn ? address : owner?.email),
      requester: row["requester"].text,
      tenant: owner.map(\.tenant) ?? row["tenant"].text ?? tenant,
      isUsed: row["used"].flag ?? false, isExpired: row["expired"].flag ?? false)
  }

  /// A method as vectors write it: `google.com`, `password/email-link`, or all of its keys.
  private static func method(_ row: JSON) -> Method {
    let parts = row.text?.split(separator: "/").map { String($0) } ?? []
    let provider = parts.first ?? row["provider"].text ?? ""
    let word = parts.count > 1 ? parts[1] : row["kind"].text
    let kind = MethodKind(Name(word ?? provider)) ?? .federated
    var method = Method(provider, kind, subject: row["subject"].text)
    method.address = row["address"].text
    method.provedAddress = row["proved"].text
    method.isSuperseded = row["superseded"].flag ?? false
    method.labels = labels(row)
    return method
  }

  private static func labels(_ row: JSON) -> [(name: String, value: String)] {
    row["labels"].members.map { ($0.key, $0.value.text ?? "") }
  }
}
