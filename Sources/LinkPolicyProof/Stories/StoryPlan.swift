internal import LinkPolicy
internal import LinkPolicyReview
internal import LinkPolicyTesting

/// Plays the moves that lead somewhere in the one order in which the closure came upon them.
///
/// Far cheaper than trying every order, so it goes first; what it finds is real. Steps that a
/// sequence does without are left out.
struct StoryPlan {
  let model: AdversaryModel
  let check: StoryCheck
  private let attempts: StoryAttempts
  private var worldsLeft: Int
  /// Steps that were played, the moves they were made of, and where they led.
  private struct Way {
    var steps: [StorySearch.Step] = []
    var moves: [StoryMove] = []
    var world: StoryWorld
  }

  private static let shorteningLimit = 40
  private var found: [StorySearch.Goal: Way] = [:]
  /// The goals that end the plan, and all that a story is kept for.
  private var goals: Set<StorySearch.Goal> = []
  private var wanted: Set<StorySearch.Goal> = []
  private var start = StoryWorld()

  /// A plan that meets at most so many worlds.
  init(_ model: AdversaryModel, _ check: StoryCheck, worlds: Int) {
    self.model = model
    self.check = check
    attempts = StoryAttempts(model)
    worldsLeft = worlds
  }

  /// Stories that come to goals by moves, of which each makes the ones before it possible.
  mutating func stories(
    _ moves: [StoryMove], to goals: Set<StorySearch.Goal>, noting others: Set<StorySearch.Goal> = []
  ) -> [StorySearch.Goal: StorySearch.Story] {
    self.goals = goals
    wanted = goals.union(others)
    start = attempts.start(of: moves)
    follow(Array(moves.reversed())[...], in: start, after: Way(world: start))
    var stories: [StorySearch.Goal: StorySearch.Story] = [:]
    for (goal, way) in found {
      let shortest = shortened(way, to: goal)
      stories[goal] = StorySearch.Story(steps: shortest.steps, world: shortest.world)
    }
    return stories
  }

  private mutating func follow(
    _ moves: ArraySlice<StoryMove>, in world: StoryWorld, after way: Way
  ) {
    guard let move = moves.first, worldsLeft > 0, goals.contains(where: { found[$0] == nil })
    else { return }
    guard case .attempt(let abstract, let facts) = move else {
      follow(moves.dropFirst(), in: world, after: way)
      return
    }
    var world = world
    var way = way
    for wait in waits(facts) {
      world.wait(wait)
      way.steps.append(StorySearch.Step(abstract: nil, content: .wait(wait)))
    }
    let text = world.text
    var isChanged = false
    for step in attempts.attempts(abstract, facts, in: world) where worldsLeft > 0 {
      worldsLeft -= 1
      guard let outcome = play(step, abstract, in: world) else { continue }
      var made = way
      made.steps.append(outcome.step)
      made.moves.append(move)
      made.world = outcome.world
      for goal in outcome.goals where wanted.contains(goal) && found[goal] == nil {
        found[goal] = made
      }
      if outcome.world.text != text {
        isChanged = true
        follow(moves.dropFirst(), in: outcome.world, after: made)
      }
    }
    if !isChanged {
      follow(moves.dropFirst(), in: world, after: way)
    }
  }

  /// The time that has to pass before an attempt with such facts.
  private func waits(_ facts: [StoryFact]) -> [VectorStep.Wait] {
    var waits: [VectorStep.Wait] = []
    if facts[.session] == FactValue.Session.old.rawValue {
      waits.append(.old)
    }
    if facts[.code] == FactValue.Code.expired.rawValue {
      waits.append(.expired)
    }
    return waits
  }

  private struct Outcome {
    var world: StoryWorld
    var step: StorySearch.Step
    var goals: [StorySearch.Goal]
  }

  private func play(
    _ step: ExploredAttempt, _ abstract: AbstractAttempt, in world: StoryWorld
  ) -> Outcome? {
    guard
      let outcome = world.attempt(
        step, as: abstract, under: model.policy, owners: attempts.owners)
    else { return nil }
    var goals = check.broken(outcome, before: world).map { StorySearch.Goal.breaking($0) }
    if let row = RowName(outcome.decision) {
      goals.append(.deciding(row))
    }
    let made = StorySearch.Step(
      abstract: abstract, content: .attempt(step), decision: outcome.decision,
      applied: outcome.applied)
    return Outcome(world: outcome.world, step: made, goals: goals)
  }

  // MARK: Leaving out

  /// The shortest that leaving out one move after the other comes to.
  private mutating func shortened(_ found: Way, to goal: StorySearch.Goal) -> Way {
    var shortest = found
    var place = found.moves.count - 2
    while place >= 0 {
      if place < shortest.moves.count {
        var fewer = shortest.moves
        fewer.remove(at: place)
        var plan = StoryPlan(model, check, worlds: Self.shorteningLimit)
        plan.goals = [goal]
        plan.wanted = [goal]
        plan.follow(fewer[...], in: start, after: Way(world: start))
        if let way = plan.found[goal], way.steps.count < shortest.steps.count {
          shortest = way
        }
      }
      place -= 1
    }
    return shortest
  }
}
