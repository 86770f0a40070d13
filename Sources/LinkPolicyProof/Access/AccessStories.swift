package import LinkPolicy
package import LinkPolicyExploration

/// Sequences of attempts on a real store that break invariants.
///
/// The search plays the lists of moves that the closures of all domains found.
struct AccessStories: Sendable {
  /// A sequence, and the model in which the search played the sequence.
  typealias AccessStory = (model: AdversaryModel, story: StorySearch.StorySequence)

  /// A search strategy that is applied at every domain.
  private enum Search {
    /// Plays the lists of moves that a closure found, beginning with the shortest list.
    ///
    /// `first` limits the number of lists at each domain.
    case ways(AccessProof.Effort, first: Int = .max)
    /// Continues each sequence found so far, until the continuation has visited the given number of stores.
    case continued(worlds: Int)
  }

  // The cheapest strategies, which visit few stores for each list of moves, come first because most sequences are
  // short.
  private static let shortSearches: [Search] = [
    .ways(.everyOrder(worlds: 40)), .ways(.inOrder), .continued(worlds: 300),
  ]
  // Most lists of moves that break an invariant share moves. A long search with the first list therefore finds more
  // than short searches with all lists.
  private static let longSearches: [Search] = [
    .ways(.everyOrder(worlds: 4_000), first: 3), .ways(.everyOrder(worlds: 400)),
    .continued(worlds: 1_500), .ways(.everyOrder(worlds: 4_000)),
    .ways(.everyOrder(worlds: 20_000)),
  ]

  // The number of sequences to continue at each domain, beginning with the shortest sequence.
  private static let continuedStories = 2
  // The maximum number of stores in a search for sequences that serve only as the beginning of longer sequences.
  private static let furtherLimit = 5_000

  /// A sequence for each broken invariant, with the model of the sequence.
  private(set) var found: [Invariant: AccessStory] = [:]
  /// The sequences that break further invariants, which were not requested; one sequence for each invariant.
  ///
  /// A sequence that breaks a requested invariant can begin with a sequence that breaks another invariant.
  private var further: [Invariant: AccessStory] = [:]
  /// The number of stores that all searches together may still visit.
  private var allowance: Int

  /// For each requested invariant that some account of a closure may break, searches briefly for a sequence that breaks
  /// the invariant.
  ///
  /// - Parameters:
  ///   - proofs: the results of the closures of all domains.
  ///   - worlds: the number of stores that this search and its continuations may visit.
  init(_ proofs: [AccessProof], worlds: Int) {
    allowance = worlds
    let broken = proofs.reduce(into: Set<Invariant>()) { $0.formUnion($1.broken) }
    search(Self.shortSearches, proofs, for: broken)
  }

  /// Searches again, in more stores, for sequences that break the remaining invariants.
  ///
  /// - Parameters:
  ///   - proofs: the results of the closures of all domains.
  ///   - invariants: the invariants that no known sequence breaks.
  mutating func searchOn(_ proofs: [AccessProof], for invariants: Set<Invariant>) {
    guard !invariants.isEmpty else { return }
    var others = AccessStories([], worlds: min(allowance, Self.furtherLimit))
    let breakable = proofs.reduce(into: Set<Invariant>()) { $0.formUnion($1.breakable) }
    others.search(
      Array(Self.shortSearches.prefix(2)), proofs,
      for: breakable.subtracting(found.keys).subtracting(invariants), noting: invariants)
    further = others.found
    found.addMissing(further.filter { invariants.contains($0.key) })
    search(Self.longSearches, proofs, for: invariants)
  }

  /// Adds the sequences of another search, for the given invariants that have no sequence yet.
  mutating func add(_ other: AccessStories, for invariants: Set<Invariant>) {
    found.addMissing(other.found.filter { invariants.contains($0.key) })
  }

  // The maximum number of stores in the whole search for shorter sequences.
  private static let shorteningLimit = 20_000
  private static let shorteningWay = 200

  /// Plays the closures' lists of moves again, to find sequences that are shorter than the known sequences.
  ///
  /// - Parameter proofs: the results of the closures of all domains.
  mutating func shorten(_ proofs: [AccessProof]) {
    var left = Self.shorteningLimit
    for proof in proofs {
      let model = proof.closure.model
      let unlimited = StorySearch(model, StoryCheck(model))
      for lead in StoryLeads(proof.closure).leads(to: Set(found.keys), proof.check) where left > 0 {
        let longest = lead.invariants.compactMap { found[$0]?.story.steps.count }.max() ?? 0
        guard longest > 1 else { continue }
        var search = unlimited
        search.limits = StorySearch.StoryLimits(worlds: Self.shorteningWay, depth: longest - 1)
        let goals = Set(lead.invariants.map { StorySearch.StoryGoal.breaking($0) })
        let stories = search.stories(lead.moves, to: goals)
        left -= search.worldCount
        for (goal, story) in stories {
          guard case .breaking(let invariant) = goal,
            story.steps.count < found[invariant]?.story.steps.count ?? 0
          else { continue }
          found[invariant] = (model, story)
        }
      }
    }
  }

  /// Searches one domain after the other for sequences that break the invariants without a known sequence.
  ///
  /// - Parameters:
  ///   - searches: the search strategies, in the order in which they run.
  ///   - proofs: the closures of all domains.
  ///   - invariants: the invariants to break.
  ///   - others: further invariants. The search keeps a sequence that happens to break a further invariant.
  private mutating func search(
    _ searches: [Search], _ proofs: [AccessProof], for invariants: Set<Invariant>,
    noting others: Set<Invariant> = []
  ) {
    for search in searches {
      for proof in proofs where allowance > 0 {
        let open = invariants.subtracting(found.keys)
        guard !open.isEmpty else { return }
        let stories =
          switch search {
          case .ways(let effort, let first):
            proof.stories(
              breaking: open, noting: others.subtracting(found.keys), effort: effort, first: first,
              allowance: &allowance)
          case .continued(let worlds): continued(proof, breaking: open, worlds: worlds)
          }
        for (invariant, story) in stories {
          found[invariant] = (proof.closure.model, story)
        }
      }
    }
  }

  /// Continues the sequences found at a domain, beginning with the shortest sequence.
  private mutating func continued(
    _ proof: AccessProof, breaking open: Set<Invariant>, worlds: Int
  ) -> [Invariant: StorySearch.StorySequence] {
    var here = found
    here.addMissing(further)
    here = here.filter { $0.value.model.domain.hasSameBytes(as: proof.closure.model.domain) }
    let known = here.sorted {
      ($0.value.story.steps.count, $0.key.id) < ($1.value.story.steps.count, $1.key.id)
    }
    var stories: [Invariant: StorySearch.StorySequence] = [:]
    for (_, found) in known.prefix(Self.continuedStories) {
      let left = open.subtracting(stories.keys)
      let further = proof.stories(
        continuing: found.story, breaking: left, worlds: worlds, allowance: &allowance)
      stories.addMissing(further)
    }
    return stories
  }
}

/// A sequence of attempts that reaches a row or guard, or the reason why no attempt reaches it.
package struct RowExplanation: Sendable {
  /// The row or guard to reach.
  package let row: RowName
  /// The coverage of the cells that the row decides, by table.
  ///
  /// A guard can decide cells of several tables.
  package let cells: [(table: Name, cells: TableCoverage.Cells)]
  /// The domain of the owner's address in the sequence; nil if no sequence was found.
  package private(set) var domain: String?
  /// The steps of a short sequence on a real store; the row decides the last step.
  ///
  /// Empty if no sequence was found.
  package private(set) var steps: [ToldStep] = []

  /// Searches for a sequence that reaches a row or guard.
  ///
  /// Returns nil if no table of the policy has the row, or if the row decides no cell.
  init?(_ row: RowName, of coverage: [TableCoverage], _ proofs: [AccessProof]) {
    let found = coverage.flatMap { table in
      table.rows.filter { $0.name == row }.map { (table: table.table, cells: $0.cells) }
    }
    guard !found.isEmpty else { return nil }
    self.row = row
    cells = found
    for proof in proofs {
      guard let story = Self.story(to: row, proof.closure) else { continue }
      let words = StoryWords(proof.closure.model)
      domain = proof.closure.model.domain
      steps = story.steps.map { ToldStep($0, words) }
      break
    }
  }

  private static let worldLimit = 2_000

  private static func story(
    to row: RowName, _ closure: AccountClosure
  ) -> StorySearch.StorySequence? {
    let leads = StoryLeads(closure).ways(to: row)
    let goal = StorySearch.StoryGoal.deciding(row)
    for effort in [AccessProof.Effort.inOrder, .everyOrder(worlds: worldLimit)] {
      for moves in leads {
        var allowance = Int.max
        let found = AccessProof.stories(
          moves, to: [goal], in: closure.model, effort: effort, allowance: &allowance)
        if let story = found[goal] {
          return story
        }
      }
    }
    return nil
  }
}
