internal import LinkPolicy
internal import LinkPolicyStore

extension RowComparison {
  /// Compares sessions; those of the store are in the order of the expected ones.
  mutating func compare(sessions expected: [Accounts.OpenSession], _ found: [StoredSession?]) {
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
      compare("the account" + of, session.account, row.account, about(.openSession))
      compare(
        "whether the session `" + session.id + "` has ended", String(session.isEnded),
        String(row.isEnded), about(.endSession, .deleteAccount, .openSession))
      compare(
        "the epoch" + of, String(session.epoch), String(row.epoch),
        about(.renewSession, .openSession))
      compare(
        "whether the sign-in" + of + " is recent", String(!session.isOld), String(row.isRecent),
        about(.renewSession, .openSession))
    }
  }

  /// Compares codes; those of the store are in the order of the ids, which are all there ever were.
  mutating func compare(
    codes expected: [Accounts.MailedCode], _ ids: [String], _ found: [StoredCode?]
  ) {
    for (id, row) in zip(ids, found) where difference == nil {
      let code = expected.first { $0.id.hasSameBytes(as: id) }
      func about(_ kinds: WriteKind...) -> WriteKind? {
        blamed(kinds) { write in write.named.map { $0.hasSameBytes(as: id) } ?? true }
      }
      switch (code, row) {
      case (nil, nil): break
      case (nil, _?):
        add(about(.cancelCodes), "the code `" + id + "` is there, and has to be gone")
      case (_?, nil):
        add(
          about(.useCode, .cancelCodes, .putCode, .deleteAccount),
          "the code `" + id + "` is not there")
      case (let code?, let row?): compare(code, row, about(.putCode), about(.useCode))
      }
    }
  }

  private mutating func compare(
    _ code: Accounts.MailedCode, _ row: StoredCode, _ put: WriteKind?, _ use: WriteKind?
  ) {
    let of = " of the code `" + code.id + "`"
    compare(
      "whether the code `" + code.id + "` is used", String(code.isUsed), String(row.isUsed),
      use ?? put)
    compare("the purpose" + of, code.purpose.name.text, row.purpose.name.text, put)
    compare("the address" + of, code.address, row.address, put)
    compare("the account" + of, code.account, row.account, put)
    compare("the address of the account" + of, code.boundTo, row.boundTo, put)
    compare("the session that asked for it" + of, code.requester, row.requester, put)
    compare("the tenant" + of, code.tenant, row.tenant, put)
    compare(
      "whether the time" + of + " is over", String(code.isExpired), String(row.isExpired), put)
  }
}
