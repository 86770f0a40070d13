internal import LinkPolicy
internal import LinkPolicyStore

extension RowComparison {
  /// Compares what is in the outbox, in any order: the notices of this set, and the names of all.
  ///
  /// `earlier` are the names of those that were there before.
  mutating func compare(
    notices: [Notice], _ outcome: CommitOutcome, _ found: [StoreNotice.Kept],
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

  /// Compares what is remembered of all sets so far.
  mutating func compare(
    outcomes expected: [(id: String, outcome: CommitOutcome)], _ found: [CommitOutcome?]
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

  /// Sees that nothing is found by names that nothing has.
  mutating func compare(confused: [StoredRows.Confusion]) {
    guard difference == nil, let first = confused.first else { return }
    add(
      first.duty,
      first.what + " is found, which nothing has: texts are compared byte by byte")
  }

  /// Compares who holds addresses; the holders of one come in any order.
  mutating func compare(addresses expected: HeldAddresses, _ found: [[String]]) {
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

  /// Texts whose order means nothing, in one order.
  private static func set(_ texts: [String]) -> String {
    texts.sortedByBytes.joined(separator: ", ")
  }

  private static func text(_ outcome: CommitOutcome) -> String {
    "account " + (outcome.newAccount ?? "none") + (outcome.isAccountGone ? ", gone" : "")
      + ", session " + (outcome.session ?? "none") + ", codes "
      + outcome.codes.joined(separator: " ")
  }
}
