internal import LinkPolicy
internal import LinkPolicyStore

extension RowComparison {
  /// Compares all accounts of the store with the expected accounts.
  mutating func compare(accounts expected: [Account], with found: [Account]) {
    for account in expected where difference == nil {
      guard let row = found.first(where: { $0.id.hasSameBytes(as: account.id) }) else {
        add(
          blamed([.insertAccount, .deleteAccount]) { _ in true },
          "the account `" + account.id + "` is not there")
        continue
      }
      compare(account, with: row)
    }
    for row in found where !expected.contains(where: { $0.id.hasSameBytes(as: row.id) }) {
      add(
        blamed([.deleteAccount, .insertAccount]) { _ in true },
        "there is an account `" + row.id + "`, but none was expected")
    }
  }

  private mutating func compare(_ expected: Account, with row: Account) {
    let of = " of `" + expected.id + "`"
    func about(_ kinds: WriteKind...) -> WriteKind? {
      blamed(kinds) { id(of: $0.account).hasSameBytes(as: expected.id) }
    }
    compare(
      "the tenant" + of, expected: expected.tenant, got: row.tenant, blaming: about(.insertAccount))
    compare(
      "the address" + of, expected: expected.email, got: row.email,
      blaming: about(.setEmail, .insertAccount))
    compare(
      "whether the address" + of + " is verified", expected: String(expected.isEmailVerified),
      got: String(row.isEmailVerified), blaming: about(.setEmail, .insertAccount))
    compare(
      "the name" + of, expected: expected.profile.name, got: row.profile.name,
      blaming: about(.setProfile))
    compare(
      "the photo" + of, expected: expected.profile.photo, got: row.profile.photo,
      blaming: about(.setProfile))
    compare(
      "the state" + of, expected: Self.word(expected.state), got: Self.word(row.state),
      blaming: about(.setState, .insertAccount))
    compare(
      "the number of second factors" + of, expected: String(expected.factors),
      got: String(row.factors), blaming: about(.dropFactors, .setFactors))
    compare(
      "the epoch" + of, expected: String(expected.epoch), got: String(row.epoch),
      blaming: about(.endSessions, .insertAccount))
    compare(
      "the set of labels" + of, expected: Self.list(expected.labels), got: Self.list(row.labels),
      blaming: about(.setLabel))
    compare(
      "the set of identifiers" + of,
      expected: Self.list(expected.identifiers.map { ($0.name, $0.value) }),
      got: Self.list(row.identifiers.map { ($0.name, $0.value) }), blaming: about(.setIdentifier))
    compareMethods(expected, with: row, suffix: of)
    guard difference == nil, expected.version != row.version else { return }
    add(
      .version,
      "after the writes the version" + of + " is `" + String(row.version) + "` instead of `"
        + String(expected.version) + "`")
  }

  private mutating func compareMethods(
    _ expected: Account, with row: Account, suffix of: String
  ) {
    func about(_ key: MethodKey, _ kinds: WriteKind...) -> WriteKind? {
      blamed(kinds) {
        id(of: $0.account).hasSameBytes(as: expected.id) && ($0.method?.isSame(as: key) ?? false)
      }
    }
    for method in expected.methods where difference == nil {
      let key = key(of: method)
      let name = "the method " + Self.name(method) + of
      guard let found = row.methods.first(where: { self.key(of: $0).isSame(as: key) }) else {
        // A faulty removal can also remove other methods of the provider, or the same key from another account.
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
        "whether " + name + " is superseded", expected: String(method.isSuperseded),
        got: String(found.isSuperseded), blaming: about(key, .supersedeMethod, .putMethod))
      compare(
        "the address of " + name, expected: method.address, got: found.address,
        blaming: about(key, .putMethod))
      compare(
        "the address that " + name + " proved", expected: method.provedAddress,
        got: found.provedAddress, blaming: about(key, .putMethod))
      compare(
        "the provider of " + name, expected: method.provider, got: found.provider,
        blaming: about(key, .putMethod))
      compare(
        "the set of labels of " + name, expected: Self.list(method.labels),
        got: Self.list(found.labels), blaming: about(key, .setLabel, .putMethod))
    }
    for method in row.methods where difference == nil {
      let key = key(of: method)
      guard !expected.methods.contains(where: { self.key(of: $0).isSame(as: key) }) else {
        continue
      }
      let kind =
        about(key, .removeMethod)
        ?? blamed([.putMethod]) { id(of: $0.account).hasSameBytes(as: expected.id) }
      add(kind, "the method " + Self.name(method) + of + " is still there")
    }
    compare(
      "the order of methods" + of, expected: Self.list(expected.methods),
      got: Self.list(row.methods),
      blaming: blamed([.putMethod]) { id(of: $0.account).hasSameBytes(as: expected.id) })
  }

  private static func name(_ method: Method) -> String {
    "`" + method.provider + "`" + (method.subject.map { " `" + $0 + "`" } ?? "")
  }

  private static func list(_ methods: [Method]) -> String {
    methods.map { $0.provider + ($0.subject.map { " " + $0 } ?? "") }.joined(separator: ", ")
  }

  /// Returns the labels joined by commas, in byte order, because the order in the store is irrelevant.
  private static func list(_ labels: [(name: String, value: String)]) -> String {
    labels.map { $0.name + ": " + $0.value }.sortedByBytes.joined(separator: ", ")
  }

  private static func text(_ key: MethodKey) -> String {
    key.kind.name.text + " " + key.issuer + " " + (key.subject ?? "")
  }

  private static func word(_ state: Account.State) -> String {
    switch state {
    case .active: "active"
    case .disabled: "disabled"
    }
  }
}

extension RowComparison {
  /// Compares sessions; the found sessions are in the order of the expected sessions.
  mutating func compare(sessions expected: [Accounts.OpenSession], with found: [StoredSession?]) {
    for (session, row) in zip(expected, found) where difference == nil {
      func about(_ kinds: WriteKind...) -> WriteKind? {
        blamed(kinds) { write in
          write.named.map { $0.hasSameBytes(as: session.id) }
            ?? id(of: write.account).hasSameBytes(as: session.account)
        }
      }
      let of = " of the session `" + session.id + "`"
      guard let row else {
        add(
          about(.openSession, .endSession, .renewSession, .deleteAccount),
          "the session `" + session.id + "` is not there")
        continue
      }
      compare(
        "the account" + of, expected: session.account, got: row.account,
        blaming: about(.openSession))
      compare(
        "whether the session `" + session.id + "` has ended", expected: String(session.isEnded),
        got: String(row.isEnded), blaming: about(.endSession, .deleteAccount, .openSession))
      compare(
        "the epoch" + of, expected: String(session.epoch), got: String(row.epoch),
        blaming: about(.renewSession, .openSession))
      compare(
        "whether the sign-in" + of + " is recent", expected: String(!session.isOld),
        got: String(row.isRecent), blaming: about(.renewSession, .openSession))
    }
  }

  /// Compares codes; `ids` and `found` have an entry for each code that was given or mailed so far, in the same order.
  mutating func compare(
    codes expected: [Accounts.MailedCode], ids: [String], with found: [StoredCode?]
  ) {
    for (id, row) in zip(ids, found) where difference == nil {
      let code = expected.first { $0.id.hasSameBytes(as: id) }
      func about(_ kinds: WriteKind...) -> WriteKind? {
        blamed(kinds) { write in write.named.map { $0.hasSameBytes(as: id) } ?? true }
      }
      switch (code, row) {
      case (nil, nil): break
      case (nil, _?):
        add(about(.cancelCodes), "the code `" + id + "` is still there")
      case (_?, nil):
        add(
          about(.useCode, .cancelCodes, .putCode, .deleteAccount),
          "the code `" + id + "` is not there")
      case (let code?, let row?):
        compare(code, with: row, put: about(.putCode), use: about(.useCode))
      }
    }
  }

  private mutating func compare(
    _ code: Accounts.MailedCode, with row: StoredCode, put: WriteKind?, use: WriteKind?
  ) {
    let of = " of the code `" + code.id + "`"
    compare(
      "whether the code `" + code.id + "` is used", expected: String(code.isUsed),
      got: String(row.isUsed), blaming: use ?? put)
    compare(
      "the purpose" + of, expected: code.purpose.name.text, got: row.purpose.name.text,
      blaming: put)
    compare("the address" + of, expected: code.address, got: row.address, blaming: put)
    compare("the account" + of, expected: code.account, got: row.account, blaming: put)
    compare(
      "the address of the account" + of, expected: code.boundTo, got: row.boundTo, blaming: put)
    compare(
      "the session that asked for it" + of, expected: code.requester, got: row.requester,
      blaming: put)
    compare(
      "the account that asked for it" + of, expected: code.requesterAccount,
      got: row.requesterAccount, blaming: put)
    compare(
      "the credential that it was asked for" + of, expected: code.credential.map(Self.text),
      got: row.credential.map(Self.text), blaming: put)
    compare("the tenant" + of, expected: code.tenant, got: row.tenant, blaming: put)
    compare(
      "whether the time" + of + " is over", expected: String(code.isExpired),
      got: String(row.isExpired), blaming: put)
  }
}

extension RowComparison {
  /// Compares password hashes; the found hashes belong to the methods of the expected accounts.
  mutating func compare(hashes expected: KnownHashes, with found: [StoredRows.StoredHash]) {
    for stored in found where difference == nil {
      let known = expected.entry(of: stored.key, in: stored.account)
      let wanted = known?.hash
      guard !wanted.hasSameBytes(as: stored.hash) else { continue }
      let of = " of the method of `" + stored.key.issuer + "` of `" + stored.account + "`"
      guard let known else {
        add(.passwordHash, "there is a password hash" + of + ", but none was expected")
        continue
      }
      switch (known.isNew, stored.hash) {
      case (true, nil):
        add(.passwordHash, "the hash of a new password" + of + " is not stored")
      case (true, let got?) where known.former.hasSameBytes(as: got):
        add(
          .passwordHash,
          "the hash of the former password" + of + " is kept, and that of the new one is not stored"
        )
      case (false, nil):
        add(
          .passwordHash,
          "the password hash" + of + " is lost, and no write gave it another or removed it")
      case (true, _?), (false, _?):
        add(.passwordHash, "the password hash" + of + " is another than the store was given")
      }
    }
  }
}
