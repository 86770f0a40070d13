internal import LinkPolicy
internal import LinkPolicyAnalysis

/// Who has made attempts that a row decides, and with whose address.
struct Submission: Sendable, Hashable {
  var table: Int
  var source: DecisionSource
  var actor: Actor
  var address: AbstractAddress
}

/// The rows and guards that do something lasting in closures of accounts, and not in what was explored.
///
/// The moves of an exploration are few: nobody types a wrong password or asks for a mail in another's name. Closures play
/// everything that is not excluded. So a row that somebody comes to there, with somebody's address, and does not in what was
/// explored, does something that no exploration has seen.
enum UnplayedRows {
  /// The rows that no move comes to although an attempt does, each once.
  ///
  /// - Parameters:
  ///   - closures: the closures of accounts, one for each domain.
  ///   - runs: what was explored.
  ///   - policy: the policy.
  static func all(
    of closures: [AccessProof], besides runs: [Proof.Run], _ policy: CompiledPolicy
  ) -> [RowName] {
    var rows: [RowName] = []
    for run in runs {
      let here = closures.first {
        $0.closure.model.domain.hasSameBytes(as: run.domain)
      }
      for cause in here?.closure.lastingAttempts ?? [] {
        guard let source = here?.closure.tables[cause.attempt.table].meaning(cause.answer).source,
          !run.search.submissions.contains(
            Submission(
              table: cause.attempt.table, source: source, actor: cause.attempt.actor,
              address: cause.attempt.address)),
          let row = DescribedAnswer(source, table: cause.attempt.table, of: policy).row,
          !rows.contains(row)
        else { continue }
        rows.append(row)
      }
    }
    return rows
  }
}

extension AccountClosure {
  /// The first attempts of each sort whose answer changes an account for good, or makes one with the owner's address.
  fileprivate var lastingAttempts: [Cause] {
    firstAttempts.flatMap { $0 }.filter { cause in
      let writes = tables[cause.attempt.table].meaning(cause.answer).writes
      let isOfAccount = cause.state != nil && cause.attempt.pointed == .here
      let isNew = cause.attempt.address == .owners && writes.contains(.insertAccount(withAddress: true))
      return (isOfAccount || isNew) && writes.contains(where: Self.lasts)
    }
  }

  /// Whether a write changes what later attempts meet, beside sessions and mails.
  private static func lasts(_ write: WriteTemplate) -> Bool {
    switch write {
    // What is mailed waits in a mailbox, and whoever asks gets no more by it than its owner, who can ask for it too.
    case .setProfile, .openSession, .renewSession, .endSession, .putCode, .tellOwner: false
    case .insertAccount, .deleteAccount, .setEmail, .setState, .setLabel, .putMethod,
      .removeMethods, .supersedeOthers, .dropFactors, .endSessions, .cancelCodes:
      true
    }
  }
}
