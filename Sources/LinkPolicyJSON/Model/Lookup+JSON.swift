public import LinkPolicy

extension Lookup {
  /// The lookup as JSON: `{"credential":{…},"addresses":[…],"session":…,"target":…,"code":…,"method":…}`.
  public var json: [UInt8] {
    var writer = JSONWriter()
    writer.lookup(self)
    return writer.take()
  }
}

extension AddressRules.AddressHolder {
  /// The name of the address rule in JSON and in policies: `account` or `methods`.
  package var word: String {
    switch self {
    case .account: "account"
    case .methods: "methods"
    }
  }
}

extension JSONWriter {
  /// Writes a lookup as an object with one key for each question.
  ///
  /// Every key except `identifiers` is present; a question that the lookup does not ask is `null`, or an empty list for
  /// `addresses`.
  ///
  /// The key `identifiers` is present only if the attempt states identifiers.
  ///
  /// Each question is complete by itself, so the caller can send the questions to the store separately.
  mutating func lookup(_ lookup: Lookup) {
    beginObject()
    key("credential")
    credential(lookup)
    key("addresses")
    beginArray()
    for address in lookup.addresses {
      self.address(address, lookup)
    }
    endArray()
    if !lookup.identifiers.isEmpty {
      key("identifiers")
      beginArray()
      for identifier in lookup.identifiers {
        self.identifier(identifier, lookup)
      }
      endArray()
    }
    key("session")
    reference(lookup.session)
    key("target")
    reference(lookup.target)
    key("code")
    code(lookup)
    key("method")
    method(lookup)
    endObject()
  }

  private mutating func credential(_ lookup: Lookup) {
    guard let credential = lookup.credential else {
      null()
      return
    }
    beginObject()
    nullable("tenant", lookup.tenant)
    member("issuer", credential.issuer)
    key("kind")
    string(credential.kind.name)
    member("subject", credential.subject)
    endObject()
  }

  private mutating func address(_ address: String, _ lookup: Lookup) {
    beginObject()
    nullable("tenant", lookup.tenant)
    member("address", address)
    member("heldBy", lookup.heldBy.word)
    key("pool")
    strings(lookup.pool)
    endObject()
  }

  private mutating func identifier(_ identifier: AccountIdentifier, _ lookup: Lookup) {
    beginObject()
    nullable("tenant", lookup.tenant)
    member("name", identifier.name)
    member("value", identifier.value)
    endObject()
  }

  private mutating func reference(_ id: String?) {
    guard let id else {
      null()
      return
    }
    beginObject()
    member("id", id)
    endObject()
  }

  private mutating func code(_ lookup: Lookup) {
    guard let id = lookup.code else {
      null()
      return
    }
    beginObject()
    member("id", id)
    key("bringsAddress")
    bool(lookup.bringsAddress)
    endObject()
  }

  private mutating func method(_ lookup: Lookup) {
    guard lookup.asksMethod else {
      null()
      return
    }
    beginObject()
    nullable("tenant", lookup.tenant)
    nullable("provider", lookup.attempt.assertion?.provider)
    nullable("kind", lookup.methodKind?.name.text)
    if lookup.asksDisabledMethods {
      key("list")
      bool(true)
    }
    endObject()
  }

  private mutating func nullable(_ key: String, _ value: String?) {
    self.key(key)
    if let value {
      string(value)
    } else {
      null()
    }
  }
}

/// The answers of a service to a lookup: one key for each question, and the accounts to which the answers refer by id.
///
/// An absent key leaves a question open, and `null` means that the store has no matching row. The reader checks only
/// keys and types. The engine reports open questions and contradictory answers.
package struct LookupAnswers: Sendable {
  package var credential = Lookup.CredentialAnswer.notAsked
  package var addresses: [[Account]] = []
  /// The holder of each identifier; nil if no account holds the identifier.
  package var identifiers: [Account?] = []
  package var session = Lookup.SessionAnswer.notAsked
  package var target = Lookup.TargetAnswer.notAsked
  package var code = Lookup.CodeAnswer.notAsked
  /// The facts that the answers state, such as `method: enabled`.
  package var stated = StatedValues()
  /// The methods that the service has disabled; nil if the answers have no such list.
  package var disabledMethods: [DisabledMethod]?
  /// The listed accounts to which no answer refers.
  package var unnamed: [Account] = []

  /// Creates answers with every question open.
  package init() {}

  /// Reads the answers to a lookup.
  ///
  /// The initializer reports each invalid value as a finding, and returns nil only if the value is no object.
  ///
  /// With `onlyCode`, the initializer reads only the answer about the code. Use `onlyCode` if you repeat a lookup after
  /// the code is known.
  init?(_ value: JSONValue, onlyCode: Bool, _ findings: inout JSONFindings) {
    guard var reader = JSONObjectReader(value, in: "answers", &findings) else { return nil }
    var accounts = AccountList(reader.list("accounts", &findings), as: .rows, &findings)
    if !onlyCode {
      credential = CredentialAnswer(&reader, among: &accounts, &findings)
      for element in reader.list("addresses", &findings) {
        addresses.append(Self.holders(element, among: &accounts, &findings))
      }
      for element in reader.list("identifiers", &findings) {
        identifiers.append(
          element.isNull ? nil : accounts.account(element, in: "identifiers", &findings))
      }
      if let value = reader.optional("session") {
        session = SessionAnswer(value, among: &accounts, &findings)
      }
      if let value = reader.optional("target") {
        target = value.isNull ? .unknown : TargetAnswer(value, among: &accounts, &findings)
      }
    }
    if let value = reader.optional("code") {
      code = CodeAnswer(value, among: &accounts, &findings)
    }
    if !onlyCode {
      (stated, disabledMethods) = reader.situationStated(&findings)
    }
    unnamed = accounts.unnamed
    reader.finish(&findings)
  }

  private typealias CredentialAnswer = Lookup.CredentialAnswer
  private typealias SessionAnswer = Lookup.SessionAnswer
  private typealias TargetAnswer = Lookup.TargetAnswer
  private typealias CodeAnswer = Lookup.CodeAnswer

  private static func holders(
    _ value: JSONValue, among accounts: inout AccountList, _ findings: inout JSONFindings
  ) -> [Account] {
    guard value.isArray else {
      findings.report(
        .jsonWrongType, "expected an array in `addresses`, found " + value.kind, at: value,
        help: "for each address in the lookup, write a list with the ids of the holders")
      return []
    }
    var holders: [Account] = []
    for element in JSONElements(value) {
      if let holder = accounts.account(element, in: "addresses", &findings) {
        holders.append(holder)
      }
    }
    return holders
  }
}

extension Lookup.CredentialAnswer {
  fileprivate init(
    _ reader: inout JSONObjectReader, among accounts: inout AccountList,
    _ findings: inout JSONFindings
  ) {
    guard let value = reader.optional("credential") else {
      self = .notAsked
      return
    }
    self = .nobody
    guard !value.isNull else { return }
    guard value.isObject else {
      if let account = accounts.account(value, in: "credential", &findings) {
        self = .account(account)
      }
      return
    }
    guard var reader = JSONObjectReader(value, in: "credential", &findings) else { return }
    if reader.requiredFlag("gone", &findings) == false, let gone = value["gone"] {
      findings.report(
        .jsonUnknownValue, "expected `true` in `gone`, found `false`", at: gone,
        help: "write null if no account holds the credential")
    }
    reader.finish(&findings)
    self = .gone
  }
}

extension Lookup.SessionAnswer {
  fileprivate init(
    _ value: JSONValue, among accounts: inout AccountList, _ findings: inout JSONFindings
  ) {
    self = .unknown
    guard !value.isNull,
      var row = JSONObjectReader(value, in: "session", &findings)
    else { return }
    let account = row.account("account", among: &accounts, &findings)
    if let account {
      accounts.requireEpoch(of: account, at: value["account"] ?? value, &findings)
    }
    let epoch = row.requiredCount("epoch", &findings)
    let isEnded = row.requiredFlag("ended", &findings)
    let isRecent = row.requiredFlag("recent", &findings)
    row.finish(&findings)
    guard let epoch, let isEnded, let isRecent else { return }
    self = .row(SessionRow(of: account, epoch: epoch, isEnded: isEnded, isRecent: isRecent))
  }
}

extension Lookup.TargetAnswer {
  fileprivate init(
    _ value: JSONValue, among accounts: inout AccountList, _ findings: inout JSONFindings
  ) {
    self = accounts.account(value, in: "target", &findings).map { .account($0) } ?? .unknown
  }
}

extension Lookup.CodeAnswer {
  fileprivate init(
    _ value: JSONValue, among accounts: inout AccountList, _ findings: inout JSONFindings
  ) {
    self = .unknown
    guard !value.isNull, var row = JSONObjectReader(value, in: "code", &findings) else { return }
    let purpose = row.required("purpose", &findings)
      .flatMap { CodePurpose($0, in: "purpose", &findings) }
    let address = row.requiredText("address", &findings)
    let account = row.account("account", among: &accounts, &findings)
    let boundTo = row.nullableText("bound", &findings)
    let requester = row.nullableIdentifier("requester", &findings)
    // Tables of older versions lack columns for the requester's account and the credential, so these keys are optional.
    let requesterAccount = row.identifier("requesterAccount", &findings)
    let credential = row.given("credential").flatMap { MethodKey(ofCode: $0, &findings) }
    let tenant = row.nullableIdentifier("tenant", &findings)
    let isUsed = row.requiredFlag("used", &findings)
    let isExpired = row.requiredFlag("expired", &findings)
    row.finish(&findings)
    guard let purpose, let address, let isUsed, let isExpired else { return }
    self = .row(
      CodeRow(
        for: purpose, address: address, account: account, boundTo: boundTo, requester: requester,
        requesterAccount: requesterAccount, credential: credential, tenant: tenant, isUsed: isUsed,
        isExpired: isExpired))
  }
}

extension MethodKey {
  /// Reads the credential for which a code was requested.
  fileprivate init?(ofCode value: JSONValue, _ findings: inout JSONFindings) {
    guard var key = JSONObjectReader(value, in: "credential", &findings) else { return nil }
    let issuer = key.requiredText("issuer", &findings)
    let kind = key.requiredWord("kind", of: MethodKind.words, &findings)
    let subject = key.requiredText("subject", &findings)
    key.finish(&findings)
    guard let issuer, let kind, let subject else { return nil }
    self.init(issuer: issuer, kind: kind, subject: subject)
  }
}

/// Reads the keys of a row; an absent key is a finding.
extension JSONObjectReader {
  /// Reads a required `true` or `false`.
  mutating func requiredFlag(_ key: String, _ findings: inout JSONFindings) -> Bool? {
    required(key, &findings).flatMap { findings.bool($0, in: key) }
  }

  /// Reads a required counter from 0 to 2^53 - 1.
  mutating func requiredCount(_ key: String, _ findings: inout JSONFindings) -> LongInteger? {
    required(key, &findings)
      .flatMap { findings.int($0, in: key, range: 0...JSONFindings.greatestCount) }
  }

  /// Reads a required string or `null`.
  mutating func nullableText(_ key: String, _ findings: inout JSONFindings) -> String? {
    guard let value = required(key, &findings), !value.isNull else { return nil }
    return findings.text(value, in: key)
  }

  /// Reads a required id or `null`.
  mutating func nullableIdentifier(_ key: String, _ findings: inout JSONFindings) -> String? {
    required(key, &findings) == nil ? nil : identifier(key, &findings)
  }

  /// Returns the listed account that has the id under a required key; nil for `null`.
  ///
  /// For an absent key or an unknown id, the method reports a finding and returns nil.
  mutating func account(
    _ key: String, among accounts: inout AccountList, _ findings: inout JSONFindings
  ) -> Account? {
    guard let value = required(key, &findings), !value.isNull else { return nil }
    return accounts.account(value, in: key, &findings)
  }
}
