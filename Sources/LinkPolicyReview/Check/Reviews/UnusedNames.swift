internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics

/// Names that are declared and used by nothing: without them every attempt is answered the same.
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
    domains + providers + claims + settings + labels + facts + groups + purposes + actions + errors
  }

  private func finding(
    _ what: String, _ name: Located<Name>, _ why: String,
    help: String = "remove it, or test it somewhere"
  ) -> Diagnostic {
    Diagnostic(
      .unusedName, .note, what + " `" + name.value.text + "` is not used: " + why,
      at: name.position, help: help)
  }

  /// Whether no condition holds for one of two values alone.
  private func isAlike(_ fact: EngineFact, _ a: Int, _ b: Int) -> Bool {
    tested[fact.rawValue].allSatisfy { $0.contains(a) == $0.contains(b) }
  }

  private var domains: [Diagnostic] {
    let other = policy.vocabulary.domains.other
    return document.domains.enumerated().filter { index, set in
      !(set.isRelay && policy.vocabulary.isUsed(.relay)) && isAlike(.domain, index, other)
    }.map { _, set in
      finding("domain set", set.name, "no condition tells it from any other domain")
    }
  }

  /// Where any other provider is let in as well, one that is declared like those says nothing.
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
      return index != other && provider == any && !isPooled && isAlike(.provider, index, other)
    }.map { _, provider in
      finding(
        "provider", provider.id, "it is treated like any that the family `*` lets in",
        help: "it is listed for the reader alone; remove it, or test it somewhere")
    }
  }

  private var claims: [Diagnostic] {
    document.claims.enumerated().filter { tested[schema.claims.lowerBound + $0.offset].isEmpty }
      .map { finding("claim", $0.element.name, "no condition tests it") }
  }

  private var settings: [Diagnostic] {
    document.settings.enumerated()
      .filter { tested[schema.settings.lowerBound + $0.offset].isEmpty }
      .map { finding("setting", $0.element.name, "no condition tests it") }
  }

  private var labels: [Diagnostic] {
    document.labels.enumerated().filter { tested[schema.labels.lowerBound + $0.offset].isEmpty }
      .map { finding("label", $0.element.name, "no condition tests it") }
  }

  private var facts: [Diagnostic] {
    document.facts.enumerated().filter { tested[schema.derived.lowerBound + $0.offset].isEmpty }
      .map { finding("fact", $0.element.name, "no condition tests it") }
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
      .map { finding("action group", $0.name, "no condition names it") }
  }

  /// A purpose of which no code is mailed, or whose codes nothing takes.
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
        "purpose", purpose.name,
        isMailed ? "no action that is offered takes its codes" : "no row mails its codes",
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
        "action", $0.name, "no table decides it, so it is not offered",
        help: "remove it, or add a table under `decisions`")
    }
  }

  private var errors: [Diagnostic] {
    let rows = document.guards + document.decisions.flatMap { $0.rows }
    var named = Set(rows.flatMap { [$0.refusal?.value, $0.show?.value].compactMap { $0 } })
    // The engine refuses with it, and takes its names from here.
    named.insert(Name(Refusal.startAgain))
    return document.errors.filter { !named.contains($0.name.value) }
      .map {
        finding(
          "error", $0.name, "no row refuses with it or shows it",
          help: "remove it, or refuse with it somewhere")
      }
  }
}
