internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Plays the moves of an exploration again under an edited policy, in any order.
struct MoveReplay {
  private let player: MovePlayer
  private let environment: ProofEnvironment
  private let declared: [Invariant]
  private let moves: [MadeMove]

  /// A move, and who has opened the session that it is made in.
  private struct MadeMove {
    var move: ProofMove
    var sessionActor: Actor?
  }

  init(_ moves: [ProofMove], _ environment: ProofEnvironment, _ player: MovePlayer) {
    self.player = player
    self.environment = environment
    declared = player.policy.document.invariants.indices.map {
      .declared(Invariant.Declared($0, of: player.policy))
    }
    var state = ProofState(in: environment)
    var made: [MadeMove] = []
    for move in moves {
      let actor = move.session < 0 ? nil : state.sessionActors[move.session]
      made.append(MadeMove(move: move, sessionActor: actor))
      state = player.play(move, in: state)?.state ?? state
    }
    self.moves = made
  }

  /// The invariants that some of the moves break under a policy, one of them made twice at most.
  func broken(under policy: CompiledPolicy) -> Set<Invariant> {
    let player = player.deciding(by: policy)
    let check = StateCheck(policy, player.actors, environment)
    var broken: Set<Invariant> = []
    var search = OrderSearch<ProofState>(depth: moves.count + 1)
    let start = ProofState(in: environment)
    search.explore(from: start, key: { $0.key(player.actors) }) { state in
      moves.flatMap { variants($0, in: state) }.compactMap { move in
        player.play(move, in: state).map { result in
          broken.formUnion(result.broken.map { declared[$0] })
          broken.formUnion(check.broken(in: result.state))
          broken.formUnion(check.broken(by: move, result, from: state))
          return result.state
        }
      }
    }
    return broken
  }

  /// A move in each session of whoever had opened the one that it was made in, on each account and with each code, where it names
  /// such a thing.
  private func variants(_ made: MadeMove, in state: ProofState) -> [ProofMove] {
    let move = made.move
    let sessions =
      made.sessionActor.map { actor in
        state.store.sessions.indices.filter { state.sessionActors[$0] == actor }
      } ?? [-1]
    return sessions.flatMap { session in
      choices(of: move, inSession: session, state).map { choice in
        var variant = move
        variant.session = session
        variant.choice = choice
        return variant
      }
    }
  }

  private func choices(of move: ProofMove, inSession session: Int, _ state: ProofState) -> [Int] {
    switch move.verb {
    case .password, .markVerified: return Array(state.store.accounts.indices)
    case .click: return Array(state.store.codes.indices)
    case .unlink:
      guard let account = state.index(of: state.store.sessions[session].account) else { return [] }
      return Array(state.store.accounts[account].methods.indices)
    case .signIn, .signUp, .phone, .anonymous, .mailedLink, .reset, .requestVerification,
      .requestEmail, .updateEmail, .link, .linkPassword, .linkPhone, .linkMailed,
      .reauthenticate, .updatePassword, .delete, .enrol, .reassign:
      return [move.choice]
    }
  }
}
