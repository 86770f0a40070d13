internal import LinkPolicy

/// Whether accounts of another tenant make a difference, or are changed.
///
/// Each move is played a second time in a store that has a copy of every account in another tenant,
/// and one more that holds the owner's address.
struct TenantCheck: Sendable {
  /// The state with the other tenant's accounts.
  private let state: ProofState

  private static var tenant: String { "other-tenant" }

  init(_ state: ProofState, _ actors: ProofActors) {
    var crowded = state
    for account in state.store.accounts {
      crowded.store.add(Self.copy(of: account))
      crowded.histories.append(ProofState.AccountHistory())
    }
    if !state.store.accounts.contains(where: { actors.address($0.email) == .owners }) {
      var account = Account(id: "t", email: actors.owners, isEmailVerified: true)
      account.tenant = Self.tenant
      crowded.store.add(account)
      crowded.histories.append(ProofState.AccountHistory())
    }
    self.state = crowded
  }

  private static func copy(of account: Account) -> Account {
    var copy = Account(
      id: "t" + account.id, email: account.email, isEmailVerified: account.isEmailVerified)
    copy.methods = account.methods
    copy.tenant = tenant
    return copy
  }

  /// Whether a move comes to the same as it did without them, and leaves them alone.
  ///
  /// `key` is that of the state it came to, where it is known already.
  func agrees(
    _ result: MovePlayer.Result, with move: ProofMove, _ player: MovePlayer, _ key: [UInt8]?
  ) -> Bool {
    guard let other = player.play(move, in: state), areAlike(result, other, player) else {
      return false
    }
    // What was not carried out has left both stores alone.
    guard result.hasChanged || other.hasChanged else { return true }
    let actors = player.actors
    return (key ?? result.state.key(actors)) == other.state.key(actors) && leavesAlone(other.state)
  }

  /// Whether both were decided by the same, and would have been whatever was stated.
  private func areAlike(
    _ a: MovePlayer.Result, _ b: MovePlayer.Result, _ player: MovePlayer
  ) -> Bool {
    guard let one = a.decision, let other = b.decision else {
      return a.decision == nil && b.decision == nil
    }
    return player.choices.areAlike(one, other)
  }

  /// Whether the other tenant's accounts stand in a state as they were.
  private func leavesAlone(_ after: ProofState) -> Bool {
    let before = state.store.accounts.lazy.filter { $0.tenant != nil }
    let after = after.store.accounts.lazy.filter { $0.tenant != nil }
    return before.elementsEqual(after) { before, after in
      before.id.hasSameBytes(as: after.id) && before.email.hasSameBytes(as: after.email)
        && before.isEmailVerified == after.isEmailVerified
        && before.methods.count == after.methods.count
    }
  }
}
