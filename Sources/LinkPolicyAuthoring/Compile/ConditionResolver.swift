internal import LinkPolicy
internal import LinkPolicyDiagnostics

/// Resolves conditions against a schema.
struct ConditionResolver {
  let schema: FactSchema
  let groups: [ActionGroupDeclaration]
  var findings = Findings()

  /// The conditions, without those that cannot be resolved; each of these is reported.
  ///
  /// - Parameters:
  ///   - conditions: as written.
  ///   - limit: facts at this index and after it do not exist yet (derived facts in order).
  ///   - kinds: the kinds of sign-in that the conditions can meet, unless one of them says less.
  /// - Returns: the resolved ones, in order.
  mutating func resolve(
    _ conditions: [Condition], before limit: Int, of kinds: [MethodKind] = MethodKind.allCases
  ) -> [ResolvedCondition] {
    var resolved: [ResolvedCondition] = []
    var seen: [Name: SourcePosition] = [:]
    for condition in conditions {
      if let first = seen[condition.fact.value] {
        findings.duplicate("condition on", condition.fact, first: first)
        continue
      }
      seen[condition.fact.value] = condition.fact.position
      guard let fact = fact(condition.fact, before: limit) else { continue }
      var values = ValueSet()
      for value in condition.values {
        if let number = schema.facts[fact].value(named: value.value) {
          if values.contains(number) {
            findings.duplicate("value", value, first: nil)
          }
          values.insert(number)
        } else if fact == EngineFact.action.rawValue, let group = group(value.value) {
          values = values.union(group)
        } else {
          findings.unknown(
            "value of `" + condition.fact.value.text + "`:", value,
            among: schema.facts[fact].values)
        }
      }
      if condition.isNegated {
        values = ValueSet.all(schema.count(fact)).subtracting(values)
      }
      resolved.append(
        ResolvedCondition(fact: fact, values: values, position: condition.fact.position))
    }
    let tested = resolved.first { $0.fact == EngineFact.kind.rawValue }?.values
    let met = kinds.filter { tested?.contains(Int($0.rawValue)) ?? true }
    for condition in conditions {
      checkDivided(condition, met)
    }
    return resolved
  }

  /// Reports a condition that names an old value and not all of the values that it was divided into.
  private mutating func checkDivided(_ condition: Condition, _ kinds: [MethodKind]) {
    guard let fact = schema.index(of: condition.fact.value).flatMap({ EngineFact(rawValue: $0) })
    else { return }
    var division = Division(kinds: kinds)
    fact.accept(&division)
    guard let old = condition.values.first(where: { division.old == $0.value }) else { return }
    let isNamed = { (word: Name) in condition.values.contains { $0.value == word } }
    guard !division.into.allSatisfy(isNamed) else { return }
    let (name, into) = (condition.fact.value.text, Findings.list(division.into))
    findings.error(
      .dividedValue,
      "no " + Findings.list(division.of.map { $0.name }) + " attempt has `" + name + ": "
        + old.value.text + "` any more: it was divided into " + into,
      at: old.position,
      help: "write " + into + " in place of `" + old.value.text
        + "`, or all of them if the row is about other kinds of sign-in too")
  }

  private mutating func fact(_ name: Located<Name>, before limit: Int) -> Int? {
    let known = schema.facts[..<limit].map { $0.name }
    guard let index = schema.index(of: name.value) else {
      findings.unknown("fact", name, among: known)
      return nil
    }
    guard index < limit else {
      findings.error(
        .unknownName, "derived fact `" + name.value.text + "` is used before it is declared",
        at: name.position, help: "move its table up; a derived fact tests earlier ones only")
      return nil
    }
    return index
  }

  private mutating func group(_ name: Name) -> ValueSet? {
    for group in groups where group.name.value == name {
      var values = ValueSet()
      for action in group.actions {
        if let number = schema.facts[EngineFact.action.rawValue].value(named: action.value) {
          values.insert(number)
        }
      }
      return values
    }
    return nil
  }

  /// Reports actions that the groups name and nothing declares, and groups named like an action.
  mutating func checkGroups() {
    findings.checkUnique("action group", groups.map { $0.name })
    let actions = schema.facts[EngineFact.action.rawValue].values
    for group in groups {
      if actions.contains(group.name.value) {
        findings.error(
          .duplicateName, "`" + group.name.value.text + "` is an action and cannot be a group",
          at: group.name.position)
      }
      for action in group.actions where !actions.contains(action.value) {
        findings.unknown("action", action, among: actions)
      }
    }
  }
}

/// The values that an old value of a fact was divided into, for attempts of some kinds.
private struct Division: StatedFactVisitor {
  typealias Failure = Never

  let kinds: [MethodKind]
  private(set) var old: Name?
  private(set) var into: [Name] = []
  /// The kinds whose attempts no longer have the old value.
  private(set) var of: [MethodKind] = []

  init(kinds: [MethodKind]) {
    self.kinds = kinds
  }

  mutating func visit<Fact: StatedFact>(stated fact: Fact.Type) {
    of = kinds.filter { fact.unstated(for: $0) != fact.unset }
    guard let divided = fact.divided, !of.isEmpty else { return }
    old = divided.old.word
    into = divided.into.map { $0.word }
  }
}
