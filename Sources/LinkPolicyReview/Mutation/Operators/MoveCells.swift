internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Moves part of a row's cells to another answer, by a fact that other rows of its table test.
struct MoveCells: MutationOperator {
  let name = "cells-moved"
  let summary = "gives some cells of a row another answer, by a fact that its table tests"

  func mutants(of source: MutationSource) -> [Mutant] {
    var mutants: [Mutant] = []
    for table in source.tables {
      let rows = source.rows(of: table)
      let tested = ValueSet(rows.flatMap { $0.compiled.conditions.map { $0.fact } })
      for (index, row) in rows.enumerated() {
        let own = ValueSet(row.compiled.conditions.map { $0.fact })
        for fact in tested.subtracting(own).values {
          for value in source.all(fact).values {
            let taken = source.text(fact, ValueSet([value]))
            mutants.append(
              source.mutant(
                name, table, row.declared, WidenCondition.detail(source, fact, value),
                source.narrowed(
                  table, index, fact, taking: ValueSet([value]), summary: "without `" + taken + "`"),
                overriding: table.hit(in: source.document) == .first))
          }
        }
      }
    }
    return mutants
  }
}
