internal import LinkPolicy
package import LinkPolicyAuthoring
internal import LinkPolicyReview
internal import LinkPolicySystem

/// The attempt to prove that a policy cannot be used to take over an account.
///
/// Tables and the closures of accounts decide each invariant for any number of accounts, attempts and sessions. If they show that an
/// invariant may be broken, a search plays the attempts that the tables declare with the policy's own decisions on a real store: a
/// sequence that it finds replays. If it finds none, the invariant is undecided.
package struct Proof: Sendable {
  /// The ids of the invariants that closures of accounts decide.
  package static var unbounded: [String] { AccessProof.decided.map { $0.id } }

  package let policy: CompiledPolicy
  package let assumptions: Assumptions
  package let environment: ProofEnvironment
  package let options: Options
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
  /// What any number of accounts can come to, for each class of domains.
  private(set) var access: [AccessProof] = []
  /// The closures whose attempts are played for invariants that tables leave open: the same, or such that were made for that alone.
  private(set) var followed: [AccessProof] = []
  /// The rows of ``unrepeatable`` that some attempt comes to, by the closures.
  private(set) var unrepeatableReached: [RowName] = []
  /// Real sequences found among what the closures show.
  private(set) var stories = AccessStories([], worlds: 0)
  /// Real sequences that break invariants which tables leave open.
  private(set) var witnesses = TableWitnesses()
  /// What became of the cells of each table; empty where no closure was asked for.
  package private(set) var coverage: [TableCoverage] = []
  /// The tables that are too intricate for the closure of accounts to be asked about.
  private(set) var spentTables: [Name] = []
  /// The invariants that were asked for, in their order.
  package private(set) var verdicts: [(invariant: Invariant, verdict: Verdict)] = []

  /// Decides the invariants that are asked for; `progress` is told how far it is, on the calling thread.
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
    let settings = Settings(options.settings)
    enumeration =
      wanted.contains(.enumeration) ? EnumerationFinding(policy, given: settings) : nil
    tenants = wanted.contains(.tenants) ? TenantTables.acting(in: policy) : []
    arrives =
      wanted.contains(.reachable)
      && ReachabilityTables(
        policy: policy, assumptions: assumptions, environment: environment, settings: settings
      ).isShown(at: OwnersDomains(policy, assumptions, environment).all)
    unrepeatable =
      wanted.contains(.repeatable)
      ? RepetitionTables(policy: policy, settings: settings).suspects() : nil
    if !Set(wanted).isDisjoint(with: AccessProof.decided) {
      access = followAccounts(for: Set(wanted), in: environment, progress)
    }
    (stories, coverage) = ClosureJob.results(of: access, policy, options)
    let shown = access.reduce(into: Set<Invariant>()) { $0.formUnion($1.broken) }
    stories.searchOn(access, for: shown.subtracting(stories.found.keys))
    searchAfterReassignment(for: shown.subtracting(stories.found.keys))
    if options.seeksShorter {
      stories.shorten(access)
    }
    followed = access
    let open = wanted.filter { !isDecidedByTables($0) && !AccessProof.decided.contains($0) }
    if !open.isEmpty {
      if followed.isEmpty {
        followed = followAccounts(for: Set(AccessProof.decided), in: environment, progress)
      }
      search(for: open)
    }
    verdicts = wanted.map { ($0, verdict(of: $0)) }
  }

  /// Searches, if the owner's address passes to him at some point, for sequences of which all steps are made after that.
  private mutating func searchAfterReassignment(for open: Set<Invariant>) {
    guard environment.reassigned == .during, !open.isEmpty else { return }
    var after = environment
    after.reassigned = .before
    let proofs = followAccounts(for: open, in: after) { _, _ in }
    var further = AccessStories(proofs, worlds: options.worlds)
    further.searchOn(proofs, for: open.subtracting(further.found.keys))
    stories.add(further, for: open)
  }

  /// Searches for sequences by which rows break invariants that tables leave open.
  private mutating func search(for open: [Invariant]) {
    let closures = followed.map { $0.closure }
    unrepeatableReached = (unrepeatable ?? []).filter { row in
      let suspect = SuspectRow(row, of: .repeatable, in: policy)
      return closures.contains {
        !$0.attempts(decidedBy: row, within: suspect.boxes, limit: 1).isEmpty
      }
    }
    var wanted = TableWitnesses.Wanted()
    let names = OwnersDomains(policy, assumptions, environment)
    wanted.ownersProviders = closures.map { names.providers(at: $0.model.domain) }
    for invariant in open {
      wanted.suspects[invariant] = suspects(of: invariant)
    }
    if let enumeration, !enumeration.combinations.isCut {
      let all = enumeration.combinations.all(given: Settings(options.settings))
      wanted.combinations = enumeration.asked.map { all[$0] }
      wanted.mostProtecting = enumeration.mostProtecting.flatMap {
        enumeration.asked.firstIndex(of: $0)
      }
    }
    witnesses = TableWitnesses(closures, for: wanted, worlds: options.worlds)
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

  /// Follows every attempt at each domain that makes a difference.
  private mutating func followAccounts(
    for wanted: Set<Invariant>, in environment: ProofEnvironment,
    _ progress: (_ done: Int, _ of: Int) -> Void
  ) -> [AccessProof] {
    let tables = policy.storage.tables.indices.map { AnswerTable($0, of: policy) }
    spentTables = tables.filter { $0.isSpent }.map { policy.storage.tables[$0.index].key }
    let job = AccessJob(
      policy: policy, assumptions: assumptions, environment: environment, options: options,
      tables: tables,
      entrances: Entrances(policy, under: policy.limits(of: options.settings), tables),
      wanted: wanted)
    let domains = OwnersDomains(policy, assumptions, environment).all
    var waiting = domains.makeIterator()
    var proofs: [AccessProof] = []
    OrderedWork.run(
      threads: options.threads, worker: { _ in job }, next: { waiting.next() },
      take: { proof in
        proofs.append(proof)
        progress(proofs.count, domains.count)
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
}
