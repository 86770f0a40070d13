internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Explores every state that one actors can bring about, breadth first, and checks the invariants.
///
/// From a state in which an invariant about states is broken one move more is made, for the invariants that
/// are not about who gets in, and nothing behind it is followed.
struct ProofSearch: Sendable {
  /// How far it goes.
  struct Limits: Sendable {
    var bounds = ProofBounds(1, methods: 2, codes: 1)
    /// The most states; a search that meets more is stopped.
    var states = 400_000
    /// The most moves of a sequence; nil for any number.
    var depth: Int?
    /// The invariants that sequences are looked for, and with which it ends; nil where every state is
    /// to be met.
    var goals: Set<Invariant>?
    /// Whether accounts beside the one that an attempt points to can only have it refused.
    var othersOnlyRefuse = false
    /// Whether to stop at the first invariant that is broken.
    var stopsAtFirst = false
  }

  /// A way to a broken invariant: moves from the empty store.
  struct Violation: Sendable {
    var moves: [ProofMove]
    /// For the invariant about enumeration how the last state is told.
    var telling: EnumerationCheck.Telling?
  }

  /// One step from state to state, for comparing with another model.
  struct Transition: Sendable, Hashable {
    var source: String
    var move: String
    var target: String
  }

  let actors: ProofActors
  let limits: Limits
  let wanted: Set<Invariant>
  let player: MovePlayer
  let maker: MoveMaker
  let check: StateCheck
  let privacy: EnumerationCheck
  let environment: ProofEnvironment
  private let records: Bool
  /// The policy's own invariants.
  private let declared: [Invariant]

  private var numbers: [[UInt8]: Int32] = [:]
  private var parents: [(state: Int32, move: ProofMove)] = []
  private var depths: [Int32] = []
  /// The states that are not expanded yet; nil once they are.
  private var states: [ProofState?] = []
  var isBroken: [Bool] = []
  var isGoal: [Bool] = []
  var ownersEdges: [(source: Int32, target: Int32)] = []
  private var next = 0
  /// Whether what is expanded now lies behind a broken invariant.
  var isBehind = false
  /// The first way to a state beyond the bounds from which the owner does not get to his account.
  var unreachable: Violation?
  /// The states beyond the bounds that have been looked at, and those of them behind a broken invariant.
  var beyond: Set<[UInt8]> = []
  var beyondBroken: Set<[UInt8]> = []

  /// For each combination of settings that may protect, by its place, a way in which an address is
  /// told under it all the same.
  var tellings: [Int: Violation] = [:]
  let combinationCount: Int

  /// What was broken, by the shortest way found.
  var violations: [Invariant: Violation] = [:]
  /// What rows with effects were asked to decide.
  private(set) var submissions: Set<Submission> = []
  /// Whether a sign-in was let through and made again.
  private(set) var hasRepeated = false
  /// How many moves were played.
  private(set) var transitions = 0
  /// Whether it was stopped before the end.
  private(set) var isStopped = false
  /// The steps, where they are recorded.
  private(set) var recorded: Set<Transition> = []

  var stateCount: Int { depths.count }
  var depth: Int { Int(depths.max() ?? 0) }
  /// The states that wait to be expanded.
  var waiting: Int { states.count - next }

  init(
    _ policy: CompiledPolicy, _ actors: ProofActors, _ environment: ProofEnvironment,
    _ limits: Limits,
    wanted: Set<Invariant>, under settings: Settings = Settings(),
    protecting combinations: [Settings] = [], records: Bool = false
  ) {
    self.actors = actors
    self.limits = limits
    self.wanted = wanted
    self.environment = environment
    self.records = records
    declared = policy.document.invariants.indices.map {
      .declared(Invariant.Declared($0, of: policy))
    }
    player = MovePlayer(policy, actors, under: settings)
    maker = MoveMaker(actors: actors, environment: environment)
    check = StateCheck(policy, actors, environment)
    combinationCount = combinations.count
    privacy = EnumerationCheck(policy, actors, under: combinations)
    _ = keep(
      ProofState(in: environment), after: -1, by: ProofMove(actor: .owner, verb: .reassign))
  }

  /// Explores to the end, or until a limit is met.
  mutating func explore() {
    while next < states.count, !isStopped, !hasEnded {
      let number = next
      next += 1
      if let state = states[number], !isFar(number) {
        isBehind = isBroken[number]
        expand(state, number)
      }
      states[number] = nil
    }
    guard !isStopped, !hasEnded else { return }
    if wanted.contains(.reachable) {
      checkReachability()
      if let unreachable,
        unreachable.moves.count < violations[.reachable]?.moves.count ?? .max
      {
        violations[.reachable] = unreachable
      }
    }
  }

  /// Whether all that was looked for is found: states come in the order of their depths, so that what
  /// is found first is shortest.
  private var hasEnded: Bool {
    if limits.stopsAtFirst {
      return !violations.isEmpty
    }
    return limits.goals.map { $0.isSubset(of: violations.keys) } ?? false
  }

  private func isFar(_ number: Int) -> Bool {
    limits.depth.map { Int(depths[number]) >= $0 } ?? false
  }

  // MARK: Expanding

  private mutating func expand(_ state: ProofState, _ number: Int) {
    checkEnumeration(state, number, nil)
    let source = records ? state.text(actors, showsFactors: environment.usesFactors) : ""
    let key = state.key(actors)
    let tenants = wanted.contains(.tenants) ? [TenantCheck(state, actors)] : []
    for plain in maker.moves(in: state) {
      for (move, result) in player.playAll(plain, in: state) {
        transitions += 1
        submissions.formUnion(result.submissions)
        for place in result.broken {
          note(declared[place], number, move)
        }
        if limits.othersOnlyRefuse, isBesideOthers(result, state) {
          noteBeyond(result, move, number)
          continue
        }
        let hasChanged = result.hasChanged || result.decision == nil
        let target = hasChanged ? result.state.key(actors) : nil
        for tenant in tenants.indices where violations[.tenants] == nil {
          if !tenants[tenant].agrees(result, with: move, player, target) {
            note(.tenants, number, move)
          }
        }
        guard let target else { continue }
        guard target != key else {
          noteOwners(move, number, Int32(number))
          continue
        }
        checkStep(move, result, state, number)
        guard !isBehind, limits.bounds.hold(result.state) else {
          noteBeyond(result, move, number)
          continue
        }
        let known = numbers[target]
        let reached = known ?? keep(result.state, target, after: number, by: move)
        guard !isStopped else { return }
        noteOwners(move, number, reached)
        if records {
          recorded.insert(
            Transition(
              source: source, move: move.text(in: state, actors, player.policy),
              target: result.state.text(actors, showsFactors: environment.usesFactors)))
        }
      }
    }
  }

  private mutating func noteOwners(_ move: ProofMove, _ source: Int, _ target: Int32) {
    if move.actor == .owner, move.isUsers, wanted.contains(.reachable), Int(target) != source {
      ownersEdges.append((Int32(source), target))
    }
  }

  private mutating func keep(
    _ state: ProofState, after parent: Int, by move: ProofMove
  ) -> Int32 {
    keep(state, state.key(actors), after: parent, by: move)
  }

  private mutating func keep(
    _ state: ProofState, _ key: [UInt8], after parent: Int, by move: ProofMove
  ) -> Int32 {
    guard states.count < limits.states else {
      isStopped = true
      return -1
    }
    let number = Int32(states.count)
    numbers[key] = number
    states.append(state)
    parents.append((Int32(parent), move))
    depths.append(parent < 0 ? 0 : depths[parent] + 1)
    let broken = check.broken(in: state)
    isBroken.append(!broken.isEmpty)
    isGoal.append(check.isGoal(state))
    for invariant in broken {
      note(invariant, Int(number), nil)
    }
    return number
  }

  // MARK: Checking

  private mutating func checkStep(
    _ move: ProofMove, _ result: MovePlayer.Result, _ before: ProofState, _ number: Int
  ) {
    for invariant in check.broken(by: move, result, from: before) {
      note(invariant, number, move)
    }
    guard move.isRepeatable, result.decision?.isAllowed ?? true, wanted.contains(.repeatable),
      violations[.repeatable] == nil
    else { return }
    hasRepeated = true
    var again = move
    if move.verb == .password, let account = result.account {
      again.choice = result.state.index(of: account) ?? move.choice
    }
    let second = player.play(again, in: result.state)
    if second?.decision?.isAllowed != true
      || !second.flatMap({ $0.account }).hasSameBytes(as: result.account ?? "")
      || second.map({ $0.state.withoutSessions.key(actors) })
        != result.state.withoutSessions.key(actors)
    {
      note(.repeatable, number, move)
    }
  }

  /// Notes a broken invariant, if it is the first of its kind.
  mutating func note(_ invariant: Invariant, _ number: Int, _ move: ProofMove?) {
    guard wanted.contains(invariant), violations[invariant] == nil else { return }
    violations[invariant] = Violation(moves: moves(to: number) + (move.map { [$0] } ?? []))
  }

  /// The moves that lead to a state.
  func moves(to number: Int) -> [ProofMove] {
    var moves: [ProofMove] = []
    var number = number
    while number > 0 {
      moves.append(parents[number].move)
      number = Int(parents[number].state)
    }
    return moves.reversed()
  }
}

extension ProofState {
  /// The state as if nobody were signed in.
  fileprivate var withoutSessions: ProofState {
    var state = self
    while !state.store.sessions.isEmpty {
      state.store.forgetSession(at: state.store.sessions.count - 1)
    }
    state.sessionActors = []
    return state
  }
}
