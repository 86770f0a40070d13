internal import LinkPolicy
internal import LinkPolicyStore

extension RowComparison {
  /// Sees that no account has more sessions that count, or more codes that can be used, than it has to have, or fewer.
  ///
  /// Rows are compared by their ids elsewhere; one whose id nobody was given is a way in all the same.
  mutating func compare(listed found: [StoredRows.Listed], of expected: Accounts) {
    for listed in found where difference == nil {
      let id = listed.account.id
      let sessions = expected.sessions.filter { session in
        session.account.hasSameBytes(as: id) && !session.isEnded
          && session.epoch >= listed.account.epoch
      }
      let live = listed.sessions.filter { !$0.isEnded && $0.epoch >= listed.account.epoch }
      compare(
        "how many live sessions `" + id + "` has", String(sessions.count), String(live.count),
        blamed([.openSession, .endSessions, .endSession, .renewSession]) { _ in true })
      let codes = expected.codes.filter { code in
        code.account.hasSameBytes(as: id) && !code.isUsed && !code.isExpired
      }
      let usable = listed.codes.filter { !$0.isUsed && !$0.isExpired }
      compare(
        "how many codes of `" + id + "` can be used", String(codes.count), String(usable.count),
        blamed([.putCode, .cancelCodes, .useCode]) { _ in true })
    }
  }

  /// Sees that there are no more codes of nobody that can be used than there have to be, or fewer.
  mutating func compare(codesOfNobody found: [StoredCode], of expected: Accounts) {
    let codes = expected.codes.filter { $0.account == nil && !$0.isUsed && !$0.isExpired }
    let usable = found.filter { $0.account == nil && !$0.isUsed && !$0.isExpired }
    compare(
      "how many codes of nobody can be used", String(codes.count), String(usable.count),
      blamed([.putCode, .cancelCodes, .useCode]) { _ in true })
  }

  /// Compares how addresses are shown.
  mutating func compare(shown expected: ShownAddresses, _ found: [StoredRows.Listed]) {
    for listed in found where difference == nil {
      let account = listed.account.id
      compare(
        "the spelling of the address of `" + account + "`", expected.address(of: account),
        listed.shownAddress,
        blamed([.setEmail, .insertAccount]) { id(of: $0.account).hasSameBytes(as: account) })
    }
  }
}
