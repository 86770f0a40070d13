internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Turns a condition round: the row takes the cells where it does not hold, and another answer
/// those where it does.
struct NegateCondition: MutationOperator {
  let name = "condition-negated"
  let summary = "turns a condition round"

  func mutants(of source: MutationSource) -> [Mutant] {
    source.eachCondition { table, index, condition in
      let row = source.rows(of: table)[index].declared
      let fact = source.schema.facts[condition.fact].name.text
      let rest = source.all(condition.fact).subtracting(condition.values)
      guard !rest.isEmpty else { return [] }
      let variants = source.otherAnswers(table, than: index).map { answer in
        let document = source.edited(table, hit: .first) { rows in
          var turned = rows[index]
          turned.id.value = Name(turned.id.value.text + "-turned")
          turned.conditions = source.conditions(of: turned, replacing: condition.fact, by: rest)
          answer.give(to: &rows[index])
          rows.insert(turned, at: table.hit(in: source.document) == .unique ? 0 : index)
        }
        return Mutant.Variant(
          document: document,
          summary: "with `" + source.text(condition.fact, rest) + "`; the rest has " + answer.words)
      }
      return [source.mutant(name, table, row, fact, variants, overriding: true)]
    }
  }
}
