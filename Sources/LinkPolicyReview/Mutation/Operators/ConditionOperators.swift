internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration

/// The operator that drops a condition of a row, so that the row takes over cells of other rows.
///
/// In a table with the hit policy `unique`, the edited row moves before all other rows, and takes the added cells from
/// the other rows. In a `first` table, the row takes cells only from later rows.
struct DropCondition: MutationOperator {
  let name = "condition-dropped"
  let summary = "drops a condition of a row, which takes over cells of other rows"

  func mutants(of source: MutationSource) -> [Mutant] {
    source.eachCondition { table, index, condition in
      let row = source.rows(of: table)[index].declared
      let name = source.schema.facts[condition.fact].name.text
      return [
        source.mutant(
          by: self.name, table: table, row: row, detail: name,
          variants: [
            source.widened(
              table, row: index, fact: condition.fact, to: nil,
              summary: "without the condition on `" + name + "`")
          ], overriding: true)
      ]
    }
  }
}

/// The operator that negates a condition of a row.
///
/// The edited row applies if the original condition does not hold. The cells that the row loses get another answer,
/// such as the answer of a following row.
struct NegateCondition: MutationOperator {
  let name = "condition-negated"
  let summary = "negates a condition"

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
      return [
        source.mutant(
          by: name, table: table, row: row, detail: fact, variants: variants, overriding: true)
      ]
    }
  }
}

/// The operator that adds one value to a condition, so that the row takes over cells of other rows.
struct WidenCondition: MutationOperator {
  let name = "condition-widened"
  let summary = "adds a value to a condition of a row, which takes over cells of other rows"

  func mutants(of source: MutationSource) -> [Mutant] {
    source.eachCondition { table, index, condition in
      let row = source.rows(of: table)[index].declared
      let rest = source.all(condition.fact).subtracting(condition.values)
      return rest.values.map { value in
        let added = source.text(condition.fact, ValueSet([value]))
        return source.mutant(
          by: name, table: table, row: row,
          detail: Self.detail(in: source, fact: condition.fact, value: value),
          variants: [
            source.widened(
              table, row: index, fact: condition.fact,
              to: condition.values.union(ValueSet([value])), summary: "also with `" + added + "`")
          ], overriding: true)
      }
    }
  }

  /// Returns the part of a mutant's id that names a fact and a value, such as `credential=known`.
  static func detail(in source: MutationSource, fact: Int, value: Int) -> String {
    let fact = source.schema.facts[fact]
    return fact.name.text + "=" + fact.values[value].text
  }
}

/// The operator that removes one value from a condition, such as `free` from `address: [absent, free]`.
///
/// The removed cells then get another answer, such as the answer of a following row.
struct NarrowCondition: MutationOperator {
  let name = "condition-narrowed"
  let summary = "removes a value from a condition of a row"

  func mutants(of source: MutationSource) -> [Mutant] {
    source.eachCondition { table, index, condition in
      guard condition.values.count > 1 else { return [] }
      let row = source.rows(of: table)[index].declared
      return condition.values.values.map { value in
        let taken = source.text(condition.fact, ValueSet([value]))
        return source.mutant(
          by: name, table: table, row: row,
          detail: WidenCondition.detail(in: source, fact: condition.fact, value: value),
          variants: source.narrowed(
            table, row: index, fact: condition.fact, taking: ValueSet([value]),
            summary: "without `" + taken + "`"),
          overriding: table.hit(in: source.document) == .first)
      }
    }
  }
}

/// The operator that splits a row by a fact that other rows test, and gives one part another answer.
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
                by: name, table: table, row: row.declared,
                detail: WidenCondition.detail(in: source, fact: fact, value: value),
                variants: source.narrowed(
                  table, row: index, fact: fact, taking: ValueSet([value]),
                  summary: "without `" + taken + "`"),
                overriding: table.hit(in: source.document) == .first))
          }
        }
      }
    }
    return mutants
  }
}

extension MutationSource {
  /// Returns the edit that gives a row more cells.
  ///
  /// In a table with the hit policy `unique`, the edit moves the row to the front, so the other rows lose the added
  /// cells.
  func widened(
    _ table: RowTable, row index: Int, fact: Int, to values: ValueSet?, summary: String
  ) -> Mutant.Variant {
    let document = edited(table, hit: .first) { rows in
      rows[index].conditions = conditions(of: rows[index], replacing: fact, by: values)
      if table.hit(in: self.document) == .unique {
        rows.insert(rows.remove(at: index), at: 0)
      }
    }
    return Mutant.Variant(document: document, summary: summary)
  }

  /// Returns edits that split off the row's cells with the given values of a fact; each edit gives these cells another
  /// answer.
  func narrowed(
    _ table: RowTable, row index: Int, fact: Int, taking taken: ValueSet, summary: String
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
