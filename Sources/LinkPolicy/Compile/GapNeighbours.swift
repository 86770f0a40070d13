/// What stands near a cell that no row decides: the nearest row, and a guard that all but takes it.
struct GapNeighbours {
  /// The notes, the nearest row first.
  private(set) var notes: [Diagnostic.Related] = []
  /// What to do in the place of adding a row; nil where no guard would take just what is left out.
  ///
  /// That a row takes more is never advised: who is let in there is for people to say.
  private(set) var advice: String?

  private let rows: [CompiledRow]
  private let example: CellExample
  private let context: TableContext

  /// Looks for what is near.
  ///
  /// - Parameters:
  ///   - example: the cell.
  ///   - rows: the rows of its table.
  ///   - guards: the guards that are asked before these.
  ///   - cells: the cells of the table.
  init(
    of example: CellExample, among rows: [CompiledRow], _ guards: [Int], _ cells: inout TableCells
  ) {
    self.rows = rows
    self.example = example
    context = cells.context
    noteRow(&cells)
    noteGuard(guards, &cells)
  }

  /// Notes the row that fails by the fewest conditions: of several the one that could take the cell and
  /// would take nothing from others, else the first.
  private mutating func noteRow(_ cells: inout TableCells) {
    var nearest: (row: Int, failing: [ResolvedCondition], fits: Bool)?
    for (index, row) in rows.enumerated() {
      let failing = row.conditions.filter { !example.meets($0) }
      guard failing.count <= nearest?.failing.count ?? .max, let first = failing.first else {
        continue
      }
      let isNearer = failing.count < nearest?.failing.count ?? .max
      guard isNearer || !(nearest?.fits ?? false) else { continue }
      let fits = failing.count == 1 && takesOnlyGap(row, but: first, &cells)
      if isNearer || fits {
        nearest = (index, failing, fits)
      }
    }
    guard let nearest else { return }
    let row = rows[nearest.row]
    var message = "row `" + row.id.text + "` is nearest: " + difference(nearest.failing[0])
    let more = nearest.failing.count - 1
    if more > 0 {
      message += "; of its other conditions " + String(more) + (more == 1 ? " fails" : " fail")
    }
    notes.append(Diagnostic.Related(message, at: row.position))
    noteSource(of: nearest.failing[0].fact)
  }

  /// The first guard that would take the cell but for one condition, and nothing that rows decide.
  private mutating func noteGuard(_ guards: [Int], _ cells: inout TableCells) {
    for index in guards {
      let guarding = context.guards[index]
      let failing = guarding.conditions.filter { !example.meets($0) }
      guard failing.count == 1, takesOnlyGap(guarding, but: failing[0], &cells) else { continue }
      notes.append(
        Diagnostic.Related(
          "guard `" + guarding.id.text + "` would refuse it but for one condition: "
            + difference(failing[0]), at: guarding.position))
      advice = value(of: failing[0].fact).map {
        "let guard `" + guarding.id.text + "` refuse `" + $0 + "` too"
      }
      return
    }
  }

  /// Whether a row that had the example's value in the place of one condition's would match open
  /// cells that no row decides, and no others.
  private func takesOnlyGap(
    _ row: CompiledRow, but failing: ResolvedCondition, _ cells: inout TableCells
  ) -> Bool {
    guard let value = example.values[failing.fact] else { return false }
    var grown = row.conditions
    for index in grown.indices where grown[index].fact == failing.fact {
      grown[index].values = ValueSet([value])
    }
    let matched = cells.cells(matching: grown)
    let taken = cells.algebra.intersection(matched, cells.open)
    return !taken.isEmpty && cells.algebra.difference(taken, cells.gap).isEmpty
  }

  private func difference(_ condition: ResolvedCondition) -> String {
    let wanted = ConditionText(context.vocabulary.schema).text(condition.fact, condition.values)
    let present = example.values[condition.fact].map {
      context.vocabulary.schema.facts[condition.fact].values[$0].text
    }
    return "it wants `" + wanted + "`, and here it is `" + (present ?? "absent") + "`"
  }

  private func value(of fact: Int) -> String? {
    example.values[fact].map { value in
      let fact = context.vocabulary.schema.facts[fact]
      return fact.name.text + ": " + fact.values[value].text
    }
  }

  /// Where a derived fact has its value from.
  private mutating func noteSource(of fact: Int) {
    guard let derived = context.facts.first(where: { $0.fact == fact }),
      let row = derived.rows.first(where: { row in row.conditions.allSatisfy { example.meets($0) } }
      )
    else { return }
    let declared = context.vocabulary.schema.facts[fact]
    notes.append(
      Diagnostic.Related(
        "row `" + row.id.text + "` of `" + declared.name.text + "` makes it `"
          + declared.values[row.value].text + "`", at: row.position))
  }
}
