internal import LinkPolicy
internal import LinkPolicyAnalysis
internal import LinkPolicyVectors

/// Makes, of what a closure has seen, the moves that a real sequence is likely to consist of.
struct StoryLeads {
  /// One way in which a state breaks invariants, and the moves that lead to it.
  struct Lead {
    var invariants: Set<Invariant>
    var moves: [StoryMove]
  }

  private static let breachLimit = 12

  let closure: AccountClosure

  init(_ closure: AccountClosure) {
    self.closure = closure
  }

  /// The ways to the states and attempts that may break invariants, those of few moves first.
  func leads(to broken: Set<Invariant>, _ check: AccessCheck) -> [Lead] {
    var leads: [Lead] = []
    for (number, state) in closure.states.enumerated() {
      let here = Set(check.broken(state, closure.table)).intersection(broken)
      if !here.isEmpty {
        leads += self.leads(to: number, here, check)
      }
    }
    let breaches = closure.breaches.sorted { $0.key.id < $1.key.id }
    for (invariant, breaches) in breaches where broken.contains(invariant) {
      leads += breaches.prefix(Self.breachLimit).map {
        Lead(invariants: [invariant], moves: moves(to: $0))
      }
    }
    if broken.contains(.refusalsChangeNothing) {
      leads += refusals()
    }
    return leads.enumerated().sorted {
      ($0.element.moves.count, $0.offset) < ($1.element.moves.count, $1.offset)
    }.map { $0.element }
  }

  /// Further ways to refusals that may change something: any attempt that comes to one is as good as the first.
  private func refusals() -> [Lead] {
    var rows: [RowName] = []
    for row in closure.rows(breaking: .refusalsChangeNothing) where !rows.contains(row) {
      rows.append(row)
    }
    return rows.flatMap { row in
      ways(to: row).map { Lead(invariants: [.refusalsChangeNothing], moves: $0) }
    }
  }

  private static let wayLimit = 24

  /// Ways in which a row or guard comes to decide, the likely ones first.
  func ways(to row: RowName) -> [[StoryMove]] {
    // Of the attacker's addresses any may be meant, which makes their sequences harder to find.
    let attempts = closure.attempts(decidedBy: row).enumerated().sorted {
      ($0.element.attempt.address == .attackers ? 1 : 0, $0.element.needed.count, $0.offset)
        < ($1.element.attempt.address == .attackers ? 1 : 0, $1.element.needed.count, $1.offset)
    }
    return attempts.prefix(Self.wayLimit).map { moves(to: $0.element) }
  }

  /// The moves of an attempt and of what comes before it.
  func moves(to attempt: AccountClosure.Cause) -> [StoryMove] {
    let before = attempt.state.map { closure.causes(of: $0, having: attempt.needed) } ?? []
    return moves(of: [attempt] + before)
  }

  private func leads(
    to number: Int, _ broken: Set<Invariant>, _ check: AccessCheck
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
      return Lead(invariants: broken, moves: moves(of: causes))
    }
  }

  /// The moves of a story, each once; time passes only where something depends on it.
  private func moves(of causes: [AccountClosure.Cause]) -> [StoryMove] {
    struct Sort: Hashable {
      var attempt: AbstractAttempt
      var facts: [StoryFact]
    }
    var seen: Set<Sort> = []
    var moves: [StoryMove] = []
    var waits: Set<VectorStep.Wait> = []
    var isDisabled = false
    let used = Set(causes.compactMap { $0.attempt.provider })
    let surrounding = causes.flatMap { surroundings(of: $0, besides: used) }
    for cause in causes + surrounding + mailings(for: causes + surrounding) {
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
    if isDisabled, let disabling = disabling() {
      moves.append(.attempt(disabling, facts: []))
    }
    return moves + [.old, .expired].filter { waits.contains($0) }.map { .wait($0) }
  }

  /// The attempt by which an administrator switches an account off; nil where the policy has none, or
  /// nobody makes it.
  private func disabling() -> AbstractAttempt? {
    let name = StandardAction.disable.name
    guard !closure.model.leavesOut(.owner, name, nil) else { return nil }
    return closure.tables.first { $0.action.name == StandardAction.disable.name }.map {
      AbstractAttempt(table: $0.index, actor: .owner, sessionActor: .owner)
    }
  }

  /// What brings about another account that an attempt meets: one that holds its credential, or its
  /// address.
  ///
  /// The credentials of providers that are used make the account itself: another one is made by others.
  private func surroundings(
    of cause: AccountClosure.Cause, besides used: Set<Int>
  ) -> [AccountClosure.Cause] {
    let attempt = cause.attempt
    guard let example = closure.tables[attempt.table].example(of: cause.answer, where: cause.limits)
    else { return [] }
    let facts = example.map { StoryFact(fact: $0.fact, value: $0.value) }
    var found = sessions(for: attempt, facts) + furtherMethods(for: cause, facts)
    found += otherAddresses(for: attempt, facts)
    guard closure.tables[attempt.table].action.pointsTo != .credential || attempt.pointed != .here
    else { return found }
    found += codes(for: attempt)
    if facts[.credential] == FactValue.Credential.known.rawValue {
      found += states(having: Self.otherAccounts, besides: cause.state) { holding in
        guard case .method(let method) = holding else { return false }
        return method.kind == attempt.kind && method.provider == attempt.provider
          && method.holder == attempt.subject
      }
    }
    if facts[.credential] == FactValue.Credential.broken.rawValue {
      // An account had it, and is gone.
      found += closure.creations.filter {
        $0.attempt.kind == attempt.kind && $0.attempt.provider == attempt.provider
          && $0.attempt.subject == attempt.subject
      }.prefix(2)
      found += closure.deletions.prefix(2)
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
      // Whoever brings a credential that is new has not made the account by it.
      found += closure.creations.filter {
        $0.attempt.address == attempt.address
          && !($0.attempt.provider.map { used.contains($0) } ?? false)
      }.prefix(2)
    }
    return found
  }

  /// What gives somebody a session of an account of his own, where an attempt is made in one.
  private func sessions(
    for attempt: AbstractAttempt, _ facts: [StoryFact]
  ) -> [AccountClosure.Cause] {
    guard attempt.session == .elsewhere, let session = facts[.session],
      session != FactValue.Session.none.rawValue
    else { return [] }
    return closure.creations.filter {
      $0.attempt.actor == attempt.sessionActor && $0.attempt.address != attempt.address
    }.prefix(2).map { $0 }
  }

  /// What gives an account several methods, where an attempt comes to an answer only then.
  private func furtherMethods(
    for cause: AccountClosure.Cause, _ facts: [StoryFact]
  ) -> [AccountClosure.Cause] {
    guard let state = cause.state, facts[.methods] == FactValue.Methods.more.rawValue else {
      return []
    }
    var seen: Set<[Int]> = []
    let methods = closure.states[state].holdings.values.filter { number in
      guard case .method(let method) = closure.table[number], !method.isSuperseded else {
        return false
      }
      return seen.insert([method.provider, Int(method.kind.rawValue)]).inserted
    }
    return methods.prefix(3).flatMap { closure.causes(of: state, having: [$0]) }
  }

  /// What gives the account of a code another address than the code was mailed to, where an attempt comes to an answer
  /// only then.
  private func otherAddresses(
    for attempt: AbstractAttempt, _ facts: [StoryFact]
  ) -> [AccountClosure.Cause] {
    let action = closure.tables[attempt.table].action
    guard action.pointsTo == .code, let address = facts[.address],
      address != FactValue.Address.own.rawValue
    else { return [] }
    let changes = closure.readdressings.filter {
      $0.attempt.actor == attempt.actor && $0.attempt.table != attempt.table
    }
    return changes.prefix(2).flatMap { change in
      [change] + (change.state.map { closure.causes(of: $0, having: change.needed) } ?? [])
    }
  }

  // How many accounts are tried as the other one that an attempt meets.
  private static let otherAccounts = 2

  /// What brings about other accounts that may have something of a sort, the first of them.
  private func states(
    having count: Int, besides state: Int?, where isMeant: (Holding) -> Bool
  ) -> [AccountClosure.Cause] {
    var found: [AccountClosure.Cause] = []
    var left = count
    // The account itself last: another of its key may be meant.
    let numbers = closure.states.indices.filter { $0 != state } + (state.map { [$0] } ?? [])
    for number in numbers where left > 0 {
      let holding = closure.states[number].holdings.values.first { isMeant(closure.table[$0]) }
      if let holding {
        found += closure.causes(of: number, having: [holding])
        left -= 1
      }
    }
    return found
  }

  /// What mails the code of another account that an attempt brings, or of one that is deleted then.
  private func codes(for attempt: AbstractAttempt) -> [AccountClosure.Cause] {
    let action = closure.tables[attempt.table].action
    guard action.pointsTo == .code, attempt.pointed != .here,
      let purpose = action.codePurpose(attempt.kind),
      let number = closure.model.policy.vocabulary.purposes.number(of: purpose)
    else { return [] }
    var mailbox: AbstractAddress?
    if case .mailed(let address) = attempt.code {
      mailbox = address
    }
    let mailing = states(having: Self.otherAccounts, besides: nil) { holding in
      guard case .code(let code) = holding, code.purpose == number else { return false }
      return mailbox.map { code.mailbox == $0 } ?? closure.model.reads(attempt.actor, code.mailbox)
    }
    // With a code that no account has any more, the account was deleted.
    return mailing + (mailbox == nil ? [] : closure.deletions.prefix(2))
  }

  /// What mails the codes that causes bring and that are nobody's.
  private func mailings(for causes: [AccountClosure.Cause]) -> [AccountClosure.Cause] {
    var brought: Set<AbstractAddress> = []
    for cause in causes {
      if case .mailed(let mailbox) = cause.attempt.code {
        brought.insert(mailbox)
      }
    }
    return closure.mailings.filter { brought.contains($0.attempt.address) }
  }
}
