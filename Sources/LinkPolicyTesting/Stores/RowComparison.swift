internal import LinkPolicy
internal import LinkPolicyStore

/// Compares a store's rows after a change set with the expected rows, and attributes the first
/// difference to a write.
///
/// If no write of the change set can have caused the difference, the duty is nil.
struct RowComparison {
  /// The first difference: the duty that the store did not meet, and a description of the rows.
  private(set) var difference: (duty: StoreDuty?, text: String)?
  private let changes: ChangeSet
  /// The id of the account that the change set created.
  private let newAccount: String?
  private let vocabulary: Vocabulary

  init(_ changes: ChangeSet, newAccount: String?, vocabulary: Vocabulary) {
    self.changes = changes
    self.newAccount = newAccount
    self.vocabulary = vocabulary
  }

  func id(of account: AccountReference?) -> String? {
    account?.id(making: newAccount)
  }

  func key(of method: Method) -> MethodKey {
    MethodKey(of: method, vocabulary)
  }

  /// Returns the first listed kind for which the change set has a write that `isAbout` accepts.
  ///
  /// The list must start with the most likely cause of a difference.
  func blamed(_ kinds: [WriteKind], where isAbout: (Write) -> Bool) -> WriteKind? {
    for kind in kinds
    where changes.writes.contains(where: { $0.kind == kind && isAbout($0) }) {
      return kind
    }
    return nil
  }

  /// Records a difference, unless an earlier difference is already recorded.
  mutating func add(_ kind: WriteKind?, _ text: String) {
    guard let kind else {
      return add(nil as StoreDuty?, "no write is about it, and " + text)
    }
    add(.write(kind), "after `" + kind.name.text + "` " + text)
  }

  mutating func add(_ duty: StoreDuty?, _ text: String) {
    if difference == nil {
      difference = (duty, text)
    }
  }

  /// Compares a stored value with the expected value, and records a difference.
  mutating func compare(
    _ what: String, expected: String?, got: String?, blaming kind: WriteKind?
  ) {
    guard difference == nil, !expected.hasSameBytes(as: got) else { return }
    let (expected, got) = (expected.map { "`" + $0 + "`" }, got.map { "`" + $0 + "`" })
    add(kind, what + " is " + (got ?? "none") + " instead of " + (expected ?? "none"))
  }
}

extension [String] {
  /// The texts, sorted by their bytes.
  var sortedByBytes: [String] {
    sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

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
  /// Compares the holders of current and former keys, including keys of deleted accounts and keys without a
  /// holder.
  ///
  /// - Parameters:
  ///   - keys: the keys with the expected holders.
  ///   - found: the holders in the store, in the order of the keys.
  mutating func compare(former keys: FormerKeys, with found: [Requirement.Holder]) {
    for (entry, got) in zip(keys.entries, found) where difference == nil {
      guard !got.isSame(as: entry.holder) else { continue }
      let place = entry.tenant.map { " of the tenant `" + $0 + "`" } ?? ""
      add(
        blamed([.deleteAccount, .removeMethod, .putMethod, .supersedeMethod]) { _ in true },
        "the key `" + entry.key.issuer + "` `" + (entry.key.subject ?? "") + "`" + place
          + " is held by " + got.description + " instead of " + entry.holder.description)
    }
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

extension RowComparison {
  /// Compares the number of valid sessions and usable codes of each account.
  ///
  /// All other comparisons of sessions and codes read only rows with known ids. This comparison also detects an
  /// additional session or code, which would grant access.
  mutating func compare(listed found: [StoredRows.Listed], of expected: Accounts) {
    for listed in found where difference == nil {
      let id = listed.account.id
      let sessions = expected.sessions.filter { session in
        session.account.hasSameBytes(as: id) && !session.isEnded
          && session.epoch >= listed.account.epoch
      }
      let live = listed.sessions.filter { !$0.isEnded && $0.epoch >= listed.account.epoch }
      compare(
        "how many live sessions `" + id + "` has", expected: String(sessions.count),
        got: String(live.count),
        blaming: blamed([.openSession, .endSessions, .endSession, .renewSession]) { _ in true })
      let codes = expected.codes.filter { code in
        code.account.hasSameBytes(as: id) && !code.isUsed && !code.isExpired
      }
      let usable = listed.codes.filter { !$0.isUsed && !$0.isExpired }
      compare(
        "how many codes of `" + id + "` can be used", expected: String(codes.count),
        got: String(usable.count),
        blaming: blamed([.putCode, .cancelCodes, .useCode]) { _ in true })
    }
  }

  /// Compares the number of usable codes without an account.
  mutating func compare(codesOfNobody found: [StoredCode], of expected: Accounts) {
    let codes = expected.codes.filter { $0.account == nil && !$0.isUsed && !$0.isExpired }
    let usable = found.filter { $0.account == nil && !$0.isUsed && !$0.isExpired }
    compare(
      "how many codes of nobody can be used", expected: String(codes.count),
      got: String(usable.count), blaming: blamed([.putCode, .cancelCodes, .useCode]) { _ in true })
  }

  /// Compares the displayed addresses of accounts.
  mutating func compare(shown expected: ShownAddresses, with found: [StoredRows.Listed]) {
    for listed in found where difference == nil {
      let account = listed.account.id
      compare(
        "the spelling of the address of `" + account + "`", expected: expected.address(of: account),
        got: listed.shownAddress,
        blaming: blamed([.setEmail, .insertAccount]) {
          id(of: $0.account).hasSameBytes(as: account)
        })
    }
  }
}

extension RowComparison {
  /// Compares the notices of the change set, and the ids of all notices in the outbox, in any order.
  ///
  /// `earlier` contains the ids of the notices that were in the outbox before the change set.
  mutating func compare(
    notices: [Notice], of outcome: CommitOutcome, with found: [StoreNotice.Kept],
    after earlier: [String]
  ) {
    guard difference == nil else { return }
    let expected = notices.map { notice in
      switch notice {
      case .mail(code: let number, let purpose, let address):
        "mail " + (outcome.codes.indices.contains(number) ? outcome.codes[number] : "none") + " "
          + purpose.name.text + " " + address
      case .owner(let account, to: let address):
        "owner " + (id(of: account) ?? "none") + " " + (address ?? "none")
      }
    }
    let got = found.filter { kept in
      !earlier.contains { $0.hasSameBytes(as: kept.id) }
    }.map { kept in
      switch kept.notice {
      case .mail(code: let code, let purpose, to: let address):
        "mail " + code + " " + purpose.name.text + " " + address
      case .owner(account: let account, to: let address):
        "owner " + account + " " + (address ?? "none")
      }
    }
    let (wanted, had) = (Self.set(expected), Self.set(got))
    guard wanted.hasSameBytes(as: had) else {
      return add(.outbox, "the outbox has `" + had + "` instead of `" + wanted + "`")
    }
    let (given, names) = (
      Self.set(earlier + outcome.notices.map(\.id)), Self.set(found.map(\.id))
    )
    guard given.hasSameBytes(as: names) else {
      return add(
        .outbox,
        "the notices in the outbox are named `" + names + "`, and were given out as `" + given + "`"
      )
    }
  }

  /// Compares the stored outcomes of all change sets so far.
  mutating func compare(
    outcomes expected: [(id: String, outcome: CommitOutcome)], with found: [CommitOutcome?]
  ) {
    for (entry, outcome) in zip(expected, found) where difference == nil {
      if !entry.outcome.remembered.encoded.hasSameBytes(as: outcome?.remembered.encoded ?? "") {
        let (wanted, got) = (
          Self.text(entry.outcome), outcome.map { Self.text($0) } ?? "nothing"
        )
        add(.outcome, "`" + got + "` is remembered of the set instead of `" + wanted + "`")
      }
    }
  }

  /// Reports the first row that the store found under an unused name, such as `U1` instead of `u1`.
  mutating func compare(confused: [StoredRows.Confusion]) {
    guard difference == nil, let first = confused.first else { return }
    add(
      first.duty,
      first.what + " is found, but no row has it: compare texts byte by byte")
  }

  /// Compares the holders of addresses, in any order.
  mutating func compare(addresses expected: HeldAddresses, with found: [[String]]) {
    for (entry, holders) in zip(expected.entries, found) where difference == nil {
      let by =
        switch entry.heldBy {
        case .account: "accounts"
        case .methods: "methods"
        }
      let (wanted, got) = (Self.set(entry.holders), Self.set(holders))
      guard !wanted.hasSameBytes(as: got) else { continue }
      add(
        .requirement(.address),
        "the address `" + entry.address + "` is held by " + by + " of `" + got + "` instead of `"
          + wanted + "`")
    }
  }

  /// Returns the texts in byte order, joined by commas.
  private static func set(_ texts: [String]) -> String {
    texts.sortedByBytes.joined(separator: ", ")
  }

  private static func text(_ outcome: CommitOutcome) -> String {
    "account " + (outcome.newAccount ?? "none") + (outcome.isAccountGone ? ", gone" : "")
      + ", session " + (outcome.session ?? "none") + ", codes "
      + outcome.codes.joined(separator: " ")
  }
}
