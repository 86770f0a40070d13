internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyJSON

/// A search for idle assumptions: the rows and switches that affect no proof of a policy.
///
/// The search depends only on the policy's declarations and the assumptions, not on the selected invariants.
struct IdleAssumptions {
  let policy: CompiledPolicy
  let assumptions: Assumptions
  let environment: ProofEnvironment

  /// All idle assumptions: rows in the order of the file, then switches.
  var all: [IdleAssumption] { assertions + excluded + mailboxes + switches }

  private func entry(
    _ part: IdleAssumption.AssumptionsPart, at place: Int, position: SourcePosition,
    reason: String
  ) -> IdleAssumption {
    IdleAssumption(
      part: part, name: String(place + 1),
      place: AssumptionPlace(file: assumptions.name, line: position.line), reason: reason)
  }

  private func words(_ one: ProofSwitch) -> String { one.name + " is " + environment[one] }

  // MARK: Obtainable assertions

  /// The providers that assert addresses.
  private var asserting: [String] {
    policy.vocabulary.providers.providers.enumerated().filter { _, provider in
      provider.kinds.contains(.federated) && provider.givesEmail
    }.flatMap { assumptions.played($0.offset, of: policy, others: 1) }
  }

  private var assertions: [IdleAssumption] {
    let domains = assumptions.domains(playedUnder: policy)
    let providers = asserting
    // For each row, whether some assertion reaches the row, and the earlier rows that match assertions of the row.
    var isAsked = assumptions.rows.map { _ in false }
    var before = assumptions.rows.map { _ in Set<Int>() }
    for provider in providers {
      for domain in domains {
        let found = ObtainableAssertions.regions(
          under: policy, of: provider, at: domain, assumptions: assumptions, in: environment
        ).compactMap { $0.row }
        for (place, row) in assumptions.rows.enumerated() where row.isAbout(provider, domain) {
          isAsked[place] = isAsked[place] || found.contains(place)
          before[place].formUnion(found.filter { $0 < place })
        }
      }
    }
    return assumptions.rows.enumerated().compactMap { place, row in
      reason(row, isAsked: isAsked[place], before: before[place], providers: providers).map {
        entry(.assertions, at: place, position: row.position, reason: $0)
      }
    }
  }

  private func reason(
    _ row: Assumptions.AssumptionRow, isAsked: Bool, before: Set<Int>, providers: [String]
  ) -> String? {
    if let condition = row.unmetCondition(in: environment) {
      return words(condition)
    }
    if !providers.contains(where: { row.providers?.matches($0) ?? true }) {
      return "the policy has no matching provider that asserts addresses"
    }
    if let domains = row.domains, domains.isEmpty {
      return "the row names no domain"
    }
    guard isAsked else {
      let rows = before.sorted().map { String($0 + 1) }
      return (rows.count == 1 ? "row " : "rows ") + rows.joined(separator: ", ")
        + (rows.count == 1 ? " matches first" : " match first")
    }
    return nil
  }

  // MARK: Added exclusions

  private var excluded: [IdleAssumption] {
    var places = (attempts: 0, issuers: 0, inputs: 0)
    return assumptions.excluded.compactMap { row in
      switch row.part {
      case .attempts(let action, _, let providers):
        places.attempts += 1
        return reason(action.value, providers).map {
          entry(.excluded, at: places.attempts - 1, position: row.position, reason: $0)
        }
      case .foreignSubjects:
        places.issuers += 1
        return reason(row).map {
          entry(.sameIssuer, at: places.issuers - 1, position: row.position, reason: $0)
        }
      case .inputs(let name, _):
        places.inputs += 1
        return reason(input: name.value).map {
          entry(.inputs, at: places.inputs - 1, position: row.position, reason: $0)
        }
      }
    }
  }

  /// Returns the reason why a row about an input has no effect; nil if a condition tests the input.
  private func reason(input name: String) -> String? {
    let inputs = zip(policy.vocabulary.schema.inputs, policy.document.inputs)
    let isTested = inputs.contains { fact, input in
      input.name.value == Name(name) && policy.vocabulary.usedFacts.contains(fact)
    }
    return isTested ? nil : "no condition tests the input"
  }

  /// Returns the reason why a row about issuers has no effect; nil if the row names two providers that share an issuer.
  private func reason(_ row: AddedExclusion) -> String? {
    let table = policy.vocabulary.providers
    let played = PlayedProvider.all(of: policy, under: assumptions).map { $0.id }
    let isUsed = played.contains { one in
      played.contains { other in
        !one.hasSameBytes(as: other) && table.haveSameIssuer(one, other) && row.joins(one, other)
      }
    }
    return isUsed ? nil : "no two providers that the row names share an issuer"
  }

  private func reason(_ excluded: String, _ providers: ProviderPattern?) -> String? {
    let vocabulary = policy.vocabulary
    var isDecided = false
    var left: [ProofSwitch] = []
    for table in policy.storage.tables {
      let action = vocabulary.actions[table.action]
      guard action.name == Name(excluded) else { continue }
      isDecided = true
      let kinds = table.attemptKinds
      for kind in kinds where isMeant(providers, kind) {
        let switched = environment.leavingOut(
          action, kind, of: policy,
          excludesAdministrators: environment.exclusions.contains(.administration))
        guard let switched else { return nil }
        left.append(switched)
      }
    }
    if let first = left.first {
      return words(first) + ", which leaves out these attempts already"
    }
    return isDecided
      ? "no attempt of the row's action has a provider that the row names"
      : "the policy has no table for the row's action"
  }

  /// Returns whether attempts with a kind of method can use a provider that a row names.
  private func isMeant(_ pattern: ProviderPattern?, _ kind: MethodKind?) -> Bool {
    guard let pattern else { return true }
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
    func isAlias(_ rows: [SharedMailbox], _ domains: [String]) -> [Bool] {
      domains.map { rows.alias(ofOwnersAt: $0, under: policy) != nil }
    }
    let all = assumptions.mailboxes
    return all.enumerated().compactMap { place, row in
      var others = all
      others.remove(at: place)
      // Without the row, other domains keep all rows that apply to them.
      let shared = all.sharing(row.domain.value)
      let concerned = domains.filter { one in shared.contains { $0.hasSameBytes(as: one) } }
      guard isAlias(others, concerned) == isAlias(all, concerned) else { return nil }
      let isStill = assumptions.mailboxes.alias(ofOwnersAt: row.domain.value, under: policy) != nil
      return entry(
        .sameMailbox, at: place, position: row.position,
        reason: isStill
          ? "even with the row, the policy treats different mailboxes at this domain as one address"
          : "even without the row, the policy never treats different mailboxes as one address")
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

  /// Returns the reason why a switch has no effect; nil if the switch may have an effect.
  private func reason(_ world: ProofSwitch.World) -> String? {
    func decides(_ actions: StandardAction...) -> Bool {
      policy.storage.tables.contains { table in
        let name = policy.vocabulary.actions[table.action].name
        return actions.contains { $0.name == name }
      }
    }
    switch world {
    case .emailChanges:
      return decides(.updateEmail, .requestEmail)
        ? nil : "the policy has no table for a change of address"
    case .phone:
      let isUsed = policy.vocabulary.providers.providers.contains { $0.kinds.contains(.phone) }
      return isUsed ? nil : "the policy has no provider of telephone numbers"
    case .administrator:
      return decides(.markVerified)
        ? nil : "the policy has no table for marking an address as verified"
    case .anyTenant: return "no row of the assumptions names this switch"
    case .clicks, .mailed, .reassigned, .forcedLinking, .forcedSignIn, .factors: return nil
    }
  }
}

/// An assumption that has no effect on a proof, with the reason.
package struct IdleAssumption: Sendable, Equatable {
  /// A section of an assumptions file, such as `same-mailbox`.
  package enum AssumptionsPart: String, Sendable {
    case assertions, excluded
    case sameIssuer = "same-issuer"
    case inputs
    case sameMailbox = "same-mailbox"
    case switches
  }

  package var part: AssumptionsPart
  /// The number of the row in its section of the file, or the name of the switch.
  package var name: String
  /// The file and line of the row; nil for a switch, because a switch can also be set outside the file.
  package var place: AssumptionPlace?
  /// The reason why the assumption has no effect.
  package var reason: String

  /// The row or switch and the reason, such as `switch phone, because the policy has no provider of telephone numbers`.
  package var text: String {
    let what = part == .switches ? "switch " + name : "row " + name + " of " + part.rawValue
    return what + (place.map { " (" + $0.text + ")" } ?? "") + ", because " + reason
  }
}

/// The position of a row in an assumptions file.
package struct AssumptionPlace: Sendable, Equatable {
  package var file: String
  package var line: Int

  /// The position of the row as diagnostics print it, such as `default.yaml:11`.
  package var text: String { file + ":" + String(line) }
}

/// A row of the assumptions that a proof uses, as a sentence.
struct AssumedRow: Sendable {
  let part: IdleAssumption.AssumptionsPart
  let number: Int
  let place: AssumptionPlace
  /// The content of the row, such as `google.com asserts an address at gmail.com only for its owner`.
  let statement: String

  /// The reason why the row restricts nobody although it reserves assertions for the owner; nil for any other row.
  var warning: String?

  /// The row as a sentence, with its number and position.
  var text: String {
    let name = part == .assertions ? "row " : part.rawValue + " row "
    return name + String(number) + " (" + place.text + "): " + statement
      + (warning.map { "; but the row restricts nobody, because " + $0 } ?? "")
  }
}

extension Assumptions {
  /// Returns the rows that affect the proofs of a policy, in the order of the file.
  ///
  /// The report lists added exclusions separately.
  func used(for policy: CompiledPolicy, in environment: ProofEnvironment) -> [AssumedRow] {
    let idle = IdleAssumptions(policy: policy, assumptions: self, environment: environment).all
    func isUsed(_ part: IdleAssumption.AssumptionsPart, _ number: Int) -> Bool {
      !idle.contains { $0.part == part && $0.name.hasSameBytes(as: String(number)) }
    }
    func row(
      _ part: IdleAssumption.AssumptionsPart, at index: Int, position: SourcePosition,
      statement: String
    ) -> AssumedRow? {
      guard isUsed(part, index + 1) else { return nil }
      return AssumedRow(
        part: part, number: index + 1, place: AssumptionPlace(file: name, line: position.line),
        statement: statement)
    }
    return rows.enumerated().compactMap { index, one in
      let isFirst = index == 0
      let statement = one.statement(isFirst: isFirst, under: policy, in: environment)
      var used = row(.assertions, at: index, position: one.position, statement: statement)
      used?.warning = one.reasonToDenyNothing(under: policy, in: environment)
      return used
    }
      + mailboxes.enumerated().compactMap { index, one in
        row(.sameMailbox, at: index, position: one.position, statement: one.statement)
      }
  }
}

extension Assumptions.AssumptionRow {
  /// Returns the reason why other people can also obtain the assertions that the row reserves for the owner.
  ///
  /// The result is nil if nobody else can obtain the assertions, or if the row reserves nothing for the owner.
  ///
  /// For example, if a policy ignores a claim that the row requires, other people can obtain an assertion without the
  /// claim.
  fileprivate func reasonToDenyNothing(
    under policy: CompiledPolicy, in environment: ProofEnvironment
  ) -> String? {
    switch obtainer {
    case .anyone: nil
    case .owner, .formerOwner:
      claims.lazy.compactMap { $0.reasonForUncertainty(under: policy) }.first
    }
  }

  /// Returns a sentence that describes the assertions and the people who can obtain the assertions.
  ///
  /// The sentence about a later row for any provider or any domain starts with `unless an earlier row matches`, because
  /// the first matching row counts.
  func statement(
    isFirst: Bool, under policy: CompiledPolicy, in environment: ProofEnvironment
  ) -> String {
    let who =
      switch obtainer {
      case .owner: " only for its owner"
      case .formerOwner: " only for its owner or a former owner"
      case .anyone: ", even for a stranger"
      }
    let domain = domains.map { "at " + $0.alternatives } ?? "at any domain"
    let provider = providers?.words.map { $0.value }.alternatives ?? "any provider"
    let isGeneral = !isFirst && (domains == nil || providers == nil)
    let asserted = claims.map { claim in
      let values = claim.coverage(under: policy).values.map { $0.spelling }
      return claim.name + " " + values.alternatives
    }
    let condition = conditions.map { $0.one.name + " is " + $0.value }
    let isNobody = obtainer == .formerOwner && environment.reassigned == .off
    return (isGeneral ? "unless an earlier row matches, " : "")
      + provider + (asserted.isEmpty ? "" : " with " + asserted.joined(separator: " and "))
      + " asserts an address " + domain + who
      + (condition.isEmpty ? "" : ", while " + condition.joined(separator: " and "))
      + (isNobody ? " (reassigned is off: nobody is a former owner)" : "")
  }
}

extension SharedMailbox {
  /// A sentence that names the addresses that belong to one mailbox.
  var statement: String {
    let names =
      also.isEmpty
      ? [] : ["the same name at " + domains.joined(separator: ", ") + " is one mailbox"]
    let signs = Ignored.allCases.filter { ignored.contains($0) }.map { one in
      switch one {
      case .dots: "dots"
      case .plusTags: "plus tags"
      }
    }
    let folded =
      signs.isEmpty
      ? []
      : [
        "addresses at " + domains.alternatives + " that differ in " + signs.alternatives
          + " alone are one mailbox"
      ]
    return (names + folded).joined(separator: "; ")
  }
}

extension [String] {
  /// The strings as alternatives in a sentence, such as `a, b or c`.
  fileprivate var alternatives: String {
    count < 2
      ? joined() : dropLast().joined(separator: ", ") + " or " + (last ?? "")
  }
}
