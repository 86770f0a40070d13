internal import LinkPolicy
internal import LinkPolicyStore

extension RowComparison {
  /// Compares what is in the outbox behind the notices of earlier sets.
  mutating func compare(
    notices: [Notice], _ outcome: CommitOutcome, _ found: [StoreNotice], after count: Int
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
    let got = found.dropFirst(count).map { notice in
      switch notice {
      case .mail(code: let code, let purpose, to: let address):
        "mail " + code + " " + purpose.name.text + " " + address
      case .owner(account: let account, to: let address):
        "owner " + account + " " + (address ?? "none")
      }
    }
    guard expected.joined(separator: ", ") != got.joined(separator: ", ") else { return }
    add(
      .outbox,
      "the outbox has `" + got.joined(separator: ", ") + "` instead of `"
        + expected.joined(separator: ", ") + "`")
  }

  /// Compares what is remembered of the set, and sees that nothing is under ids much like its own.
  mutating func compare(
    outcome expected: CommitOutcome, _ found: CommitOutcome?, confused: [String]
  ) {
    guard difference == nil else { return }
    let (expected, got) = (Self.text(expected), found.map { Self.text($0) } ?? "nothing")
    guard expected.hasSameBytes(as: got) else {
      return add(
        .outcome, "`" + got + "` is remembered of the set instead of `" + expected + "`")
    }
    if let id = confused.first {
      add(
        .outcome,
        "something is remembered under the id `" + id + "`, under which nothing was carried out")
    }
  }

  private static func text(_ outcome: CommitOutcome) -> String {
    "account " + (outcome.newAccount ?? "none") + (outcome.isAccountGone ? ", gone" : "")
      + ", session " + (outcome.session ?? "none") + ", codes "
      + outcome.codes.joined(separator: " ")
  }
}
