internal import LinkPolicy
import LinkPolicyAuthoring
internal import LinkPolicyExploration
internal import LinkPolicyTesting

/// A generator of the lists of moves by which a closure reached accounts and attempts.
///
/// A search builds real sequences from each list.
struct StoryLeads {
  /// A lead: a list of moves, and the invariants that the moves may break.
  struct Lead {
    var invariants: Set<Invariant>
    var moves: [StoryMove]
  }

  /// An option that selects the other accounts and further holdings to include in a list of moves.
  ///
  /// Each further move makes a search slower: a sixth move, for example, multiplies the number of orders by six.
  enum Surroundings {
    /// Attempts that create the accounts and holdings which most sequences need.
    case usual
    /// The usual attempts, and attempts that only a few rows need: attempts with second addresses or with credentials
    /// that nobody has used.
    case all
  }

  private static let breachLimit = 12

  let closure: AccountClosure

  init(_ closure: AccountClosure) {
    self.closure = closure
  }

  /// Returns the leads to states and attempts that may break invariants, the shortest lead first.
  func leads(to broken: Set<Invariant>, _ check: AccessCheck) -> [Lead] {
    var leads: [Lead] = []
    for (number, state) in closure.states.enumerated() {
      let here = Set(check.broken(state, in: closure.table)).intersection(broken)
      if !here.isEmpty {
        leads += self.leads(to: number, here, check)
      }
    }
    let breaches = closure.breaches.sorted { $0.key.id < $1.key.id }
    for (invariant, breaches) in breaches where broken.contains(invariant) {
      leads += breaches.prefix(Self.breachLimit).map {
        Lead(invariants: [invariant], moves: moves(to: $0, with: .usual))
      }
    }
    if broken.contains(.aMethod) {
      leads += self.leads(to: .aMethod, having: isMethod)
    }
    if broken.contains(.oneHolder) {
      leads += secondHolders()
    }
    if broken.contains(.refusalsChangeNothing) {
      leads += refusals()
    }
    return leads.enumerated().sorted {
      ($0.element.moves.count, $0.offset) < ($1.element.moves.count, $1.offset)
    }.map { $0.element }
  }

  /// Returns further leads to a break of an invariant; in these leads, the account has one more method.
  ///
  /// The attempt that the closure found needs only some of the account's methods. Each returned lead also requires one
  /// of the other methods.
  private func leads(to invariant: Invariant, having isMeant: (Int) -> Bool) -> [Lead] {
    (closure.breaches[invariant] ?? []).prefix(Self.breachLimit).flatMap { breach in
      let methods = breach.state.map { closure.states[$0].holdings.values.filter(isMeant) }
      return (methods ?? []).map { method in
        var breach = breach
        breach.needed.append(method)
        return Lead(invariants: [invariant], moves: moves(to: breach, with: .usual))
      }
    }
  }

  /// Returns lists of moves that lead to two accounts with the owner's address.
  ///
  /// The first account gets the address by an attempt that breaks I5. The second account gets the address at its
  /// creation or later.
  private func secondHolders() -> [Lead] {
    let breaches = (closure.breaches[.oneHolder] ?? []).prefix(Self.breachLimit)
    let creations = closure.creations.filter { $0.attempt.address == .owners }
      .prefix(Self.holderLimit)
    let changes = closure.readdressings.filter { $0.attempt.address == .owners }
      .prefix(Self.holderLimit)
    return breaches.flatMap { breach -> [Lead] in
      let before = breach.state.map { closure.causes(of: $0, having: breach.needed) } ?? []
      let beside = (Array(creations) + changes).map { other in
        [other] + (other.state.map { closure.causes(of: $0, having: other.needed) } ?? [])
      }
      return beside.map { other in
        Lead(invariants: [.oneHolder], moves: moves(of: [breach] + before + other, with: .usual))
      }
    }
  }

  private static let holderLimit = 6

  private func isMethod(_ holding: Int) -> Bool {
    if case .method = closure.table[holding] { true } else { false }
  }

  /// Returns lists of moves that lead to a refused attempt, if the refusal may change the account.
  ///
  /// The closure keeps only the first attempt for each refusal, and another attempt may be easier to play.
  private func refusals() -> [Lead] {
    var rows: [RowName] = []
    for row in closure.rows(breaking: .refusalsChangeNothing) where !rows.contains(row) {
      rows.append(row)
    }
    // A refusal that ends or renews a session needs an attempt that presents a session.
    let inSession = FactLimits().limited(.session, to: FactValue.SessionValue.recent)
    let ofRows = rows.flatMap { row in
      (ways(to: row) + ways(to: row, within: [inSession])).map {
        Lead(invariants: [.refusalsChangeNothing], moves: $0)
      }
    }
    // A refusal that removes a method changes only an account that has the method.
    return ofRows + leads(to: .refusalsChangeNothing, having: isMethod)
  }

  /// The lists of moves by which outsiders change an account with the owner's address, the shortest list first.
  var waysOfOutsiders: [[StoryMove]] {
    closure.outsidersChanges.map { moves(to: $0, with: .usual) }.enumerated().sorted {
      ($0.element.count, $0.offset) < ($1.element.count, $1.offset)
    }.map { $0.element }
  }

  /// The lists of moves that create an account with any address.
  var waysToAccounts: [[StoryMove]] { closure.creations.map { moves(to: $0, with: .usual) } }

  /// The lists of moves that lead to an account with the owner's address, the shortest list first.
  var waysToAddress: [[StoryMove]] {
    let ways = closure.states.indices.filter { closure.states[$0].key.email == .owners }
      .map { moves(of: closure.causes(of: $0, having: []), with: .usual) }
    return ways.enumerated().sorted {
      ($0.element.count, $0.offset) < ($1.element.count, $1.offset)
    }.map { $0.element }
  }

  /// Returns lists of moves that lead to attempts, all decided by the row or guard in the given cells; the shortest
  /// list is first.
  ///
  /// - Parameters:
  ///   - row: the row or guard to reach.
  ///   - boxes: the cells, each as limits of facts.
  /// - Returns: the lists of moves, each for one sequence.
  func ways(to row: RowName, within boxes: [FactLimits]) -> [[StoryMove]] {
    let ways = closure.attempts(decidedBy: row, within: boxes, limit: Self.boxLimit)
      .map { moves(to: $0, with: .all) }
    return Array(
      ways.enumerated().sorted {
        ($0.element.count, $0.offset) < ($1.element.count, $1.offset)
      }.map { $0.element }.prefix(Self.wayLimit))
  }

  private static let boxLimit = 200
  private static let wayLimit = 24

  /// Returns lists of moves that lead to attempts, all decided by the row or guard; the most promising list is first.
  func ways(to row: RowName) -> [[StoryMove]] {
    // Sequences for attempts with the attacker's address are harder to find, because the attacker can use any address.
    let attempts = closure.attempts(decidedBy: row).enumerated().sorted {
      ($0.element.attempt.address == .attackers ? 1 : 0, $0.element.needed.count, $0.offset)
        < ($1.element.attempt.address == .attackers ? 1 : 0, $1.element.needed.count, $1.offset)
    }
    return attempts.prefix(Self.wayLimit).map { moves(to: $0.element, with: .all) }
  }

  /// Returns the moves of an attempt and of its causes.
  private func moves(
    to attempt: AccountClosure.Cause, with surroundings: Surroundings
  ) -> [StoryMove] {
    let before = attempt.state.map { closure.causes(of: $0, having: attempt.needed) } ?? []
    return moves(of: [attempt] + before, with: surroundings)
  }

  private func leads(
    to number: Int, _ broken: Set<Invariant>, _ check: AccessCheck
  ) -> [Lead] {
    let state = closure.states[number]
    let table = closure.table
    let keys = AccountKeys(of: state.key)
    let ways = state.holdings.values.filter { holding in
      check.opens(table[holding], to: keys)
        || table[holding] == .session(.attacker, isLive: true)
    }
    let landing = state.holdings.values.filter { table[$0] == .session(.owner, isLive: true) }
    // A list of moves that adds only one method is short. The empty list is for an account whose key alone breaks the
    // invariant.
    return ([[]] + ways.map { [$0] }).map { way in
      let causes = closure.causes(of: number, having: way + landing)
      return Lead(invariants: broken, moves: moves(of: causes, with: .usual))
    }
  }

  /// Returns the moves from which a search builds a sequence, without duplicates.
  ///
  /// The moves are the attempts of the causes, the attempts that prepare other accounts or mail needed codes, and
  /// further moves such as waits. The result contains a wait only if a fact depends on the wait.
  private func moves(
    of causes: [AccountClosure.Cause], with kind: Surroundings
  ) -> [StoryMove] {
    struct MoveSort: Hashable {
      var attempt: AbstractAttempt
      var facts: [StoryFact]
    }
    var seen: Set<MoveSort> = []
    var moves: [StoryMove] = []
    var waits: Set<VectorStep.Wait> = []
    var isDisabled = false
    let used = Set(causes.compactMap { $0.attempt.provider })
    let surrounding = causes.flatMap { surroundings(of: $0, kind, besides: used) }
    // The attacker uses one address in all attempts of a sequence.
    var domains: [StoryFact] = []
    for cause in causes + surrounding + mailings(for: causes + surrounding) {
      guard let facts = facts(of: cause) else { continue }
      let domain = facts.first { $0.fact == EngineFact.domain.rawValue }
      if let domain, cause.attempt.address == .attackers, !domains.contains(domain) {
        domains.append(domain)
      }
      let link = refusedLink(of: cause, besides: facts)
      isDisabled =
        isDisabled || facts[.accountState] == FactValue.AccountState.disabled.rawValue
      if facts[.session] == FactValue.SessionValue.old.rawValue {
        waits.insert(.old)
      }
      if facts[.code] == FactValue.CodeValue.expired.rawValue {
        waits.insert(.expired)
      }
      if seen.insert(MoveSort(attempt: cause.attempt, facts: facts)).inserted {
        moves.append(.attempt(cause.attempt, facts: facts + link))
        if kind == .all, let domain = secondDomain(cause.attempt, facts) {
          moves.append(.attempt(cause.attempt, facts: facts.replacing(domain)))
        }
        if domain == nil, cause.attempt.address == .attackers, cause.attempt.kind == nil {
          for domain in domains where domain.value != otherDomain {
            moves.append(.attempt(cause.attempt, facts: facts + [domain]))
          }
        }
      }
    }
    if isDisabled, let disabling = disabling() {
      moves.append(.attempt(disabling, facts: []))
    }
    if closure.model.environment.usesFactors {
      moves += [.enroll(.attacker), .enroll(.owner)]
    }
    return moves + [.old, .expired].filter { waits.contains($0) }.map { .wait($0) }
  }

  /// Returns fact values with which an attempt gets its answer; nil if no values lead to the answer.
  ///
  /// If possible, the domain of the attacker's address is a domain that the policy does not name.
  func facts(of cause: AccountClosure.Cause) -> [StoryFact]? {
    let table = closure.tables[cause.attempt.table]
    let all = statingIdentifiers(cause)
    var example: [(fact: Int, value: Int)]?
    if cause.attempt.address == .attackers {
      var limits = all
      limits.limit(EngineFact.domain.rawValue, to: otherDomain)
      example = limits.isEmpty ? nil : table.example(of: cause.answer, where: limits)
    }
    guard let values = example ?? table.example(of: cause.answer, where: all) else {
      return nil
    }
    let facts = values.map { StoryFact(fact: $0.fact, value: $0.value) }
    // The attempt is in another tenant even if no row of the table tests the tenant.
    let other = FactValue.Tenant.other
    guard facts[.tenant] == nil,
      cause.limits[EngineFact.tenant.rawValue] == ValueSet(of: other)
    else { return facts }
    return facts + [StoryFact(fact: EngineFact.tenant.rawValue, value: other.rawValue)]
  }

  /// Returns limits under which the attempt states every identifier that its answer stores.
  ///
  /// If no such attempt gets the answer, the function returns the limits of the cause.
  private func statingIdentifiers(_ cause: AccountClosure.Cause) -> FactLimits {
    let table = closure.tables[cause.attempt.table]
    let vocabulary = closure.model.policy.vocabulary
    var limits = cause.limits
    for write in table.meaning(cause.answer).writes {
      guard let identifier = write.storedIdentifier(vocabulary) else { continue }
      let fact = closure.model.policy.vocabulary.fact(ofIdentifier: identifier)
      guard vocabulary.usedFacts.contains(fact) else { continue }
      var stating = limits
      stating.limit(fact, to: IdentifierValue.stated)
      if !stating.isEmpty, table.example(of: cause.answer, where: stating) != nil {
        limits = stating
      }
    }
    return limits
  }

  var otherDomain: Int { closure.model.policy.vocabulary.domains.other }

  /// Returns the facts of an attempt that requests a link to a refused domain, without the facts in `facts`; empty for
  /// any other attempt.
  private func refusedLink(
    of cause: AccountClosure.Cause, besides facts: [StoryFact]
  ) -> [StoryFact] {
    let refused = FactValue.LinkDomain.refused
    guard cause.limits[EngineFact.linkDomain.rawValue] == ValueSet(of: refused) else { return [] }
    let link = [
      StoryFact(fact: EngineFact.linkDomain.rawValue, value: refused.rawValue),
      StoryFact(fact: EngineFact.linkInApp.rawValue, value: FactValue.LinkInApp.on.rawValue),
    ]
    return link.filter { one in !facts.contains { $0.fact == one.fact } }
  }

  /// Returns an administrator's attempt to disable an account; nil if the policy has no such action, or if an exclusion
  /// forbids the attempt.
  private func disabling() -> AbstractAttempt? {
    let name = StandardAction.disable.name
    guard !closure.model.leavesOut(.owner, action: name, provider: nil) else { return nil }
    return closure.tables.first { $0.action.name == StandardAction.disable.name }.map {
      AbstractAttempt(table: $0.index, actor: .owner, sessionActor: .owner)
    }
  }
}
