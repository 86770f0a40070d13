internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Adds one value to a condition.
struct WidenCondition: MutationOperator {
  let name = "condition-widened"
  let summary = "adds a value to a condition of a row, which then takes cells of others"

  func mutants(of source: MutationSource) -> [Mutant] {
    source.eachCondition { table, index, condition in
      let row = source.rows(of: table)[index].declared
      let rest = source.all(condition.fact).subtracting(condition.values)
      return rest.values.map { value in
        let added = source.text(condition.fact, ValueSet([value]))
        return source.mutant(
          name, table, row, Self.detail(source, condition.fact, value),
          [
            source.widened(
              table, index, condition.fact, to: condition.values.union(ValueSet([value])),
              summary: "also with `" + added + "`")
          ], overriding: true)
      }
    }
  }

  /// A fact and a value as a part of an id.
  static func detail(_ source: MutationSource, _ fact: Int, _ value: Int) -> String {
    let fact = source.schema.facts[fact]
    return fact.name.text + "=" + fact.values[value].text
  }
}
