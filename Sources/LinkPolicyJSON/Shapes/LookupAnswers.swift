package import LinkPolicy

/// What a service answers to a look-up, as JSON has it: a key for each question, and the accounts that the
/// answers name by their ids.
///
/// A key left out is a question left open; `null` says that there is nothing. Only the shape is read: whether
/// every question has its answer, and whether they fit together, is the engine's to say.
package struct LookupAnswers: Sendable {
  package var credential = Lookup.CredentialAnswer.notAsked
  package var addresses: [[Account]] = []
  package var session = Lookup.SessionAnswer.notAsked
  package var target = Lookup.TargetAnswer.notAsked
  package var code = Lookup.CodeAnswer.notAsked
  /// What is stated beside the attempt.
  package var stated = StatedValues()
  /// Accounts that are listed and named as nothing.
  package var unnamed: [Account] = []

  /// Nothing is answered.
  package init() {}

  /// Reads answers, or reports what is wrong and returns nil.
  ///
  /// Where `onlyCode`, no more than the code is answered, as in a look-up that asks again.
  init?(_ value: JSONValue, onlyCode: Bool, _ findings: inout JSONFindings) {
    guard var reader = JSONObjectReader(value, in: "answers", &findings) else { return nil }
    var accounts = AccountList(reader.list("accounts", &findings), as: .rows, &findings)
    if !onlyCode {
      credential = CredentialAnswer(&reader, &accounts, &findings)
      for element in reader.list("addresses", &findings) {
        addresses.append(Self.holders(element, &accounts, &findings))
      }
      if let value = reader.optional("session") {
        session = SessionAnswer(value, &accounts, &findings)
      }
      if let value = reader.optional("target") {
        target = value.isNull ? .unknown : TargetAnswer(value, &accounts, &findings)
      }
    }
    if let value = reader.optional("code") {
      code = CodeAnswer(value, &accounts, &findings)
    }
    if !onlyCode {
      stated = reader.stated(.situation, &findings)
    }
    unnamed = accounts.unnamed
    reader.finish(&findings)
  }

  private typealias CredentialAnswer = Lookup.CredentialAnswer
  private typealias SessionAnswer = Lookup.SessionAnswer
  private typealias TargetAnswer = Lookup.TargetAnswer
  private typealias CodeAnswer = Lookup.CodeAnswer

  private static func holders(
    _ value: JSONValue, _ accounts: inout AccountList, _ findings: inout JSONFindings
  ) -> [Account] {
    guard value.isArray else {
      findings.report(
        .jsonWrongType, "expected an array in `addresses`, found " + value.kind, at: value,
        help: "write for each address that the look-up asks for a list of the ids of its holders")
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
    _ reader: inout JSONObjectReader, _ accounts: inout AccountList, _ findings: inout JSONFindings
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
        help: "write null where nobody holds the credential")
    }
    reader.finish(&findings)
    self = .gone
  }
}

extension Lookup.SessionAnswer {
  fileprivate init(
    _ value: JSONValue, _ accounts: inout AccountList, _ findings: inout JSONFindings
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
    _ value: JSONValue, _ accounts: inout AccountList, _ findings: inout JSONFindings
  ) {
    self = accounts.account(value, in: "target", &findings).map { .account($0) } ?? .unknown
  }
}

extension Lookup.CodeAnswer {
  fileprivate init(
    _ value: JSONValue, _ accounts: inout AccountList, _ findings: inout JSONFindings
  ) {
    self = .unknown
    guard !value.isNull, var row = JSONObjectReader(value, in: "code", &findings) else { return }
    let purpose = row.required("purpose", &findings)
      .flatMap { CodePurpose($0, in: "purpose", &findings) }
    let address = row.requiredText("address", &findings)
    let account = row.account("account", among: &accounts, &findings)
    let boundTo = row.nullableText("bound", &findings)
    let requester = row.nullableIdentifier("requester", &findings)
    let tenant = row.nullableIdentifier("tenant", &findings)
    let isUsed = row.requiredFlag("used", &findings)
    let isExpired = row.requiredFlag("expired", &findings)
    row.finish(&findings)
    guard let purpose, let address, let isUsed, let isExpired else { return }
    self = .row(
      CodeRow(
        for: purpose, address: address, account: account, boundTo: boundTo, requester: requester,
        tenant: tenant, isUsed: isUsed, isExpired: isExpired))
  }
}

/// Rows say all of their columns: a key that is left out is a finding, and not a value.
extension JSONObjectReader {
  /// Reads a boolean that must be there.
  mutating func requiredFlag(_ key: String, _ findings: inout JSONFindings) -> Bool? {
    required(key, &findings).flatMap { findings.bool($0, in: key) }
  }

  /// Reads a number that counts something and must be there.
  mutating func requiredCount(_ key: String, _ findings: inout JSONFindings) -> Int? {
    required(key, &findings)
      .flatMap { findings.int($0, in: key, range: 0...9_007_199_254_740_992) }
  }

  /// Reads a string that must be there, or `null`.
  mutating func nullableText(_ key: String, _ findings: inout JSONFindings) -> String? {
    guard let value = required(key, &findings), !value.isNull else { return nil }
    return findings.text(value, in: key)
  }

  /// Reads an id that must be there, or `null`.
  mutating func nullableIdentifier(_ key: String, _ findings: inout JSONFindings) -> String? {
    required(key, &findings) == nil ? nil : identifier(key, &findings)
  }

  /// Reads the id of a listed account that must be there, or `null`.
  mutating func account(
    _ key: String, among accounts: inout AccountList, _ findings: inout JSONFindings
  ) -> Account? {
    guard let value = required(key, &findings), !value.isNull else { return nil }
    return accounts.account(value, in: key, &findings)
  }
}
