internal import LinkPolicy

/// Whether the owner gets to his account.
extension ProofSearch {
  // The most moves in which an owner is to get to his account.
  private static let arrivalLimit = 3

  /// Whether the owner gets from a state to his account in few moves.
  func ownerArrives(from state: ProofState) -> Bool {
    if check.isGoal(state) {
      return true
    }
    var reached = [state]
    for step in 1...Self.arrivalLimit {
      var next: [ProofState] = []
      for state in reached {
        for move in maker.moves(in: state) where move.actor == .owner && move.isUsers {
          for (_, result) in player.playAll(move, in: state) where result.hasChanged {
            if check.isGoal(result.state) {
              return true
            }
            if step < Self.arrivalLimit {
              next.append(result.state)
            }
          }
        }
      }
      var seen: Set<[UInt8]> = []
      reached = next.filter { seen.insert($0.key(actors)).inserted }
    }
    return false
  }

  /// Looks for a state from which the owner does not get to his account within few moves.
  mutating func checkReachability() {
    var reaches = isGoal
    for _ in 0..<Self.arrivalLimit {
      var further = reaches
      for (source, target) in ownersEdges where reaches[Int(target)] {
        further[Int(source)] = true
      }
      reaches = further
    }
    for number in reaches.indices where !reaches[number] && !isBroken[number] {
      if environment.reassigned == .during, !isOwned(number) {
        continue
      }
      return note(.reachable, number, nil)
    }
  }

  /// Whether the address has passed to the owner on the way to a state.
  func isOwned(_ number: Int) -> Bool {
    moves(to: number).contains { $0.verb == .reassign }
  }
}
