public import LinkPolicy

extension Account {
  /// Reads an account of a vector, or an account row of a store.
  ///
  /// The initializer reports each invalid value as a finding, and returns nil only if the account has no valid id.
  ///
  /// The reader does not canonicalize addresses, so the JSON must contain canonical addresses.
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
          help: "write the stored value")
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
    let identifiers = reader.accountIdentifiers("identifiers", &findings)
    profile = Profile("profile", of: &reader, &findings)
    state = reader.word("state", of: State.words, &findings) ?? .active
    tenant = reader.text("tenant", &findings)
    let factors = reader.count("factors", &findings)
    switch completeness {
    case .rows:
      statedFactors = factors
      statedIdentifiers = identifiers
    case .sketches:
      statedFactors = factors ?? 0
      statedIdentifiers = identifiers ?? []
    }
    epoch = reader.count("epoch", &findings) ?? 0
    version = reader.count("version", &findings) ?? 0
    reader.finish(&findings)
    if id == nil {
      return nil
    }
  }

  /// The keys that every account row must have, because any policy can test their values or a change set needs them.
  ///
  /// The other keys are for features that your service may lack: tenants, labels, identifiers, factors, revoked
  /// sessions and profiles.
  private static let rowKeys = ["email", "verified", "methods", "state", "version"]

  /// The account in the JSON notation of test vectors.
  public var json: [UInt8] {
    var writer = JSONWriter()
    writer.account(self)
    return writer.take()
  }
}

extension Account.State {
  /// The JSON word of each state: `active` or `disabled`.
  package static let words: JSONWords<Account.State> = ["active": .active, "disabled": .disabled]
}

extension JSONWriter {
  /// Writes an account without nil and empty values; always writes `methods` and, in a row, every key that a row must
  /// have.
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
    // An empty object states that the account has no identifiers; an absent key leaves them
    // unstated.
    if isRow, account.statedIdentifiers?.isEmpty ?? false {
      key("identifiers")
      beginObject()
      endObject()
    } else {
      members("identifiers", account.identifiers.pairs)
    }
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
    member("factors", account.factors, unless: isRow && account.statedFactors != nil ? -1 : 0)
    member("epoch", account.epoch, unless: 0)
    if isRow {
      key("version")
      long(account.version)
    } else {
      member("version", account.version, unless: 0)
    }
    endObject()
  }
}

extension AddressRecord {
  /// Reads `{email, claims: {name: value}}`.
  ///
  /// The initializer reports each invalid value as a finding, and returns nil only if `email` is missing or no string.
  init?(_ value: JSONValue, _ findings: inout JSONFindings) {
    guard var reader = JSONObjectReader(value, in: "addresses", &findings) else { return nil }
    let email = reader.requiredText("email", &findings)
    let claims = Self.claims(of: &reader, &findings)
    reader.finish(&findings)
    guard let email else { return nil }
    self.init(email, claims: claims)
  }

  /// Reads the claims under the key `claims`.
  static func claims(
    of reader: inout JSONObjectReader, _ findings: inout JSONFindings
  ) -> [Claim] {
    guard let value = reader.given("claims"),
      let members = findings.members(value, in: "claims")
    else { return [] }
    var claims: [Claim] = []
    for member in members {
      if let value = ClaimValue(member.value, in: member.keyText, &findings) {
        claims.append(Claim(member.key.text, value))
      }
    }
    return claims
  }
}

extension ClaimValue: JSONRepresentable {
  package static var schema: [JSONMember] {
    let types = ["string", "boolean", "number", "null"]
    return [JSONMember("type", .array(types.map { .string($0) }))]
  }

  /// The claim value as in JSON, such as `true`; the characters of a string are not escaped.
  package var spelling: String {
    switch self {
    case .boolean(let value): value ? "true" : "false"
    case .string(let value): "\"" + value.text + "\""
    case .number(let value): value.text
    case .null: "null"
    }
  }

  package init?(_ value: JSONValue, in key: String?, _ findings: inout JSONFindings) {
    switch value.content {
    case .null: self = .null
    case .bool(let value): self = .boolean(value)
    case .number(let value): self = .number(Name(bytes: value.text))
    case .string(let value): self = .string(value)
    case .array, .object:
      findings.report(
        .jsonWrongType,
        "expected a string, a number, a boolean or null in " + Name(key ?? "").quoted + ", found "
          + value.kind, at: value)
      return nil
    }
  }

  package func write(to writer: inout JSONWriter) {
    switch self {
    case .boolean(let flag): writer.bool(flag)
    case .string(let text): writer.string(text)
    case .number(let text): writer.number(JSONNumber(literal: text.bytes))
    case .null: writer.null()
    }
  }
}

extension Profile {
  /// Reads the profile `{name, photo}` under a key; if the key is absent, the profile is empty.
  init(
    _ key: String, of reader: inout JSONObjectReader, _ findings: inout JSONFindings
  ) {
    self.init()
    guard var part = reader.part(key, &findings) else { return }
    name = part.text("name", &findings)
    photo = part.text("photo", &findings)
    part.finish(&findings)
  }
}

extension JSONWriter {
  /// Writes a profile as `{name, photo}`, without nil values.
  mutating func profile(_ profile: Profile) {
    beginObject()
    member("name", profile.name)
    member("photo", profile.photo)
    endObject()
  }
}

/// The accounts listed in answers or in a vector, with a lookup by id.
package struct AccountList: Sendable {
  /// The meaning of an absent key of an account.
  package enum Completeness: Sendable {
    /// The accounts belong to a store: an absent key is a finding if a row must have the key.
    case rows
    /// The accounts belong to a vector: an absent key means that the account has no such value.
    case sketches
  }

  /// The accounts, in the order of the list.
  package private(set) var accounts: [Account] = []
  private var indices: [Name: Int] = [:]
  /// For each account, whether an answer refers to the account.
  private var isNamed: [Bool] = []
  /// The ids of the accounts without a session epoch.
  private var withoutEpoch: Set<Name> = []

  /// Reads the accounts of an array, in order.
  ///
  /// For a duplicate id, the initializer reports a finding and keeps only the first account.
  package init(
    _ values: JSONElements, as completeness: Completeness, _ findings: inout JSONFindings
  ) {
    var offsets: [Int] = []
    for value in values {
      guard let account = Account(value, as: completeness, &findings) else { continue }
      let id = Name(account.id)
      let place = value["id"] ?? value
      if let first = indices[id] {
        guard !findings.isFull else {
          findings.countError()
          continue
        }
        findings.report(
          Diagnostic(
            .jsonDuplicateID, .error, "two accounts have the id " + id.quoted,
            at: findings.locator.position(of: place),
            help: "give each account a unique id",
            related: [
              Diagnostic.Related(
                "first used here", at: findings.locator.position(at: offsets[first]))
            ]))
        continue
      }
      indices[id] = accounts.count
      offsets.append(place.offset)
      if value["epoch"]?.isNull ?? true {
        withoutEpoch.insert(id)
      }
      accounts.append(account)
      isNamed.append(false)
    }
  }

  /// The accounts that no answer has referred to yet.
  package var unnamed: [Account] {
    accounts.indices.filter { !isNamed[$0] }.map { accounts[$0] }
  }

  /// Returns the listed account with the given id, and records that an answer refers to the account.
  ///
  /// For an unknown id, the method reports a finding and returns nil.
  package mutating func account(
    _ value: JSONValue, in key: String, _ findings: inout JSONFindings
  ) -> Account? {
    guard let id = findings.string(value, in: key) else { return nil }
    if let index = indices[id] {
      isNamed[index] = true
      return accounts[index]
    }
    findings.report(
      .jsonUnknownID, "no account has the id " + id.quoted, at: value,
      help: findings.suggestion(
        for: id, among: accounts.map { Name($0.id) }, called: "the accounts are")
        ?? "list the account under `accounts`")
    return nil
  }

  /// Reports a finding if a session's account lacks an epoch.
  ///
  /// With a default epoch of 0, the revoked sessions of the account would be valid again.
  func requireEpoch(of account: Account, at place: JSONValue, _ findings: inout JSONFindings) {
    guard withoutEpoch.contains(Name(account.id)) else { return }
    findings.report(
      .jsonMissingKey, "the account of a session has no key `epoch`", at: place,
      help: "write `epoch` in the row of " + Name(account.id).quoted
        + "; the epoch counts the revocations of sessions, and is 0 at first")
  }
}
