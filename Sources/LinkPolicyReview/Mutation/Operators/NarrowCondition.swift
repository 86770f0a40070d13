internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Takes one value from a condition; its cells get another answer.
struct NarrowCondition: MutationOperator {
  let name = "condition-narrowed"
  let summary = "takes a value from a condition of a row"

  func mutants(of source: MutationSource) -> [Mutant] {
    source.eachCondition { table, index, condition in
      guard condition.values.count > 1 else { return [] }
      let row = source.rows(of: table)[index].declared
      return condition.values.values.map { value in
        let taken = source.text(condition.fact, ValueSet([value]))
        return source.mutant(
          name, table, row, WidenCondition.detail(source, condition.fact, value),
          source.narrowed(
            table, index, condition.fact, taking: ValueSet([value]),
            summary: "without `" + taken + "`"),
          overriding: table.hit(in: source.document) == .first)
      }
    }
  }
}
