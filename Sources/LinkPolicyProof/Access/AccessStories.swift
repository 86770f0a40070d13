internal import LinkPolicy

/// Real sequences that break invariants, found among what the closures of all domains show.
struct AccessStories: Sendable {
  /// A sequence, and the world of which it is.
  typealias Found = (model: AdversaryModel, story: StorySearch.Story)

  /// One way of looking for sequences at every domain.
  private enum Search {
    /// Each way that a closure shows by itself.
    case ways(AccessProof.Effort)
    /// What was found, going on: up to so many worlds each.
    case continued(worlds: Int)
  }

  // The cheapest first, and few worlds of each way: most sequences are short.
  private static let shortSearches: [Search] = [
    .ways(.everyOrder(worlds: 40)), .ways(.inOrder), .continued(worlds: 300),
  ]
  private static let longSearches: [Search] = [
    .ways(.everyOrder(worlds: 400)), .continued(worlds: 1_500), .ways(.everyOrder(worlds: 4_000)),
    .ways(.everyOrder(worlds: 20_000)),
  ]

  // How many sequences of a domain are gone on from, the shortest first.
  private static let continuedStories = 2
  // The worlds that are met for sequences which others may go on from.
  private static let furtherLimit = 5_000

  /// For each invariant that was seen broken a sequence, and the domain at which it was found.
  private(set) var found: [Invariant: Found] = [:]
  /// Sequences that break invariants which were not asked for: others may go on from them.
  private var further: [Invariant: Found] = [:]
  /// How many worlds may still be looked at, by all searches together.
  private var allowance: Int

  /// Searches for a short time, for everything that the closures of all domains show broken.
  ///
  /// - Parameters:
  ///   - proofs: what the closures of all domains show.
  ///   - worlds: how many worlds are looked at, by this search and what goes on from it.
  init(_ proofs: [AccessProof], worlds: Int) {
    allowance = worlds
    let broken = proofs.reduce(into: Set<Invariant>()) { $0.formUnion($1.broken) }
    search(Self.shortSearches, proofs, for: broken)
  }

  /// Searches for long, for what nothing else has found.
  ///
  /// - Parameters:
  ///   - proofs: what the closures of all domains show.
  ///   - invariants: those that no sequence is known for.
  mutating func searchOn(_ proofs: [AccessProof], for invariants: Set<Invariant>) {
    guard !invariants.isEmpty else { return }
    var others = AccessStories([], worlds: min(allowance, Self.furtherLimit))
    let breakable = proofs.reduce(into: Set<Invariant>()) { $0.formUnion($1.breakable) }
    others.search(
      Array(Self.shortSearches.prefix(2)), proofs,
      for: breakable.subtracting(found.keys).subtracting(invariants), noting: invariants)
    further = others.found
    found.merge(further.filter { invariants.contains($0.key) }) { found, _ in found }
    search(Self.longSearches, proofs, for: invariants)
  }

  /// Adds what was found otherwise for invariants that nothing was found for.
  mutating func add(_ other: AccessStories, for invariants: Set<Invariant>) {
    found.merge(other.found.filter { invariants.contains($0.key) }) { found, _ in found }
  }

  // The worlds that are met for shorter sequences: in all, and of each way.
  private static let shorteningLimit = 20_000
  private static let shorteningWay = 200

  /// Searches each way that the closures show for a sequence that is shorter than the one that was found.
  ///
  /// - Parameter proofs: what the closures of all domains show.
  mutating func shorten(_ proofs: [AccessProof]) {
    var left = Self.shorteningLimit
    for proof in proofs {
      let model = proof.closure.model
      for lead in StoryLeads(proof.closure).leads(to: Set(found.keys), proof.check) where left > 0 {
        let longest = lead.invariants.compactMap { found[$0]?.story.steps.count }.max() ?? 0
        guard longest > 1 else { continue }
        let limits = StorySearch.Limits(worlds: Self.shorteningWay, depth: longest - 1)
        var search = StorySearch(model, StoryCheck(model), limits: limits)
        let goals = Set(lead.invariants.map { StorySearch.Goal.breaking($0) })
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

  /// Searches at one domain after the other, for what was not found at those before.
  ///
  /// - Parameters:
  ///   - invariants: those that ways are searched for.
  ///   - others: those for which a sequence is kept if one is met.
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
          case .ways(let effort):
            proof.stories(
              breaking: open, noting: others.subtracting(found.keys), effort, &allowance)
          case .continued(let worlds): continued(proof, open, worlds)
          }
        for (invariant, story) in stories {
          found[invariant] = (proof.closure.model, story)
        }
      }
    }
  }

  /// What the sequences found at a domain come to when they go on, the shortest first.
  private mutating func continued(
    _ proof: AccessProof, _ open: Set<Invariant>, _ worlds: Int
  ) -> [Invariant: StorySearch.Story] {
    let here = found.merging(further) { found, _ in found }.filter {
      $0.value.model.domain.hasSameBytes(as: proof.closure.model.domain)
    }
    let known = here.sorted {
      ($0.value.story.steps.count, $0.key.id) < ($1.value.story.steps.count, $1.key.id)
    }
    var stories: [Invariant: StorySearch.Story] = [:]
    for (_, found) in known.prefix(Self.continuedStories) {
      let left = open.subtracting(stories.keys)
      let further = proof.stories(
        continuing: found.story, breaking: left, worlds: worlds, &allowance)
      stories.merge(further) { first, _ in first }
    }
    return stories
  }
}
