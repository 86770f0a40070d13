internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics

/// The declared names that nothing uses.
///
/// Their removal changes no decision.
struct UnusedNames {
  private let policy: CompiledPolicy
  /// The sets of values that conditions test, by fact.
  private let tested: [[ValueSet]]

  init(_ policy: CompiledPolicy) {
    self.policy = policy
    var tested = [[ValueSet]](repeating: [], count: policy.vocabulary.schema.facts.count)
    for condition in policy.conditions {
      tested[condition.fact].append(condition.values)
    }
    self.tested = tested
  }

  private var document: PolicyDocument { policy.document }
  private var schema: FactSchema { policy.vocabulary.schema }

  var findings: [Diagnostic] {
    domains + providers + claims + settings + inputs + identifiers + labels + facts + groups
      + purposes + actions
      + errors
  }

  private func finding(
    about what: String, named name: Located<Name>, why: String,
    help: String = "remove it, or test it somewhere"
  ) -> Diagnostic {
    Diagnostic(
      .unusedName, .note, what + " `" + name.value.text + "` is not used: " + why,
      at: name.position, help: help)
  }

  /// Whether every condition on a fact holds for both of two values or for neither.
  private func isAlike(_ fact: EngineFact, for a: Int, and b: Int) -> Bool {
    tested[fact.rawValue].allSatisfy { $0.contains(a) == $0.contains(b) }
  }

  private var domains: [Diagnostic] {
    let other = policy.vocabulary.domains.other
    return document.domains.enumerated().filter { index, set in
      !(set.isRelay && policy.vocabulary.isUsed(.relay)) && isAlike(.domain, for: index, and: other)
    }.map { _, set in
      finding(
        about: "domain set", named: set.name,
        why: "no condition distinguishes it from any other domain")
    }
  }

  /// The providers whose declaration equals that of the family of all other providers, `*`.
  ///
  /// Their removal changes no decision.
  private var providers: [Diagnostic] {
    guard
      let other = document.providers.firstIndex(where: {
        $0.id.value == ProviderTable.everyOther
      })
    else { return [] }
    let any = policy.vocabulary.providers.providers[other]
    return document.providers.enumerated().filter { index, declared in
      var provider = policy.vocabulary.providers.providers[index]
      provider.id = any.id
      let isPooled = document.pools.contains { pool in
        pool.providers.contains { $0.value == declared.id.value }
      }
      return index != other && provider == any && !isPooled
        && isAlike(.provider, for: index, and: other)
    }.map { _, provider in
      finding(
        about: "provider", named: provider.id,
        why: "it is treated like any that the family `*` lets in",
        help: "it is listed for the reader alone; remove it, or test it somewhere")
    }
  }

  private var claims: [Diagnostic] {
    document.claims.enumerated().filter { tested[schema.claims.lowerBound + $0.offset].isEmpty }
      .map { finding(about: "claim", named: $0.element.name, why: "no condition tests it") }
  }

  private var settings: [Diagnostic] {
    document.settings.enumerated()
      .filter { tested[schema.settings.lowerBound + $0.offset].isEmpty }
      .map { finding(about: "setting", named: $0.element.name, why: "no condition tests it") }
  }

  private var inputs: [Diagnostic] {
    document.inputs.enumerated().filter { tested[schema.inputs.lowerBound + $0.offset].isEmpty }
      .map { finding(about: "input", named: $0.element.name, why: "no condition tests it") }
  }

  /// The identifiers that no condition tests, no effect stores and no action searches.
  private var identifiers: [Diagnostic] {
    let rows = document.guards + document.decisions.flatMap { $0.rows }
    let stored = rows.flatMap { $0.effects ?? [] }
      .filter { $0.name.value == EffectWord.setIdentifier.name }
      .flatMap { $0.arguments.map { $0.value } }
    let searched = document.searches.flatMap { $0.places.map { $0.value } }
    return document.identifiers.enumerated().filter { index, identifier in
      tested[schema.identifiers.lowerBound + index].isEmpty
        && !stored.contains(identifier.name.value) && !searched.contains(identifier.name.value)
    }.map {
      finding(
        about: "identifier", named: $0.element.name,
        why: "no condition tests it, and no effect stores it")
    }
  }

  private var labels: [Diagnostic] {
    document.labels.enumerated().filter { tested[schema.labels.lowerBound + $0.offset].isEmpty }
      .map { finding(about: "label", named: $0.element.name, why: "no condition tests it") }
  }

  private var facts: [Diagnostic] {
    document.facts.enumerated().filter { tested[schema.derived.lowerBound + $0.offset].isEmpty }
      .map { finding(about: "fact", named: $0.element.name, why: "no condition tests it") }
  }

  private var groups: [Diagnostic] {
    let rows =
      document.guards + document.facts.flatMap { $0.rows } + document.decisions.flatMap { $0.rows }
    let conditions =
      rows.flatMap { $0.conditions } + document.impossible.flatMap { $0.conditions }
      + document.proof
    let named = Set(
      conditions.filter { $0.fact.value == EngineFact.action.name }
        .flatMap { $0.values.map { $0.value } })
    return document.actionGroups.filter { !named.contains($0.name.value) }
      .map { finding(about: "action group", named: $0.name, why: "no condition names it") }
  }

  /// The purposes whose codes no row mails or no action takes.
  private var purposes: [Diagnostic] {
    let mailed = Set(
      document.decisions.flatMap { $0.rows }.flatMap { $0.effects ?? [] }
        .filter { $0.name.value == "send-code" }.flatMap { $0.arguments.map { $0.value } })
    let offered = Set(document.decisions.map { $0.action.value })
    let taken = Set(
      document.actions.filter { offered.contains($0.name.value) }
        .compactMap { $0.takes?.value })
    return document.purposes.filter {
      !mailed.contains($0.name.value) || !taken.contains($0.name.value)
    }.map { purpose in
      let isMailed = mailed.contains(purpose.name.value)
      return finding(
        about: "purpose", named: purpose.name,
        why: isMailed ? "no action that is offered takes its codes" : "no row mails its codes",
        help: isMailed
          ? "remove it, or say `takes: " + purpose.name.value.text + "` in an action"
          : "remove it, or say `send-code: " + purpose.name.value.text
            + "` in a row; a service that mails such codes itself needs no row")
    }
  }

  private var actions: [Diagnostic] {
    let offered = Set(document.decisions.map { $0.action.value })
    return document.actions.filter { !offered.contains($0.name.value) }.map {
      finding(
        about: "action", named: $0.name, why: "no table decides it, so it is not offered",
        help: "remove it, or add a table under `decisions`")
    }
  }

  private var errors: [Diagnostic] {
    let rows = document.guards + document.decisions.flatMap { $0.rows }
    var named = Set(rows.flatMap { [$0.refusal?.value, $0.show?.value].compactMap { $0 } })
    // The engine itself refuses with this error and uses its declared names.
    named.insert(Name(Refusal.startAgain))
    return document.errors.filter { !named.contains($0.name.value) }
      .map {
        finding(
          about: "error", named: $0.name, why: "no row refuses with it or shows it",
          help: "remove it, or refuse with it somewhere")
      }
  }
}

/// The review of declared invariants whose conditions match no cell of any table.
struct EmptyInvariants {
  private let policy: CompiledPolicy
  /// For each invariant, whether no reviewed table has a cell for it.
  private var isEmpty: [Bool]

  init(_ policy: CompiledPolicy) {
    self.policy = policy
    isEmpty = policy.storage.invariants.map { !$0.conditions.isEmpty }
  }

  /// The conditions that the cells must distinguish for this review.
  var conditions: [ResolvedCondition] {
    policy.storage.invariants.enumerated().filter { isEmpty[$0.offset] }
      .flatMap { $0.element.conditions }
  }

  /// Searches one table for cells to which the invariants apply.
  mutating func review(_ cells: inout TableCells) {
    for (number, invariant) in policy.storage.invariants.enumerated() where isEmpty[number] {
      let meant = cells.cells(matching: invariant.conditions)
      let occurring = cells.algebra.intersection(cells.space, meant)
      // An attempt in a cell that is declared impossible is refused.
      let impossible = cells.algebra.intersection(cells.impossible, meant)
      isEmpty[number] = occurring.isEmpty && (impossible.isEmpty || !invariant.neverRefused)
    }
  }

  /// Skips a table; every invariant may apply to it.
  mutating func leaveOut() {
    isEmpty = isEmpty.map { _ in false }
  }

  /// The findings.
  ///
  /// Read them after the review of all tables.
  var findings: [Diagnostic] {
    policy.document.invariants.enumerated().filter { isEmpty[$0.offset] }.map { _, declared in
      Diagnostic(
        .emptyInvariant, .warning,
        "invariant `" + declared.id.value.text
          + "` is about no attempt: no cell of any table has its values together",
        at: declared.id.position,
        help: "correct the values; without a cell it holds for any rows")
    }
  }
}

/// The review of rows without a reason (`because:`), in a policy in which other rows have one.
///
/// If a policy has no `because:` at all, it may document its rows elsewhere.
enum MissingReasons {
  static func findings(_ document: PolicyDocument) -> [Diagnostic] {
    let rows =
      document.guards + document.facts.flatMap { $0.rows } + document.decisions.flatMap { $0.rows }
    guard rows.contains(where: { !$0.because.isEmpty }) else { return [] }
    return rows.filter { $0.because.isEmpty }.map { row in
      Diagnostic(
        .missingReason, .warning,
        "row `" + row.id.value.text + "` gives no reason, and others of the policy do",
        at: row.id.position, help: "add `because:` with the rule it encodes")
    }
  }

  /// The number of findings up to which each is listed separately.
  private static var limit: Int { 3 }

  /// Returns the findings in order, and merges the missing reasons of a level into one finding if
  /// they exceed the limit.
  static func folded(_ findings: [Diagnostic]) -> [Diagnostic] {
    let many = Dictionary(grouping: findings.filter { $0.code == .missingReason }) { $0.level }
      .filter { $0.value.count > limit }
    var result: [Diagnostic] = []
    var told: Set<Diagnostic.Level> = []
    for finding in findings {
      guard finding.code == .missingReason, let alike = many[finding.level] else {
        result.append(finding)
        continue
      }
      guard told.insert(finding.level).inserted else { continue }
      var all = finding
      all.message = "\(alike.count) rows give no reason, and others of the policy do"
      all.help = "add `because:` with the rule each encodes; the first of them are shown"
      all.related = alike.dropFirst().prefix(limit - 1).compactMap { next in
        next.position.map { Diagnostic.Related("another is here", at: $0) }
      }
      result.append(all)
    }
    return result
  }
}
