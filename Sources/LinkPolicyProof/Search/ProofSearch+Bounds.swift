internal import LinkPolicy

/// What lies just beyond the bounds of an exploration, and what is told of a state.
extension ProofSearch {
  /// Whether a move has made an account beyond the bound, beside accounts that can only refuse.
  ///
  /// It came to what it comes to in the empty store, where it is checked.
  func isBesideOthers(_ result: MovePlayer.Result, _ before: ProofState) -> Bool {
    let count = result.state.store.accounts.count
    return count > limits.bounds.accounts && !before.store.accounts.isEmpty
      && count > before.store.accounts.count
  }

  /// What lies just beyond the bounds is looked at, and not followed.
  mutating func noteBeyond(
    _ result: MovePlayer.Result, _ move: ProofMove, _ number: Int
  ) {
    // What lies behind a broken invariant says nothing of how the owner gets to his account.
    if move.actor == .owner, !isBehind, check.isGoal(result.state) {
      isGoal[number] = true
    }
    if wanted.contains(.enumeration) || wanted.contains(.reachable),
      insertBeyond(result.state.key(actors))
    {
      checkEnumeration(result.state, number, move)
      if wanted.contains(.reachable), unreachable == nil, !isBehind,
        result.state.holder == .owner, check.broken(in: result.state).isEmpty,
        !ownerArrives(from: result.state)
      {
        unreachable = Violation(moves: moves(to: number) + [move])
      }
    }
    if wanted.contains(.oneHolder), violations[.oneHolder] == nil,
      check.broken(in: result.state).contains(.oneHolder)
    {
      note(.oneHolder, number, move)
    }
  }

  /// Whether a state beyond the bounds is met first, by a way on which nothing is broken or by any.
  private mutating func insertBeyond(_ key: [UInt8]) -> Bool {
    isBehind ? beyondBroken.insert(key).inserted : beyond.insert(key).inserted
  }

  /// Notes the combinations of settings under which a state is told.
  mutating func checkEnumeration(
    _ state: ProofState, _ number: Int, _ move: ProofMove?
  ) {
    guard wanted.contains(.enumeration) else { return }
    for combination in 0..<combinationCount where tellings[combination] == nil {
      guard let telling = privacy.telling(in: state, under: combination) else { continue }
      tellings[combination] = Violation(
        moves: moves(to: number) + (move.map { [$0] } ?? []), telling: telling)
    }
  }
}
