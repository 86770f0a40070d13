internal import LinkPolicy
internal import LinkPolicyReview

/// Searches for a shortest real sequence that breaks an invariant, or in which a row decides, among
/// the attempts which the closure shows to lead there.
///
/// Breadth first, in a store that forgets nothing: what it finds is real. Where it finds nothing,
/// nothing is said.
struct StorySearch {
  /// A story: the moves and what each came to.
  struct Story: Sendable {
    var steps: [Step]
    var world: StoryWorld
  }

  /// A step of a story.
  struct Step: Sendable {
    var abstract: AbstractAttempt?
    /// What is played; nil if somebody adds a second factor, which no policy is asked about.
    var content: ExploredStep?
    /// The second factor that is added; nil for other steps.
    var enrolment: Enrolment?
    var decision: Decision?
    var applied: Accounts.Applied?
  }

  /// A second factor that is added to an account.
  struct Enrolment: Sendable {
    var actor: Actor
    var account: String
  }

  /// What a story is to show.
  enum Goal: Hashable {
    /// That an invariant does not hold.
    case breaking(Invariant)
    /// That a row or guard decides.
    case deciding(RowName)
    /// That an answer depends on whether the owner's address is known, under the combination of settings of an index.
    case telling(combination: Int)
  }

  /// Bounds of one search.
  struct Limits: Sendable {
    var worlds = 20_000
    var depth = 9
  }

  let model: AdversaryModel
  let check: StoryCheck
  let limits: Limits
  private let attempts: StoryAttempts
  private var worlds: [(world: StoryWorld, parent: Int, step: Step?)] = []
  private var known: Set<String> = []
  /// The steps before the first world.
  private var start: [Step] = []
  /// How many different worlds were met.
  var worldCount: Int { worlds.count }

  init(_ model: AdversaryModel, _ check: StoryCheck, limits: Limits = Limits()) {
    self.model = model
    self.check = check
    self.limits = limits
    attempts = StoryAttempts(model)
  }

  /// The shortest story for each goal that some sequence of these moves comes to.
  ///
  /// - Parameters:
  ///   - moves: what a story consists of.
  ///   - goals: the search ends when it has a story for each.
  ///   - others: further goals, for which a story is returned if the search meets one.
  ///   - start: the story that they go on from; nil for one that begins with no account.
  ///   - judge: the goals that a world itself reaches; called once for each world.
  /// - Returns: a whole story for each goal that was come to, with what it began with.
  mutating func stories(
    _ moves: [StoryMove], to goals: Set<Goal>, noting others: Set<Goal> = [],
    after start: Story? = nil, judging judge: (StoryWorld) -> [Goal] = { _ in [] }
  ) -> [Goal: Story] {
    let wanted = goals.union(others)
    self.start = start?.steps ?? []
    let world = start?.world ?? attempts.start(of: moves)
    worlds = [(world, -1, nil)]
    known = [world.text]
    var found: [Goal: Story] = [:]
    for goal in judge(world) where wanted.contains(goal) {
      found[goal] = Story(steps: self.start, world: world)
    }
    var depth = 0
    var first = 0
    while first < worlds.count, depth < limits.depth, goals.contains(where: { found[$0] == nil }) {
      let last = worlds.count
      for number in first..<last where worlds.count < limits.worlds {
        for move in moves {
          go(on: move, from: number, wanted, judge, &found)
        }
      }
      first = last
      depth += 1
    }
    return found
  }

  private mutating func go(
    on move: StoryMove, from number: Int, _ wanted: Set<Goal>,
    _ judge: (StoryWorld) -> [Goal], _ found: inout [Goal: Story]
  ) {
    let before = worlds[number].world
    switch move {
    case .wait(let wait):
      var world = before
      world.wait(wait)
      let made = Step(abstract: nil, content: .wait(wait))
      guard keep(world, after: number, made) else { return }
      note(judge(world), wanted, number, made, world, &found)
    case .enrol(let actor):
      for account in before.accounts(ofSessionsOf: actor) {
        var world = before
        world.enrol(actor, at: account)
        let made = Step(enrolment: Enrolment(actor: actor, account: account))
        guard keep(world, after: number, made) else { continue }
        let goals = check.brokenState(world).map { Goal.breaking($0) } + judge(world)
        note(goals, wanted, number, made, world, &found)
      }
    case .attempt(let abstract, let facts):
      for step in attempts.attempts(abstract, facts, in: before) {
        guard
          let outcome = before.attempt(
            step, as: abstract, under: model.policy, owners: attempts.owners)
        else { continue }
        let made = Step(
          abstract: abstract, content: .attempt(step), decision: outcome.decision,
          applied: outcome.applied)
        var goals = check.broken(outcome, before: before).map { Goal.breaking($0) }
        if let row = RowName(outcome.decision) {
          goals.append(.deciding(row))
        }
        if keep(outcome.world, after: number, made) {
          goals += judge(outcome.world)
        }
        note(goals, wanted, number, made, outcome.world, &found)
      }
    }
  }

  private func note(
    _ goals: [Goal], _ wanted: Set<Goal>, _ number: Int, _ step: Step, _ world: StoryWorld,
    _ found: inout [Goal: Story]
  ) {
    for goal in goals where wanted.contains(goal) && found[goal] == nil {
      found[goal] = Story(steps: steps(to: number) + [step], world: world)
    }
  }

  /// Keeps a world that was not met before; whether it was kept.
  private mutating func keep(_ world: StoryWorld, after parent: Int, _ step: Step) -> Bool {
    guard worlds.count < limits.worlds, known.insert(world.text).inserted else { return false }
    worlds.append((world, parent, step))
    return true
  }

  private func steps(to number: Int) -> [Step] {
    var steps: [Step] = []
    var number = number
    while number > 0 {
      if let step = worlds[number].step {
        steps.append(step)
      }
      number = worlds[number].parent
    }
    return start + steps.reversed()
  }
}
