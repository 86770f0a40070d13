internal import LinkPolicy
internal import LinkPolicyDiagnostics

/// A description of the difference between an attempt and a row or guard that nearly matches.
struct NearMiss {
  let example: CellExample
  let context: TableContext

  init(_ example: CellExample, in context: TableContext) {
    self.example = example
    self.context = context
  }

  private var schema: FactSchema { context.vocabulary.schema }

  /// Returns a phrase with the required and the actual value of a failing condition.
  func difference(_ condition: ResolvedCondition) -> String {
    let wanted = ConditionText(schema).text(condition.fact, condition.values)
    let present = example.values[condition.fact].map {
      schema.facts[condition.fact].values[$0].text
    }
    return "`" + wanted + "` is required, but the value is `" + (present ?? "absent") + "`"
  }

  /// Returns a fact with its value in the example, such as `credential: new`; nil if the example has no value for the
  /// fact.
  func value(of fact: Int) -> String? {
    example.values[fact].map { value in
      schema.facts[fact].name.text + ": " + schema.facts[fact].values[value].text
    }
  }

  /// Returns whether a change makes the row match some of the wanted cells, and no other cells of `asked`.
  ///
  /// The change replaces the values of the `failing` condition with the example's value.
  func takes(
    _ wanted: CellGraph, of asked: CellGraph, row: CompiledRow, but failing: ResolvedCondition,
    in cells: inout TableCells
  ) -> Bool {
    guard let value = example.values[failing.fact] else { return false }
    var grown = row.conditions
    for index in grown.indices where grown[index].fact == failing.fact {
      grown[index].values = ValueSet([value])
    }
    let matched = cells.cells(matching: grown)
    let taken = cells.algebra.intersection(matched, asked)
    return !taken.isEmpty && cells.algebra.difference(taken, wanted).isEmpty
  }

  /// Returns a note and advice about the first guard that would refuse the example if one failed condition held; nil if
  /// no such guard exists.
  ///
  /// With the example's value in that condition, the guard must refuse at least one of the `asked` cells, and all
  /// `asked` cells that it refuses must be `wanted` cells. For a gap, the `wanted` cells are the cells that no row
  /// matches, and the `asked` cells are the cells that the guards leave for the rows.
  func nearGuard(
    to wanted: CellGraph, of asked: CellGraph, _ cells: inout TableCells
  ) -> (note: Diagnostic.Related, advice: String)? {
    for (index, _) in cells.guarded {
      let guarding = context.guards[index]
      let failing = guarding.conditions.filter { !example.meets($0) }
      guard failing.count == 1, let value = value(of: failing[0].fact),
        takes(wanted, of: asked, row: guarding, but: failing[0], in: &cells)
      else { continue }
      let name = "guard `" + guarding.id.text + "`"
      let note = Diagnostic.Related(
        name + " would refuse the attempt except for one condition: " + difference(failing[0]),
        at: guarding.position)
      return (note, "perhaps " + name + " has to refuse `" + value + "` too")
    }
    return nil
  }

  /// Returns a note on the row with the fewest failing conditions.
  ///
  /// If the row's first failing condition tests a derived fact, a second note names the row that gives this fact its
  /// value.
  ///
  /// If several rows have equally few failing conditions, the note is about the first of these rows that could cover
  /// the gap without affecting decided cells. If there is no such row, the note is about the first of these rows.
  func nearRow(
    among rows: [CompiledRow], to gap: CellGraph, _ cells: inout TableCells
  ) -> [Diagnostic.Related] {
    var nearest: (row: CompiledRow, failing: [ResolvedCondition], fits: Bool)?
    for row in rows {
      let failing = row.conditions.filter { !example.meets($0) }
      guard let first = failing.first, failing.count <= nearest?.failing.count ?? .max else {
        continue
      }
      let isNearer = failing.count < nearest?.failing.count ?? .max
      guard isNearer || !(nearest?.fits ?? false) else { continue }
      let fits = failing.count == 1 && takes(gap, of: cells.open, row: row, but: first, in: &cells)
      if isNearer || fits {
        nearest = (row, failing, fits)
      }
    }
    guard let (row, failing, _) = nearest else { return [] }
    var message = "row `" + row.id.text + "` is the closest match: " + difference(failing[0])
    let more = failing.count - 1
    if more > 0 {
      message += "; of its other conditions " + String(more) + (more == 1 ? " fails" : " fail")
    }
    return [Diagnostic.Related(message, at: row.position)] + source(of: failing[0].fact)
  }

  /// Returns a note on the row that gives a derived fact its value.
  private func source(of fact: Int) -> [Diagnostic.Related] {
    guard let derived = context.facts.first(where: { $0.fact == fact }),
      let row = derived.rows.first(where: { $0.conditions.allSatisfy { example.meets($0) } })
    else { return [] }
    let message =
      "row `" + row.id.text + "` of `" + schema.facts[fact].name.text + "` gives the value `"
      + schema.facts[fact].values[row.value].text + "`"
    return [Diagnostic.Related(message, at: row.position)]
  }
}

/// A change of one condition that separates two overlapping rows, so that they no longer match the same cells.
struct RowSeparation {
  /// The advice; nil if no change of a single condition separates the rows.
  let advice: String?

  /// Searches for a condition that restricts the second row to cells that the first row does not match.
  ///
  /// If no condition separates the rows in this way, the initializer searches for a condition that restricts the first
  /// row.
  init(_ first: Int, _ second: Int, among rows: [CompiledRow], in cells: inout TableCells) {
    if cells.matched[first] == cells.matched[second] {
      advice = "both rows match the same cells: remove one of the rows"
      return
    }
    advice =
      Self.narrowing(second, by: first, among: rows, in: &cells)
      ?? Self.narrowing(first, by: second, among: rows, in: &cells)
  }

  /// Returns a change of a row that removes only cells that another row also matches.
  private static func narrowing(
    _ index: Int, by other: Int, among rows: [CompiledRow], in cells: inout TableCells
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
        return "write `" + text.text(fact, left) + "` in row " + name
      }
      let common = text.list(fact, own.intersection(condition.values))
      return "remove `" + common + "` from `" + schema.facts[fact].name.text + "` in row " + name
    }
    return nil
  }
}
