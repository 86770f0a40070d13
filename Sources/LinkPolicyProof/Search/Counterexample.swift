package import LinkPolicy
package import LinkPolicyAnalysis
internal import LinkPolicyVectors

/// A shortest way to see an invariant broken: a story, and a vector that plays it.
package struct Counterexample: Sendable {
  /// The invariant that is broken.
  package let invariant: Invariant
  /// The domain of the owner's address.
  package let domain: String
  /// The steps, in order.
  package let steps: [ToldStep]
  /// The state in which it ends, as text.
  package let state: String
  /// The sequence of attempts.
  package let sequence: StepSequence
  /// Whether all of its steps are attempts, so that a vector can show it whole.
  package let isPlayable: Bool

  init(
    _ invariant: Invariant, _ moves: [ProofMove], _ actors: ProofActors, _ policy: CompiledPolicy,
    _ environment: ProofEnvironment, under settings: Settings
  ) {
    self.invariant = invariant
    domain = actors.domain
    let player = MovePlayer(policy, actors, under: settings, keepsSteps: true)
    var state = ProofState(in: environment)
    var steps: [ToldStep] = []
    var contents: [ExploredStep] = []
    var isPlayable = true
    for move in moves {
      guard let result = player.play(move, in: state) else { break }
      let words = ProofWords(move: move, state: state, actors: actors, policy: policy)
      steps.append(
        ToldStep(
          sentence: words.sentence + words.stated, move: move.text(in: state, actors, policy),
          row: result.decision.flatMap { words.row(of: $0) }, result: words.result(result)))
      contents += result.steps.map { .attempt($0) }
      // What the policy is not asked changes nothing that a vector could show.
      isPlayable = isPlayable && move.verb != .enrol
      state = result.state
    }
    self.steps = steps
    self.isPlayable = isPlayable
    self.state = state.text(actors, showsFactors: environment.usesFactors)
    sequence = StepSequence(contents, under: policy)
  }

  /// A counterexample that was found among the moves of a closure.
  init(
    _ invariant: Invariant, _ story: StorySearch.Story, _ model: AdversaryModel
  ) {
    self.invariant = invariant
    domain = model.domain
    let words = StoryWords(model)
    steps = story.steps.map { ToldStep($0, words) }
    state = words.state(story.world)
    sequence = StepSequence(story.steps.map { $0.content }, under: model.policy)
    isPlayable = true
  }

  /// The sequence as a vector under a policy called so, with the outcomes that the policy gives.
  package func vector(under policy: CompiledPolicy, named name: String) -> SequenceVector {
    SequenceVector(
      sequence, under: policy, named: name, prefix: invariant.id.lowercased(),
      answers: .outcome)
  }
}
