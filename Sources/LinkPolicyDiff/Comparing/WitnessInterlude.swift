internal import LinkPolicy
internal import LinkPolicyAnalysis
internal import LinkPolicyVectors

/// What can happen between the steps that lead to a situation and the attempt itself.
///
/// An exploration that is bounded reaches few stores in which much time has passed, or an administrator has done something;
/// this comes to them from every other.
enum WitnessInterlude {
  case nothing
  /// Sessions grow old.
  case aging
  /// Codes expire.
  case expiry
  /// The attempt was made before, so that its code is used.
  case repetition
  /// An account is switched off: the one of this place in the store.
  case disabling(account: Int)

  /// Everything that can happen in a store.
  static func all(in store: Accounts) -> [WitnessInterlude] {
    [.nothing, .aging, .expiry, .repetition]
      + store.accounts.indices.map { .disabling(account: $0) }
  }

  /// What comes after it, and what is done for it.
  struct Outcome {
    var store: Accounts
    /// The steps, with the ids that the store gives.
    var steps: [ExploredStep]
  }

  /// A store after it; nil where it makes no difference to an attempt, or cannot be done.
  func outcome(
    after store: Accounts, before step: ExploredAttempt, under policy: CompiledPolicy
  ) -> Outcome? {
    var store = store
    switch self {
    case .nothing:
      return Outcome(store: store, steps: [])
    case .aging:
      guard step.caller.session != nil else { return nil }
      store.ageSessions()
      return Outcome(store: store, steps: [.wait(.old)])
    case .expiry:
      guard step.caller.code != nil else { return nil }
      store.expireCodes()
      return Outcome(store: store, steps: [.wait(.expired)])
    case .repetition:
      guard step.caller.code != nil else { return nil }
      return Outcome(
        store: step.played(in: store, under: policy).accounts, steps: [.attempt(step)])
    case .disabling(let place):
      guard store.accounts[place].state == .active, let action = policy.disabling else {
        return nil
      }
      let disabling = ExploredAttempt(
        Attempt(action), by: Accounts.Caller(target: store.accounts[place].id))
      store = disabling.played(in: store, under: policy).accounts
      guard store.accounts.indices.contains(place), store.accounts[place].state == .disabled
      else { return nil }
      return Outcome(store: store, steps: [.attempt(disabling)])
    }
  }
}

extension CompiledPolicy {
  /// The first action by which somebody who points to an account switches it off; nil where there is none.
  fileprivate var disabling: Action? {
    storage.tables.first { table in
      vocabulary.actions[table.action].pointsTo == .target
        && table.rows.contains { row in
          row.answer.effects.contains { $0.templates.contains(.setState(.disabled)) }
        }
    }.map { Action(vocabulary.actions[$0.action].name.text) }
  }
}
