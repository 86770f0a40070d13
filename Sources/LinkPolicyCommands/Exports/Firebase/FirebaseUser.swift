internal import LinkPolicy
internal import LinkPolicyJSON

/// Reads one user of an export.
struct FirebaseUser {
  private let vocabulary: Vocabulary

  init(_ vocabulary: Vocabulary) {
    self.vocabulary = vocabulary
  }

  /// The members that are read; every other one is counted as left.
  private static let known: Set<String> = [
    "localId", "email", "emailVerified", "passwordHash", "providerUserInfo", "phoneNumber",
    "disabled", "displayName", "photoUrl",
    "tenantId", "mfaInfo",
  ]

  /// Reads a user, or reports what is wrong and returns nil.
  func account(_ user: JSONValue, _ findings: inout JSONFindings, _ left: inout LeftMembers)
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
    account.tenant = filled("tenantId", &reader, &findings)
    account.profile.name = reader.text("displayName", &findings)
    account.profile.photo = reader.text("photoUrl", &findings)
    account.factors = reader.list("mfaInfo", &findings).count
    var methods: [Method] = []
    for value in reader.list("providerUserInfo", &findings) {
      if let method = method(value, of: id, &findings, &left) {
        methods.append(method)
      }
    }
    // A password stands for itself: among the providers it is named at times, and at times not.
    let hash = reader.optional("passwordHash")
    if let hash, !hash.isNull, findings.text(hash, in: "passwordHash") != "",
      !methods.contains(where: { $0.kind == .password })
    {
      methods += known("password", .password, subject: nil, at: hash, &findings).map { [$0] } ?? []
    }
    if let phone = filled("phoneNumber", &reader, &findings),
      !methods.contains(where: { $0.kind == .phone })
    {
      methods +=
        known("phone", .phone, subject: phone, at: user["phoneNumber"] ?? user, &findings).map {
          [$0]
        } ?? []
    }
    account.methods = methods
    return account
  }

  /// Reads what an identity provider said of a user.
  private func method(
    _ value: JSONValue, of id: String, _ findings: inout JSONFindings, _ left: inout LeftMembers
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
    let subject = filled("rawId", &reader, &findings)
    let phone = filled("phoneNumber", &reader, &findings)
    switch provider {
    case "password": return known(provider, .password, subject: nil, at: place, &findings)
    case "phone": return known(provider, .phone, subject: phone ?? subject, at: place, &findings)
    case _:
      guard var method = known(provider, .federated, subject: subject, at: place, &findings) else {
        return nil
      }
      let keepsCase =
        vocabulary.providers.value(of: provider).map { vocabulary.providers.keepsCase($0) } ?? false
      method.address = address(
        reader.optional("email"), in: "email", of: id, keepsCase: keepsCase, &findings)
      return method
    }
  }

  /// A text; nil for an empty one, which stands for what is not there.
  private func filled(
    _ key: String, _ reader: inout JSONObjectReader, _ findings: inout JSONFindings
  ) -> String? {
    reader.text(key, &findings).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// A method of a provider that the policy knows and that offers the kind; what it proved is not known.
  private func known(
    _ provider: String, _ kind: MethodKind, subject: String?, at place: JSONValue,
    _ findings: inout JSONFindings
  ) -> Method? {
    guard let value = vocabulary.providers.value(of: provider),
      vocabulary.providers.offers(kind, value)
    else {
      findings.report(
        .jsonUnknownValue,
        "the policy has no provider `\(provider)` of the kind `\(kind.name.text)`", at: place,
        help:
          "declare it under `providers:`; an account without one of its methods would be another one"
      )
      return nil
    }
    return Method(provider, kind, subject: subject)
  }

  /// The canonical form of an address; nil with a note where it cannot be one.
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
          .unusableAddress, .warning, "\(error.message); the account `\(id)` is without it",
          at: findings.locator.position(of: value),
          help: "nobody is found by such an address"))
      return nil
    }
  }
}
