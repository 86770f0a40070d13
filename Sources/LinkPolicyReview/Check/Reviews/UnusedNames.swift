internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics

/// The declared names that nothing uses, such as a claim that no condition tests.
///
/// Removing an unused name changes no decision.
struct UnusedNames {
  private let policy: CompiledPolicy
  /// The value sets of all conditions, indexed by the number of the fact.
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
    help: String = "remove the name, or test it in a condition"
  ) -> Diagnostic {
    Diagnostic(
      .unusedName, .note, what + " `" + name.value.text + "` is not used, because " + why,
      at: name.position, help: help)
  }

  /// Returns whether every condition on a fact treats two values alike.
  private func isAlike(_ fact: EngineFact, for a: Int, and b: Int) -> Bool {
    tested[fact.rawValue].allSatisfy { $0.contains(a) == $0.contains(b) }
  }

  /// The findings about unused domain sets.
  ///
  /// A set is unused if all conditions treat the set like the value `other`. If other sets cover some of its domains,
  /// the conditions must also treat the set like these sets.
  private var domains: [Diagnostic] {
    document.domains.enumerated().filter { index, _ in
      ([policy.vocabulary.domains.other] + fallbacks(ofDomainSet: index))
        .allSatisfy { isAlike(domainSet: index, and: $0) }
    }.map { _, set in
      finding(
        about: "domain set", named: set.name,
        why: "no condition treats its domains differently from other domains")
    }
  }

  /// Returns the values of the fact `domain` that the domains of a set would have if the policy lacked the set.
  private func fallbacks(ofDomainSet index: Int) -> [Int] {
    let declared = policy.vocabulary.domains
    var others = DomainTable(setCount: declared.setCount, relays: declared.relays)
    for (number, set) in document.domains.enumerated() where number != index {
      for domain in set.domains {
        _ = others.insert(domain.value, into: number)
      }
    }
    // A pattern, such as `*.example.com`, has the same value as every name that only this pattern covers.
    return document.domains[index].domains.map { others.value(of: $0.value.bytes.span, from: 0) }
  }

  /// Returns whether every condition treats a domain set and a value of the fact `domain` alike.
  private func isAlike(domainSet index: Int, and value: Int) -> Bool {
    let relays = policy.vocabulary.domains.relays
    return isAlike(.domain, for: index, and: value)
      && (!policy.vocabulary.isUsed(.relay) || relays.contains(index) == relays.contains(value))
  }

  /// The findings about unused providers.
  ///
  /// A provider is unused if a family would cover the provider without its declaration, and if all declarations and
  /// conditions treat the users of the provider like the users of the family.
  private var providers: [Diagnostic] {
    document.providers.enumerated().compactMap { index, declared in
      guard let fallback = fallback(ofProvider: index), isAlike(provider: index, and: fallback)
      else { return nil }
      return finding(
        about: "provider", named: declared.id,
        why: "the provider is treated like every provider that the family `"
          + document.providers[fallback].id.value.text + "` lets in",
        help: "the declaration only informs readers; remove it, or test the provider in a condition"
      )
    }
  }

  /// Returns the family that would cover a provider without its declaration; nil if no family would.
  ///
  /// The provider can itself be a family; the result then covers its members.
  private func fallback(ofProvider index: Int) -> Int? {
    let table = policy.vocabulary.providers
    // Builds a new array: if a copy is changed instead, Swift 6.3 for WebAssembly also removes the provider from
    // `table`.
    let others = table.providers.enumerated().filter { $0.offset != index }.map { $0.element }
    let fallback = ProviderTable(others).provider(of: table.example(of: index))
    return fallback.flatMap { family in table.providers.firstIndex { $0.id == family.id } }
  }

  /// Returns whether all declarations and conditions treat the users of a provider like the users of a family.
  private func isAlike(provider index: Int, and family: Int) -> Bool {
    let (table, pools) = (policy.vocabulary.providers, policy.vocabulary.pools)
    var provider = table.providers[index]
    provider.id = table.providers[family].id
    // A password that is set without a provider belongs to the first declared provider of passwords.
    return provider == table.providers[family]
      && table.namedForPasswords?.id != table.providers[index].id
      && pools.index(ofProvider: index) == pools.index(ofProvider: family)
      && isAlike(.provider, for: index, and: family)
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

  /// The findings about identifiers that no condition tests, no effect stores and no action searches.
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

  /// The findings about code purposes that no row mails or no action accepts.
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
          ? "remove the purpose, or write `takes: " + purpose.name.value.text + "` in an action"
          : "remove the purpose, or write `send-code: " + purpose.name.value.text
            + "` in a row; a service that mails such codes itself needs no row")
    }
  }

  private var actions: [Diagnostic] {
    let offered = Set(document.decisions.map { $0.action.value })
    return document.actions.filter { !offered.contains($0.name.value) }.map {
      finding(
        about: "action", named: $0.name,
        why: "no table decides the action, so the action is not offered",
        help: "remove the action, or add a table under `decisions`")
    }
  }

  private var errors: [Diagnostic] {
    let rows = document.guards + document.decisions.flatMap { $0.rows }
    var named = Set(rows.flatMap { [$0.refusal?.value, $0.show?.value].compactMap { $0 } })
    // The engine itself gives the refusal `start-again`, under the names that the policy declares for this error.
    named.insert(Name(Refusal.startAgain))
    return document.errors.filter { !named.contains($0.name.value) }
      .map {
        finding(
          about: "error", named: $0.name, why: "no row refuses with the error or shows it",
          help: "remove the error, or use it in a row")
      }
  }
}

/// The review of declared invariants whose conditions match no cell of any table.
struct EmptyInvariants {
  private let policy: CompiledPolicy
  /// For each invariant, whether no cell of the tables reviewed so far meets the invariant's conditions.
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
      // The engine refuses an attempt in a cell that is declared impossible.
      let impossible = cells.algebra.intersection(cells.impossible, meant)
      isEmpty[number] = occurring.isEmpty && (impossible.isEmpty || !invariant.neverRefused)
    }
  }

  /// Skips a table, and assumes that every invariant applies to at least one of its cells.
  mutating func leaveOut() {
    isEmpty = isEmpty.map { _ in false }
  }

  /// The findings about the invariants.
  ///
  /// Read the findings after the review of all tables.
  var findings: [Diagnostic] {
    policy.document.invariants.enumerated().filter { isEmpty[$0.offset] }.map { _, declared in
      Diagnostic(
        .emptyInvariant, .warning,
        "invariant `" + declared.id.value.text
          + "` applies to no attempt: no cell of any table has all its values",
        at: declared.id.position,
        help: "correct the values; an invariant without cells holds under any rows")
    }
  }
}

/// The review of rows without a reason (`because:`), in a policy in which other rows have a reason.
///
/// The review reports nothing about a policy without any `because:`, because such a policy can document its rows in
/// another file.
enum MissingReasons {
  static func findings(_ document: PolicyDocument) -> [Diagnostic] {
    let rows =
      document.guards + document.facts.flatMap { $0.rows } + document.decisions.flatMap { $0.rows }
    guard rows.contains(where: { !$0.because.isEmpty }) else { return [] }
    return rows.filter { $0.because.isEmpty }.map { row in
      Diagnostic(
        .missingReason, .warning,
        "row `" + row.id.value.text + "` gives no reason, but other rows of the policy do",
        at: row.id.position, help: "add `because:` with the statement that the row implements")
    }
  }

  /// The maximum number of rows without a reason that get separate findings.
  private static var limit: Int { 3 }

  /// Returns the findings in order, and merges the missing reasons of a level into one finding if
  /// their number exceeds the limit.
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
      all.message = "\(alike.count) rows give no reason, but other rows of the policy do"
      all.help =
        "add `because:` with the statement that each row implements; only the first rows are shown"
      all.related = alike.dropFirst().prefix(limit - 1).compactMap { next in
        next.position.map { Diagnostic.Related("another row is here", at: $0) }
      }
      result.append(all)
    }
    return result
  }
}
