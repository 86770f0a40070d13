internal import LinkPolicy

/// Words for what policies write, the same for what means the same.
enum PolicyWords {
  /// A condition as a policy writes it, its values in their order.
  static func condition(_ condition: Condition) -> String {
    let list = condition.values.map { $0.value }.sorted().map { $0.text }.joined(separator: ", ")
    let value = condition.values.count == 1 ? list : "[" + list + "]"
    return condition.fact.value.text + ": " + (condition.isNegated ? "{not: " + value + "}" : value)
  }
}
