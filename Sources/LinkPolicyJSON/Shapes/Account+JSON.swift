public import LinkPolicy

extension Account {
  /// Reads an account, or reports what is wrong and returns nil.
  ///
  /// Addresses are taken as they stand, so they must be in canonical form.
  package init?(
    _ value: JSONValue, as completeness: AccountList.Completeness, _ findings: inout JSONFindings
  ) {
    guard var reader = JSONObjectReader(value, in: "accounts", &findings) else { return nil }
    let id = reader.requiredText("id", &findings)
    self.init(id: id ?? "")
    switch completeness {
    case .rows:
      for key in Self.rowKeys {
        guard let value = reader.required(key, &findings), value.isNull, key != "email" else {
          continue
        }
        findings.report(
          .jsonUnknownValue, Name(key).quoted + " is null in the row of an account", at: value,
          help: "write what the store has")
      }
    case .sketches: break
    }
    email = reader.text("email", &findings)
    isEmailVerified = reader.flag("verified", &findings) ?? false
    for element in reader.list("methods", &findings) {
      if let method = Method(element, &findings) {
        methods.append(method)
      }
    }
    labels = reader.pairs("labels", &findings)
    profile = Profile("profile", of: &reader, &findings)
    state = reader.word("state", State.words, &findings) ?? .active
    tenant = reader.text("tenant", &findings)
    factors = reader.count("factors", &findings) ?? 0
    epoch = reader.count("epoch", &findings) ?? 0
    version = reader.count("version", &findings) ?? 0
    reader.finish(&findings)
    if id == nil {
      return nil
    }
  }

  /// The keys that a row has: what every policy may read, or a change set goes by.
  ///
  /// The others are of tenants, labels, factors, revoked sessions and profiles, which a service need not have.
  private static let rowKeys = ["email", "verified", "methods", "state", "version"]

  /// The account as JSON, in the shape in which vectors list it.
  public var json: [UInt8] {
    var writer = JSONWriter()
    writer.account(self)
    return writer.take()
  }
}

extension Account.State {
  /// The states by their words.
  package static let words: JSONWords<Account.State> = ["active": .active, "disabled": .disabled]
}

extension JSONWriter {
  /// Writes an account; what it lacks is left out, but for what every row of a store has.
  package mutating func account(
    _ account: Account, as completeness: AccountList.Completeness = .sketches
  ) {
    let isRow =
      switch completeness {
      case .rows: true
      case .sketches: false
      }
    beginObject()
    member("id", account.id)
    if isRow, account.email == nil {
      key("email")
      null()
    }
    member("email", account.email)
    if isRow || account.email != nil || account.isEmailVerified {
      key("verified")
      bool(account.isEmailVerified)
    }
    key("methods")
    beginArray()
    for method in account.methods {
      self.method(method)
    }
    endArray()
    members("labels", account.labels)
    if account.profile != Profile() {
      key("profile")
      profile(account.profile)
    }
    if isRow || account.state == .disabled {
      key("state")
      switch account.state {
      case .active: string("active")
      case .disabled: string("disabled")
      }
    }
    member("tenant", account.tenant)
    member("factors", account.factors, unless: 0)
    member("epoch", account.epoch, unless: 0)
    if isRow {
      key("version")
      int(account.version)
    } else {
      member("version", account.version, unless: 0)
    }
    endObject()
  }
}
