internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Drops a condition; the row then comes before the others, which lose those cells.
struct DropCondition: MutationOperator {
  let name = "condition-dropped"
  let summary = "drops a condition of a row, which then takes cells of others"

  func mutants(of source: MutationSource) -> [Mutant] {
    source.eachCondition { table, index, condition in
      let row = source.rows(of: table)[index].declared
      let name = source.schema.facts[condition.fact].name.text
      return [
        source.mutant(
          self.name, table, row, name,
          [
            source.widened(
              table, index, condition.fact, to: nil,
              summary: "without the condition on `" + name + "`")
          ], overriding: true)
      ]
    }
  }
}

extension MutationSource {
  /// Mutants of every condition of every row, guards aside.
  func eachCondition(
    _ make: (RowTable, Int, ResolvedCondition) -> [Mutant]
  ) -> [Mutant] {
    var mutants: [Mutant] = []
    for table in tables {
      for (index, row) in rows(of: table).enumerated() {
        for condition in row.compiled.conditions {
          mutants += make(table, index, condition)
        }
      }
    }
    return mutants
  }

  /// The edit that gives a row more cells: it is asked first, and the others lose them.
  func widened(
    _ table: RowTable, _ index: Int, _ fact: Int, to values: ValueSet?, summary: String
  ) -> Mutant.Variant {
    let document = edited(table, hit: .first) { rows in
      rows[index].conditions = conditions(of: rows[index], replacing: fact, by: values)
      if table.hit(in: self.document) == .unique {
        rows.insert(rows.remove(at: index), at: 0)
      }
    }
    return Mutant.Variant(document: document, summary: summary)
  }

  /// The edits that take cells from a row: those with some values of a fact get another answer.
  func narrowed(
    _ table: RowTable, _ index: Int, _ fact: Int, taking taken: ValueSet, summary: String
  ) -> [Mutant.Variant] {
    let own = rows(of: table)[index]
    let before =
      own.compiled.conditions.first { $0.fact == fact }?.values ?? all(fact)
    let left = before.subtracting(taken)
    return otherAnswers(table, than: index).map { answer in
      let document = edited(table) { rows in
        var part = rows[index]
        part.id.value = Name(part.id.value.text + "-part")
        part.conditions = conditions(of: part, replacing: fact, by: taken)
        answer.give(to: &part)
        rows[index].conditions = conditions(of: rows[index], replacing: fact, by: left)
        rows.insert(part, at: index)
      }
      return Mutant.Variant(document: document, summary: summary + ", which has " + answer.words)
    }
  }
}
