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
    let vocabulary = cells.context.vocabulary
    finding.message +=
      example.conditions(vocabulary.schema) + " ("
      + AttemptSentence(vocabulary, of: decision).text(example) + ")"
    let advice = RowSeparation(earlier, later, rows, &cells).advice
    finding.help = help(declaring: rows[earlier].id, advice)
    finding.found = example.found(
      vocabulary.schema, table, decision, rows: [rows[earlier].id, rows[later].id])
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

extension TableChecker {
  /// Reports the cells that no row decides, with what stands near the smallest of them.
  mutating func reportGap(
    _ rows: [CompiledRow], _ cells: inout TableCells, table: Located<Name>,
    decision: CompiledTable?
  ) {
    var finding = Diagnostic(
      .gap, .error, "table `" + table.value.text + "` decides nothing where ", at: table.position,
      help: "add a row for it, or a last row without conditions that takes the rest")
    defer { findings.add(finding) }
    guard known == nil, let example = cells.smallest(of: cells.gap) else { return }
    let vocabulary = context.vocabulary
    finding.message +=
      example.conditions(vocabulary.schema) + " ("
      + AttemptSentence(vocabulary, of: decision).text(example) + ")"
    let near = GapNeighbours(of: example, among: rows, cells.guarded.map { $0.index }, &cells)
    finding.related = near.notes
    if let advice = near.advice {
      finding.help =
        advice + "; or add a row for it, or a last row without conditions that takes the rest"
    }
    finding.found = example.found(vocabulary.schema, table.value, decision, rows: [])
  }
}

extension CellExample {
  /// The attempt by names, for who asks other versions of the policy.
  fileprivate func found(
    _ schema: FactSchema, _ table: Name, _ decision: CompiledTable?, rows: [Name]
  ) -> FoundCase {
    var named: [(fact: Name, value: Name)] = []
    for fact in 0..<schema.derived.lowerBound {
      if let value = values[fact] {
        named.append((schema.facts[fact].name, schema.facts[fact].values[value]))
      }
    }
    return FoundCase(decision == nil ? .fact(table) : .decision, named, rows: rows)
  }
}
