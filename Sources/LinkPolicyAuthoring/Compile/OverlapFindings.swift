internal import LinkPolicy
internal import LinkPolicyDiagnostics

/// The findings about rows of one table that match the same cells.
struct OverlapFindings {
  /// Whether nobody reads them, as those of an edit that is tried out.
  let isEdit: Bool
  let hit: HitPolicy
  let table: Name
  /// The table; nil for a derived fact.
  let decision: CompiledTable?

  /// The finding about two rows, the earlier one's place first among the related.
  ///
  /// - Parameters:
  ///   - message: what is wrong, up to the example.
  ///   - rows: the table's rows.
  ///   - earlier: the row that stands first.
  ///   - later: the other, whose place the finding has.
  ///   - common: the cells that both match.
  ///   - cells: the cells of the table.
  /// - Returns: the finding, with the smallest example where somebody reads it.
  func finding(
    _ message: String, _ rows: [CompiledRow], _ earlier: Int, _ later: Int,
    sharing common: CellGraph, _ cells: inout TableCells
  ) -> Diagnostic {
    var finding = Diagnostic(
      .overlap, .error, message, at: rows[later].position,
      help: help(declaring: rows[earlier].id, nil),
      related: [
        Diagnostic.Related(
          "row `" + rows[earlier].id.text + "` stands here", at: rows[earlier].position)
      ])
    guard !isEdit, let example = cells.smallest(of: common) else { return finding }
    finding.message += example.told(decision, cells.context.vocabulary)
    let advice = RowSeparation(earlier, later, rows, &cells).advice
    finding.help = help(declaring: rows[earlier].id, advice)
    finding.found = example.found(
      cells.context.vocabulary.schema, table, decision, rows: [rows[earlier].id, rows[later].id])
    return finding
  }

  /// What to do: say that the earlier row comes first, or narrow one of the two.
  private func help(declaring earlier: Name, _ advice: String?) -> String {
    let overrides = "`overrides: [" + earlier.text + "]`"
    switch hit {
    case .unique:
      return (advice ?? "narrow one of them") + ", or say `hit: first` and " + overrides
    case .first:
      return "say so with " + overrides + (advice.map { ", or " + $0 } ?? "")
    }
  }
}
