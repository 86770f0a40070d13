internal import LinkPolicy
internal import LinkPolicyReview

/// Whether an attempt verifies the owner's address for somebody else (I14).
///
/// An address is its owner's to verify: by an attempt of his own, and by a mail if he asked for it, or if following it
/// gets him into the account. A click on a mail that somebody else asked for verifies that person's account. An
/// administrator's mark is the administrator's statement.
struct ForeignVerification {
  let model: AdversaryModel
  let attempt: AbstractAttempt
  let action: ActionDefinition

  /// Whether an answer's writes can do so.
  ///
  /// - Parameters:
  ///   - meaning: the answer.
  ///   - before: the account that the attempt concerned; nil for none.
  ///   - results: the accounts that it leaves.
  /// - Returns: whether one of them has the owner's address verified by somebody else's doing.
  func isMade(
    by meaning: AnswerMeaning, from before: AccountKey?, to results: [AbstractEffects.Result]
  ) -> Bool {
    guard meaning.writes.contains(.setEmail(.verified)), model.holder == .owner,
      !action.isAdministrators, attempt.pointed != .elsewhere, !isOwners(meaning)
    else { return false }
    return results.contains { result in
      let wasVerified =
        !result.isNew && (before.map { Self.isOwnersVerified($0) } ?? false)
      return Self.isOwnersVerified(result.account.key) && !wasVerified
    }
  }

  private static func isOwnersVerified(_ key: AccountKey) -> Bool {
    key.email == .owners && key.isVerified
  }

  /// Whether the attempt is the owner's own word for his address.
  private func isOwners(_ meaning: AnswerMeaning) -> Bool {
    guard attempt.actor == .owner else { return false }
    switch attempt.code {
    case .none, .unknown: return true
    case .held(let code) where code.asker == .owner: return true
    // Nothing is known of who asked for a code that is no account's.
    case .mailed where !model.environment.clicks: return true
    case .held, .mailed:
      return meaning.writes.contains { $0 == .openSession || $0.kind == .putMethod }
        || (attempt.session == .here(isLive: true) && attempt.sessionActor == .owner)
    }
  }
}
