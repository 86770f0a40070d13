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
  /// Everything that is attempted, and what is left out, as boxes of facts.
  let attempts: PlayedAttempts
  /// The invariants that some state may break.
  let broken: Set<Invariant>
  /// Real sequences that break invariants.
  let stories: [Invariant: StorySearch.Story]

  init(_ model: AdversaryModel, _ tables: [AnswerTable], wanted: Set<Invariant>) {
    var closure = AccountClosure(model, tables)
    closure.explore()
    self.closure = closure
    attempts = PlayedAttempts(closure)
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

  private static func stories(
    of broken: Set<Invariant>, _ closure: AccountClosure, _ check: AccessCheck
  ) -> [Invariant: StorySearch.Story] {
    let leads = StoryLeads(closure).leads(to: broken, check)
    var found: [Invariant: StorySearch.Story] = [:]
    var allowance = worldAllowance
    for limit in worldLimits {
      for lead in leads where allowance > 0 {
        let open = lead.invariants.filter { found[$0] == nil }
        guard !open.isEmpty else { continue }
        var search = StorySearch(
          closure.model, StoryCheck(closure.model), limits: StorySearch.Limits(worlds: limit))
        let goals = open.map { StorySearch.Goal.breaking($0) }
        for (goal, story) in search.stories(lead.moves, to: Set(goals)) {
          guard case .breaking(let invariant) = goal else { continue }
          found[invariant] = story
        }
        allowance -= search.worldCount
      }
    }
    return found
  }
}
