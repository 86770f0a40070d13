internal import LinkPolicy
import LinkPolicyAuthoring
internal import LinkPolicyExploration

/// Real sequences that break invariants that tables leave open: I9, I10, I11, I13 and declared invariants.
///
/// Tables name the rows that may break an open invariant. For each of these rows, the search plays the attempts that
/// the row decides, with every possible actor, after the attempts that make the decision possible.
struct TableWitnesses: Sendable {
  /// A sequence, and the model in which the search found the sequence.
  typealias TableWitness = (model: AdversaryModel, story: StorySearch.StorySequence)

  /// The goals of the search: the open invariants to break, and inputs for I9 and I11.
  struct WitnessGoals: Sendable {
    /// For each open invariant, the rows that may break the invariant.
    var suspects: [Invariant: [RowName]] = [:]
    /// The combinations of settings under which the search for I11 runs.
    ///
    /// I11 is broken only if every combination reveals an address.
    var combinations: [Settings] = []
    /// The index of the combination under which the fewest rows reveal an address.
    var mostProtecting: Int?
    /// For I9 and each domain, the federated providers that the owner uses, in classes that the policy and the
    /// assumptions treat alike.
    var ownersProviders: [[[String]]] = []
  }

  /// A sequence for each broken invariant, with the model of the sequence.
  private(set) var found: [Invariant: TableWitness] = [:]
  /// The two attempts at the end of the sequence for I11; nil if the search found no sequence for I11.
  private(set) var telling: EnumerationWitness.EnumerationPair?

  /// The tables in which the search for I9 does not try every combination of stated facts.
  private(set) var cutTables: [Int] = []

  private var tellings: [Int: (found: TableWitness, telling: EnumerationWitness.EnumerationPair)] =
    [:]
  private let wanted: WitnessGoals
  /// The number of stores that the search may still visit.
  private var allowance: Int
  /// The number of the owner's attempts that the search for I9 may still make.
  private var arrivalAttempts = 600_000

  // The number of stores for each list of moves, in each round of the search. Most sequences are short, so the search
  // first tries every list with few stores.
  private static let efforts = [40, 300]
  // The search may visit one eighth of a proof's maximum number of stores. This number suffices, because sequences are
  // short.
  private static let share = 8
  // The maximum number of lists of moves of each kind, such as the moves of outsiders.
  private static let wayLimit = 24

  /// Creates the result of a search without goals.
  init() {
    wanted = WitnessGoals()
    allowance = 0
  }

  /// Searches for sequences at one domain after the other.
  ///
  /// - Parameters:
  ///   - closures: the reachable accounts for each domain.
  ///   - wanted: the goals of the search.
  ///   - worlds: the maximum number of stores that the proof visits.
  init(_ closures: [AccountClosure], for wanted: WitnessGoals, worlds: Int) {
    self.wanted = wanted
    allowance = worlds / Self.share
    var searches = closures.indices.map { DomainSearch(closures[$0], wanted, at: $0) }
    if wanted.suspects[.reachable] != nil {
      cutTables = Set(searches.flatMap { $0.arrival.cutTables }).sorted()
    }
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
          keep(story, for: goal, from: search)
        }
      }
    }
  }

  private func goals(
    _ sought: Set<Invariant>, for invariant: Invariant
  ) -> Set<StorySearch.StoryGoal> {
    var goals: Set<StorySearch.StoryGoal> = []
    for one in sought {
      switch one {
      case .enumeration:
        for combination in wanted.combinations.indices where tellings[combination] == nil {
          goals.insert(.telling(combination: combination))
        }
      // In sequences for invariants other than I9, settings may have any value.
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
    _ story: StorySearch.StorySequence, for goal: StorySearch.StoryGoal, from search: DomainSearch
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

  /// The sequence for I11 to report: the longest of the sequences for the individual combinations of settings.
  ///
  /// If several sequences are equally long, the result is the sequence of the combination with the fewest revealing
  /// rows. If this combination has none of these sequences, the result is the first of them.
  private var mostProtected: (found: TableWitness, telling: EnumerationWitness.EnumerationPair)? {
    let longest = tellings.values.map { $0.found.story.steps.count }.max()
    let places = wanted.combinations.indices.filter {
      tellings[$0]?.found.story.steps.count == longest
    }
    let place = wanted.mostProtecting.flatMap { places.contains($0) ? $0 : nil } ?? places.first
    return place.flatMap { tellings[$0] }
  }

  /// The search for sequences at one domain of the owner's address.
  private struct DomainSearch {
    let model: AdversaryModel
    private let closure: AccountClosure
    private let leads: StoryLeads
    private let settings: FirstSettings
    private let wanted: WitnessGoals
    private let enumeration: EnumerationWitness
    var arrival: OwnersArrival
    private var ways: [Invariant: [[StoryMove]]] = [:]
    /// For each combination of settings, the texts of the stores already checked for a revealed address.
    private var silent: [Int: Set<String>] = [:]

    init(_ closure: AccountClosure, _ wanted: WitnessGoals, at place: Int) {
      model = closure.model
      self.closure = closure
      self.wanted = wanted
      leads = StoryLeads(closure)
      settings = FirstSettings(closure.model)
      enumeration = EnumerationWitness(closure, under: wanted.combinations)
      arrival = OwnersArrival(closure, providers: wanted.ownersProviders[place])
    }

    /// Returns lists of moves, each of which may lead to a sequence that breaks an invariant.
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
        // The search also checks the empty store.
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

    /// Returns whether the proof omits an attempt that only an administrator makes.
    private func isAdministrators(_ move: StoryMove) -> Bool {
      guard case .attempt(let attempt, _) = move else { return false }
      return model.policy.isAdministrators(closure.tables[attempt.table].action)
        && model.leavingOut(closure.tables[attempt.table].action, attempt.kind) != nil
    }

    /// Returns stories that reach goals by one list of moves, and the number of visited stores.
    mutating func stories(
      _ moves: [StoryMove], to goals: Set<StorySearch.StoryGoal>, _ effort: Int
    ) -> (stories: [StorySearch.StoryGoal: StorySearch.StorySequence], worlds: Int) {
      let invariants = goals.compactMap { goal -> Invariant? in
        if case .breaking(let invariant) = goal { invariant } else { nil }
      }
      let check = StoryCheck(model, and: Set(invariants))
      var search = StorySearch(model, check, limits: StorySearch.StoryLimits(worlds: effort))
      var arrival = arrival
      var silent = silent
      let stories = search.stories(moves, to: goals) { world in
        var reached: [StorySearch.StoryGoal] = []
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

    func telling(
      in world: StoryWorld, under combination: Int
    ) -> EnumerationWitness.EnumerationPair? {
      enumeration.telling(in: world, under: combination)
    }
  }
}

/// A row or guard that may break an invariant, and the cells in which to search for a break.
struct SuspectRow {
  let row: RowName
  /// The cells, each as limits of facts.
  let boxes: [FactLimits]

  /// Creates the suspect from the cells in which a row may break an invariant that tables leave open.
  init(_ row: RowName, of invariant: Invariant, in policy: CompiledPolicy) {
    self.row = row
    switch invariant {
    case .declared(let declared):
      boxes = Self.boxes(
        matching: policy.storage.invariants[declared.place].conditions, of: policy)
    case .tenants:
      let other = FactLimits().limited(.tenant, to: FactValue.Tenant.other)
      let inSession = FactLimits().limited(
        .session, to: FactValue.SessionValue.recent, FactValue.SessionValue.old,
        FactValue.SessionValue.revoked)
      boxes = [other, inSession]
    case .ownMethods, .ownSessions, .oneProver, .aMethod, .oneHolder, .refusalsChangeNothing,
      .total, .safeLanding, .ownVerification, .allowedLinks, .reachable, .enumeration, .repeatable:
      boxes = [FactLimits()]
    }
  }

  // The maximum number of combinations of rows that can satisfy conditions on derived facts.
  private static let boxLimit = 64

  /// Returns the cells that match conditions.
  ///
  /// Each row of a derived fact results in a separate box.
  private static func boxes(
    matching conditions: [ResolvedCondition], of policy: CompiledPolicy
  ) -> [FactLimits] {
    ways(matching: conditions, of: policy).map { way in
      var box = FactLimits()
      for (fact, values) in way {
        box.limit(fact, to: values)
      }
      return box
    }
  }

  /// Returns the combinations of limits that match conditions.
  ///
  /// Each combination limits only facts that are not derived.
  private static func ways(
    matching conditions: [ResolvedCondition], of policy: CompiledPolicy
  ) -> [[(Int, ValueSet)]] {
    let derived = policy.vocabulary.schema.derived
    var ways: [[(Int, ValueSet)]] = [[]]
    for condition in conditions {
      let further =
        derived.contains(condition.fact)
        ? expanded(condition.fact, condition.values, of: policy)
        : [[(condition.fact, condition.values)]]
      ways = Array(ways.flatMap { way in further.map { way + $0 } }.prefix(boxLimit))
    }
    return ways
  }

  /// Returns the combinations of limits under which a derived fact has one of the given values.
  ///
  /// Each combination limits only facts that are not derived.
  private static func expanded(
    _ fact: Int, _ values: ValueSet, of policy: CompiledPolicy
  ) -> [[(Int, ValueSet)]] {
    let rows = policy.storage.facts[fact - policy.vocabulary.schema.derived.lowerBound].rows
    return rows.filter { values.contains($0.value) }.flatMap {
      ways(matching: $0.conditions, of: policy)
    }
  }
}

/// The settings of a check that tries only one value of each setting.
///
/// Each setting has its given value or, without a given value, its first value.
struct FirstSettings {
  private let settings: Range<Int>
  private let given: FactLimits

  init(_ model: AdversaryModel) {
    settings = model.policy.vocabulary.schema.settings
    given = model.settings
  }

  /// Returns the limits with each setting fixed to its value.
  func limiting(_ limits: FactLimits) -> FactLimits {
    var limits = limits
    for setting in settings where given[setting] == nil {
      limits.limit(setting, to: 0)
    }
    return limits
  }

  /// Returns whether a move leaves each setting at its fixed value.
  func allow(_ move: StoryMove) -> Bool {
    switch move {
    case .wait, .enroll: true
    case .attempt(_, let facts):
      facts.allSatisfy { fact in
        !settings.contains(fact.fact) || given[fact.fact] != nil || fact.value == 0
      }
    }
  }
}
