internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration
internal import LinkPolicyTesting

/// A search for the shortest real sequence that breaks an invariant or reaches a row.
///
/// The search plays a list of moves from a closure in every order, breadth-first. The store keeps ended sessions and
/// used codes, because an attempt may present them again. Every sequence that the search finds can be replayed. If the
/// search finds no sequence, a longer sequence may still break the invariant.
struct StorySearch {
  /// A sequence of moves, with the result of each move.
  struct StorySequence: Sendable {
    var steps: [StoryStep]
    var world: StoryWorld
  }

  /// A step of a story: an attempt, a wait, or the addition of a second factor.
  struct StoryStep: Sendable {
    var abstract: AbstractAttempt?
    /// The played step; nil if an actor adds a second factor, because no policy decides this addition.
    var content: ExploredStep?
    /// The added second factor; nil for other steps.
    var enrollment: Enrollment?
    var decision: Decision?
    var applied: Accounts.Applied?
    /// The refused attempt whose ticket the step redeems, with its result; empty if the step redeems no ticket.
    var refused: [StoryStep] = []

    /// The refused attempt whose ticket the step redeems, if any, and the step itself.
    var withRefused: [StoryStep] {
      var own = self
      own.refused = []
      return refused + [own]
    }
  }

  /// A second factor that is added to an account.
  struct Enrollment: Sendable {
    var actor: Actor
    var account: String
  }

  /// The goal of a search: a broken invariant, a deciding row, or an answer that reveals an address.
  enum StoryGoal: Hashable {
    /// The goal is to break this invariant.
    case breaking(Invariant)
    /// The goal is a decision by this row or guard.
    case deciding(RowName)
    /// The goal is an answer that reveals whether an account has the owner's address, under the combination of settings
    /// with this index.
    case telling(combination: Int)
  }

  /// The limits of one search: the number of stores to visit, and the number of steps in a sequence.
  struct StoryLimits: Sendable {
    var worlds = 20_000
    var depth = 9
    /// Whether the request of a mail and the use of the mailed code count as one step.
    var usesMailAtOnce = false
  }

  let model: AdversaryModel
  let check: StoryCheck
  var limits: StoryLimits
  private let attempts: StoryAttempts
  /// The moves that use a mailed code in the same step as the mail.
  private var codeMoves: [StoryMove] = []
  private var worlds: [(world: StoryWorld, parent: Int, step: StoryStep?)] = []
  private var known: Set<String> = []
  /// The steps of the story that the search continues.
  private var start: [StoryStep] = []
  /// The number of different stores that the search has visited.
  var worldCount: Int { worlds.count }

  init(_ model: AdversaryModel, _ check: StoryCheck, limits: StoryLimits = StoryLimits()) {
    self.model = model
    self.check = check
    self.limits = limits
    attempts = StoryAttempts(model)
  }

  /// Returns the shortest story for each goal that some sequence of the moves reaches.
  ///
  /// - Parameters:
  ///   - moves: the possible moves of a story.
  ///   - goals: the goals to reach; the search ends when it has a story for each goal.
  ///   - others: further goals. The search also returns a story for each further goal that it happens to reach.
  ///   - start: the story to continue; nil to start without accounts.
  ///   - judge: returns the goals that a store itself reaches, no matter which step led to the store; called once for
  ///     each store.
  /// - Returns: a whole story, including the start, for each goal that was reached.
  mutating func stories(
    _ moves: [StoryMove], to goals: Set<StoryGoal>, noting others: Set<StoryGoal> = [],
    after start: StorySequence? = nil, judging judge: (StoryWorld) -> [StoryGoal] = { _ in [] }
  ) -> [StoryGoal: StorySequence] {
    let wanted = goals.union(others)
    self.start = start?.steps ?? []
    let world = start?.world ?? attempts.start(of: moves)
    worlds = [(world, -1, nil)]
    known = [world.text]
    codeMoves =
      limits.usesMailAtOnce
      ? moves.filter { if case .attempt(let attempt, _) = $0 { usesCode(attempt) } else { false } }
      : []
    var found: [StoryGoal: StorySequence] = [:]
    for goal in judge(world) where wanted.contains(goal) {
      found[goal] = StorySequence(steps: self.start, world: world)
    }
    var depth = 0
    var first = 0
    while first < worlds.count, depth < limits.depth, goals.contains(where: { found[$0] == nil }) {
      let last = worlds.count
      for number in first..<last where worlds.count < limits.worlds {
        for move in moves {
          go(on: move, from: number, wanted: wanted, judging: judge, into: &found)
        }
      }
      first = last
      depth += 1
    }
    return found
  }

  private mutating func go(
    on move: StoryMove, from number: Int, wanted: Set<StoryGoal>,
    judging judge: (StoryWorld) -> [StoryGoal], into found: inout [StoryGoal: StorySequence]
  ) {
    let before = worlds[number].world
    switch move {
    case .wait(let wait):
      var world = before
      world.wait(wait)
      let made = StoryStep(abstract: nil, content: .wait(wait))
      guard keep(world, after: number, made) else { return }
      note(judge(world), wanted: wanted, after: number, step: made, world: world, into: &found)
    case .enroll(let actor):
      for account in before.accounts(ofSessionsOf: actor) {
        var world = before
        world.enroll(actor, at: account)
        let made = StoryStep(enrollment: Enrollment(actor: actor, account: account))
        guard keep(world, after: number, made) else { continue }
        let goals = check.brokenState(world).map { StoryGoal.breaking($0) } + judge(world)
        note(goals, wanted: wanted, after: number, step: made, world: world, into: &found)
      }
    case .attempt(let abstract, let facts):
      for step in attempts.attempts(abstract, facts, in: before) {
        guard
          let outcome = before.attempt(
            step, as: abstract, under: model.policy, owners: attempts.owners)
        else { continue }
        let made = StoryStep(
          abstract: abstract, content: .attempt(outcome.attempt), decision: outcome.decision,
          applied: outcome.applied,
          refused: attempts.refused(before: step, abstract, in: before))
        var goals = check.broken(outcome, before: before).map { StoryGoal.breaking($0) }
        if let row = RowName(outcome.decision) {
          goals.append(.deciding(row))
        }
        let isNew = keep(outcome.world, after: number, made)
        if isNew {
          goals += judge(outcome.world)
        }
        note(goals, wanted: wanted, after: number, step: made, world: outcome.world, into: &found)
        // Most sequences use a mailed code immediately, so the search counts mailing and using a code as one step.
        if isNew, mailsCode(outcome.decision), !usesCode(abstract) {
          let mailed = worlds.count - 1
          for move in codeMoves {
            go(on: move, from: mailed, wanted: wanted, judging: judge, into: &found)
          }
        }
      }
    }
  }

  private func mailsCode(_ decision: Decision) -> Bool {
    decision.changes.writes.contains { if case .putCode = $0 { true } else { false } }
  }

  private func usesCode(_ attempt: AbstractAttempt) -> Bool {
    switch attempt.code {
    case .held, .mailed: true
    case .none, .unknown: false
    }
  }

  private func note(
    _ goals: [StoryGoal], wanted: Set<StoryGoal>, after number: Int, step: StoryStep,
    world: StoryWorld, into found: inout [StoryGoal: StorySequence]
  ) {
    for goal in goals where wanted.contains(goal) && found[goal] == nil {
      found[goal] = StorySequence(
        steps: steps(to: number) + step.withRefused, world: world)
    }
  }

  /// Adds a store, unless the search already visited the store or reached the limit.
  ///
  /// Returns true if the function added the store.
  private mutating func keep(_ world: StoryWorld, after parent: Int, _ step: StoryStep) -> Bool {
    guard worlds.count < limits.worlds, known.insert(world.text).inserted else { return false }
    worlds.append((world, parent, step))
    return true
  }

  private func steps(to number: Int) -> [StoryStep] {
    var steps: [StoryStep] = []
    var number = number
    while number > 0 {
      if let step = worlds[number].step {
        steps += step.withRefused.reversed()
      }
      number = worlds[number].parent
    }
    return start + steps.reversed()
  }
}

/// A plan that plays a list of moves in the order in which the closure discovered the moves.
///
/// A plan runs before a search of every order, because a plan visits far fewer stores. The plan removes unnecessary
/// steps from the found sequences.
struct StoryPlan {
  let model: AdversaryModel
  let check: StoryCheck
  private let attempts: StoryAttempts
  private var worldsLeft: Int
  /// The played steps, their moves, and the resulting store.
  private struct PlanPath {
    var steps: [StorySearch.StoryStep] = []
    var moves: [StoryMove] = []
    var world: StoryWorld
  }

  private static let shorteningLimit = 40
  private var found: [StorySearch.StoryGoal: PlanPath] = [:]
  /// The goals to reach; the plan ends once every goal is reached.
  private var goals: Set<StorySearch.StoryGoal> = []
  /// All goals for which the plan keeps a story.
  private var wanted: Set<StorySearch.StoryGoal> = []
  private var start = StoryWorld()

  /// Creates a plan that visits at most the given number of stores.
  init(_ model: AdversaryModel, _ check: StoryCheck, worlds: Int) {
    self.model = model
    self.check = check
    attempts = StoryAttempts(model)
    worldsLeft = worlds
  }

  /// Returns stories that reach goals by the given moves.
  ///
  /// The list of moves is in reverse order: each move enables the moves before it in the list.
  mutating func stories(
    _ moves: [StoryMove], to goals: Set<StorySearch.StoryGoal>,
    noting others: Set<StorySearch.StoryGoal> = []
  ) -> [StorySearch.StoryGoal: StorySearch.StorySequence] {
    self.goals = goals
    wanted = goals.union(others)
    start = attempts.start(of: moves)
    follow(Array(moves.reversed())[...], in: start, after: PlanPath(world: start))
    var stories: [StorySearch.StoryGoal: StorySearch.StorySequence] = [:]
    for (goal, way) in found {
      let shortest = shortened(way, to: goal)
      stories[goal] = StorySearch.StorySequence(steps: shortest.steps, world: shortest.world)
    }
    return stories
  }

  private mutating func follow(
    _ moves: ArraySlice<StoryMove>, in world: StoryWorld, after way: PlanPath
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
      way.steps.append(StorySearch.StoryStep(abstract: nil, content: .wait(wait)))
    }
    let text = world.text
    var isChanged = false
    for step in attempts.attempts(abstract, facts, in: world) where worldsLeft > 0 {
      worldsLeft -= 1
      guard let outcome = play(step, abstract, in: world) else { continue }
      var made = way
      made.steps += outcome.step.withRefused
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

  /// Returns the waits that must precede an attempt with the given facts.
  private func waits(_ facts: [StoryFact]) -> [VectorStep.Wait] {
    var waits: [VectorStep.Wait] = []
    if facts[.session] == FactValue.SessionValue.old.rawValue {
      waits.append(.old)
    }
    if facts[.code] == FactValue.CodeValue.expired.rawValue {
      waits.append(.expired)
    }
    return waits
  }

  private struct PlanOutcome {
    var world: StoryWorld
    var step: StorySearch.StoryStep
    var goals: [StorySearch.StoryGoal]
  }

  private func play(
    _ step: ExploredAttempt, _ abstract: AbstractAttempt, in world: StoryWorld
  ) -> PlanOutcome? {
    guard
      let outcome = world.attempt(
        step, as: abstract, under: model.policy, owners: attempts.owners)
    else { return nil }
    var goals = check.broken(outcome, before: world).map { StorySearch.StoryGoal.breaking($0) }
    if let row = RowName(outcome.decision) {
      goals.append(.deciding(row))
    }
    let made = StorySearch.StoryStep(
      abstract: abstract, content: .attempt(outcome.attempt), decision: outcome.decision,
      applied: outcome.applied, refused: attempts.refused(before: step, abstract, in: world))
    return PlanOutcome(world: outcome.world, step: made, goals: goals)
  }

  // MARK: Removal of steps

  /// Returns a path without the moves that the goal does not need.
  private mutating func shortened(_ found: PlanPath, to goal: StorySearch.StoryGoal) -> PlanPath {
    var shortest = found
    var place = found.moves.count - 2
    while place >= 0 {
      if place < shortest.moves.count {
        var fewer = shortest.moves
        fewer.remove(at: place)
        var plan = StoryPlan(model, check, worlds: Self.shorteningLimit)
        plan.goals = [goal]
        plan.wanted = [goal]
        plan.follow(fewer[...], in: start, after: PlanPath(world: start))
        if let way = plan.found[goal], way.steps.count < shortest.steps.count {
          shortest = way
        }
      }
      place -= 1
    }
    return shortest
  }
}

/// A move that can continue a story.
enum StoryMove: Sendable, Hashable {
  /// An abstract attempt, with fact values for which the policy gives one particular answer.
  case attempt(AbstractAttempt, facts: [StoryFact])
  /// Time passes, so that sessions are no longer recent, or codes expire.
  case wait(VectorStep.Wait)
  /// A signed-in actor adds a second factor, which the service manages.
  case enroll(Actor)
}

/// A fact with the value that the fact has in an attempt.
struct StoryFact: Sendable, Hashable {
  var fact: Int
  var value: Int
}

extension [StoryFact] {
  /// Returns the facts, with the value of one fact replaced.
  func replacing(_ other: StoryFact) -> [StoryFact] { filter { $0.fact != other.fact } + [other] }

  /// The value of a fact; nil if the answer does not depend on the fact.
  subscript(fact: EngineFact) -> Int? { first { $0.fact == fact.rawValue }?.value }
}

/// A fact value that an attempt states.
struct StatedChoice: Sendable, Equatable {
  var fact: EngineFact
  var carrier: StatedCarrier
  var value: Int

  /// States the value in an attempt.
  func set(in step: inout ExploredAttempt) {
    switch carrier {
    case .assertion: step.attempt.assertion?.stated[fact] = value
    case .attempt: step.attempt.stated[fact] = value
    case .situation: step.caller.stated[fact] = value
    case .link:
      // If a link states the unset value of a fact, the attempt requests no link.
      if value == fact.described.unset {
        step.attempt.link = nil
      } else {
        var link = step.attempt.link ?? Attempt.LinkRequest(stated: StatedValues())
        link.stated[fact] = value
        step.attempt.link = link
      }
    }
  }
}
