internal import LinkPolicy
internal import LinkPolicyReview

/// What is left of a closure where some tables of the policy answer otherwise.
extension AccountClosure {
  /// Whether the accounts that can come about are still all, where some tables are others, and no step breaks an invariant
  /// that none broke before.
  ///
  /// Attempts that other tables decide lead to what they led to, so that it is enough to make those that the tables decide
  /// which are others, once at each account. Accounts that no longer come about stay in the closure: it may have more than
  /// the edited policy comes to, never less.
  ///
  /// - Parameters:
  ///   - edited: the same world under the edited policy.
  ///   - changed: the tables whose answers can differ, asked under the edited policy.
  /// - Returns: whether nothing is added; false where something may be.
  func isClosed(under edited: AdversaryModel, deciding changed: [AnswerTable]) -> Bool {
    // What comes about in two worlds is not closed under the moves of either.
    guard !isStopped, edited.beforeReassignment == nil else { return false }
    // What an account loses depends on which of its methods sign in.
    guard changed.allSatisfy({ edited.entrances.agree(with: $0, of: edited.policy) }) else {
      return false
    }
    var closure = self
    closure.decide(by: edited, changed)
    let starts = changed.map { table in
      (index: table.index, starts: AttemptStarts(edited).starts(of: table))
    }
    for number in [nil] + states.indices.map({ Optional($0) }) {
      for (index, starts) in starts {
        guard closure.addsNothing(from: number, index, starts, besides: breaches) else {
          return false
        }
      }
    }
    return true
  }
}
