internal import LinkPolicy
internal import LinkPolicyAnalysis
internal import LinkPolicyAuthoring

/// Carries moves out with the policy's own decisions on a real store.
struct MovePlayer: Sendable {
  /// What a move came to.
  struct Result: Sendable {
    var state: ProofState
    /// The account it ended on.
    var account: String?
    /// The decision about the last of its attempts; nil where none was made.
    var decision: Decision?
    /// The attempts as they were made, by the ids of the store, where the player keeps them.
    var steps: [ExploredAttempt] = []
    /// Whether some attempt was carried out.
    var hasChanged = false
    /// What rows with effects were asked to decide.
    var submissions: [Submission] = []
    /// The places of the policy's own invariants that some decision broke.
    var broken: [Int] = []
    /// Whether all attempts of the move are made, or those behind some are left out by an exclusion.
    var isWhole = true
  }

  private(set) var policy: CompiledPolicy
  let actors: ProofActors
  let passwordProvider: String?
  let linkProvider: String?
  let phoneProvider: String?
  let anonymousProvider: String?
  /// The attempts that carry an assertion, by actor and by the index of the assertable.
  let signIns: [[[ExploredAttempt]]]
  let links: [[Attempt]]
  let reauthentications: [[Attempt]]
  private let keepsSteps: Bool
  /// The settings that attempts are made under, where not their first values.
  private let settings: Settings
  /// What can be stated otherwise.
  let choices: StatedChoices

  init(
    _ policy: CompiledPolicy, _ actors: ProofActors, under settings: Settings = Settings(),
    keepsSteps: Bool = false
  ) {
    self.policy = policy
    self.settings = settings
    self.actors = actors
    self.keepsSteps = keepsSteps
    choices = StatedChoices(policy)
    func provider(of kind: MethodKind) -> String? {
      policy.vocabulary.providers.providers.first { $0.kinds.contains(kind) }?.id.text
    }
    passwordProvider = provider(of: .password)
    linkProvider = provider(of: .emailLink)
    phoneProvider = provider(of: .phone)
    anonymousProvider = provider(of: .anonymous)
    let assertions = Actor.allCases.map { actor in
      actors.assertable.map { Self.assertion($0, of: actor, actors) }
    }
    signIns = assertions.map {
      $0.map { [ExploredAttempt(Attempt(.signIn, with: $0, hasConsent: true))] }
    }
    links = assertions.map { $0.map { Attempt(.link, with: $0, hasConsent: true) } }
    reauthentications = assertions.map { $0.map { Attempt(.reauthenticate, with: $0) } }
  }

  /// The same player, with the decisions of an edited policy that has the same vocabulary.
  func deciding(by policy: CompiledPolicy) -> MovePlayer {
    var player = self
    player.policy = policy
    return player
  }

  /// Plays a move as its variant says; nil where it is not offered or malformed.
  ///
  /// A refused move comes back with the state as it was, or as its effects left it.
  func play(_ move: ProofMove, in state: ProofState) -> Result? {
    guard let attempts = attempts(of: move, in: state) else {
      return playWithoutAttempt(move, in: state)
    }
    guard var result = start(attempts, of: move, in: state) else { return nil }
    let made = made(attempts, by: move.actor)
    for (number, attempt) in made.enumerated() {
      let isLast = number == made.count - 1
      let stated = move.variant.choices(ofAttempt: number)
      guard perform(attempt, stated, move, isLast: isLast, &result) else { return nil }
      if result.decision?.isAllowed != true {
        break
      }
    }
    return finished(move, state, result)
  }

  /// Plays a move in every way that the policy tells apart, the plain one first.
  ///
  /// What the mover states with an attempt is his to choose: each choice that another row decides,
  /// or that proves another thing, is played. Whatever else it could be is decided the same.
  func playAll(_ move: ProofMove, in state: ProofState) -> [(move: ProofMove, result: Result)] {
    guard let attempts = attempts(of: move, in: state) else {
      return playWithoutAttempt(move, in: state).map { [(move, $0)] } ?? []
    }
    guard let start = start(attempts, of: move, in: state) else { return [] }
    let made = made(attempts, by: move.actor)
    var open: [(move: ProofMove, result: Result)] = [(move, start)]
    var ended: [(move: ProofMove, result: Result)] = []
    for (number, attempt) in made.enumerated() {
      let isLast = number == made.count - 1
      var next: [(move: ProofMove, result: Result)] = []
      for (move, before) in open {
        var plain = before
        guard perform(attempt, [], move, isLast: isLast, &plain), let decision = plain.decision
        else { continue }
        next.append((move, plain))
        for stated in choices.others(than: decision) {
          var varied = before
          guard perform(attempt, stated, move, isLast: isLast, &varied) else { continue }
          var chosen = move
          chosen.variant.choose(stated, forAttempt: number)
          next.append((chosen, varied))
        }
      }
      ended += isLast ? next : next.filter { $0.result.decision?.isAllowed != true }
      open = next.filter { $0.result.decision?.isAllowed == true }
    }
    return ended.map { ($0.move, finished($0.move, state, $0.result)) }
  }

  /// The attempts of a move up to the first that an exclusion leaves out.
  private func made(_ attempts: [ExploredAttempt], by actor: Actor) -> [ExploredAttempt] {
    guard !actors.excluded.isEmpty else { return attempts }
    return Array(attempts.prefix { !actors.leaveOut($0.attempt, of: actor) })
  }

  /// What a move starts from; nil where an exclusion leaves out its first attempt.
  private func start(
    _ attempts: [ExploredAttempt], of move: ProofMove, in state: ProofState
  ) -> Result? {
    let count = made(attempts, by: move.actor).count
    guard count > 0 else { return nil }
    var result = Result(state: state)
    result.isWhole = count == attempts.count
    return result
  }

  /// Plays a move in which nobody attempts anything; nil for the others.
  private func playWithoutAttempt(_ move: ProofMove, in state: ProofState) -> Result? {
    var result = Result(state: state)
    switch move.verb {
    case .reassign:
      result.state.holder = .owner
      return result
    case .enrol:
      guard let account = state.index(of: state.store.sessions[move.session].account) else {
        return nil
      }
      result.state.store.enrolFactor(at: account)
      result.state.histories[account].factors.insert(move.actor)
      return result
    case .signIn, .password, .signUp, .phone, .anonymous, .mailedLink, .reset,
      .requestVerification, .click, .requestEmail, .updateEmail, .link, .linkPassword, .linkPhone,
      .linkMailed, .reauthenticate, .unlink, .updatePassword, .delete, .markVerified:
      return nil
    }
  }

  private func finished(_ move: ProofMove, _ state: ProofState, _ played: Result) -> Result {
    var result = played
    // What changed nothing needs no tidying.
    if result.hasChanged {
      prove(move, state, &result)
      result.state.forget()
    }
    return result
  }

  /// Makes one attempt, stating what is chosen; false where it is malformed or not offered.
  private func perform(
    _ attempt: ExploredAttempt, _ stated: [StatedChoice], _ move: ProofMove, isLast: Bool,
    _ result: inout Result
  ) -> Bool {
    var attempt = attempt
    attempt.caller.settings = settings
    for choice in stated {
      choice.set(in: &attempt)
    }
    if isLast, result.decision != nil {
      // The move's own first attempt has mailed it, perhaps beside others that are not taken here.
      do throws(InputError) {
        let taken = try policy.codePurpose(of: attempt.attempt)
        attempt.caller.code = result.state.store.codes.last { $0.purpose == taken }?.id
      } catch {
        return false
      }
    }
    let decision: Decision
    do throws(InputError) {
      decision = try result.state.store.decide(
        attempt.attempt, by: attempt.caller, under: policy.policy)
    } catch {
      // The core says that it contradicts itself or what is there: nobody can make this attempt.
      return false
    }
    if keepsSteps {
      result.steps.append(attempt)
    }
    result.decision = decision
    for (index, invariant) in policy.storage.invariants.enumerated()
    where decision.breaks(invariant) {
      result.broken.append(index)
    }
    guard !decision.effects.isEmpty || (decision.isAllowed && decision.code != nil) else {
      result.account = decision.pointedAccount?.id
      return true
    }
    result.hasChanged = true
    result.submissions.append(
      Submission(
        table: decision.table, source: decision.source, actor: move.actor,
        address: address(of: attempt, in: result.state)))
    let before = result.state.store.accounts
    let applied: Accounts.Applied
    do throws(Accounts.Conflict) {
      applied = try result.state.store.apply(decision)
    } catch {
      // It was decided about this very store.
      preconditionFailure("a decision cannot be carried out where it was made: \(error)")
    }
    result.account = applied.account
    follow(decision, applied, before, move, &result.state)
    return true
  }

  /// The address that an attempt is about: asserted, named, or the one that its code was mailed to.
  private func address(of attempt: ExploredAttempt, in state: ProofState) -> AbstractAddress {
    let code = state.store.codes.first { code in
      attempt.caller.code.map { code.id.hasSameBytes(as: $0) } ?? false
    }
    let named = attempt.attempt.assertion?.addresses.first?.email ?? attempt.attempt.address
    return switch actors.address(named ?? code?.address) {
    case .owners: .owners
    case .attackers: .attackers
    case nil: .none
    }
  }

  /// Brings what only the model knows into line with the store.
  private func follow(
    _ decision: Decision, _ applied: Accounts.Applied, _ before: [Account], _ move: ProofMove,
    _ state: inout ProofState
  ) {
    if state.store.accounts.count > before.count {
      state.histories.append(ProofState.AccountHistory())
    } else if state.store.accounts.count < before.count {
      let index = before.indices.first { index in
        index >= state.store.accounts.count
          || !state.store.accounts[index].id.hasSameBytes(as: before[index].id)
      }
      state.histories.remove(at: index ?? 0)
    }
    while state.sessionActors.count < state.store.sessions.count {
      state.sessionActors.append(move.actor)
    }
    guard let account = applied.account.flatMap({ state.index(of: $0) }) else { return }
    let setsPassword = decision.effects.flatMap { $0.templates }.contains { template in
      guard case .putMethod(let source) = template else { return false }
      return switch source {
      case .password: true
      case .attempts, .attemptsInPlaceOfOthers: move.verb == .signUp || move.verb == .linkPassword
      }
    }
    if setsPassword {
      state.histories[account].password = move.actor
    }
    if state.store.accounts[account].factors == 0 {
      state.histories[account].factors = ActorSet()
    }
  }

  /// Notes that the move has proved the owner's address on the account it ended on.
  private func prove(_ move: ProofMove, _ before: ProofState, _ result: inout Result) {
    guard result.isWhole, let decision = result.decision, decision.isAllowed,
      let account = result.account.flatMap({ result.state.index(of: $0) })
    else { return }
    let isProof: Bool
    switch move.verb {
    case .signIn, .link, .reauthenticate:
      let assertable = actors.assertable[move.choice]
      isProof = assertable.address == .owners && assertable.obtainer != .anyone
    case .mailedLink, .linkMailed, .reset:
      isProof = move.choice == Int(ProofActors.Address.owners.rawValue)
    case .click:
      let code = before.store.codes[move.choice]
      isProof =
        actors.address(code.address) == .owners && before.requester(of: code) == move.actor
    default: isProof = false
    }
    if isProof {
      result.state.histories[account].proved.insert(move.actor)
    }
  }
}
