package import LinkPolicy
package import LinkPolicyAuthoring
package import LinkPolicyDiagnostics
internal import LinkPolicyJSON

/// The accounts of a JSON file from `firebase auth:export`, as rows of a store.
///
/// The file does not record which method proved an address, so every method is imported as unproven. The file also
/// contains neither e-mail links nor custom tokens, so no account gets an e-mail link or a custom token.
package struct FirebaseExport: Sendable {
  /// The accounts, in the order of the file.
  package let accounts: [StoredAccount]
  /// Notes about values that were treated as absent, or that have no counterpart in a store.
  package let notes: [Diagnostic]
  /// The file to which positions refer.
  package let sources: SourceMap

  /// Reads an export; the policy determines the known providers and the canonical form of addresses.
  ///
  /// - Parameters:
  ///   - bytes: the complete file, an object with `users`.
  ///   - name: the name of the file in the positions of findings.
  ///   - policy: the policy that will decide about the accounts.
  /// - Throws: an `InvalidInput` with all findings if one of them is an error, such as an unknown provider. The reader
  ///   skips no account or method, because a skipped account or method could hold an address.
  package init(_ bytes: [UInt8], name: String, for policy: CompiledPolicy) throws(InvalidInput) {
    if let refusal = FileKind.refusal(wanting: .export, bytes, name: name) {
      throw refusal
    }
    let document = try JSONDocument(bytes, name: name, limits: .export)
    sources = SourceMap(files: [SourceMap.File(name: name, bytes: bytes)])
    var findings = JSONFindings(document)
    var accounts: [StoredAccount] = []
    var left = LeftMembers()
    if var reader = JSONObjectReader(document.root, &findings) {
      for user in reader.elements("users", &findings) ?? [] {
        let read = FirebaseUser(policy.vocabulary)
        if let account = read.account(of: user, &findings, left: &left) {
          accounts.append(StoredAccount(account, at: document.locator.position(of: user)))
        }
      }
      reader.finish(&findings)
    }
    try findings.check(in: sources)
    self.accounts = accounts
    notes = findings.diagnostics + left.notes
  }
}

extension JSONLimits {
  /// The limits of an export file: at most 64 MiB, as for every input of the tool.
  fileprivate static var export: JSONLimits { JSONLimits(documentBytes: 64 << 20) }
}

/// Reads one user of an export.
struct FirebaseUser {
  private let vocabulary: Vocabulary

  init(_ vocabulary: Vocabulary) {
    self.vocabulary = vocabulary
  }

  /// The JSON members of a user that are read; all other members are only counted.
  private static let known: Set<String> = [
    "localId", "email", "emailVerified", "passwordHash", "providerUserInfo", "phoneNumber",
    "disabled", "displayName", "photoUrl",
    "tenantId", "mfaInfo",
  ]

  /// Returns the account of a user, or reports the problem and returns nil.
  func account(of user: JSONValue, _ findings: inout JSONFindings, left: inout LeftMembers)
    -> Account?
  {
    guard let members = findings.members(user, in: "users"),
      var reader = JSONObjectReader(user, in: "users", &findings)
    else {
      return nil
    }
    for member in members where !Self.known.contains(member.key.text) {
      left.count(member.key, at: findings.locator.position(of: member.value))
    }
    guard let id = reader.requiredText("localId", &findings) else { return nil }
    var account = Account(id: id)
    account.email = address(
      reader.optional("email"), in: "email", of: id, keepsCase: vocabulary.providers.keepsAnyCase,
      &findings)
    account.isEmailVerified =
      (reader.flag("emailVerified", &findings) ?? false) && account.email != nil
    account.state = reader.flag("disabled", &findings) ?? false ? .disabled : .active
    account.tenant = filled("tenantId", in: &reader, &findings)
    account.profile.name = reader.text("displayName", &findings)
    account.profile.photo = reader.text("photoUrl", &findings)
    account.factors = reader.list("mfaInfo", &findings).count
    var methods: [Method] = []
    for value in reader.list("providerUserInfo", &findings) {
      if let method = method(value, of: id, &findings, left: &left) {
        methods.append(method)
      }
    }
    // A password has a separate member, and the list of providers does not always include the password.
    let hash = reader.optional("passwordHash")
    if let hash, !hash.isNull, findings.text(hash, in: "passwordHash") != "",
      !methods.contains(where: { $0.kind == .password })
    {
      methods +=
        known("password", kind: .password, subject: nil, at: hash, &findings).map { [$0] } ?? []
    }
    if let phone = filled("phoneNumber", in: &reader, &findings),
      !methods.contains(where: { $0.kind == .phone })
    {
      let place = user["phoneNumber"] ?? user
      methods +=
        known("phone", kind: .phone, subject: phone, at: place, &findings).map { [$0] } ?? []
    }
    account.methods = methods
    return account
  }

  /// Returns the method of an identity provider, or reports the problem and returns nil.
  private func method(
    _ value: JSONValue, of id: String, _ findings: inout JSONFindings, left: inout LeftMembers
  ) -> Method? {
    guard let members = findings.members(value, in: "providerUserInfo"),
      var reader = JSONObjectReader(value, in: "providerUserInfo", &findings)
    else { return nil }
    for member in members
    where !["providerId", "rawId", "email", "phoneNumber"].contains(member.key.text) {
      left.count(
        Name("providerUserInfo." + member.key.text), at: findings.locator.position(of: member.value)
      )
    }
    guard let provider = reader.requiredText("providerId", &findings) else { return nil }
    let place = value["providerId"] ?? value
    let subject = filled("rawId", in: &reader, &findings)
    let phone = filled("phoneNumber", in: &reader, &findings)
    switch provider {
    case "password": return known(provider, kind: .password, subject: nil, at: place, &findings)
    case "phone":
      return known(provider, kind: .phone, subject: phone ?? subject, at: place, &findings)
    case _:
      guard var method = known(provider, kind: .federated, subject: subject, at: place, &findings)
      else {
        return nil
      }
      let keepsCase =
        vocabulary.providers.value(of: provider).map { vocabulary.providers.keepsCase($0) } ?? false
      method.address = address(
        reader.optional("email"), in: "email", of: id, keepsCase: keepsCase, &findings)
      return method
    }
  }

  /// Returns a text; nil for an empty text, which means that the value is absent.
  private func filled(
    _ key: String, in reader: inout JSONObjectReader, _ findings: inout JSONFindings
  ) -> String? {
    reader.text(key, &findings).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns an unproven method, or reports that the policy declares no provider with this id and kind.
  private func known(
    _ provider: String, kind: MethodKind, subject: String?, at place: JSONValue,
    _ findings: inout JSONFindings
  ) -> Method? {
    guard let value = vocabulary.providers.value(of: provider),
      vocabulary.providers.offers(kind, value)
    else {
      findings.report(
        .jsonUnknownValue,
        "the policy has no provider `\(provider)` of the kind `\(kind.name.text)`", at: place,
        help:
          "declare the kind of this provider under `providers:`; an account must keep each of its methods"
      )
      return nil
    }
    return Method(
      provider, kind,
      subject: subject.map { vocabulary.providers.canonicalSubject($0, of: value) })
  }

  /// Returns the canonical form of an address, or nil if the address is absent or invalid; reports an invalid address.
  private func address(
    _ value: JSONValue?, in key: String, of id: String, keepsCase: Bool,
    _ findings: inout JSONFindings
  ) -> String? {
    guard let value, !value.isNull, let text = findings.text(value, in: key), !text.isEmpty else {
      return nil
    }
    do throws(InputError) {
      return try vocabulary.canonical(text, keepsCase: keepsCase)
    } catch {
      findings.report(
        Diagnostic(
          .unusableAddress, .warning, "\(error.message); account `\(id)` is imported without it",
          at: findings.locator.position(of: value),
          help: "no lookup finds such an address"))
      return nil
    }
  }
}

/// The members of an export that the import leaves out, counted by key.
struct LeftMembers: Sendable {
  private var counts: [(key: Name, count: Int, first: SourcePosition)] = []

  /// Counts a member that the import leaves out.
  mutating func count(_ key: Name, at position: SourcePosition) {
    if let index = counts.firstIndex(where: { $0.key == key }) {
      counts[index].count += 1
    } else {
      counts.append((key, 1, position))
    }
  }

  /// A note for each key, at the first position of the key.
  var notes: [Diagnostic] {
    counts.map { key, count, first in
      Diagnostic(
        .notCarriedOver, .note,
        "`\(key.text)` is not imported, \(count) \(count == 1 ? "time" : "times")", at: first)
    }
  }
}

extension DiagnosticCode {
  /// A JSON member of an export that has no counterpart in a store's accounts.
  package static var notCarriedOver: Self { Self("not-carried-over") }
  /// An address of an export that is invalid in a store.
  package static var unusableAddress: Self { Self("unusable-address") }
}
