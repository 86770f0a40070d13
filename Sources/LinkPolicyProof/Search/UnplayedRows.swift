internal import LinkPolicy
internal import LinkPolicyAnalysis
internal import LinkPolicyAuthoring

/// An attempt that a row with effects decides: who makes it, and with whose address.
struct Submission: Sendable, Hashable {
  var table: Int
  var source: DecisionSource
  var actor: Actor
  var address: AbstractAddress
}

/// The rows and guards by which an outsider changes the owner's account permanently, and which no move of the exploration reaches.
///
/// An exploration has few moves: for example, nobody types a wrong password or requests a mail in another person's name. The closures
/// of accounts play every attempt that no exclusion forbids. If a row decides an outsider's attempt in a closure, and no attempt of the
/// same actor with the same address in the exploration, then the exploration has not examined that row.
enum UnplayedRows {
  /// Returns each row that an outsider's attempt reaches and no move does, once.
  ///
  /// - Parameters:
  ///   - closures: the closures of accounts, one for each domain.
  ///   - runs: what was explored.
  ///   - policy: the policy.
  ///   - settings: the settings with a fixed value; the exploration uses the first value of each other setting.
  /// - Returns: the rows and guards, in the order in which the closures met them.
  static func all(
    of closures: [AccessProof], besides runs: [Proof.Run], _ policy: CompiledPolicy,
    under settings: Settings
  ) -> [RowName] {
    var explored = FactLimits()
    for condition in policy.conditions(on: settings) {
      explored.limit(condition.fact, to: condition.values)
    }
    var rows: [RowName] = []
    for run in runs {
      for proof in closures
      where proof.closure.model.domain.hasSameBytes(as: run.domain) {
        for row in self.rows(of: proof.closure, besides: run.search.submissions, under: explored)
        where !rows.contains(row) {
          rows.append(row)
        }
      }
    }
    return rows
  }

  private static func rows(
    of closure: AccountClosure, besides submissions: Set<Submission>, under settings: FactLimits
  ) -> [RowName] {
    closure.outsidersAttempts.compactMap { cause in
      let table = closure.tables[cause.attempt.table]
      let meaning = table.meaning(cause.answer)
      guard meaning.writes.contains(where: lasts), let source = meaning.source else { return nil }
      let submission = Submission(
        table: table.index, source: source, actor: cause.attempt.actor,
        address: cause.attempt.address)
      guard !submissions.contains(submission) else { return nil }
      var limits = cause.limits
      for (fact, values) in settings.values {
        limits.limit(fact, to: values)
      }
      guard table.hasAnswer(where: limits, { $0 == meaning }) else { return nil }
      return DescribedAnswer(source, table: table.index, of: closure.model.policy).row
    }
  }

  /// Whether a write changes what later attempts meet, beside sessions and mails.
  private static func lasts(_ write: WriteTemplate) -> Bool {
    switch write {
    // A mail that an outsider requests gives the owner the same as one that the owner requests.
    case .setProfile, .openSession, .renewSession, .endSession, .endSessions, .putCode, .tellOwner:
      false
    case .insertAccount, .deleteAccount, .setEmail, .setState, .setLabel, .putMethod,
      .removeMethods, .supersedeOthers, .dropFactors, .cancelCodes:
      true
    }
  }
}
