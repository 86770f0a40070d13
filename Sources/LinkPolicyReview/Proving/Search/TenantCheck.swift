internal import LinkPolicy

/// Whether accounts of another tenant make a difference, or are changed.
///
/// Each move is played a second time in a store that has a copy of every account in another tenant,
/// and one more that holds the owner's address.
struct TenantCheck: Sendable {
  private let state: ProofState
  private let cast: ProofCast

  private static var tenant: String { "other-tenant" }

  init(_ state: ProofState, _ cast: ProofCast) {
    self.cast = cast
    var crowded = state
    for account in state.store.accounts {
      crowded.store.add(Self.copy(of: account))
      crowded.ghosts.append(ProofState.Ghost())
    }
    if !state.store.accounts.contains(where: { cast.address($0.email) == .owners }) {
      var account = Account(id: "t", email: cast.owners, isEmailVerified: true)
      account.tenant = Self.tenant
      crowded.store.add(account)
      crowded.ghosts.append(ProofState.Ghost())
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
  func agrees(
    _ result: MovePlayer.Result, with move: ProofMove, _ player: MovePlayer
  ) -> Bool {
    guard let other = player.play(move, in: state) else { return false }
    guard result.decision?.source == other.decision?.source,
      result.state.key(cast) == other.state.key(cast)
    else { return false }
    return foreign(state) == foreign(other.state)
  }

  private func foreign(_ state: ProofState) -> [String] {
    state.store.accounts.filter { $0.tenant != nil }.map { account in
      "\(account.id) \(account.email ?? "-") \(account.isEmailVerified) \(account.methods.count)"
    }
  }
}
