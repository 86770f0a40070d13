internal import LinkPolicy
internal import LinkPolicyJSON
internal import LinkPolicyPresets
internal import LinkPolicyStore

/// The way in which an attempt of a race is settled.
struct RaceSettling: Sendable {
  /// The answer to an attempt.
  struct Answer: Sendable {
    /// `allowed`, the code of the error, `busy` if the attempt was given up, or `before` if the
    /// attempt was settled earlier.
    var word: String
    var newAccount: String?
    var tries = 1
  }

  /// The policy that decides the attempt.
  var policy = Presets.firebase
  /// Whether to decide outside the transaction that commits, with separate retries.
  var isOutside = false
  /// The pauses after conflicts.
  var retries = Retries()

  /// Settles an attempt once for each request id.
  func settle(
    _ request: DecisionRequest, once id: String, on store: inout some AccountStore & ~Copyable
  ) throws(StoreError) -> Answer {
    do throws(StoreError) {
      if isOutside {
        return try settleOutside(request, once: id, on: &store)
      }
      let settled = try store.settle(
        request.attempt, by: request.caller, under: request.settings, policy: policy,
        method: .enabled, passwordHash: "hash", once: id, retries: retries)
      switch settled {
      case .now(let decision, let outcome, let tries):
        return Answer(word: Self.word(decision), newAccount: outcome.newAccount, tries: tries)
      case .before(let outcome):
        return Answer(word: "before", newAccount: outcome.newAccount)
      }
    } catch .busy(let tries, last: _) {
      return Answer(word: "busy", tries: tries)
    }
  }

  private func settleOutside(
    _ request: DecisionRequest, once id: String, on store: inout some AccountStore & ~Copyable
  ) throws(StoreError) -> Answer {
    let id = request.attempt.requestID(id, by: request.caller)
    let lookup: Lookup
    do throws(InputError) {
      lookup = try policy.lookup(
        for: request.attempt, by: request.caller, under: request.settings)
    } catch {
      throw .input(error)
    }
    for tries in 1...8 {
      do throws(StoreError) {
        try store.begin()
        let before = try store.outcome(of: id)
        try store.rollBack()
        if let before {
          return Answer(word: "before", newAccount: before.newAccount)
        }
        let decision = try store.decision(on: lookup, method: .enabled, under: policy)
        // The pause lets another attempt change the store between decision and commit.
        RacePause.wait(1)
        let outcome = try store.commit(
          decision.changes.identified(by: id), under: policy, passwordHash: "hash")
        return Answer(word: Self.word(decision), newAccount: outcome.newAccount, tries: tries)
      } catch .requirement {
        RacePause.wait(tries)
      } catch .conflict {
        try store.rollBack()
        RacePause.wait(tries)
      }
    }
    return Answer(word: "busy", tries: 8)
  }

  private static func word(_ decision: Decision) -> String {
    switch decision.outcome {
    case .allowed: "allowed"
    case .refused(let refusal): refusal.code
    }
  }
}
