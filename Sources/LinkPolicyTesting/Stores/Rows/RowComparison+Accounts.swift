internal import LinkPolicy

extension RowComparison {
  /// Compares all accounts.
  mutating func compare(accounts expected: [Account], _ found: [Account]) {
    for account in expected where difference == nil {
      guard let row = found.first(where: { $0.id.hasSameBytes(as: account.id) }) else {
        add(
          blamed([.insertAccount, .deleteAccount]) { _ in true },
          "the account `" + account.id + "` is not there")
        continue
      }
      compare(account, row)
    }
    for row in found where !expected.contains(where: { $0.id.hasSameBytes(as: row.id) }) {
      add(
        blamed([.deleteAccount, .insertAccount]) { _ in true },
        "there is an account `" + row.id + "`, and has to be none")
    }
  }

  private mutating func compare(_ expected: Account, _ row: Account) {
    let of = " of `" + expected.id + "`"
    func about(_ kinds: WriteKind...) -> WriteKind? {
      blamed(kinds) { id(of: $0.account).hasSameBytes(as: expected.id) }
    }
    compare("the tenant" + of, expected.tenant, row.tenant, about(.insertAccount))
    compare("the address" + of, expected.email, row.email, about(.setEmail, .insertAccount))
    compare(
      "whether the address" + of + " is verified", String(expected.isEmailVerified),
      String(row.isEmailVerified), about(.setEmail, .insertAccount))
    compare("the name" + of, expected.profile.name, row.profile.name, about(.setProfile))
    compare("the photo" + of, expected.profile.photo, row.profile.photo, about(.setProfile))
    compare(
      "the state" + of, Self.word(expected.state), Self.word(row.state),
      about(.setState, .insertAccount))
    compare(
      "the number of second factors" + of, String(expected.factors), String(row.factors),
      about(.dropFactors))
    compare(
      "the epoch" + of, String(expected.epoch), String(row.epoch),
      about(.endSessions, .insertAccount))
    compare(
      "the set of labels" + of, Self.list(expected.labels), Self.list(row.labels),
      about(.setLabel))
    compareMethods(expected, row, of)
    guard difference == nil, expected.version != row.version else { return }
    add(
      .version,
      "after the writes the version" + of + " is `" + String(row.version) + "` instead of `"
        + String(expected.version) + "`")
  }

  private mutating func compareMethods(_ expected: Account, _ row: Account, _ of: String) {
    func about(_ key: MethodKey, _ kinds: WriteKind...) -> WriteKind? {
      blamed(kinds) {
        id(of: $0.account).hasSameBytes(as: expected.id) && ($0.method?.isSame(as: key) ?? false)
      }
    }
    for method in expected.methods where difference == nil {
      let key = key(of: method)
      let name = "the method " + Self.name(method) + of
      guard let found = row.methods.first(where: { self.key(of: $0).isSame(as: key) }) else {
        // One that takes away more than it is told takes it from the same provider, or under the same key elsewhere.
        let kind =
          about(key, .putMethod, .supersedeMethod, .setLabel, .removeMethod)
          ?? blamed([.removeMethod]) { write in
            write.method.map { $0.kind == key.kind && $0.issuer.hasSameBytes(as: key.issuer) }
              ?? false
          }
        add(kind, name + " is not there")
        continue
      }
      compare(
        "whether " + name + " is superseded", String(method.isSuperseded),
        String(found.isSuperseded), about(key, .supersedeMethod, .putMethod))
      compare("the address of " + name, method.address, found.address, about(key, .putMethod))
      compare(
        "the address that " + name + " proved", method.provedAddress, found.provedAddress,
        about(key, .putMethod))
      compare("the provider of " + name, method.provider, found.provider, about(key, .putMethod))
      compare(
        "the set of labels of " + name, Self.list(method.labels), Self.list(found.labels),
        about(key, .setLabel, .putMethod))
    }
    for method in row.methods where difference == nil {
      let key = key(of: method)
      guard !expected.methods.contains(where: { self.key(of: $0).isSame(as: key) }) else {
        continue
      }
      let kind =
        about(key, .removeMethod)
        ?? blamed([.putMethod]) { id(of: $0.account).hasSameBytes(as: expected.id) }
      add(kind, "the method " + Self.name(method) + of + " is there, and has to be gone")
    }
    compare(
      "the order of methods" + of, Self.list(expected.methods), Self.list(row.methods),
      blamed([.putMethod]) { id(of: $0.account).hasSameBytes(as: expected.id) })
  }

  private static func name(_ method: Method) -> String {
    "`" + method.provider + "`" + (method.subject.map { " `" + $0 + "`" } ?? "")
  }

  private static func list(_ methods: [Method]) -> String {
    methods.map { $0.provider + ($0.subject.map { " " + $0 } ?? "") }.joined(separator: ", ")
  }

  /// Labels as a set: their order means nothing.
  private static func list(_ labels: [(name: String, value: String)]) -> String {
    labels.map { $0.name + ": " + $0.value }.sortedByBytes.joined(separator: ", ")
  }

  private static func word(_ state: Account.State) -> String {
    switch state {
    case .active: "active"
    case .disabled: "disabled"
    }
  }
}
