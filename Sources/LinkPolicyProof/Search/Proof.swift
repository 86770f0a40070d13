internal import LinkPolicy
package import LinkPolicyAuthoring
internal import LinkPolicyExploration
internal import LinkPolicySystem

/// The result of an attempt to prove that, under a policy, nobody can take over another person's account.
///
/// Checks of the tables and account closures prove each invariant for any number of accounts, attempts and sessions. If
/// the checks cannot prove an invariant, a search plays attempts on a real store and returns a sequence that breaks the
/// invariant. If the search finds no sequence, the invariant is undecided.
package struct Proof: Sendable {
  /// The ids of the invariants that account closures decide, for any number of accounts and attempts.
  package static var unbounded: [String] { AccessProof.decided.map { $0.id } }

  package let policy: CompiledPolicy
  package let assumptions: Assumptions
  /// The environment, with the switches that the policy implies.
  package let environment: ProofEnvironment
  package let options: Options
  /// The result for each declared invariant: a violating row or guard, no violation, no matching cell, or a table that
  /// is too large.
  let forbidden: [ForbiddenCells.InvariantFinding]
  /// The result of the check for enumeration (I11); nil if I11 was not requested.
  let enumeration: EnumerationFinding?
  /// The rows and guards that change or disclose an account of another tenant, or whose answers depend on such an
  /// account; empty if I10 was not requested.
  let tenants: [RowName]
  /// The result of the check that the owner always reaches the account with the owner's address (I9).
  let arrival: ArrivalFinding
  /// The rows and guards that may allow a sign-in that cannot be repeated; nil if I13 was not requested.
  let unrepeatable: [RowName]?
  /// The closures of accounts, one for each class of domains.
  private(set) var access: [AccessProof] = []
  /// The closures from which the search builds sequences for invariants that the tables leave open.
  ///
  /// The closures are those in `access`, or separate closures if `access` is empty.
  private(set) var followed: [AccessProof] = []
  /// The rows of ``unrepeatable`` that some attempt of the closures reaches.
  private(set) var unrepeatableReached: [RowName] = []
  /// The sequences that the search found in the closures and played on a real store.
  private(set) var stories = AccessStories([], worlds: 0)
  /// The played sequences that break invariants which the tables do not prove.
  private(set) var witnesses = TableWitnesses()
  /// The coverage of each table; empty if no closure was requested, or if the options exclude counting cells.
  package private(set) var coverage: [TableCoverage] = []
  /// The tables that are too large for the account closures.
  private(set) var spentTables: [Name] = []
  /// The requested invariants in order, each with its verdict.
  package private(set) var verdicts: [(invariant: Invariant, verdict: ProofVerdict)] = []

  /// Creates the proof, and decides the requested invariants.
  ///
  /// The initializer calls `progress` on the calling thread.
  package init(
    _ policy: CompiledPolicy, under assumptions: Assumptions, in environment: ProofEnvironment,
    _ options: Options, progress: (_ done: Int, _ of: Int) -> Void = { _, _ in }
  ) {
    let policy = policy.readingInvariants
    let environment = environment.adapted(to: policy)
    self.policy = policy
    self.assumptions = assumptions
    self.environment = environment
    self.options = options
    let wanted = Invariant.all(of: policy).filter {
      options.invariants.isEmpty || options.invariants.contains($0.id)
    }
    let settings = Settings(options.settings)
    forbidden = ForbiddenCells.all(of: policy, given: settings)
    enumeration =
      wanted.contains(.enumeration) ? EnumerationFinding(policy, given: settings) : nil
    tenants = wanted.contains(.tenants) ? TenantTables(policy, given: settings).acting : []
    arrival =
      wanted.contains(.reachable)
      ? ArrivalFinding(
        policy: policy, assumptions: assumptions, environment: environment, settings: settings)
      : .open
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
    let open = wanted.filter { invariant in
      // The owner in this search never arrives by an identifier, so the search would show nothing about identifiers.
      !isDecidedByTables(invariant) && !AccessProof.decided.contains(invariant)
        && !(usesIdentifiers && invariant == .reachable)
    }
    if !open.isEmpty {
      if followed.isEmpty {
        followed = followAccounts(for: Set(AccessProof.decided), in: environment, progress)
      }
      search(for: open)
    }
    verdicts = wanted.map { ($0, verdict(of: $0)) }
  }

  /// If the owner's address is reassigned during sequences, searches for sequences that start after the reassignment.
  private mutating func searchAfterReassignment(for open: Set<Invariant>) {
    guard environment.reassigned == .during, !open.isEmpty else { return }
    var after = environment
    after.reassigned = .before
    let proofs = followAccounts(for: open, in: after) { _, _ in }
    var further = AccessStories(proofs, worlds: options.worlds)
    further.searchOn(proofs, for: open.subtracting(further.found.keys))
    stories.add(further, for: open)
  }

  /// Searches for sequences that break invariants that the tables leave open.
  private mutating func search(for open: [Invariant]) {
    let closures = followed.map { $0.closure }
    unrepeatableReached = (unrepeatable ?? []).filter { row in
      let suspect = SuspectRow(row, of: .repeatable, in: policy)
      return closures.contains {
        !$0.attempts(decidedBy: row, within: suspect.boxes, limit: 1).isEmpty
      }
    }
    var wanted = TableWitnesses.WitnessGoals()
    let names = OwnersDomains(policy: policy, assumptions: assumptions, environment: environment)
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
        preconditionFailure("every played domain forms a valid address")
      }
    }

    func finish() {}
  }

  /// Explores the accounts once for each class of domains that the owner's address can have.
  private mutating func followAccounts(
    for wanted: Set<Invariant>, in environment: ProofEnvironment,
    _ progress: (_ done: Int, _ of: Int) -> Void
  ) -> [AccessProof] {
    let tables = policy.storage.tables.indices.map { AnswerTable($0, of: policy) }
    spentTables = tables.filter { $0.isSpent }.map { policy.storage.tables[$0.index].key }
    let job = AccessJob(
      policy: policy, assumptions: assumptions, environment: environment, options: options,
      tables: tables,
      entrances: Entrances(
        policy,
        under: policy.limits(of: options.settings).limited(
          by: assumptions.excluded, under: policy), tables),
      wanted: wanted)
    let domains = OwnersDomains(policy: policy, assumptions: assumptions, environment: environment)
      .all
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

  /// The assumptions that have no effect on this proof.
  package var idle: [IdleAssumption] {
    IdleAssumptions(policy: policy, assumptions: assumptions, environment: environment).all
  }

  /// Returns the attempts that reach a row or guard, or the reason why no attempt reaches it.
  ///
  /// Returns nil if no row or guard with this name decides a counted cell.
  package func explanation(of row: String) -> RowExplanation? {
    let name = coverage.lazy.flatMap { $0.rows }.first { $0.name.text.hasSameBytes(as: row) }?.name
    return name.flatMap { RowExplanation($0, of: coverage, access) }
  }
}

extension CompiledPolicy {
  /// The policy, changed to read every fact that a declared invariant tests, even if no row tests the fact.
  ///
  /// The fact `tenant` is an exception, because the engine accepts attempts across tenants only if a row tests
  /// `tenant`.
  var readingInvariants: CompiledPolicy {
    let tested = ValueSet(storage.invariants.flatMap { $0.conditions.map { $0.fact } })
    return reading(also: tested.subtracting(ValueSet([EngineFact.tenant.rawValue])))
  }
}

extension Proof {
  /// The options of a proof, such as the invariants to decide and the limits of the search.
  package struct Options: Sendable {
    /// The settings with a fixed value, by name.
    ///
    /// A setting without a fixed value can change from attempt to attempt.
    package var settings: [(name: String, value: String)] = []
    /// The ids of the invariants to decide, such as `I1`; empty for all invariants.
    package var invariants: [String] = []
    /// Whether to search for shorter sequences once a sequence for each broken invariant is known.
    package var seeksShorter = true
    /// Whether to count, for each table, the cells that attempts reach.
    package var countsCells = true
    /// The maximum number of attempts that the exploration of one closure makes.
    package var attempts = 5_000_000
    /// The maximum number of stores that the search for sequences visits.
    package var worlds = 150_000
    /// The number of threads that explore accounts and count cells.
    package var threads = 2

    package init() {}
  }

  /// The verdict on an invariant.
  package enum ProofVerdict: Sendable {
    /// The invariant holds for every sequence of attempts that the exclusions permit.
    case proved
    /// The counterexample breaks the invariant.
    case broken(Counterexample)
    /// Tables and closures do not prove the invariant, and the search found no sequence that breaks the invariant.
    case undecided
    /// No sequence can break the invariant, because no sequence reaches the invariant's premise.
    ///
    /// The text states the premise that no sequence reaches.
    case vacuous(String)
  }
}

extension Proof {
  /// Returns the actions that the policy declares for a given party and that the proof plays.
  func actions(by party: Party) -> [String] {
    let ownAdministration = ownAdministration
    return policy.document.actions.filter { declared in
      declared.performer == party
        && !ownAdministration.contains { $0.hasSameBytes(as: declared.name.value.text) }
        && policy.storage.tables.contains {
          policy.vocabulary.actions[$0.action].name == declared.name.value
        }
    }.map { $0.name.value.text }
  }
}

extension Proof {
  /// Whether the policy declares identifiers, which the checks of the tables ignore.
  var usesIdentifiers: Bool { !policy.vocabulary.identifiers.identifiers.isEmpty }
}

extension CompiledPolicy {
  /// The tables that search for an account by an identifier, and any guard, or row of another table, that uses an
  /// identifier.
  var placesOfIdentifiers: [Name] {
    let facts = vocabulary.schema.identifiers
    func names(_ row: CompiledRow) -> Bool {
      (withDerived(row.conditions) + row.conditions).contains { facts.contains($0.fact) }
        || row.answer.effects.contains { effect in
          effect.templates.contains { $0.kind == .setIdentifier }
        }
    }
    var places = storage.guards.filter(names).map { Name(RowName(table: "guards", id: $0.id).text) }
    for table in storage.tables {
      guard vocabulary.identifiers.searched(byAction: table.action).isEmpty else {
        places.append(table.key)
        continue
      }
      places += table.rows.filter(names).map { Name(RowName(table: table.key, id: $0.id).text) }
    }
    return places
  }

  /// Returns the fact limits for the settings with a fixed value.
  func limits(of settings: [(name: String, value: String)]) -> FactLimits {
    var limits = FactLimits()
    for (name, value) in settings {
      guard let index = document.settings.firstIndex(where: { $0.name.value == Name(name) }),
        let number = document.settings[index].values.firstIndex(where: { $0.value == Name(value) })
      else { continue }
      limits.limit(vocabulary.schema.settings.lowerBound + index, to: number)
    }
    return limits
  }
}
