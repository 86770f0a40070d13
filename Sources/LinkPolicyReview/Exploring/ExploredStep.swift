package import LinkPolicy
package import LinkPolicyTesting

/// One step of an explored sequence, by the ids that the store gives.
package enum ExploredStep: Sendable {
  /// Somebody attempts something.
  case attempt(ExploredAttempt)
  /// Time passes.
  case wait(VectorStep.Wait)
}

/// An attempt, and who makes it.
package struct ExploredAttempt: Sendable {
  /// The attempt itself.
  package var attempt: Attempt
  /// The caller: session, target and code by the ids of the store, and the settings.
  package var caller: Accounts.Caller

  package init(_ attempt: Attempt, by caller: Accounts.Caller = Accounts.Caller()) {
    self.attempt = attempt
    self.caller = caller
  }
}
