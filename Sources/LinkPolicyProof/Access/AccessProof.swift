internal import LinkPolicy
import LinkPolicyAuthoring
internal import LinkPolicyExploration
internal import LinkPolicyTesting

/// The result of the account closure at one domain of the owner's address, for the invariants about account access.
struct AccessProof: Sendable {
  /// The invariants that a closure decides, such as I1.
  static let decided: [Invariant] = [
    .ownMethods, .ownSessions, .oneProver, .aMethod, .oneHolder, .refusalsChangeNothing,
    .safeLanding, .ownVerification, .allowedLinks,
  ]

  let closure: AccountClosure
  /// The requested invariants that some account of the closure may break.
  let broken: Set<Invariant>
  /// The invariants that some account may break, whether or not they were requested.
  let breakable: Set<Invariant>
  /// The premises that some state or attempt of the closure meets.
  let premises: Set<Premise>
  let check: AccessCheck

  init(
    _ model: AdversaryModel, _ tables: [AnswerTable], wanted: Set<Invariant>, limit: Int = .max
  ) {
    var closure = AccountClosure(model, tables, limit: limit)
    closure.explore()
    self.closure = closure
    let check = AccessCheck(model)
    var broken = Set(closure.breaches.keys)
    for state in closure.states {
      broken.formUnion(check.broken(state, in: closure.table))
    }
    self.broken = broken.intersection(wanted)
    breakable = broken
    premises = Premise.met(in: closure)
    self.check = check
  }

  /// The effort that a search spends on one of the closure's lists of moves.
  enum Effort {
    /// The search plays the moves in the order of their discovery.
    case inOrder
    /// The search plays the moves in every order, until the search has visited the given number of stores.
    case everyOrder(worlds: Int)
  }

  /// Plays each list of moves that the closure found, to find a real sequence of attempts that breaks an invariant.
  ///
  /// - Parameters:
  ///   - invariants: the invariants that no known sequence breaks.
  ///   - others: further invariants. The search keeps a sequence that happens to break a further invariant.
  ///   - effort: the search effort for each list of moves.
  ///   - first: the maximum number of lists of moves to play for the same invariants, beginning with the shortest list.
  ///   - allowance: the number of stores that the search may visit. The search subtracts the stores that it visits from
  ///     this number.
  /// - Returns: a sequence of attempts for each invariant that the search broke.
  func stories(
    breaking invariants: Set<Invariant>, noting others: Set<Invariant>, effort: Effort,
    first: Int, allowance: inout Int
  ) -> [Invariant: StorySearch.StorySequence] {
    let wanted = invariants.intersection(breakable)
    guard !wanted.isEmpty else { return [:] }
    var found: [Invariant: StorySearch.StorySequence] = [:]
    var followed: [Set<Invariant>: Int] = [:]
    for lead in StoryLeads(closure).leads(to: wanted, check) where allowance > 0 {
      let open = lead.invariants.filter { found[$0] == nil }
      guard !open.isEmpty, followed[lead.invariants, default: 0] < first else { continue }
      followed[lead.invariants, default: 0] += 1
      let goals = Set(open.map { StorySearch.StoryGoal.breaking($0) })
      let noted = Set(
        wanted.union(others).subtracting(found.keys).map { StorySearch.StoryGoal.breaking($0) })
      let stories = Self.stories(
        lead.moves, to: goals, noting: noted, in: closure.model, effort: effort,
        allowance: &allowance)
      for (goal, story) in stories {
        guard case .breaking(let invariant) = goal else { continue }
        found[invariant] = story
      }
    }
    return found
  }

  // The number of lists of moves to try together. The next two constants limit the stores to visit for the combined
  // moves, and for each list alone.
  private static let continuedLeads = 8
  private static let continuedTogether = 600
  private static let continuedWay = 250
  // The maximum number of steps that a continuation adds to a sequence.
  private static let continuedDepth = 3

  /// Continues a sequence that breaks one invariant, to find sequences that break other invariants.
  ///
  /// An attacker who is inside an account often needs only one more step to break another invariant.
  ///
  /// - Parameters:
  ///   - story: a sequence that breaks an invariant at this domain.
  ///   - invariants: the invariants that no known sequence breaks.
  ///   - worlds: the number of stores that this search may visit.
  ///   - allowance: the number of stores that all searches may visit. The search subtracts the stores that it visits
  ///     from this number.
  /// - Returns: a sequence of attempts for each invariant that the search broke.
  func stories(
    continuing story: StorySearch.StorySequence, breaking invariants: Set<Invariant>, worlds: Int,
    allowance: inout Int
  ) -> [Invariant: StorySearch.StorySequence] {
    let wanted = invariants.intersection(broken)
    guard !wanted.isEmpty else { return [:] }
    let leads = StoryLeads(closure).leads(to: wanted, check)
    var found: [Invariant: StorySearch.StorySequence] = [:]
    let unlimited = StorySearch(closure.model, StoryCheck(closure.model))
    func search(_ moves: [StoryMove], worlds: Int) -> Int {
      var search = unlimited
      search.limits = StorySearch.StoryLimits(worlds: worlds, depth: Self.continuedDepth)
      let goals = Set(wanted.subtracting(found.keys).map { StorySearch.StoryGoal.breaking($0) })
      for (goal, story) in search.stories(moves, to: goals, after: story) {
        guard case .breaking(let invariant) = goal else { continue }
        found[invariant] = story
      }
      return search.worldCount
    }
    var seen: Set<StoryMove> = []
    let moves = leads.prefix(Self.continuedLeads).flatMap { $0.moves }
      .filter { seen.insert($0).inserted }
    var met = search(moves, worlds: min(worlds, Self.continuedTogether))
    // After trying all lists of moves together, the search tries each list alone. A search with one list finds longer
    // sequences with the same number of stores.
    for lead in leads where met < worlds && found.count < wanted.count {
      met += search(lead.moves, worlds: Self.continuedWay)
    }
    allowance -= met
    return found
  }

  // The maximum number of stores that a plan visits. Most plans visit fewer than a dozen stores.
  private static let planLimit = 60
  // A search that may visit at least this number of stores counts requesting a mail and using the mailed code as one
  // step. The search then finds longer sequences.
  private static let longSearch = 1_500

  /// Searches for sequences of the given moves that reach the goals.
  static func stories(
    _ moves: [StoryMove], to goals: Set<StorySearch.StoryGoal>,
    noting others: Set<StorySearch.StoryGoal> = [], in model: AdversaryModel, effort: Effort,
    allowance: inout Int
  ) -> [StorySearch.StoryGoal: StorySearch.StorySequence] {
    let check = StoryCheck(model)
    switch effort {
    case .inOrder:
      var plan = StoryPlan(model, check, worlds: planLimit)
      allowance -= planLimit
      return plan.stories(moves, to: goals, noting: others)
    case .everyOrder(let worlds):
      let limits = StorySearch.StoryLimits(worlds: worlds, usesMailAtOnce: worlds >= longSearch)
      var search = StorySearch(model, check, limits: limits)
      let found = search.stories(moves, to: goals, noting: others)
      allowance -= search.worldCount
      return found
    }
  }
}

/// The rows, guards and accounts to suspect if an invariant has no known counterexample.
extension AccessProof {
  /// Returns the rows and guards whose answers lead to a possible break of an invariant, in the order of discovery.
  ///
  /// For an invariant about single steps, such as I6, the result lists rows that decide the step. For an invariant
  /// about accounts, the result lists rows that give an account the properties or holdings that may break the
  /// invariant.
  func suspects(of invariant: Invariant) -> [RowName] {
    var rows = closure.rows(breaking: invariant)
    for (number, state) in closure.states.enumerated()
    where check.broken(state, in: closure.table).contains(invariant) {
      let holdings = culprits(of: invariant, in: state)
      let causes = holdings.compactMap { closure.holdingCauses[number][$0] }
      rows += (causes + [closure.causes[number]]).compactMap { closure.row(of: $0) }
    }
    var found: [RowName] = []
    for row in rows where !found.contains(row) {
      found.append(row)
    }
    return found
  }

  /// Returns a description of the first account that may break an invariant; nil if there is no such account, or if the
  /// invariant is about single steps, such as I6.
  func closest(to invariant: Invariant) -> String? {
    let state = closure.states.first {
      check.broken($0, in: closure.table).contains(invariant)
    }
    return state.map { state in
      var holdings: [String] = []
      for words in culprits(of: invariant, in: state).map({ words(for: closure.table[$0]) })
      where !holdings.contains(where: { $0.hasSameBytes(as: words) }) {
        holdings.append(words)
      }
      var listed = Array(holdings.prefix(3))
      if holdings.count > 3 {
        listed.append("one of " + String(holdings.count - 3) + " more")
      }
      let account = state.key.words(for: closure.model.domain)
      guard let last = listed.popLast() else { return account }
      return account + ", in which the attacker may have "
        + (listed.isEmpty ? "" : listed.joined(separator: ", ") + " or ") + last
    }
  }

  /// Returns the numbers of the holdings that may make an account break an invariant.
  private func culprits(of invariant: Invariant, in state: AbstractAccount) -> [Int] {
    let table = closure.table
    let keys = AccountKeys(of: state.key)
    func isWayIn(_ holding: Int) -> Bool { check.opens(table[holding], to: keys) }
    func isSession(_ holding: Int) -> Bool { table[holding] == .session(.attacker, isLive: true) }
    return state.holdings.values.filter { holding in
      switch invariant {
      case .ownMethods: isWayIn(holding)
      case .ownSessions: isSession(holding)
      case .safeLanding: isWayIn(holding) || isSession(holding)
      case .oneProver, .aMethod, .oneHolder, .refusalsChangeNothing, .total, .reachable, .tenants,
        .enumeration, .repeatable, .ownVerification, .allowedLinks, .declared:
        false
      }
    }
  }

  /// Returns the words for a holding of the attacker, such as `a session`.
  private func words(for holding: Holding) -> String {
    switch holding {
    case .session(_, let isLive): isLive ? "a session" : "a revoked session"
    case .factor: "a second factor"
    case .code: "a mailed code"
    case .method(let method):
      "a " + method.kind.name.text + " method (provider `"
        + closure.model.providers[method.provider].id + "`)"
    }
  }
}

extension AccountKey {
  /// Returns a description of the properties that every account with the key certainly has.
  ///
  /// `domain` is the domain of the owner's address.
  fileprivate func words(for domain: String) -> String {
    let owners = "the owner's address at " + domain
    var words: String
    switch email {
    case .none: words = "an account without an address"
    case .owners: words = "an account with " + owners
    case .attackers: words = "an account with an address of the attacker"
    }
    let proved = Actor.allCases.filter { provers.contains($0) }.map { $0.name }
    let names = proved.isEmpty ? "nobody" : proved.joined(separator: " and ")
    let unverified = proved.isEmpty ? "not verified, " : "not verified, but "
    words += " (" + (email == .none ? "" : isVerified ? "verified, " : unverified)
    return words + (email == .owners ? "" : owners + " was ") + "proved by " + names + ")"
  }
}
