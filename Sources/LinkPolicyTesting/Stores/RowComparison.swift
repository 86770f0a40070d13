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
