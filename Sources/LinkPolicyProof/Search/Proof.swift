package import LinkPolicy
internal import LinkPolicyAnalysis
internal import LinkPolicySystem
internal import LinkPolicyVectors

/// The attempt to prove that a policy cannot be used to take over an account.
///
/// Explores, for each class of domains that the owner's address can have, every state that the
/// owner, an attacker and the environment can bring about, with the policy's own decisions. What
/// it finds is real: a counterexample replays. What it proves holds under the assumptions, within
/// the bound of accounts.
package struct Proof: Sendable {
  /// The ids of the invariants that are decided for any number of accounts.
  package static var unbounded: [String] { AccessProof.decided.map { $0.id } }

  package let policy: CompiledPolicy
  package let assumptions: Assumptions
  package let environment: ProofEnvironment
  package let options: Options
  /// What accounts can do to each other, by the tables.
  let others: OtherAccounts
  /// What mailed codes open and no move plays.
  let unplayed: UnplayedActions
  /// For each invariant of the policy's own where tables do what it forbids, if anywhere.
  let forbidden: [ForbiddenCells.Finding]
  /// Whether addresses can be told, where that was asked; nil elsewhere.
  let enumeration: EnumerationFinding?
  /// The rows that change an account of another tenant.
  let tenants: [RowName]
  /// Whether the owner gets to his account whatever accounts there are, by the tables.
  let arrives: Bool
  /// The rows that may let a sign-in through which cannot be repeated; nil where that was not asked.
  let unrepeatable: [RowName]?
  /// One for each class of domains.
  package private(set) var runs: [Run] = []
  /// What any number of accounts can come to, for each class of domains.
  private(set) var access: [AccessProof] = []
  /// The closures that what was explored is compared with: the same, or such that were made for that alone.
  private(set) var followed: [AccessProof] = []
  /// The rows and guards that do something lasting in closures, and not in what was explored.
  private(set) var unplayedRows: [RowName] = []
  /// Real sequences found among what the closures show.
  private(set) var stories = AccessStories([], worlds: 0)
  /// Real sequences that break invariants which tables decide.
  private(set) var tableStories = TableStories([], suspects: [:], worlds: 0)
  /// What became of the cells of each table; empty where no closure was asked for.
  package private(set) var coverage: [TableCoverage] = []
  /// The tables that are too intricate for the closure of accounts to be asked about.
  private(set) var spentTables: [Name] = []
  /// The invariants that were asked for, in their order.
  package private(set) var verdicts: [(invariant: Invariant, verdict: Verdict)] = []

  /// Explores; `progress` is told how far it is, on the calling thread.
  package init(
    _ policy: CompiledPolicy, under assumptions: Assumptions, in environment: ProofEnvironment,
    _ options: Options, progress: (_ done: Int, _ of: Int) -> Void = { _, _ in }
  ) {
    // An invariant may test facts that no row does.
    let policy = policy.reading(
      also: ValueSet(policy.storage.invariants.flatMap { $0.conditions.map { $0.fact } }))
    self.policy = policy
    self.assumptions = assumptions
    self.environment = environment
    self.options = options
    let wanted = Invariant.all(of: policy).filter {
      options.invariants.isEmpty || options.invariants.contains($0.id)
    }
    forbidden = ForbiddenCells.all(of: policy)
    others = OtherAccounts(policy)
    unplayed = UnplayedActions(policy)
    let settings = Settings(options.settings)
    enumeration =
      wanted.contains(.enumeration) ? EnumerationFinding(policy, given: settings) : nil
    tenants = wanted.contains(.tenants) ? TenantTables.acting(in: policy) : []
    let asksTables = options.asksTables && !options.recordsTransitions
    arrives =
      wanted.contains(.reachable) && asksTables
      && ReachabilityTables(
        policy: policy, assumptions: assumptions, environment: environment, settings: settings
      ).isShown(
        at: ProofActors.all(of: policy, under: assumptions, in: environment).map { $0.domain })
    unrepeatable =
      wanted.contains(.repeatable) && asksTables
      ? RepetitionTables(policy: policy, settings: settings).suspects() : nil
    access = Self.access(
      policy, assumptions, environment, options, wanted: Set(wanted), &spentTables)
    (stories, coverage) = ClosureJob.results(of: access, policy, options)
    let open = wanted.filter { !isDecidedByTables($0) }
    followed = access
    if options.explores, !open.isEmpty || options.recordsTransitions {
      explore(for: open, progress)
      if !open.filter({ $0 == .reachable || $0 == .repeatable }).isEmpty {
        if followed.isEmpty {
          followed = Self.access(
            policy, assumptions, environment, options, wanted: Set(AccessProof.decided),
            &spentTables)
        }
        unplayedRows = UnplayedRows.all(
          of: followed, besides: runs, policy, under: settings)
      }
    }
    if !options.explores {
      searchTables(for: open)
    }
    let found = runs.reduce(into: Set(stories.found.keys)) {
      $0.formUnion($1.search.violations.keys)
    }
    let shown = access.reduce(into: Set<Invariant>()) { $0.formUnion($1.broken) }
    stories.searchOn(access, for: shown.subtracting(found))
    verdicts = wanted.map { ($0, verdict(of: $0)) }
  }

  /// Searches for sequences by which rows break invariants that tables leave open.
  private mutating func searchTables(for open: [Invariant]) {
    let sought = open.filter { !AccessProof.decided.contains($0) && $0 != .enumeration }
    guard !sought.isEmpty else { return }
    if followed.isEmpty {
      followed = Self.access(
        policy, assumptions, environment, options, wanted: Set(AccessProof.decided), &spentTables)
    }
    let suspects = sought.map { ($0, suspects(of: $0)) }
    tableStories = TableStories(
      followed.map { $0.closure },
      suspects: Dictionary(suspects) { first, _ in first }, worlds: options.worlds)
  }

  /// Follows accounts within bounds, at each domain where that can say something.
  private mutating func explore(
    for open: [Invariant], _ progress: (_ done: Int, _ of: Int) -> Void
  ) {
    let settings = Settings(options.settings)
    // Another model's steps are compared at every domain.
    let every = ProofActors.all(of: policy, under: assumptions, in: environment)
    let casts = options.recordsTransitions ? every : ProofActors.unlike(every, under: policy)
    var limits = ProofSearch.Limits()
    limits.states = options.states
    limits.othersOnlyRefuse = others.exception == nil
    limits.stopsAtFirst = options.stopsAtFirst
    let places = casts.compactMap { actors in
      extent(of: actors, for: open).map { (actors: actors, extent: $0) }
    }
    let pieces = bounds.flatMap { bounds in
      places.map { Job.Piece(actors: $0.actors, extent: $0.extent, bounds: bounds) }
    }
    let job = Job(
      policy: policy, environment: environment, limits: limits, wanted: Set(open),
      settings: settings, combinations: enumeration?.combinations.all(given: settings) ?? [],
      records: options.recordsTransitions)
    var waiting = pieces.makeIterator()
    var runs: [Run] = []
    OrderedWork.run(
      threads: pieces.count > 1 ? options.threads : 0, worker: { _ in job },
      next: { waiting.next() },
      take: { run in
        runs.append(run)
        progress(runs.count, pieces.count)
        return !(limits.stopsAtFirst && !run.search.violations.isEmpty)
      })
    self.runs = runs
  }

  /// How far an exploration goes.
  private struct Extent {
    /// The invariants that sequences are looked for; nil where every state is to be met.
    var goals: Set<Invariant>?
    /// The most moves of a sequence; nil for any number.
    var depth: Int?
  }

  /// How far exploring at some domains can say something; nil where it can not.
  ///
  /// What no closure shows broken there needs no exploring, and what was found broken only a sequence that is no
  /// longer than the one that was found: exploring tells it in more words.
  private func extent(of actors: ProofActors, for wanted: [Invariant]) -> Extent? {
    guard !options.recordsTransitions, Set(wanted).isSubset(of: AccessProof.decided),
      notPlayed.isEmpty
    else { return Extent() }
    let domains = [actors.domain] + actors.alike
    let here = access.filter { proof in
      domains.contains { $0.hasSameBytes(as: proof.closure.model.domain) }
    }
    var goals = here.reduce(into: Set<Invariant>()) { $0.formUnion($1.broken) }
      .intersection(wanted)
    // Links that no move asks for are not found by exploring.
    goals.remove(.allowedLinks)
    if !options.seeksShorter {
      goals.subtract(stories.found.keys)
    }
    guard !goals.isEmpty else { return nil }
    let lengths = goals.map { stories.found[$0]?.story.steps.count }
    let known = lengths.compactMap { $0 }
    return Extent(goals: goals, depth: known.count == lengths.count ? known.max() : nil)
  }

  private struct AccessJob: Worker {
    let policy: CompiledPolicy
    let assumptions: Assumptions
    let environment: ProofEnvironment
    let options: Options
    let tables: [AnswerTable]
    let entrances: Entrances
    let wanted: Set<Invariant>

    func work(on domain: String) -> AccessProof {
      do throws(InputError) {
        let model = try AdversaryModel(
          policy, domain: domain, under: assumptions, in: environment,
          excluding: environment.exclusions, settings: policy.limits(of: options.settings),
          entrances: entrances)
        return AccessProof(model, tables, wanted: wanted, limit: options.attempts)
      } catch {
        preconditionFailure("a domain that a proof is played at makes an address")
      }
    }

    func finish() {}
  }

  /// Follows every attempt at each domain that makes a difference, where an invariant asks for it.
  private static func access(
    _ policy: CompiledPolicy, _ assumptions: Assumptions, _ environment: ProofEnvironment,
    _ options: Options, wanted: Set<Invariant>, _ spent: inout [Name]
  ) -> [AccessProof] {
    guard !wanted.isDisjoint(with: AccessProof.decided) else { return [] }
    let tables = policy.storage.tables.indices.map { AnswerTable($0, of: policy) }
    spent = tables.filter { $0.isSpent }.map { policy.storage.tables[$0.index].key }
    let job = AccessJob(
      policy: policy, assumptions: assumptions, environment: environment, options: options,
      tables: tables,
      entrances: Entrances(policy, under: policy.limits(of: options.settings), tables),
      wanted: wanted)
    var domains = ProofActors.all(of: policy, under: assumptions, in: environment)
      .map { $0.domain }.makeIterator()
    var proofs: [AccessProof] = []
    OrderedWork.run(
      threads: options.threads, worker: { _ in job }, next: { domains.next() },
      take: { proof in
        proofs.append(proof)
        return true
      })
    return proofs
  }

  /// What the assumptions say without its making a difference here.
  package var idle: [IdleAssumption] {
    IdleAssumptions(policy: policy, assumptions: assumptions, environment: environment).all
  }

  /// How attempts come to a row or guard, or why none does; nil for one that decides no cell of any
  /// table.
  package func explanation(of row: String) -> RowExplanation? {
    let name = coverage.lazy.flatMap { $0.rows }.first { $0.name.text.hasSameBytes(as: row) }?.name
    return name.flatMap { RowExplanation($0, of: coverage, access) }
  }

  /// How far to go: as far as was asked for, or with one account for any number.
  ///
  /// What several accounts come to together is looked at with few methods and no codes then: whether
  /// the owner gets to his account past his others.
  private var bounds: [ProofBounds] {
    var bounds = [ProofBounds(options.accounts, methods: options.methods, codes: options.codes)]
    if others.exception == nil {
      bounds[0].accounts = 1
      if options.accounts > 1 {
        bounds.append(ProofBounds(2, methods: 1, codes: 0))
      }
    }
    return bounds
  }

  private struct Job: Worker {
    struct Piece: Sendable {
      let actors: ProofActors
      let extent: Extent
      let bounds: ProofBounds
    }

    let policy: CompiledPolicy
    let environment: ProofEnvironment
    let limits: ProofSearch.Limits
    let wanted: Set<Invariant>
    let settings: Settings
    /// The combinations of settings that may protect from enumeration.
    let combinations: [Settings]
    let records: Bool

    mutating func work(on piece: Piece) -> Run {
      let actors = piece.actors
      var limits = limits
      limits.bounds = piece.bounds
      limits.goals = piece.extent.goals
      limits.depth = piece.extent.depth
      var search = ProofSearch(
        policy, actors, environment, limits, wanted: wanted, under: settings,
        protecting: combinations, records: records)
      search.explore()
      return Run(
        domain: actors.domain, alike: actors.alike, providers: actors.providers,
        bounds: piece.bounds, states: search.stateCount, transitions: search.transitions,
        depth: search.depth, isStopped: search.isStopped, waiting: search.waiting,
        seeksSequences: limits.goals != nil, search: search)
    }

    mutating func finish() {}
  }
}
