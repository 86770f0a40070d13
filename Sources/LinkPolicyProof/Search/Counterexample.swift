package import LinkPolicy
package import LinkPolicyAnalysis
package import LinkPolicyAuthoring
internal import LinkPolicyVectors

/// A shortest way to see an invariant broken: a story, and a vector that plays it.
package struct Counterexample: Sendable {
  /// What the steps were made of.
  enum Origin: Sendable {
    /// Moves of an exploration.
    case moves([ProofMove], ProofActors, ProofEnvironment, Settings)
    /// Attempts that a closure of accounts led to.
    case story(StorySearch.Story, AdversaryModel)
  }

  /// The invariant that is broken.
  package let invariant: Invariant
  /// The domain of the owner's address.
  package let domain: String
  /// The steps, in order.
  package let steps: [ToldStep]
  /// The state in which it ends, in the words in which states are compared.
  package let state: String
  /// The state in which it ends, in plain words.
  package let outcome: String
  /// The sequence of attempts.
  package let sequence: StepSequence
  /// For each step how many of the sequence's attempts are made by its end.
  private let ends: [Int]
  /// Whether anything is attempted before it shows.
  var hasSteps: Bool { !sequence.steps.isEmpty }
  /// Whether all of its steps are attempts, so that a vector can show it whole.
  package let isPlayable: Bool
  let origin: Origin

  init(
    _ invariant: Invariant, _ violation: ProofSearch.Violation, _ actors: ProofActors,
    _ policy: CompiledPolicy, _ environment: ProofEnvironment, under settings: Settings
  ) {
    let moves = violation.moves
    self.invariant = invariant
    origin = .moves(moves, actors, environment, settings)
    domain = actors.domain
    let player = MovePlayer(policy, actors, under: settings, keepsSteps: true)
    var state = ProofState(in: environment)
    var steps: [ToldStep] = []
    var contents: [ExploredStep] = []
    var ends: [Int] = []
    var isPlayable = true
    for move in moves {
      guard let result = player.play(move, in: state) else { break }
      let words = ProofWords(move: move, state: state, actors: actors, policy: policy)
      steps.append(
        ToldStep(words, result, text: move.text(in: state, actors, policy)))
      contents += result.steps.map { .attempt($0) }
      ends.append(contents.count)
      // What the policy is not asked changes nothing that a vector could show.
      isPlayable = isPlayable && move.verb != .enrol
      state = result.state
    }
    if let telling = violation.telling {
      for (attempt, shown) in telling.both {
        steps.append(ToldStep(attempt, shown: shown))
        contents.append(.attempt(attempt))
        ends.append(contents.count)
      }
    }
    self.steps = steps
    self.ends = ends
    self.isPlayable = isPlayable
    self.state = state.text(actors, showsFactors: environment.usesFactors)
    outcome = state.sentence
    sequence = StepSequence(contents, under: policy)
  }

  /// A counterexample that was found among the moves of a closure.
  init(
    _ invariant: Invariant, _ story: StorySearch.Story, _ model: AdversaryModel
  ) {
    self.invariant = invariant
    origin = .story(story, model)
    domain = model.domain
    let words = StoryWords(model)
    steps = story.steps.map { ToldStep($0, words) }
    ends = Array(1..<(story.steps.count + 1))
    outcome = words.state(story.world)
    state = outcome
    sequence = StepSequence(story.steps.map { $0.content }, under: model.policy)
    isPlayable = true
  }

  /// The accounts after each step, as the policy leaves them; nil for a step that it was not
  /// played to.
  package func accounts(under policy: CompiledPolicy) -> [[Account]?] {
    let played = sequence.play(policy)
    return ends.map { end in
      end == 0 ? [] : played.indices.contains(end - 1) ? played[end - 1].accounts.accounts : nil
    }
  }

  /// The sequence as a vector under a policy called so, with the outcomes that the policy gives.
  package func vector(under policy: CompiledPolicy, named name: String) -> SequenceVector {
    SequenceVector(
      sequence, under: policy, named: name, prefix: invariant.id.lowercased(),
      answers: .outcome)
  }
}
