internal import LinkPolicy

/// How two rows that match the same cells can be told apart by one condition.
struct RowSeparation {
  /// What to do; nil where no single condition of one of them leaves the other what they share.
  let advice: String?

  /// Looks for a condition that leaves what both match to the first row, else to the second.
  init(_ first: Int, _ second: Int, _ rows: [CompiledRow], _ cells: inout TableCells) {
    if cells.matched[first] == cells.matched[second] {
      advice = "both match the same cells: remove one of them"
      return
    }
    advice =
      Self.narrowing(second, by: first, rows, &cells)
      ?? Self.narrowing(first, by: second, rows, &cells)
  }

  /// What to write in a row so that it leaves another what both match, and nobody anything else.
  private static func narrowing(
    _ index: Int, by other: Int, _ rows: [CompiledRow], _ cells: inout TableCells
  ) -> String? {
    let row = rows[index]
    let schema = cells.context.vocabulary.schema
    for condition in rows[other].conditions {
      let fact = condition.fact
      let place = row.conditions.firstIndex { $0.fact == fact }
      let own = place.map { row.conditions[$0].values } ?? .all(schema.count(fact))
      let left = own.subtracting(condition.values)
      guard !left.isEmpty, left != own else { continue }
      var narrowed = row.conditions
      if let place {
        narrowed[place].values = left
      } else {
        narrowed.append(ResolvedCondition(fact: fact, values: left, position: row.position))
      }
      let matched = cells.cells(matching: narrowed)
      let kept = cells.algebra.intersection(cells.matched[index], matched)
      let lost = cells.algebra.difference(cells.matched[index], kept)
      guard !kept.isEmpty, cells.algebra.difference(lost, cells.matched[other]).isEmpty else {
        continue
      }
      let text = ConditionText(schema)
      let name = "`" + row.id.text + "`"
      guard place != nil else {
        return "say `" + text.text(fact, left) + "` in row " + name
      }
      let common = text.list(fact, own.intersection(condition.values))
      return "take `" + common + "` out of `" + schema.facts[fact].name.text + "` in row " + name
    }
    return nil
  }
}
