internal import LinkPolicy
internal import LinkPolicyDiagnostics

extension TableChecker {
  /// Reports the cells that no row decides, with what stands near the smallest of them.
  mutating func reportGap(
    _ rows: [CompiledRow], _ cells: inout TableCells, table: Located<Name>,
    decision: CompiledTable?
  ) {
    var finding = Diagnostic(
      .gap, .error, "table `" + table.value.text + "` decides nothing where ", at: table.position,
      help: "add a row for it, or a last row without conditions that takes the rest")
    if known == nil, let example = cells.smallest(of: cells.gap) {
      finding.message += example.told(decision, context.vocabulary)
      let near = NearMiss(example, in: context)
      finding.related = near.nearRow(among: rows, to: cells.gap, &cells)
      note(near, to: cells.gap, of: cells.open, &cells, in: &finding)
      finding.found = example.found(context.vocabulary.schema, table.value, decision, rows: [])
    }
    findings.add(finding)
  }

  /// Reports an effect of a row that cannot be carried out in some of its cells.
  mutating func report(
    _ effect: Effect, because reason: String, ofRow index: Int, of table: CompiledTable,
    where cannot: CellGraph, _ cells: inout TableCells
  ) {
    let row = table.rows[index]
    var finding = Diagnostic(
      .impossibleEffect, .error,
      "row `" + row.id.text + "` cannot `" + effect.text + "` where ", at: row.position,
      help: reason)
    if known == nil, let example = cells.smallest(of: cannot) {
      finding.message += example.told(table, context.vocabulary)
      let near = NearMiss(example, in: context)
      note(near, to: cannot, of: cells.decided[index], &cells, in: &finding)
      finding.found = example.found(
        context.vocabulary.schema, table.key, table, rows: [row.id])
    }
    findings.add(finding)
  }

  /// Adds a guard that would have kept an attempt from the rows, and that it could.
  ///
  /// That a row takes more is never advised: who is let in there is for people to say.
  private func note(
    _ near: NearMiss, to wanted: CellGraph, of asked: CellGraph, _ cells: inout TableCells,
    in finding: inout Diagnostic
  ) {
    guard let (note, advice) = near.nearGuard(to: wanted, of: asked, &cells) else { return }
    finding.related.append(note)
    finding.help = finding.help.map { $0 + "; " + advice } ?? advice
  }
}
