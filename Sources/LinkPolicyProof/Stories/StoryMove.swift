internal import LinkPolicy
internal import LinkPolicyTesting

/// Something that a story can go on with.
enum StoryMove: Sendable, Hashable {
  /// An attempt of this sort, with facts that lead to one answer.
  case attempt(AbstractAttempt, facts: [StoryFact])
  /// Time passes.
  case wait(VectorStep.Wait)
  /// Somebody who is signed in adds a second factor, which is the service's own.
  case enrol(Actor)
}

/// A value of a fact.
struct StoryFact: Sendable, Hashable {
  var fact: Int
  var value: Int
}

extension [StoryFact] {
  /// The facts with another value of one of them.
  func replacing(_ other: StoryFact) -> [StoryFact] { filter { $0.fact != other.fact } + [other] }

  /// The value of a fact; nil where the answer does not depend on it.
  subscript(fact: EngineFact) -> Int? { first { $0.fact == fact.rawValue }?.value }
}
