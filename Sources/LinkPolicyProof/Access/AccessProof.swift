internal import LinkPolicy
internal import LinkPolicyAnalysis
internal import LinkPolicyVectors

/// What the closure of accounts shows of the invariants about who gets in, at one domain of the
/// owner's address.
struct AccessProof: Sendable {
  /// The invariants that a closure decides.
  static let decided: [Invariant] = [
    .ownMethods, .ownSessions, .oneProver, .aMethod, .oneHolder, .refusalsChangeNothing,
    .safeLanding,
  ]

  let closure: AccountClosure
  /// The invariants that some state may break.
  let broken: Set<Invariant>
  /// Real sequences that break invariants.
  let stories: [Invariant: StorySearch.Story]

  init(_ model: AdversaryModel, _ tables: [AnswerTable], wanted: Set<Invariant>) {
    var closure = AccountClosure(model, tables)
    closure.explore()
    self.closure = closure
    let check = AccessCheck(model)
    var broken = Set(closure.breaches.keys)
    for state in closure.states {
      broken.formUnion(check.broken(state, closure.table))
    }
    self.broken = broken.intersection(wanted)
    stories = Self.stories(of: broken.intersection(wanted), closure, check)
  }

  /// The rows and guards whose answers may break an invariant about one step, in the order met.
  func suspects(of invariant: Invariant) -> [RowName] {
    (closure.breaches[invariant] ?? []).compactMap { breach in
      closure.tables[breach.attempt.table].meaning(breach.answer).source.flatMap {
        DescribedAnswer($0, table: breach.attempt.table, of: closure.model.policy).row
      }
    }
  }

  // Few moves first, and few worlds of each: most stories are short.
  private static let worldLimits = [400, 4_000, 20_000]
  private static let worldAllowance = 60_000
  private static let breachLimit = 12

  /// One way in which a state breaks invariants, and the moves that lead to it.
  private struct Lead {
    var invariants: Set<Invariant>
    var moves: [StoryMove]
  }

  private static func stories(
    of broken: Set<Invariant>, _ closure: AccountClosure, _ check: AccessCheck
  ) -> [Invariant: StorySearch.Story] {
    var leads: [Lead] = []
    for (number, state) in closure.states.enumerated() {
      let here = Set(check.broken(state, closure.table)).intersection(broken)
      if !here.isEmpty {
        leads += self.leads(closure, number, here, check)
      }
    }
    for (invariant, breaches) in closure.breaches where broken.contains(invariant) {
      leads += breaches.prefix(breachLimit).map { breach in
        let before = breach.state.map { closure.causes(of: $0, having: breach.needed) } ?? []
        return Lead(invariants: [invariant], moves: moves(of: [breach] + before, closure))
      }
    }
    leads = leads.enumerated().sorted {
      ($0.element.moves.count, $0.offset) < ($1.element.moves.count, $1.offset)
    }.map { $0.element }
    var found: [Invariant: StorySearch.Story] = [:]
    var allowance = worldAllowance
    for limit in worldLimits {
      for lead in leads where allowance > 0 {
        let open = lead.invariants.filter { found[$0] == nil }
        guard !open.isEmpty else { continue }
        var search = StorySearch(
          closure.model, StoryCheck(closure.model), limits: StorySearch.Limits(worlds: limit))
        for (invariant, story) in search.stories(lead.moves, breaking: open) {
          found[invariant] = story
        }
        allowance -= search.worldCount
      }
    }
    return found
  }

  private static func leads(
    _ closure: AccountClosure, _ number: Int, _ broken: Set<Invariant>, _ check: AccessCheck
  ) -> [Lead] {
    let state = closure.states[number]
    let table = closure.table
    let ways = state.holdings.values.filter { holding in
      check.opens(table[holding], to: state.key)
        || table[holding] == .session(.attacker, isLive: true)
    }
    let landing = state.holdings.values.filter { table[$0] == .session(.owner, isLive: true) }
    // One way in at a time: what leads to one is short.
    return (ways.isEmpty ? [[]] : ways.map { [$0] }).map { way in
      let causes = closure.causes(of: number, having: way + landing)
      return Lead(invariants: broken, moves: moves(of: causes, closure))
    }
  }

  /// The moves of a story, each once; time passes only where something depends on it.
  private static func moves(
    of causes: [AccountClosure.Cause], _ closure: AccountClosure
  ) -> [StoryMove] {
    struct Sort: Hashable {
      var attempt: AbstractAttempt
      var facts: [StoryFact]
    }
    var seen: Set<Sort> = []
    var moves: [StoryMove] = []
    var waits: Set<VectorStep.Wait> = []
    var isDisabled = false
    let surrounding = causes.flatMap { surroundings(of: $0, closure) }
    for cause in causes + surrounding + mailings(for: causes + surrounding, closure) {
      guard
        let example = closure.tables[cause.attempt.table].example(
          of: cause.answer, where: cause.limits)
      else { continue }
      let facts = example.map { StoryFact(fact: $0.fact, value: $0.value) }
      isDisabled =
        isDisabled || facts[.accountState] == FactValue.AccountState.disabled.rawValue
      if facts[.session] == FactValue.Session.old.rawValue {
        waits.insert(.old)
      }
      if facts[.code] == FactValue.Code.expired.rawValue {
        waits.insert(.expired)
      }
      if seen.insert(Sort(attempt: cause.attempt, facts: facts)).inserted {
        moves.append(.attempt(cause.attempt, facts: facts))
      }
    }
    if isDisabled, let disabling = disabling(closure) {
      moves.append(.attempt(disabling, facts: []))
    }
    return moves + waits.map { .wait($0) }
  }

  /// The attempt by which an administrator switches an account off; nil where the policy has none.
  private static func disabling(_ closure: AccountClosure) -> AbstractAttempt? {
    closure.tables.first { $0.action.name == StandardAction.disable.name }.map {
      AbstractAttempt(table: $0.index, actor: .owner, sessionActor: .owner)
    }
  }

  /// What brings about another account that an attempt meets: one that holds its credential, or its
  /// address.
  private static func surroundings(
    of cause: AccountClosure.Cause, _ closure: AccountClosure
  ) -> [AccountClosure.Cause] {
    let attempt = cause.attempt
    guard closure.tables[attempt.table].action.pointsTo != .credential || attempt.pointed != .here,
      let example = closure.tables[attempt.table].example(of: cause.answer, where: cause.limits)
    else { return [] }
    let facts = example.map { StoryFact(fact: $0.fact, value: $0.value) }
    var found: [AccountClosure.Cause] = []
    if facts[.credential] == FactValue.Credential.known.rawValue {
      for (number, state) in closure.states.enumerated() {
        let holder = state.holdings.values.first { holding in
          guard case .method(let method) = closure.table[holding] else { return false }
          return method.kind == attempt.kind && method.provider == attempt.provider
            && method.holder == attempt.subject
        }
        if let holder {
          found += closure.causes(of: number, having: [holder])
          break
        }
      }
    }
    if facts[.credential] == FactValue.Credential.known.rawValue {
      // The account that is followed was made by something else then.
      found += closure.creations.filter {
        $0.attempt.actor == attempt.actor && $0.attempt.provider != attempt.provider
      }.prefix(2)
    }
    if facts[.address] == FactValue.Address.taken.rawValue,
      let number = closure.states.firstIndex(where: { $0.key.email == attempt.address })
    {
      found += closure.causes(of: number, having: [])
    }
    return found
  }

  /// What mails the codes that causes bring and that are nobody's.
  private static func mailings(
    for causes: [AccountClosure.Cause], _ closure: AccountClosure
  ) -> [AccountClosure.Cause] {
    var brought: Set<AbstractAddress> = []
    for cause in causes {
      if case .mailed(let mailbox) = cause.attempt.code {
        brought.insert(mailbox)
      }
    }
    return closure.mailings.filter { brought.contains($0.attempt.address) }
  }
}
