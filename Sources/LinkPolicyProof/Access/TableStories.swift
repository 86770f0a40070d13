internal import LinkPolicy

/// Real sequences that break invariants which tables decide: I9, I10, I13 and the policy's own.
///
/// Tables name the rows that may break such an invariant. The search plays the attempts by which these rows come to decide.
struct TableStories {
  /// For each invariant that was seen broken a sequence, and the domain at which it was found.
  private(set) var found: [Invariant: AccessStories.Found] = [:]
  /// The number of worlds that may still be met.
  private var allowance: Int

  // Most sequences are short: every way is tried with few worlds before any with many.
  private static let efforts = [40, 400, 4_000]
  // The ways to one row, and to accounts of the owner's, that are tried.
  private static let wayLimit = 24

  /// Searches at one domain after the other.
  ///
  /// - Parameters:
  ///   - closures: the accounts that can exist, for each domain.
  ///   - suspects: for each invariant that is sought the rows that may break it.
  ///   - worlds: the most worlds that are met.
  init(_ closures: [AccountClosure], suspects: [Invariant: [RowName]], worlds: Int) {
    allowance = worlds
    for effort in Self.efforts {
      for closure in closures where allowance > 0 {
        search(closure, suspects, effort)
      }
    }
  }

  private mutating func search(
    _ closure: AccountClosure, _ suspects: [Invariant: [RowName]], _ effort: Int
  ) {
    let open = Set(suspects.keys).subtracting(found.keys)
    guard !open.isEmpty else { return }
    let attempts = AttemptInvariants(closure, wanted: open)
    let start = StoryWorld()
    if open.contains(.reachable), !attempts.arrives(from: start) {
      found[.reachable] = (closure.model, StorySearch.Story(steps: [], world: start))
    }
    let leads = StoryLeads(closure)
    for invariant in open.sorted(by: { $0.id < $1.id }) {
      for moves in Self.ways(to: invariant, suspects[invariant] ?? [], leads) {
        let sought = open.subtracting(found.keys)
        guard sought.contains(invariant), allowance > 0 else { break }
        var search = StorySearch(
          closure.model, StoryCheck(closure.model, attempts),
          limits: StorySearch.Limits(worlds: effort))
        let stories = search.stories(
          moves, to: Set(sought.map { StorySearch.Goal.breaking($0) }))
        allowance -= search.worldCount
        for (goal, story) in stories {
          guard case .breaking(let broken) = goal else { continue }
          found[broken] = (closure.model, story)
        }
      }
    }
  }

  private static func ways(
    to invariant: Invariant, _ rows: [RowName], _ leads: StoryLeads
  ) -> [[StoryMove]] {
    let ways = rows.flatMap { leads.ways(to: $0) }
    switch invariant {
    case .reachable:
      return Array((leads.waysOfOutsiders + leads.waysToAddress).prefix(Self.wayLimit)) + ways
    case .declared, .repeatable, .tenants, .ownMethods, .ownSessions, .oneProver, .aMethod,
      .oneHolder, .refusalsChangeNothing, .total, .safeLanding, .enumeration, .ownVerification,
      .allowedLinks:
      return ways
    }
  }
}
