internal import LinkPolicy

extension AccountStore where Self: ~Copyable {
  /// Answers a lookup from the store's rows, in the open transaction, and returns the policy's decision.
  mutating func decide(
    _ lookup: Lookup, method: Lookup.MethodAnswer, under policy: Policy,
    telling observed: ObservedPolicy? = nil
  ) throws(StoreError) -> Decision {
    var read = ReadAccounts()
    let code = try answer(codeOf: lookup, &read)
    let asked =
      switch code {
      case .notAsked: lookup
      case .unknown: try asInput { () throws(InputError) in try lookup.knowing(code: nil) }
      case .row(let row): try asInput { () throws(InputError) in try lookup.knowing(code: row) }
      }
    let credential = try answer(credentialOf: asked, &read)
    var addresses: [[Account]] = []
    for question in asked.addressQuestions {
      addresses.append(try holders(of: question, under: policy, &read))
    }
    var identifiers: [Account?] = []
    for identifier in asked.identifiers {
      let id = try holder(of: identifier, in: asked.tenant)
      identifiers.append(try id.map { id throws(StoreError) in try held(id, &read) })
    }
    let session = try answer(sessionOf: asked, &read)
    let target = try answer(targetOf: asked, &read)
    return try asInput { () throws(InputError) in
      let found = try lookup.answered(
        credential: credential, addresses: addresses, identifiers: identifiers, session: session,
        target: target, code: code, method: method)
      guard let observed else { return try policy.decide(found) }
      return try observed.decide(found)
    }
  }

  private mutating func answer(
    codeOf lookup: Lookup, _ read: inout ReadAccounts
  ) throws(StoreError) -> Lookup.CodeAnswer {
    guard let id = lookup.code else { return .notAsked }
    guard let row = try code(id) else { return .unknown }
    return .row(
      CodeRow(
        for: row.purpose, address: row.address, account: try account(row.account, &read),
        boundTo: row.boundTo, requester: row.requester, requesterAccount: row.requesterAccount,
        credential: row.credential, tenant: row.tenant, isUsed: row.isUsed,
        isExpired: row.isExpired))
  }

  private mutating func answer(
    credentialOf lookup: Lookup, _ read: inout ReadAccounts
  ) throws(StoreError) -> Lookup.CredentialAnswer {
    guard let credential = lookup.credential else { return .notAsked }
    switch try holder(of: MethodKey(credential), in: lookup.tenant) {
    case .nobody: return .nobody
    case .gone: return .gone
    case .account(let id): return .account(try held(id, &read))
    }
  }

  private mutating func answer(
    sessionOf lookup: Lookup, _ read: inout ReadAccounts
  ) throws(StoreError) -> Lookup.SessionAnswer {
    guard let id = lookup.session else { return .notAsked }
    guard let row = try session(id) else { return .unknown }
    return .row(
      SessionRow(
        of: try account(row.account, &read), epoch: row.epoch, isEnded: row.isEnded,
        isRecent: row.isRecent))
  }

  private mutating func answer(
    targetOf lookup: Lookup, _ read: inout ReadAccounts
  ) throws(StoreError) -> Lookup.TargetAnswer {
    guard let id = lookup.target else { return .notAsked }
    return try account(id, &read).map { .account($0) } ?? .unknown
  }

  /// Returns the accounts that hold the address in a question and belong to the pool that the question searches.
  mutating func holders(
    of question: Requirement.AddressQuestion, under policy: Policy, _ read: inout ReadAccounts
  ) throws(StoreError) -> [Account] {
    var found: [Account] = []
    for id in try holders(of: question.address, in: question.tenant, heldBy: question.heldBy) {
      let account = try held(id, &read)
      if policy.isSearched(account, in: question.poolIndex) {
        found.append(account)
      }
    }
    return found
  }

  /// Returns the row of an account that the store named as a holder; throws `inconsistent` if the row does not exist.
  private mutating func held(
    _ id: String, _ read: inout ReadAccounts
  ) throws(StoreError) -> Account {
    guard let account = try account(id, &read) else {
      throw .inconsistent("the store names the account `" + id + "`, and does not have it")
    }
    return account
  }

  /// Returns the account with an id, read only once in each lookup; nil for a nil id or a missing account.
  private mutating func account(
    _ id: String?, _ read: inout ReadAccounts
  ) throws(StoreError) -> Account? {
    guard let id else { return nil }
    if let known = read.rows.first(where: { $0.id.hasSameBytes(as: id) }) {
      return known.account
    }
    let account = try account(id)
    if let account, !account.id.hasSameBytes(as: id) {
      throw .inconsistent(
        "the store was asked for the account `" + id + "`, and gives `" + account.id + "`")
    }
    read.rows.append((id, account))
    return account
  }
}

/// The accounts that a lookup has already read, so that the lookup reads each account only once.
struct ReadAccounts {
  var rows: [(id: String, account: Account?)] = []
}

extension MethodKey {
  /// Creates the key by which a store finds a credential: issuer, kind and subject.
  init(_ credential: Lookup.Credential) {
    self.init(issuer: credential.issuer, kind: credential.kind, subject: credential.subject)
  }
}
