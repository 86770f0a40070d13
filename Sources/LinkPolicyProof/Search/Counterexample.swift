package import LinkPolicy
package import LinkPolicyAnalysis
internal import LinkPolicyVectors

/// A shortest way to see an invariant broken: a story, and a vector that plays it.
package struct Counterexample: Sendable {
  /// One step of the story.
  package struct Step: Sendable {
    /// What is done, in plain words.
    package var sentence: String
    /// The move in the short words that models are compared by.
    package var move: String
    /// What decided it; nil for what the policy is not asked.
    package var row: String?
    /// What came of it.
    package var result: String
  }

  /// The invariant that is broken.
  package let invariant: Invariant
  /// The domain of the owner's address.
  package let domain: String
  /// The steps, in order.
  package let steps: [Step]
  /// The state in which it ends, as text.
  package let state: String
  /// The sequence of attempts.
  package let sequence: StepSequence
  /// Whether all of its steps are attempts, so that a vector can show it whole.
  package let isPlayable: Bool
  /// The moves, which index into the actors and the states on the way.
  let moves: [ProofMove]
  let actors: ProofActors

  init(
    _ invariant: Invariant, _ moves: [ProofMove], _ actors: ProofActors, _ policy: CompiledPolicy,
    _ environment: ProofEnvironment
  ) {
    self.invariant = invariant
    self.moves = moves
    self.actors = actors
    domain = actors.domain
    let player = MovePlayer(policy, actors, keepsSteps: true)
    var state = ProofState(in: environment)
    var steps: [Step] = []
    var contents: [ExploredStep] = []
    var isPlayable = true
    for move in moves {
      guard let result = player.play(move, in: state) else { break }
      let words = ProofWords(move: move, state: state, actors: actors, policy: policy)
      steps.append(
        Step(
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

  /// Whether the same moves break the invariant under another policy; only for one about states.
  ///
  /// Each move must be open to its actor there too.
  func holds(under policy: CompiledPolicy, in environment: ProofEnvironment) -> Bool {
    let player = MovePlayer(policy, actors)
    let maker = MoveMaker(actors: actors, environment: environment)
    var state = ProofState(in: environment)
    for move in moves {
      var plain = move
      plain.variant = StatedVariant()
      guard maker.moves(in: state).contains(plain), let result = player.play(move, in: state) else {
        return false
      }
      state = result.state
    }
    return StateCheck(policy, actors, environment).broken(in: state).contains(invariant)
  }

  /// The sequence as a vector under a policy called so, with the outcomes that the policy gives.
  package func vector(under policy: CompiledPolicy, named name: String) -> SequenceVector {
    SequenceVector(
      sequence, under: policy, named: name, prefix: invariant.id.lowercased(),
      answers: .outcome)
  }
}
