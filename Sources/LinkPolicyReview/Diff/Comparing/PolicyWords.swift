internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Words for what policies write, the same for what means the same.
enum PolicyWords {
  /// A condition as a policy writes it, its values in their order.
  static func condition(_ condition: Condition) -> String {
    let list = condition.values.map { $0.value }.sorted().map { $0.text }.joined(separator: ", ")
    let value = condition.values.count == 1 ? list : "[" + list + "]"
    return condition.fact.value.text + ": " + (condition.isNegated ? "{not: " + value + "}" : value)
  }

  /// What a condition means in a policy: the values that are left when groups are spelt out, and what sets and derived
  /// facts that it names stand for.
  static func meaning(_ condition: ResolvedCondition, _ policy: CompiledPolicy) -> String {
    let schema = policy.vocabulary.schema
    let fact = schema.facts[condition.fact]
    let values = condition.values.values.map { fact.values[$0] }.sorted()
    var text = fact.name.text + ": [" + values.map { $0.text }.joined(separator: ", ") + "]"
    if condition.fact == EngineFact.domain.rawValue {
      for set in policy.document.domains where values.contains(set.name.value) {
        text += " {" + set.domains.map { $0.value }.sorted().map { $0.text }.joined(separator: ", ")
        text += "}"
      }
    }
    if schema.derived.contains(condition.fact),
      let derived = policy.document.facts.first(where: { $0.name.value == fact.name })
    {
      for row in derived.rows {
        text += " {" + (row.value?.value.text ?? "-") + " where "
        text += row.conditions.map { Self.condition($0) }.sorted().joined(separator: ", ") + "}"
      }
    }
    return text
  }
}
