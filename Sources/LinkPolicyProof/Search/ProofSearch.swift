internal import LinkPolicy

/// Explores every state that one actors can bring about, breadth first, and checks the invariants.
///
/// A state in which an invariant about states is broken is not explored further: what comes after a
/// take-over says nothing about a policy.
struct ProofSearch: Sendable {
  /// How far it goes.
  struct Limits: Sendable {
    var bounds = ProofBounds(1, methods: 2, codes: 1)
    /// The most states; a search that meets more is stopped.
    var states = 400_000
    /// The most moves of a sequence; nil for any number.
    var depth: Int?
    /// Whether accounts beside the one that an attempt points to can only have it refused.
    var othersOnlyRefuse = false
    /// Whether to stop at the first invariant that is broken.
    var stopsAtFirst = false
  }

  /// A way to a broken invariant: moves from the empty store.
  struct Violation: Sendable {
    var moves: [ProofMove]
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
  private let player: MovePlayer
  private let maker: MoveMaker
  private let check: StateCheck
  private let privacy: EnumerationCheck
  private let environment: ProofEnvironment
  private let records: Bool
  /// The policy's own invariants.
  private let declared: [Invariant]

  private var numbers: [[UInt8]: Int32] = [:]
  private var parents: [(state: Int32, move: ProofMove)] = []
  private var depths: [Int32] = []
  /// The states that are not expanded yet; nil once they are.
  private var states: [ProofState?] = []
  private var isBroken: [Bool] = []
  private var isGoal: [Bool] = []
  private var ownersEdges: [(source: Int32, target: Int32)] = []
  private var next = 0

  /// What was broken, by the shortest way found.
  private(set) var violations: [Invariant: Violation] = [:]
  /// How many moves were played.
  private(set) var transitions = 0
  /// Whether it was stopped before the end.
  private(set) var isStopped = false
  /// The steps, where they are recorded.
  private(set) var recorded: Set<Transition> = []

  var stateCount: Int { depths.count }
  var depth: Int { Int(depths.last ?? 0) }
  /// The states that wait to be expanded.
  var waiting: Int { states.count - next }

  init(
    _ policy: CompiledPolicy, _ actors: ProofActors, _ environment: ProofEnvironment,
    _ limits: Limits,
    wanted: Set<Invariant>, under settings: Settings = Settings(), records: Bool = false
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
    privacy = EnumerationCheck(policy, actors, under: settings)
    _ = keep(
      ProofState(in: environment), after: -1, by: ProofMove(actor: .owner, verb: .reassign))
  }

  /// Explores to the end, or until a limit is met.
  mutating func explore() {
    while next < states.count, !isStopped {
      let number = next
      next += 1
      let state = states[number]
      states[number] = nil
      let isFar = limits.depth.map { Int(depths[number]) >= $0 } ?? false
      if let state, !isBroken[number], !isFar {
        expand(state, number)
      }
      if limits.stopsAtFirst, !violations.isEmpty {
        return
      }
    }
    if !isStopped, wanted.contains(.reachable) {
      checkReachability()
    }
  }

  // MARK: Expanding

  private mutating func expand(_ state: ProofState, _ number: Int) {
    if wanted.contains(.enumeration), violations[.enumeration] == nil, privacy.tells(state) {
      note(.enumeration, number, nil)
    }
    let source = records ? state.text(actors, showsFactors: environment.usesFactors) : ""
    let key = state.key(actors)
    let tenants = wanted.contains(.tenants) ? [TenantCheck(state, actors)] : []
    for plain in maker.moves(in: state) {
      for (move, result) in player.playAll(plain, in: state) {
        transitions += 1
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
        checkStep(move, result, number)
        guard limits.bounds.hold(result.state) else {
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

  /// Whether a move has made an account beyond the bound, beside accounts that can only refuse.
  ///
  /// It came to what it comes to in the empty store, where it is checked.
  private func isBesideOthers(_ result: MovePlayer.Result, _ before: ProofState) -> Bool {
    let count = result.state.store.accounts.count
    return count > limits.bounds.accounts && !before.store.accounts.isEmpty
      && count > before.store.accounts.count
  }

  /// Beyond the bound nothing is followed, but the owner may have got where he wants to be, and two
  /// accounts may hold the address.
  private mutating func noteBeyond(
    _ result: MovePlayer.Result, _ move: ProofMove, _ number: Int
  ) {
    if move.actor == .owner, check.isGoal(result.state) {
      isGoal[number] = true
    }
    if wanted.contains(.oneHolder), violations[.oneHolder] == nil,
      check.broken(in: result.state).contains(.oneHolder)
    {
      note(.oneHolder, number, move)
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
    _ move: ProofMove, _ result: MovePlayer.Result, _ number: Int
  ) {
    let isAllowed = result.decision?.isAllowed ?? true
    if !isAllowed, wanted.contains(.refusalsChangeNothing) {
      note(.refusalsChangeNothing, number, move)
    }
    if wanted.contains(.aMethod), violations[.aMethod] == nil, move.isUsers, isAllowed,
      let account = result.account.flatMap({ result.state.index(of: $0) }),
      result.state.store.accounts[account].methods.isEmpty
    {
      note(.aMethod, number, move)
    }
    guard move.isRepeatable, isAllowed, wanted.contains(.repeatable),
      violations[.repeatable] == nil
    else { return }
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
  private mutating func note(_ invariant: Invariant, _ number: Int, _ move: ProofMove?) {
    guard wanted.contains(invariant), violations[invariant] == nil else { return }
    violations[invariant] = Violation(moves: moves(to: number) + (move.map { [$0] } ?? []))
  }

  /// The moves that lead to a state.
  private func moves(to number: Int) -> [ProofMove] {
    var moves: [ProofMove] = []
    var number = number
    while number > 0 {
      moves.append(parents[number].move)
      number = Int(parents[number].state)
    }
    return moves.reversed()
  }

  /// Looks for a state from which the owner does not get to his account within three moves.
  private mutating func checkReachability() {
    var reaches = isGoal
    for _ in 0..<3 {
      var further = reaches
      for (source, target) in ownersEdges where reaches[Int(target)] {
        further[Int(source)] = true
      }
      reaches = further
    }
    for number in reaches.indices where !reaches[number] && !isBroken[number] {
      if environment.reassigned == .during, !isOwned(number) {
        continue
      }
      return note(.reachable, number, nil)
    }
  }

  /// Whether the address has passed to the owner on the way to a state.
  private func isOwned(_ number: Int) -> Bool {
    moves(to: number).contains { $0.verb == .reassign }
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
