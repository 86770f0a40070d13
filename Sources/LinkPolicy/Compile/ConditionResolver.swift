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
  /// - Returns: the resolved ones, in order.
  mutating func resolve(_ conditions: [Condition], before limit: Int) -> [ResolvedCondition] {
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
    return resolved
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
