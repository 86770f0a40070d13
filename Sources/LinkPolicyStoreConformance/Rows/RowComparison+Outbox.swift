internal import LinkPolicy
internal import LinkPolicyStore

extension RowComparison {
  /// Compares what is in the outbox: the notices of this set behind those of earlier ones, and what each is named by.
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
    let got = found.dropFirst(earlier.count).map { kept in
      switch kept.notice {
      case .mail(code: let code, let purpose, to: let address):
        "mail " + code + " " + purpose.name.text + " " + address
      case .owner(account: let account, to: let address):
        "owner " + account + " " + (address ?? "none")
      }
    }
    guard expected.joined(separator: ", ").hasSameBytes(as: got.joined(separator: ", ")) else {
      return add(
        .outbox,
        "the outbox has `" + got.joined(separator: ", ") + "` instead of `"
          + expected.joined(separator: ", ") + "`")
    }
    let names = earlier + outcome.notices.map(\.id)
    guard names.count == found.count, zip(names, found).allSatisfy({ $0.hasSameBytes(as: $1.id) })
    else {
      return add(
        .outbox,
        "what is in the outbox is named `" + found.map(\.id).joined(separator: ", ")
          + "`, and was given out as `" + names.joined(separator: ", ") + "`")
    }
  }

  /// Compares what is remembered of all sets so far.
  mutating func compare(
    outcomes expected: [(id: String, outcome: CommitOutcome)], _ found: [CommitOutcome?]
  ) {
    for (entry, outcome) in zip(expected, found) where difference == nil {
      let (wanted, got) = (
        Self.text(entry.outcome), outcome.map { Self.text($0) } ?? "nothing"
      )
      if !wanted.hasSameBytes(as: got) {
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

  /// Compares who holds addresses.
  mutating func compare(addresses expected: HeldAddresses, _ found: [[String]]) {
    for (entry, holders) in zip(expected.entries, found) where difference == nil {
      let by =
        switch entry.heldBy {
        case .account: "accounts"
        case .methods: "methods"
        }
      guard !holders.elementsEqual(entry.holders, by: { $0.hasSameBytes(as: $1) }) else { continue }
      add(
        .requirement(.address),
        "the address `" + entry.address + "` is held by " + by + " of `"
          + holders.joined(separator: ", ") + "` instead of `"
          + entry.holders.joined(separator: ", ") + "`")
    }
  }

  private static func text(_ outcome: CommitOutcome) -> String {
    "account " + (outcome.newAccount ?? "none") + (outcome.isAccountGone ? ", gone" : "")
      + ", session " + (outcome.session ?? "none") + ", codes "
      + outcome.codes.joined(separator: " ")
  }
}
