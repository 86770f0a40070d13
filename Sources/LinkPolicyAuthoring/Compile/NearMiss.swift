internal import LinkPolicy
internal import LinkPolicyDiagnostics

/// How a row or guard misses an attempt, in words.
struct NearMiss {
  let example: CellExample
  let context: TableContext

  init(_ example: CellExample, in context: TableContext) {
    self.example = example
    self.context = context
  }

  private var schema: FactSchema { context.vocabulary.schema }

  /// What a condition that fails wants, and what there is.
  func difference(_ condition: ResolvedCondition) -> String {
    let wanted = ConditionText(schema).text(condition.fact, condition.values)
    let present = example.values[condition.fact].map {
      schema.facts[condition.fact].values[$0].text
    }
    return "it wants `" + wanted + "`, and here it is `" + (present ?? "absent") + "`"
  }

  /// A fact with the value that it has here, as rows write it.
  func value(of fact: Int) -> String? {
    example.values[fact].map { value in
      schema.facts[fact].name.text + ": " + schema.facts[fact].values[value].text
    }
  }

  /// Whether a row that had the example's value in the place of one condition's would match some of
  /// these cells, and of all that it is asked about no others.
  func takes(
    _ wanted: CellGraph, of asked: CellGraph, _ row: CompiledRow, but failing: ResolvedCondition,
    _ cells: inout TableCells
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

  /// The first guard that would refuse the attempt but for one condition, and with it some of these
  /// cells and no others of those that it would be asked about: where it stands, and what to do.
  func nearGuard(
    to wanted: CellGraph, of asked: CellGraph, _ cells: inout TableCells
  ) -> (note: Diagnostic.Related, advice: String)? {
    for (index, _) in cells.guarded {
      let guarding = context.guards[index]
      let failing = guarding.conditions.filter { !example.meets($0) }
      guard failing.count == 1, let value = value(of: failing[0].fact),
        takes(wanted, of: asked, guarding, but: failing[0], &cells)
      else { continue }
      let name = "guard `" + guarding.id.text + "`"
      let note = Diagnostic.Related(
        name + " would refuse it but for one condition: " + difference(failing[0]),
        at: guarding.position)
      return (note, "perhaps " + name + " has to refuse `" + value + "` too")
    }
    return nil
  }

  /// The row that fails by the fewest conditions, and where a derived fact that it tests has its value
  /// from.
  ///
  /// Of several it is the one that could take the attempt and nothing from others, else the first.
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
      let fits = failing.count == 1 && takes(gap, of: cells.open, row, but: first, &cells)
      if isNearer || fits {
        nearest = (row, failing, fits)
      }
    }
    guard let (row, failing, _) = nearest else { return [] }
    var message = "row `" + row.id.text + "` is nearest: " + difference(failing[0])
    let more = failing.count - 1
    if more > 0 {
      message += "; of its other conditions " + String(more) + (more == 1 ? " fails" : " fail")
    }
    return [Diagnostic.Related(message, at: row.position)] + source(of: failing[0].fact)
  }

  /// Where a derived fact has its value from.
  private func source(of fact: Int) -> [Diagnostic.Related] {
    guard let derived = context.facts.first(where: { $0.fact == fact }),
      let row = derived.rows.first(where: { $0.conditions.allSatisfy { example.meets($0) } })
    else { return [] }
    let message =
      "row `" + row.id.text + "` of `" + schema.facts[fact].name.text + "` makes it `"
      + schema.facts[fact].values[row.value].text + "`"
    return [Diagnostic.Related(message, at: row.position)]
  }
}
