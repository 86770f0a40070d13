package import LinkPolicy
package import LinkPolicyAuthoring
package import LinkPolicyExploration
internal import LinkPolicyTesting

/// A short sequence of attempts that breaks an invariant, and a vector that plays the sequence.
package struct Counterexample: Sendable {
  /// The broken invariant.
  package let invariant: Invariant
  /// The domain of the owner's address, such as `example.com`.
  package let domain: String
  /// The steps in order, described for a report.
  package let steps: [ToldStep]
  /// The accounts after the last step in one line, such as
  /// `u1 owner@example.com verified [google.com:owner] signed in: owner`.
  package let outcome: String
  /// The accounts after the last step, each described in sentences.
  package let finalAccounts: [String]
  /// The attempts and waits of the counterexample.
  ///
  /// Steps that no policy decides, such as adding a second factor, are missing.
  package let sequence: StepSequence
  /// For each entry of `steps`, the number of steps of `sequence` up to the end of this entry.
  private let ends: [Int]
  /// Whether the sequence has any attempt or wait.
  var hasSteps: Bool { !sequence.steps.isEmpty }
  /// The sequence that the search found.
  let story: StorySearch.StorySequence
  /// The model in which the search found the sequence.
  let model: AdversaryModel

  /// Creates the counterexample that a search found.
  ///
  /// - Parameters:
  ///   - invariant: the broken invariant.
  ///   - story: the sequence that breaks the invariant.
  ///   - model: the model in which the search found the sequence.
  ///   - telling: for I11, the two attempts that reveal the address by their different answers.
  init(
    invariant: Invariant, story: StorySearch.StorySequence, model: AdversaryModel,
    telling: EnumerationWitness.EnumerationPair? = nil
  ) {
    self.invariant = invariant
    self.story = story
    self.model = model
    domain = model.domain
    let words = StoryWords(model)
    let told = telling?.both ?? []
    let story = invariant == .repeatable ? Self.repeating(story, model) : story
    steps =
      story.steps.map { ToldStep($0, words) }
      + told.map { ToldStep($0.attempt, shown: $0.shown) }
    outcome = words.state(story.world)
    finalAccounts = words.accounts(of: story.world).map { $0.sentences }
    var ends: [Int] = []
    for step in story.steps {
      ends.append((ends.last ?? 0) + (step.content == nil ? 0 : 1))
    }
    for _ in told {
      ends.append((ends.last ?? 0) + 1)
    }
    self.ends = ends
    sequence = StepSequence(
      story.steps.compactMap { $0.content } + told.map { .attempt($0.attempt) }, under: model.policy
    )
  }

  /// Returns the story with its last attempt repeated; unchanged if that attempt cannot be repeated.
  private static func repeating(
    _ story: StorySearch.StorySequence, _ model: AdversaryModel
  ) -> StorySearch.StorySequence {
    guard let last = story.steps.last, case .attempt(let attempt) = last.content,
      let abstract = last.abstract, let decision = last.decision
    else { return story }
    let again = attempt.repeated(after: decision)
    let owners = model.ownersEmail
    guard
      let outcome = story.world.attempt(again, as: abstract, under: model.policy, owners: owners)
    else { return story }
    var longer = story
    longer.world = outcome.world
    longer.steps.append(
      StorySearch.StoryStep(
        abstract: abstract, content: .attempt(again), decision: outcome.decision,
        applied: outcome.applied))
    return longer
  }

  /// Returns the accounts after each step of a replay under a policy, with nil for each step that the replay did not
  /// reach.
  package func accounts(under policy: CompiledPolicy) -> [[Account]?] {
    let played = sequence.play(policy)
    return ends.map { end in
      end == 0 ? [] : played.indices.contains(end - 1) ? played[end - 1].accounts.accounts : nil
    }
  }

  /// Returns the sequence as a vector that expects the outcomes of a policy; the id starts with the invariant, such as
  /// `i3`.
  package func vector(under policy: CompiledPolicy, named name: String) -> SequenceVector {
    SequenceVector(
      sequence, under: policy, named: name, prefix: invariant.id.lowercased(),
      answers: .outcome)
  }
}
