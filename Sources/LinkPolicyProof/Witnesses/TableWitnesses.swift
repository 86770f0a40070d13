internal import LinkPolicy
internal import LinkPolicyReview

/// Real sequences that break invariants which tables leave open: I9, I10, I11, I13 and the policy's own.
///
/// Tables name the rows that may break such an invariant. The search plays the attempts in which these rows decide, and the attempts that
/// lead there, of everybody who can make them.
struct TableWitnesses: Sendable {
  /// A sequence, and the world in which it was found.
  typealias Found = (model: AdversaryModel, story: StorySearch.Story)

  /// What is sought.
  struct Wanted: Sendable {
    /// For each invariant that is sought the rows that may break it.
    var suspects: [Invariant: [RowName]] = [:]
    /// The combinations of settings of which each must show an address to be known, for I11.
    var combinations: [Settings] = []
    /// The place of the combination under which fewest rows show it.
    var mostProtecting: Int?
    /// For each domain the federated providers that the owner uses, one of each class, for I9.
    var ownersProviders: [[String]] = []
  }

  /// For each invariant that was seen broken a sequence, and the domain at which it was found.
  private(set) var found: [Invariant: Found] = [:]
  /// The two attempts that end the sequence of I11; nil where that is not found.
  private(set) var telling: EnumerationWitness.Telling?

  private var tellings: [Int: (found: Found, telling: EnumerationWitness.Telling)] = [:]
  private let wanted: Wanted
  /// The number of worlds that may still be met.
  private var allowance: Int
  /// The number of attempts of the owner that may still be made for I9.
  private var arrivalAttempts = 600_000

  // Most sequences are short: every way is tried with few worlds before any is with many.
  private static let efforts = [40, 300]
  // Of the worlds that a proof may meet this part is met here: sequences are short, and there are many ways.
  private static let share = 8
  // The ways to attempts of outsiders, and to accounts with the owner's address, that are tried.
  private static let wayLimit = 24

  /// A search that found nothing.
  init() {
    wanted = Wanted()
    allowance = 0
  }

  /// Searches at one domain after the other.
  ///
  /// - Parameters:
  ///   - closures: the accounts that can come about, for each domain.
  ///   - wanted: what is sought.
  ///   - worlds: the most worlds that are met.
  init(_ closures: [AccountClosure], for wanted: Wanted, worlds: Int) {
    self.wanted = wanted
    allowance = worlds / Self.share
    var searches = closures.indices.map { DomainSearch(closures[$0], wanted, at: $0) }
    for effort in Self.efforts {
      for place in searches.indices where allowance > 0 {
        search(&searches[place], effort)
      }
    }
  }

  private var open: Set<Invariant> { Set(wanted.suspects.keys).subtracting(found.keys) }

  private mutating func search(_ search: inout DomainSearch, _ effort: Int) {
    for invariant in open.sorted(by: { $0.id < $1.id }) {
      for moves in search.ways(to: invariant) {
        let sought = open
        guard sought.contains(invariant), allowance > 0 else { break }
        let goals = goals(sought, for: invariant)
        search.arrival.attemptsLeft = arrivalAttempts
        let (stories, worlds) = search.stories(moves, to: goals, effort)
        arrivalAttempts = search.arrival.attemptsLeft
        allowance -= worlds
        for (goal, story) in stories {
          keep(story, goal, search)
        }
      }
    }
  }

  private func goals(
    _ sought: Set<Invariant>, for invariant: Invariant
  ) -> Set<StorySearch.Goal> {
    var goals: Set<StorySearch.Goal> = []
    for one in sought {
      switch one {
      case .enumeration:
        for combination in wanted.combinations.indices where tellings[combination] == nil {
          goals.insert(.telling(combination: combination))
        }
      // Of other ways settings may have any value.
      case .reachable where invariant != .reachable: break
      case .declared, .repeatable, .tenants, .ownMethods, .ownSessions, .oneProver, .aMethod,
        .oneHolder, .refusalsChangeNothing, .total, .safeLanding, .reachable, .ownVerification,
        .allowedLinks:
        goals.insert(.breaking(one))
      }
    }
    return goals
  }

  private mutating func keep(
    _ story: StorySearch.Story, _ goal: StorySearch.Goal, _ search: DomainSearch
  ) {
    switch goal {
    case .breaking(let invariant): found[invariant] = (search.model, story)
    case .deciding: break
    case .telling(let combination):
      guard let telling = search.telling(in: story.world, under: combination) else { return }
      tellings[combination] = ((search.model, story), telling)
      if tellings.count == wanted.combinations.count, let shown = mostProtected {
        found[.enumeration] = shown.found
        self.telling = shown.telling
      }
    }
  }

  /// How an address is told under the combination of settings for which the sequence is longest; of equals the one under which
  /// fewest rows tell it.
  private var mostProtected: (found: Found, telling: EnumerationWitness.Telling)? {
    let longest = tellings.values.map { $0.found.story.steps.count }.max()
    let places = wanted.combinations.indices.filter {
      tellings[$0]?.found.story.steps.count == longest
    }
    let place = wanted.mostProtecting.flatMap { places.contains($0) ? $0 : nil } ?? places.first
    return place.flatMap { tellings[$0] }
  }

  /// The search at one domain.
  private struct DomainSearch {
    let model: AdversaryModel
    private let closure: AccountClosure
    private let leads: StoryLeads
    private let settings: FirstSettings
    private let wanted: Wanted
    private let enumeration: EnumerationWitness
    var arrival: OwnersArrival
    private var ways: [Invariant: [[StoryMove]]] = [:]
    /// For each combination of settings the worlds, as text, in which no address is told.
    private var silent: [Int: Set<String>] = [:]

    init(_ closure: AccountClosure, _ wanted: Wanted, at place: Int) {
      model = closure.model
      self.closure = closure
      self.wanted = wanted
      leads = StoryLeads(closure)
      settings = FirstSettings(closure.model)
      enumeration = EnumerationWitness(closure, under: wanted.combinations)
      arrival = OwnersArrival(closure, providers: wanted.ownersProviders[place])
    }

    /// The ways in which an invariant may come to be broken, each as the moves of a sequence.
    mutating func ways(to invariant: Invariant) -> [[StoryMove]] {
      if let ways = ways[invariant] {
        return ways
      }
      let rows = wanted.suspects[invariant] ?? []
      let toRows = rows.flatMap { row in
        let suspect = SuspectRow(row, of: invariant, in: model.policy)
        return leads.ways(to: row, within: suspect.boxes)
      }
      let found: [[StoryMove]]
      switch invariant {
      case .reachable, .enumeration:
        // The empty store is looked at too.
        let general =
          [[]] + leads.waysToAccounts.prefix(TableWitnesses.wayLimit)
          + leads.waysToAddress.prefix(TableWitnesses.wayLimit)
          + leads.waysOfOutsiders.prefix(TableWitnesses.wayLimit)
        var seen: Set<[StoryMove]> = []
        found = (general + toRows).map { moves in
          moves.filter { settings.allow($0) && !isAdministrators($0) }
        }
        .filter { seen.insert($0).inserted }
      case .declared, .repeatable, .tenants, .ownMethods, .ownSessions, .oneProver, .aMethod,
        .oneHolder, .refusalsChangeNothing, .total, .safeLanding, .ownVerification,
        .allowedLinks:
        found = toRows
      }
      ways[invariant] = found
      return found
    }

    /// Whether nobody makes an attempt since it is an administrator's.
    private func isAdministrators(_ move: StoryMove) -> Bool {
      guard case .attempt(let attempt, _) = move else { return false }
      return closure.tables[attempt.table].action.isAdministrators
        && model.leavingOut(closure.tables[attempt.table].action, attempt.kind) != nil
    }

    /// Stories that reach goals by the moves of one way, and how many worlds were met.
    mutating func stories(
      _ moves: [StoryMove], to goals: Set<StorySearch.Goal>, _ effort: Int
    ) -> (stories: [StorySearch.Goal: StorySearch.Story], worlds: Int) {
      let invariants = goals.compactMap { goal -> Invariant? in
        if case .breaking(let invariant) = goal { invariant } else { nil }
      }
      let check = StoryCheck(model, and: Set(invariants))
      var search = StorySearch(model, check, limits: StorySearch.Limits(worlds: effort))
      var arrival = arrival
      var silent = silent
      let stories = search.stories(moves, to: goals) { world in
        var reached: [StorySearch.Goal] = []
        if goals.contains(.breaking(.reachable)), check.brokenState(world).isEmpty,
          !arrival.arrives(from: world)
        {
          reached.append(.breaking(.reachable))
        }
        for goal in goals {
          guard case .telling(let combination) = goal,
            silent[combination, default: []].insert(world.accountsText + world.codesText).inserted,
            enumeration.telling(in: world, under: combination) != nil
          else { continue }
          reached.append(goal)
        }
        return reached
      }
      self.arrival = arrival
      self.silent = silent
      return (stories, search.worldCount)
    }

    func telling(in world: StoryWorld, under combination: Int) -> EnumerationWitness.Telling? {
      enumeration.telling(in: world, under: combination)
    }
  }
}
