internal import LinkPolicy
internal import LinkPolicyDiagnostics

extension TableChecker {
  /// The smallest example of a set; none for an edit, of which nobody reads the findings.
  func example(of set: CellGraph, _ cells: inout TableCells) -> String {
    known == nil ? cells.example(of: set) : ""
  }

  /// Checks that every cell is decided, and by which rows; `decision` is nil for a derived fact's rows.
  mutating func check(
    _ rows: [CompiledRow], _ declared: [RowDeclaration], hit: HitPolicy,
    _ cells: inout TableCells, table: Located<Name>, decision: CompiledTable?,
    isSameAnswer: (CompiledRow, CompiledRow) -> Bool
  ) {
    let overlaps = OverlapFindings(
      isEdit: known != nil, hit: hit, table: table.value, decision: decision)
    if !cells.gap.isEmpty {
      reportGap(rows, &cells, table: table, decision: decision)
    }
    // Only where the first row decides can one override another.
    let known = RowIndex(hit == .first ? rows : [], cells.algebra.axes)
    for (index, row) in rows.enumerated() {
      let isRest = index == rows.count - 1 && row.conditions.isEmpty
      // In a `unique` table a row hidden by others overlaps them, which is reported as such.
      let isOverlap = hit == .unique && !isRest && !cells.matched[index].isEmpty
      if cells.decided[index].isEmpty, !isOverlap {
        reportHidden(index, rows, &cells)
      }
      if hit == .unique, !isRest {
        checkUnique(index, rows, &cells, overlaps)
      }
      checkOverrides(index, rows, declared[index], hit, &cells, known, overlaps, isSameAnswer)
    }
  }

  /// Reports a row that never decides, with what hides it.
  private mutating func reportHidden(
    _ index: Int, _ rows: [CompiledRow], _ cells: inout TableCells
  ) {
    let row = rows[index]
    var related: [Diagnostic.Related] = []
    var help = "its conditions cannot occur together; remove it"
    let own = cells.cells(matching: row.conditions)
    let possible = cells.algebra.intersection(own, cells.space)
    if !cells.matched[index].isEmpty {
      var rest = cells.matched[index]
      for earlier in rows.indices[..<index] {
        let left = cells.algebra.difference(rest, cells.matched[earlier])
        if left != rest {
          related.append(
            Diagnostic.Related(
              "row `" + rows[earlier].id.text + "` takes some", at: rows[earlier].position))
          rest = left
        }
      }
      help =
        related.count == 1
        ? "the row below takes all its cells" : "these rows together take all its cells"
    } else if !possible.isEmpty {
      for (number, taken) in cells.guarded
      where !cells.algebra.intersection(taken, possible).isEmpty {
        let guarding = context.guards[number]
        related.append(
          Diagnostic.Related("guard `" + guarding.id.text + "` takes some", at: guarding.position))
      }
      help = "guards take all its cells"
    }
    findings.add(
      Diagnostic(
        .hiddenRow, .warning, "row `" + row.id.text + "` never decides", at: row.position,
        help: help, related: related))
  }

  /// Reports the earlier rows of a `unique` table that match a cell of this one.
  private mutating func checkUnique(
    _ index: Int, _ rows: [CompiledRow], _ cells: inout TableCells, _ overlaps: OverlapFindings
  ) {
    // One comparison with all earlier rows together is enough where there is no overlap.
    guard cells.matched[index] != cells.decided[index] else { return }
    for earlier in rows.indices[..<index] {
      let common = cells.algebra.intersection(cells.matched[index], cells.matched[earlier])
      guard !common.isEmpty else { continue }
      findings.add(
        overlaps.finding(
          "rows `" + rows[earlier].id.text + "` and `" + rows[index].id.text
            + "` both match where ",
          rows, earlier, index, sharing: common, &cells))
    }
  }

  /// Checks what a row says it overrides against the earlier rows it overlaps.
  private mutating func checkOverrides(
    _ index: Int, _ rows: [CompiledRow], _ declared: RowDeclaration, _ hit: HitPolicy,
    _ cells: inout TableCells, _ known: RowIndex, _ overlaps: OverlapFindings,
    _ isSameAnswer: (CompiledRow, CompiledRow) -> Bool
  ) {
    guard hit == .first else {
      for name in declared.overrides {
        findings.error(
          .staleOverride, "only a row of a table with `hit: first` overrides another",
          at: name.position)
      }
      return
    }
    let isRest = index == rows.count - 1 && rows[index].conditions.isEmpty
    let overridesAll = declared.overrides.contains { $0.value == "earlier" }
    // Nobody has to say of the rest that it is one.
    guard !isRest || !declared.overrides.isEmpty else { return }
    var overlapping: [Name] = []
    // What a row matches and does not decide, earlier rows match; of most rows that is nothing.
    let isOverlapped = cells.matched[index] != cells.decided[index]
    for earlier in isOverlapped ? known.rows(before: index) : []
    where !isSameAnswer(rows[earlier], rows[index]) {
      let common = cells.algebra.intersection(cells.matched[index], cells.matched[earlier])
      guard !common.isEmpty else { continue }
      overlapping.append(rows[earlier].id)
      let isDeclared = declared.overrides.contains { $0.value == rows[earlier].id }
      if !isDeclared, !overridesAll, !isRest {
        findings.add(
          overlaps.finding(
            "row `" + rows[index].id.text + "` also matches cells of row `"
              + rows[earlier].id.text + "`, which answers first, where ",
            rows, earlier, index, sharing: common, &cells))
      }
    }
    for name in declared.overrides where name.value != "earlier" {
      if !overlapping.contains(name.value) {
        findings.error(
          .staleOverride,
          "row `" + rows[index].id.text + "` does not overlap row `" + name.value.text
            + "` with another answer", at: name.position, help: "remove the entry")
      }
    }
    if overridesAll, overlapping.isEmpty {
      findings.error(
        .staleOverride, "row `" + rows[index].id.text + "` overrides no earlier row",
        at: declared.id.position, help: "remove `overrides`")
    }
  }
}
