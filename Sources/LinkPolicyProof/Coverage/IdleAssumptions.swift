internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Finds what assumptions say without its making a difference to the proofs of a policy.
///
/// Asked of the policy's declarations and of the assumptions alone, so that it is the same whatever
/// is proved.
struct IdleAssumptions {
  let policy: CompiledPolicy
  let assumptions: Assumptions
  let environment: ProofEnvironment

  /// All of it: rows in the order of the file, then switches.
  var all: [IdleAssumption] { assertions + excluded + mailboxes + switches }

  private func entry(
    _ part: IdleAssumption.Part, _ place: Int, _ position: SourcePosition, _ reason: String
  ) -> IdleAssumption {
    IdleAssumption(
      part: part, name: String(place + 1),
      place: AssumptionPlace(file: assumptions.name, line: position.line), reason: reason)
  }

  private func words(_ one: ProofSwitch) -> String { one.name + " is " + environment[one] }

  // MARK: Who can obtain what

  /// The providers that assert addresses.
  private var asserting: [String] {
    policy.vocabulary.providers.providers.enumerated().filter { _, provider in
      provider.kinds.contains(.federated) && provider.givesEmail
    }.flatMap { assumptions.played($0.offset, of: policy, others: 1) }
  }

  private var assertions: [IdleAssumption] {
    let domains = assumptions.domains(playedUnder: policy)
    let providers = asserting
    // For each row whether something asks it, and which rows answer what it is about.
    var isAsked = assumptions.rows.map { _ in false }
    var before = assumptions.rows.map { _ in Set<Int>() }
    for provider in providers {
      for domain in domains {
        let found = ObtainableAssertions.regions(
          policy, provider, domain, assumptions, environment
        ).compactMap { $0.row }
        for (place, row) in assumptions.rows.enumerated() where row.isAbout(provider, domain) {
          isAsked[place] = isAsked[place] || found.contains(place)
          before[place].formUnion(found.filter { $0 < place })
        }
      }
    }
    return assumptions.rows.enumerated().compactMap { place, row in
      reason(row, isAsked[place], before[place], providers).map {
        entry(.assertions, place, row.position, $0)
      }
    }
  }

  private func reason(
    _ row: Assumptions.Row, _ isAsked: Bool, _ before: Set<Int>, _ providers: [String]
  ) -> String? {
    if let condition = row.unmetCondition(in: environment) {
      return words(condition)
    }
    if !providers.contains(where: { row.providers?.matches($0) ?? true }) {
      return "the policy has no such provider that asserts addresses"
    }
    if let domains = row.domains, domains.isEmpty {
      return "it names no domain"
    }
    guard isAsked else {
      let rows = before.sorted().map { String($0 + 1) }
      return (rows.count == 1 ? "row " : "rows ") + rows.joined(separator: ", ")
        + (rows.count == 1 ? " fits first" : " fit first")
    }
    return nil
  }

  // MARK: Exclusions that are added

  private var excluded: [IdleAssumption] {
    assumptions.excluded.enumerated().compactMap { place, row in
      reason(row).map { entry(.excluded, place, row.position, $0) }
    }
  }

  private func reason(_ row: AddedExclusion) -> String? {
    let vocabulary = policy.vocabulary
    var isDecided = false
    var left: [ProofSwitch] = []
    for table in policy.storage.tables {
      let action = vocabulary.actions[table.action]
      guard action.name == Name(row.action.value) else { continue }
      isDecided = true
      let kinds: [MethodKind?] = table.kinds.isEmpty ? [nil] : table.kinds.map { $0 }
      for kind in kinds where isMeant(row, kind) {
        let switched = environment.leavingOut(
          action, kind,
          excludesAdministrators: environment.exclusions.contains(.administration))
        guard let switched else { return nil }
        left.append(switched)
      }
    }
    if let first = left.first {
      return words(first) + " leaves it out already"
    }
    return isDecided
      ? "no such attempt carries a provider that it names" : "the policy decides no such attempt"
  }

  /// Whether attempts of a kind can carry what a row names.
  private func isMeant(_ row: AddedExclusion, _ kind: MethodKind?) -> Bool {
    guard let pattern = row.providers else { return true }
    guard let kind else { return false }
    let providers = policy.vocabulary.providers.providers
    return providers.indices.contains { value in
      providers[value].kinds.contains(kind)
        && assumptions.played(value, of: policy, others: 1).contains { pattern.matches($0) }
    }
  }

  // MARK: Mailboxes

  private var mailboxes: [IdleAssumption] {
    let domains = assumptions.domains(playedUnder: policy)
    func isAlias(_ rows: [SharedMailbox]) -> [Bool] {
      domains.map { rows.alias(ofOwnersAt: $0, under: policy) != nil }
    }
    let all = isAlias(assumptions.mailboxes)
    return assumptions.mailboxes.enumerated().compactMap { place, row in
      var others = assumptions.mailboxes
      others.remove(at: place)
      guard isAlias(others) == all else { return nil }
      let isStill = assumptions.mailboxes.alias(ofOwnersAt: row.domain.value, under: policy) != nil
      return entry(
        .sameMailbox, place, row.position,
        isStill
          ? "the policy takes more addresses there for one than it says"
          : "the policy takes no addresses for one that only it says are one mailbox")
    }
  }

  // MARK: Switches

  private var switches: [IdleAssumption] {
    let tested = Set(assumptions.rows.flatMap { $0.conditions.map { $0.one } })
    return ProofSwitch.World.allCases.compactMap { world in
      guard !tested.contains(.world(world)), let reason = reason(world) else { return nil }
      return IdleAssumption(part: .switches, name: world.rawValue, place: nil, reason: reason)
    }
  }

  /// Why a switch makes no difference, where that is plain from the declarations; nil elsewhere.
  private func reason(_ world: ProofSwitch.World) -> String? {
    func decides(_ actions: StandardAction...) -> Bool {
      policy.storage.tables.contains { table in
        let name = policy.vocabulary.actions[table.action].name
        return actions.contains { $0.name == name }
      }
    }
    switch world {
    case .emailChanges:
      return decides(.updateEmail, .requestEmail) ? nil : "the policy decides no change of address"
    case .phone:
      let isUsed = policy.vocabulary.providers.providers.contains { $0.kinds.contains(.phone) }
      return isUsed ? nil : "the policy has no provider of telephone numbers"
    case .administrator:
      return decides(.markVerified) ? nil : "the policy decides no marking by administrators"
    case .anyTenant: return "no row of the assumptions names it"
    case .clicks, .mailed, .reassigned, .forcedLinking, .forcedSignIn, .factors: return nil
    }
  }
}
