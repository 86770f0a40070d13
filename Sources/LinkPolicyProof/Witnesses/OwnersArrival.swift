internal import LinkPolicy
import LinkPolicyAuthoring
internal import LinkPolicyExploration

/// A check whether the owner, acting alone, reaches the account with the owner's address in a few attempts (I9).
///
/// The check plays only attempts that the policy's tables decide. A request for mail does not count as a step. A
/// setting without a given value has its first value.
struct OwnersArrival {
  // The maximum number of the owner's attempts, without requests of mail.
  private static let stepLimit = 3
  // The maximum number of stores between the first and the last attempt. If the check would visit more stores, the
  // check passes.
  private static let worldLimit = 3_000
  // The maximum number of stores in which the check tries every attempt. In every further store, the check passes even
  // if the usual attempts do not reach the account.
  private static let thoroughLimit = 12
  // The maximum number of attempts from one store in which the check tries every attempt.
  private static let thoroughAttempts = 600_000

  private let model: AdversaryModel
  private let attempts: StoryAttempts
  /// One attempt for each possible answer to the owner.
  private var usualMoves: [StoryMove]
  /// The usual moves that may mail a code: the moves without a sign-in method.
  private let mailingMoves: [StoryMove]
  /// Every attempt of the owner that the tables distinguish.
  private var allMoves: [StoryMove]
  private let maker: OwnersMoves
  /// The federated providers, in classes that the policy and the assumptions treat alike; the usual moves use the first
  /// provider of each class.
  private let providers: [[String]]
  /// For each provider that is not the first provider of a class, the attempts with this provider.
  private var movesWithProvider: [String: [StoryMove]] = [:]
  private var known: [String: Bool] = [:]
  private var thoroughLeft = Self.thoroughLimit
  /// The tables with so many combinations of stated facts that the check cannot try every attempt.
  ///
  /// If the list is not empty, the check passes without trying every attempt.
  let cutTables: [Int]
  /// The number of attempts that the check may still make.
  ///
  /// The check passes when no attempts are left.
  var attemptsLeft = 0

  /// Prepares the attempts of the owner.
  ///
  /// - Parameters:
  ///   - closure: the reachable accounts.
  ///   - providers: the federated providers that the owner uses, by class. The owner uses the first provider of each
  ///     class. Once that provider has signed the owner in, the owner uses the next provider of the class.
  init(_ closure: AccountClosure, providers: [[String]]) {
    model = closure.model
    attempts = StoryAttempts(closure.model)
    maker = OwnersMoves(closure)
    cutTables = maker.cutTables
    self.providers = providers
    let moves = maker.moves { provider in
      guard let provider else { return true }
      return providers.contains { $0.first.hasSameBytes(as: provider) }
    }
    usualMoves = moves.usual
    mailingMoves = moves.usual.filter { move in
      guard case .attempt(let abstract, _) = move else { return false }
      return abstract.kind == nil
    }
    allMoves = moves.all
  }

  /// Returns the attempts with the first unused provider of a class, once the first provider of the
  /// class has signed the owner in.
  private mutating func furtherMoves(in world: StoryWorld) -> [StoryMove] {
    func isUsed(_ provider: String) -> Bool {
      world.store.accounts.contains { account in
        account.methods.contains {
          $0.provider.hasSameBytes(as: provider) && $0.subject.hasSameBytes(as: Actor.owner.subject)
        }
      }
    }
    return providers.flatMap { providers -> [StoryMove] in
      guard let first = providers.first, isUsed(first),
        let unused = providers.first(where: { !isUsed($0) })
      else { return [] }
      let moves =
        movesWithProvider[unused] ?? maker.moves { $0.hasSameBytes(as: unused) }.all
      movesWithProvider[unused] = moves
      return moves
    }
  }

  /// Returns whether the owner, acting alone in a given store, reaches the account with the owner's address.
  mutating func arrives(from world: StoryWorld) -> Bool {
    // If the address is reassigned during the sequence, the owner may not have the address yet.
    guard model.environment.reassigned != .during else { return true }
    let key = essence(world)
    if let known = known[key] {
      return known
    }
    var moves = usualMoves
    var arrives = self.arrives(from: world, by: &moves)
    usualMoves = moves
    if !arrives {
      let further = furtherMoves(in: world)
      moves = further + usualMoves
      arrives = !further.isEmpty && self.arrives(from: world, by: &moves)
    }
    if !arrives, thoroughLeft > 0, cutTables.isEmpty {
      thoroughLeft -= 1
      // A trial of every attempt has a separate budget, so the trial does not reduce the budget of other stores.
      let left = attemptsLeft
      attemptsLeft = Self.thoroughAttempts
      moves = allMoves
      arrives = self.arrives(from: world, by: &moves)
      allMoves = moves
      if !arrives {
        let further = furtherMoves(in: world)
        moves = further + allMoves
        arrives = !further.isEmpty && self.arrives(from: world, by: &moves)
      }
      attemptsLeft = left
    } else if !arrives {
      arrives = true
    }
    known[key] = arrives
    return arrives
  }

  private mutating func arrives(from start: StoryWorld, by moves: inout [StoryMove]) -> Bool {
    guard !isArrival(start) else { return true }
    var seen: Set<String> = [essence(start)]
    var reached = [start]
    for step in 1...Self.stepLimit {
      var further: [StoryWorld] = []
      for world in reached.map({ mailed(in: $0) }) {
        guard attemptsLeft > 0 else { return true }
        for place in moves.indices {
          let attempts = self.attempts(of: moves[place], in: world)
          attemptsLeft -= attempts.count + 1
          for attempt in attempts {
            guard let (next, isMail) = self.world(after: attempt, of: moves[place], in: world),
              !isMail
            else { continue }
            if isArrival(next) || seen.count > Self.worldLimit {
              // A move that succeeded is likely to succeed in the next store too, so this move goes to the front.
              moves.insert(moves.remove(at: place), at: 0)
              return true
            }
            // No step follows the last step, so the store after the last step needs no visit.
            if step < Self.stepLimit, seen.insert(essence(next)).inserted {
              further.append(next)
            }
          }
        }
      }
      reached = further
    }
    return false
  }

  /// Returns a given store after the owner has requested every possible mail.
  private mutating func mailed(in world: StoryWorld) -> StoryWorld {
    var mailed = world
    var known = essence(world)
    for move in mailingMoves {
      let attempts = self.attempts(of: move, in: mailed)
      attemptsLeft -= attempts.count + 1
      for attempt in attempts {
        guard let (next, isMail) = self.world(after: attempt, of: move, in: mailed), isMail else {
          continue
        }
        let found = essence(next)
        if found != known {
          (mailed, known) = (next, found)
        }
      }
    }
    return mailed
  }

  private func attempts(of move: StoryMove, in world: StoryWorld) -> [ExploredAttempt] {
    guard case .attempt(let abstract, let facts) = move else { return [] }
    return attempts.attempts(abstract, facts, in: world)
  }

  /// Returns the store after an attempt of the owner, and whether the attempt only sends a mail; nil if the attempt
  /// changes nothing.
  private func world(
    after step: ExploredAttempt, of move: StoryMove, in world: StoryWorld
  ) -> (world: StoryWorld, isMail: Bool)? {
    // Most attempts change nothing, and applying an attempt is the most expensive part of the check.
    guard case .attempt(let abstract, _) = move,
      world.changes(by: step, under: model.policy),
      let outcome = world.attempt(
        step, as: abstract, under: model.policy, owners: attempts.owners)
    else { return nil }
    let writes = outcome.decision.changes.writes
    guard !writes.isEmpty else { return nil }
    let isMail = writes.allSatisfy { write in
      switch write {
      case .putCode, .cancelCodes: true
      case .insertAccount, .deleteAccount, .setEmail, .setProfile, .setState, .setLabel,
        .setIdentifier,
        .putMethod, .removeMethod, .supersedeMethod, .dropFactors, .setFactors, .openSession,
        .renewSession,
        .endSession, .endSessions, .useCode:
        false
      }
    }
    return (outcome.world, isMail)
  }

  private func essence(_ world: StoryWorld) -> String {
    world.essence(forOwnerOf: attempts.owners)
  }

  private func isArrival(_ world: StoryWorld) -> Bool {
    let holder = model.policy.vocabulary.addresses.heldBy
    return world.store.accounts.contains { account in
      account.holds(attempts.owners, by: holder)
        && account.tenant.hasSameBytes(as: world.home)
        && zip(world.store.sessions, world.sessionActors).contains { session, actor in
          actor == .owner && session.account.hasSameBytes(as: account.id) && world.isLive(session)
        }
    }
  }
}

/// A generator of the owner's attempts, which do not depend on the accounts in a store.
private struct OwnersMoves {
  private let closure: AccountClosure
  private let settings: FirstSettings

  init(_ closure: AccountClosure) {
    self.closure = closure
    settings = FirstSettings(closure.model)
  }

  /// Returns one attempt for each possible answer, and every attempt that the tables distinguish.
  ///
  /// - Parameter uses: whether the owner uses a federated provider; the provider is nil for attempts without a
  ///   federated provider.
  /// - Returns: the attempts; `all` includes the usual attempts.
  func moves(with uses: (_ provider: String?) -> Bool) -> (usual: [StoryMove], all: [StoryMove]) {
    var usual: [StoryMove] = []
    var all: [StoryMove] = []
    var seenUsual: Set<StoryMove> = []
    var seenAll: Set<StoryMove> = []
    for index in closure.tables.indices {
      var table = closure.tables[index]
      guard closure.model.policy.isUsers(table.action) else { continue }
      for start in AttemptStarts(closure.model).starts(of: table)
      where start.attempt.actor == .owner && start.attempt.sessionActor == .owner {
        guard uses(federatedProvider(of: start.attempt)) else { continue }
        let limits = settings.limiting(start.limits)
        let choices = choices(table, start.attempt.kind)
        for answer in table.answers(where: limits) {
          guard table.meaning(answer).writes.contains(where: { $0 != .tellOwner }),
            let example = table.example(of: answer, where: limits)
          else { continue }
          let facts = relevant(example)
          if seenUsual.insert(.attempt(start.attempt, facts: facts)).inserted {
            usual.append(.attempt(start.attempt, facts: facts))
          }
          for choice in choices {
            let others = facts.filter { fact in !choice.contains { $0.fact == fact.fact } }
            let move = StoryMove.attempt(start.attempt, facts: others + choice)
            if seenAll.insert(move).inserted {
              all.append(move)
            }
          }
        }
      }
    }
    return (usual, usual + all)
  }

  /// The tables that decide attempts of the owner and have more combinations of stated facts than ``moves(with:)``
  /// returns.
  var cutTables: [Int] {
    closure.tables.indices.filter { index in
      let table = closure.tables[index]
      return closure.model.policy.isUsers(table.action)
        && table.kinds.contains { kind in
          closure.model.leavingOut(table.action, kind) == nil
            && Modification.isCut(modifiers(table, kind), limit: Self.combinationLimit)
        }
    }
  }

  private func federatedProvider(of attempt: AbstractAttempt) -> String? {
    guard attempt.kind == .federated, let place = attempt.provider else { return nil }
    return closure.model.providers[place].id
  }

  /// Returns the facts of a cell that determine which attempt the owner makes.
  private func relevant(_ example: [(fact: Int, value: Int)]) -> [StoryFact] {
    let schema = closure.model.policy.vocabulary.schema
    return example.compactMap { fact, value in
      let isRelevant: Bool
      if let engine = EngineFact(rawValue: fact) {
        // The owner has only one credential of each provider.
        let made: [EngineFact] = [.session, .code, .domain, .tenant]
        isRelevant =
          made.contains(engine) || (engine.described.stated != nil && engine != .secret)
      } else {
        isRelevant =
          schema.claims.contains(fact) || schema.settings.contains(fact)
          || schema.inputs.contains(fact)
      }
      return isRelevant ? StoryFact(fact: fact, value: value) : nil
    }
  }

  /// Returns the modifiers for the facts that the owner states and that a table distinguishes.
  private func modifiers(_ table: AnswerTable, _ kind: MethodKind?) -> [Modifier] {
    let policy = closure.model.policy
    let conditions =
      policy.withDerived(policy.tests(ofTable: table.index))
      + policy.withDerived(policy.storage.proof)
    return Modifier.all(
      of: policy, action: table.action, kind: kind, axes: ConditionAxes(policy, conditions)
    ).compactMap { modifier -> Modifier? in
      switch modifier.subject {
      case .stated(let fact, _):
        // Facts that only the service controls have their usual values.
        let bringers = fact.described.bringers
        let values = modifier.values.filter { value in
          switch bringers[value] {
          case .anybody, .provider: true
          case .service, .time, .mailbox, .secretHolder, .sessionHolder: false
          }
        }
        return fact == .secret || values.count < 2
          ? nil : Modifier(subject: modifier.subject, fact: modifier.fact, values: values)
      case .link: return modifier
      case .setting: return nil
      case .input(let name, _):
        // The owner chooses only the values that a person states.
        let declared = policy.document.inputs.first { $0.name.value == Name(name) }
        return declared?.supplier.isUser ?? false ? modifier : nil
      }
    }
  }

  /// Returns the combinations of stated facts that a table distinguishes, up to a limit.
  private func choices(_ table: AnswerTable, _ kind: MethodKind?) -> [[StoryFact]] {
    let modifiers = modifiers(table, kind)
    let combinations = Modification.all(of: modifiers, limit: Self.combinationLimit)
    let facts = modifiers.flatMap { modifier -> [Int] in
      switch modifier.subject {
      case .stated(let fact, _): [fact.rawValue]
      case .link:
        FactDescription.all.filter { $0.stated?.carrier == .link }.map { $0.fact.rawValue }
      case .setting: []
      case .input: [modifier.fact]
      }
    }
    return combinations.map { combination in
      var vector = FactVector(every: 0)
      combination.set(modifiers, in: &vector)
      return facts.map { StoryFact(fact: $0, value: vector[$0]) }
    }
  }

  private static let combinationLimit = 64
}
