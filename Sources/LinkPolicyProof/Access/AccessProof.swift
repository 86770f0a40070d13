internal import LinkPolicy
import LinkPolicyAuthoring
internal import LinkPolicyReview
internal import LinkPolicyTesting

/// What the closure of accounts shows of the invariants about who gets in, at one domain of the
/// owner's address.
struct AccessProof: Sendable {
  /// The invariants that a closure decides.
  static let decided: [Invariant] = [
    .ownMethods, .ownSessions, .oneProver, .aMethod, .oneHolder, .refusalsChangeNothing,
    .safeLanding, .ownVerification, .allowedLinks,
  ]

  let closure: AccountClosure
  /// The invariants that were asked for and that some state may break.
  let broken: Set<Invariant>
  /// The invariants that some state may break, also those that were not asked for.
  let breakable: Set<Invariant>
  /// What has come about of what invariants are about.
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
      broken.formUnion(check.broken(state, closure.table))
    }
    self.broken = broken.intersection(wanted)
    breakable = broken
    premises = Premise.met(in: closure)
    self.check = check
  }

  /// How a way that the closure shows is looked into.
  enum Effort {
    /// The moves in the order in which they were come upon.
    case inOrder
    /// The moves in every order, up to so many worlds.
    case everyOrder(worlds: Int)
  }

  /// Searches for real sequences that break invariants, each way that the closure shows by itself.
  ///
  /// - Parameters:
  ///   - invariants: those that no sequence was found for yet.
  ///   - others: further invariants. No way is searched for them; a sequence that breaks one on the way is returned.
  ///   - effort: how each way is searched.
  ///   - allowance: how many worlds may be met; less by those that were.
  /// - Returns: a sequence for each invariant that one was found for.
  func stories(
    breaking invariants: Set<Invariant>, noting others: Set<Invariant>, _ effort: Effort,
    _ allowance: inout Int
  ) -> [Invariant: StorySearch.Story] {
    let wanted = invariants.intersection(breakable)
    guard !wanted.isEmpty else { return [:] }
    var found: [Invariant: StorySearch.Story] = [:]
    for lead in StoryLeads(closure).leads(to: wanted, check) where allowance > 0 {
      let open = lead.invariants.filter { found[$0] == nil }
      guard !open.isEmpty else { continue }
      let goals = Set(open.map { StorySearch.Goal.breaking($0) })
      let noted = Set(
        wanted.union(others).subtracting(found.keys).map { StorySearch.Goal.breaking($0) })
      let stories = Self.stories(
        lead.moves, to: goals, noting: noted, closure.model, effort, &allowance)
      for (goal, story) in stories {
        guard case .breaking(let invariant) = goal else { continue }
        found[invariant] = story
      }
    }
    return found
  }

  // How many of the ways to a goal give moves to go on with together, and the most worlds of these and of one way.
  private static let continuedLeads = 8
  private static let continuedTogether = 600
  private static let continuedWay = 250
  // How far a sequence goes on.
  private static let continuedDepth = 3

  /// Searches for sequences that break invariants where one that breaks another goes on.
  ///
  /// Whoever has got in by one way is often one step from breaking the rest.
  ///
  /// - Parameters:
  ///   - story: a sequence that breaks another invariant at this domain.
  ///   - invariants: those that no sequence was found for yet.
  ///   - worlds: how many worlds may be met.
  ///   - allowance: how many may be met in all; less by those that were.
  /// - Returns: a sequence for each invariant that one was found for.
  func stories(
    continuing story: StorySearch.Story, breaking invariants: Set<Invariant>, worlds: Int,
    _ allowance: inout Int
  ) -> [Invariant: StorySearch.Story] {
    let wanted = invariants.intersection(broken)
    guard !wanted.isEmpty else { return [:] }
    let leads = StoryLeads(closure).leads(to: wanted, check)
    var found: [Invariant: StorySearch.Story] = [:]
    func search(_ moves: [StoryMove], worlds: Int) -> Int {
      let limits = StorySearch.Limits(worlds: worlds, depth: Self.continuedDepth)
      var search = StorySearch(closure.model, StoryCheck(closure.model), limits: limits)
      let goals = Set(wanted.subtracting(found.keys).map { StorySearch.Goal.breaking($0) })
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
    // Then by each way for itself, which goes further with as many worlds.
    for lead in leads where met < worlds && found.count < wanted.count {
      met += search(lead.moves, worlds: Self.continuedWay)
    }
    allowance -= met
    return found
  }

  // Most plans end after a dozen of worlds.
  private static let planLimit = 60

  /// Stories that come to goals by moves of one way.
  static func stories(
    _ moves: [StoryMove], to goals: Set<StorySearch.Goal>,
    noting others: Set<StorySearch.Goal> = [], _ model: AdversaryModel, _ effort: Effort,
    _ allowance: inout Int
  ) -> [StorySearch.Goal: StorySearch.Story] {
    let check = StoryCheck(model)
    switch effort {
    case .inOrder:
      var plan = StoryPlan(model, check, worlds: planLimit)
      allowance -= planLimit
      return plan.stories(moves, to: goals, noting: others)
    case .everyOrder(let worlds):
      var search = StorySearch(model, check, limits: StorySearch.Limits(worlds: worlds))
      let found = search.stories(moves, to: goals, noting: others)
      allowance -= search.worldCount
      return found
    }
  }
}
