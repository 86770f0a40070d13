internal import LinkPolicy
internal import LinkPolicyAuthoring

/// The steps of a counterexample made again under an edited policy, each by whoever made it, in every order
/// and one of them once more.
///
/// In one order alone an edit would pass that only shifts what happens. A step that nobody can make any more
/// is left out: one in a session that was not opened, or with a code that was not mailed.
enum CounterexampleReplay {
  case moves(MoveReplay, Invariant)
  case story(StoryReplay, Invariant)

  /// Replays a counterexample that was found under a policy.
  init(_ example: Counterexample, of policy: CompiledPolicy) {
    switch example.origin {
    case .story(let story, let model): self = .story(StoryReplay(story, model), example.invariant)
    case .moves(let moves, let actors, let environment, let settings):
      let player = MovePlayer(policy, actors, under: settings)
      self = .moves(MoveReplay(moves, environment, player), example.invariant)
    }
  }

  /// The invariant that the steps break under the policy that they were found for.
  var invariant: Invariant {
    switch self {
    case .moves(_, let invariant), .story(_, let invariant): invariant
    }
  }

  /// The invariants that the steps break under a policy, of those that are about accounts and steps.
  func broken(under policy: CompiledPolicy) -> Set<Invariant> {
    switch self {
    case .moves(let replay, _): replay.broken(under: policy)
    case .story(let replay, _): replay.broken(under: policy)
    }
  }
}
