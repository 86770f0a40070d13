internal import LinkPolicy
internal import LinkPolicyAnalysis

/// The invariants that tables decide, checked after a real attempt: I9, I10, I13 and the policy's own.
struct AttemptInvariants: Sendable {
  private static var otherTenant: String { "other-tenant" }

  // The most attempts that the owner needs to get to the account, besides requests of a mail.
  private static let arrivalLimit = 3
  // The most worlds that are tried on the way there; beyond these the owner counts as arriving.
  private static let arrivalWorlds = 2_000

  let model: AdversaryModel
  /// The invariants that are sought.
  let wanted: Set<Invariant>
  private let attempts: StoryAttempts
  /// What the owner can attempt, for I9.
  private let ownersMoves: [StoryMove]

  /// - Parameters:
  ///   - closure: the accounts that can exist, and what the owner attempts.
  ///   - wanted: the invariants that are sought.
  init(_ closure: AccountClosure, wanted: Set<Invariant>) {
    model = closure.model
    self.wanted = wanted
    attempts = StoryAttempts(closure.model)
    ownersMoves = wanted.contains(.reachable) ? StoryLeads(closure).movesOfOwner : []
  }

  private var policy: CompiledPolicy { model.policy }

  /// The invariants that an attempt breaks.
  ///
  /// - Parameters:
  ///   - outcome: the attempt and its result.
  ///   - before: the world in which it was made.
  ///   - isSafe: whether no invariant about access is broken afterwards; I9 is about such worlds alone.
  /// - Returns: those of the invariants that are sought.
  func broken(
    _ outcome: StoryWorld.Outcome, before: StoryWorld, isSafe: Bool
  ) -> [Invariant] {
    var broken: [Invariant] = []
    for invariant in wanted {
      let isBroken =
        switch invariant {
        case .declared(let declared):
          outcome.decision.breaks(policy.storage.invariants[declared.place])
        case .repeatable: !isRepeatable(outcome)
        case .tenants: isOther(outcome, besideOtherTenantIn: before)
        case .reachable: isSafe && !arrives(from: outcome.world)
        // Closures decide these, and what is shown of an address is compared by pairs of attempts.
        case .ownMethods, .ownSessions, .oneProver, .aMethod, .oneHolder, .refusalsChangeNothing,
          .total, .safeLanding, .ownVerification, .allowedLinks, .enumeration:
          false
        }
      if isBroken {
        broken.append(invariant)
      }
    }
    return broken
  }

  // MARK: The same sign-in again

  private func isRepeatable(_ outcome: StoryWorld.Outcome) -> Bool {
    let action = policy.vocabulary.actions[policy.storage.tables[outcome.abstract.table].action]
    guard action.name == StandardAction.signIn.name, outcome.decision.isAllowed,
      outcome.attempt.caller.session == nil, let applied = outcome.applied
    else { return true }
    switch outcome.abstract.kind {
    case .federated, .password, .phone, .custom: break
    // A link is used up, and an anonymous sign-in is another account each time.
    case .emailLink, .anonymous, nil: return true
    }
    guard
      let second = outcome.world.attempt(
        outcome.attempt, as: outcome.abstract, under: policy, owners: attempts.owners)
    else { return false }
    return second.decision.isAllowed
      && second.applied?.account.hasSameBytes(as: applied.account ?? "") ?? false
      && second.world.accountsText == outcome.world.accountsText
  }

  // MARK: Another tenant

  /// Whether an attempt is answered otherwise, or changes them, where another tenant has accounts.
  private func isOther(
    _ outcome: StoryWorld.Outcome, besideOtherTenantIn before: StoryWorld
  ) -> Bool {
    let crowded = before.beside(tenant: Self.otherTenant, owners: attempts.owners)
    guard
      let other = crowded.attempt(
        outcome.attempt, as: outcome.abstract, under: policy, owners: attempts.owners)
    else { return true }
    guard other.decision.table == outcome.decision.table,
      other.decision.source == outcome.decision.source
    else { return true }
    let (earlier, later) = (foreign(crowded), foreign(other.world))
    return earlier.count != later.count
      || zip(earlier, later).contains { one, two in
        !one.id.hasSameBytes(as: two.id) || !one.email.hasSameBytes(as: two.email)
          || one.isEmailVerified != two.isEmailVerified || one.methods.count != two.methods.count
          || one.state != two.state
      }
  }

  private func foreign(_ world: StoryWorld) -> [Account] {
    world.store.accounts.filter { $0.tenant.hasSameBytes(as: Self.otherTenant) }
  }

  // MARK: The owner's arrival

  /// Whether the owner gets to the account with the address in few attempts.
  ///
  /// - Parameter world: the world in which the owner begins.
  func arrives(from world: StoryWorld) -> Bool {
    // The address is still somebody else's.
    guard model.environment.reassigned != .during else { return true }
    var seen: Set<String> = [world.text]
    var reached = [world]
    for step in 0...Self.arrivalLimit {
      // A mail that the owner asks for is no step of its own.
      for (next, isMail) in reached.flatMap({ following($0) }) where isMail {
        if seen.insert(next.text).inserted {
          reached.append(next)
        }
      }
      if reached.contains(where: isArrival) {
        return true
      }
      guard step < Self.arrivalLimit else { break }
      var further: [StoryWorld] = []
      for world in reached {
        for (next, isMail) in following(world) where !isMail {
          if isArrival(next) || seen.count > Self.arrivalWorlds {
            return true
          }
          if seen.insert(next.text).inserted {
            further.append(next)
          }
        }
      }
      reached = further
    }
    return false
  }

  /// The worlds after one attempt of the owner that changes something, and whether it only mails.
  private func following(_ world: StoryWorld) -> [(world: StoryWorld, isMail: Bool)] {
    ownersMoves.flatMap { move -> [(world: StoryWorld, isMail: Bool)] in
      guard case .attempt(let abstract, let facts) = move else { return [] }
      return attempts.attempts(abstract, facts, in: world).compactMap { step in
        guard
          let outcome = world.attempt(
            step, as: abstract, under: policy, owners: attempts.owners)
        else { return nil }
        let writes = outcome.decision.changes.writes
        guard !writes.isEmpty else { return nil }
        return (outcome.world, writes.allSatisfy { $0.kind == .putCode || $0.kind == .cancelCodes })
      }
    }
  }

  private func isArrival(_ world: StoryWorld) -> Bool {
    world.store.accounts.contains { account in
      account.email.hasSameBytes(as: attempts.owners)
        && account.tenant.hasSameBytes(as: world.home)
        && zip(world.store.sessions, world.sessionActors).contains { session, actor in
          actor == .owner && session.account.hasSameBytes(as: account.id) && world.isLive(session)
        }
    }
  }
}
