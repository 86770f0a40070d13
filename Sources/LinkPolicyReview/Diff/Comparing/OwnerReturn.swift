internal import LinkPolicy
internal import LinkPolicyAuthoring

/// The owner of an account in the stories of those who are locked out.
extension WitnessTrial {
  /// Whether the last step meets an account of a squatter: all its methods claim the address, and none proved it.
  ///
  /// Nil where the caller's credential is known, or where the old policy finds no account.
  var meetsSquatter: Bool? {
    guard let last = played.old.last, let decision = last.decision,
      decision.facts[EngineFact.credential] == FactValue.Credential.new.rawValue,
      let id = last.applied?.account, let before = played.old.dropLast().last,
      let account = before.accounts.accounts.first(where: { $0.id.hasSameBytes(as: id) })
    else { return nil }
    return account.methods.allSatisfy { $0.provedAddress == nil }
  }
}

extension StepSequence {
  /// The sequence with one more step: somebody who signed in before does so again, gets in under the old policy and is refused
  /// under the new one.
  ///
  /// - Parameter policies: the policies that differ in the last step.
  /// - Returns: the longer sequence as it was played; nil where nobody is refused so.
  func withOwnersReturn(
    under policies: Sides<CompiledPolicy>
  ) -> (sequence: StepSequence, trial: WitnessTrial)? {
    for step in steps.dropLast() {
      guard case .attempt(let attempt) = step.content,
        Name(attempt.attempt.action.name) == StandardAction.signIn.name
      else { continue }
      let longer = StepSequence(steps + [step])
      guard let trial = WitnessTrial(longer, policies), let old = trial.played.old.last,
        let new = trial.played.new.last, let applied = old.applied, applied.session != nil,
        !applied.isNewAccount, let decision = new.decision, !decision.isAllowed
      else { continue }
      return (longer, trial)
    }
    return nil
  }
}
