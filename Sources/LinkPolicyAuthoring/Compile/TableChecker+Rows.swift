internal import LinkPolicy
internal import LinkPolicyDiagnostics

extension TableChecker {
  /// Returns the smallest fact vector of a set in the notation of rows, for a message.
  ///
  /// Returns an empty string for a trial edit, because no user sees the findings of trial edits.
  func example(of set: CellGraph, _ cells: inout TableCells) -> String {
    known == nil ? cells.example(of: set) : ""
  }

  /// Checks that the rows decide every cell, and that rows overlap only as declared; `decision` is nil for the rows of
  /// a derived fact.
  mutating func check(
    _ rows: [CompiledRow], declared: [RowDeclaration], hit: HitPolicy, in cells: inout TableCells,
    table: Located<Name>, decision: CompiledTable?, isSameAnswer: (CompiledRow, CompiledRow) -> Bool
  ) {
    let overlaps = OverlapFindings(
      isEdit: known != nil, hit: hit, table: table.value, decision: decision)
    if !cells.gap.isEmpty {
      reportGap(rows, &cells, table: table, decision: decision)
    }
    // A row can override other rows only in a table with `hit: first`.
    let known = RowIndex(hit == .first ? rows : [], cells.algebra.axes)
    for (index, row) in rows.enumerated() {
      let isRest = index == rows.count - 1 && row.conditions.isEmpty
      // In a `unique` table, a hidden row overlaps the rows that hide it, and the check reports the overlap instead.
      let isOverlap = hit == .unique && !isRest && !cells.matched[index].isEmpty
      if cells.decided[index].isEmpty, !isOverlap {
        reportHidden(rowAt: index, among: rows, in: &cells)
      }
      if hit == .unique, !isRest {
        checkUnique(rowAt: index, among: rows, in: &cells, overlaps: overlaps)
      }
      checkOverrides(
        ofRowAt: index, among: rows, declared: declared[index], hit: hit, in: &cells, known: known,
        overlaps: overlaps, isSameAnswer: isSameAnswer)
    }
  }

  /// Reports a row that never decides, with the rows or guards that hide it.
  private mutating func reportHidden(
    rowAt index: Int, among rows: [CompiledRow], in cells: inout TableCells
  ) {
    let row = rows[index]
    var related: [Diagnostic.Related] = []
    var help = "the conditions of the row cannot occur together; remove the row"
    let own = cells.cells(matching: row.conditions)
    let possible = cells.algebra.intersection(own, cells.space)
    if !cells.matched[index].isEmpty {
      var rest = cells.matched[index]
      for earlier in rows.indices[..<index] {
        let left = cells.algebra.difference(rest, cells.matched[earlier])
        if left != rest {
          related.append(
            Diagnostic.Related(
              "row `" + rows[earlier].id.text + "` takes some cells", at: rows[earlier].position))
          rest = left
        }
      }
      help =
        related.count == 1
        ? "the row named below takes all cells of this row"
        : "the rows named below take all cells of this row"
    } else if !possible.isEmpty {
      for (number, taken) in cells.guarded
      where !cells.algebra.intersection(taken, possible).isEmpty {
        let guarding = context.guards[number]
        related.append(
          Diagnostic.Related(
            "guard `" + guarding.id.text + "` takes some cells", at: guarding.position))
      }
      help = "guards take all cells of this row"
    }
    findings.add(
      Diagnostic(
        .hiddenRow, .warning, "row `" + row.id.text + "` never decides", at: row.position,
        help: help, related: related))
  }

  /// Reports the earlier rows of a `unique` table that match a cell of this row.
  private mutating func checkUnique(
    rowAt index: Int, among rows: [CompiledRow], in cells: inout TableCells,
    overlaps: OverlapFindings
  ) {
    // If the row overlaps no earlier row, one comparison with the union of all earlier rows is enough.
    guard cells.matched[index] != cells.decided[index] else { return }
    for earlier in rows.indices[..<index] {
      let common = cells.algebra.intersection(cells.matched[index], cells.matched[earlier])
      guard !common.isEmpty else { continue }
      findings.add(
        overlaps.finding(
          "rows `" + rows[earlier].id.text + "` and `" + rows[index].id.text
            + "` both match ",
          among: rows, earlier: earlier, later: index, sharing: common, in: &cells))
    }
  }

  /// Checks the declared overrides of a row against the earlier rows that the row overlaps.
  private mutating func checkOverrides(
    ofRowAt index: Int, among rows: [CompiledRow], declared: RowDeclaration, hit: HitPolicy,
    in cells: inout TableCells, known: RowIndex, overlaps: OverlapFindings,
    isSameAnswer: (CompiledRow, CompiledRow) -> Bool
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
    // A final row without conditions needs no `overrides`.
    guard !isRest || !declared.overrides.isEmpty else { return }
    var overlapping: [Name] = []
    // If a row matches a cell but does not decide it, an earlier row decides the cell. Most rows decide all cells that
    // they match.
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
              + rows[earlier].id.text + "`, which answers first, such as ",
            among: rows, earlier: earlier, later: index, sharing: common, in: &cells))
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

/// The effects of a row that are impossible in some of the row's cells for one common reason.
struct BlockedEffects {
  var effects: [Effect]
  var reason: String
  var cells: CellGraph

  /// The effects in words, each in backticks.
  var words: String {
    let names = effects.map { "`" + $0.text + "`" }
    guard let last = names.last, names.count > 1 else { return names.joined() }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }
}

extension TableChecker {
  private func rules(_ table: CompiledTable, _ position: SourcePosition) -> EffectRules {
    EffectRules(
      vocabulary: context.vocabulary, action: context.vocabulary.actions[table.action],
      position: position)
  }

  /// Returns the conditions whose values the cells must distinguish to check the effects of a table.
  func obstacleTests(_ table: CompiledTable) -> [ResolvedCondition] {
    var tests: [ResolvedCondition] = []
    for row in table.rows {
      for obstacle in rules(table, row.position).obstacles(to: row.answer.effects) {
        tests += obstacle.conditions
      }
    }
    return tests
  }

  /// Checks that the effects of each row are in a valid order, and that each effect can be performed in all cells of
  /// the row.
  mutating func checkEffects(of table: CompiledTable, _ cells: inout TableCells) {
    for (index, row) in table.rows.enumerated() {
      checkRefusal(of: row, at: index, in: &cells)
      checkOrder(of: row, in: table)
      // The check reports one finding for each reason, with all effects that the reason blocks.
      var blocked: [BlockedEffects] = []
      for obstacle in rules(table, row.position).obstacles(to: row.answer.effects) {
        let matched = cells.cells(matching: obstacle.conditions)
        let common = cells.algebra.intersection(cells.decided[index], matched)
        guard !common.isEmpty else { continue }
        // The texts are compared by bytes, because `==` of strings needs the Unicode tables, which an Embedded program lacks.
        if let place = blocked.firstIndex(where: {
          $0.reason.utf8.elementsEqual(obstacle.reason.utf8) && $0.cells == common
        }) {
          if !blocked[place].effects.contains(obstacle.effect) {
            blocked[place].effects.append(obstacle.effect)
          }
        } else {
          blocked.append(
            BlockedEffects(
              effects: [obstacle.effect], reason: obstacle.reason, cells: common))
        }
      }
      for part in blocked {
        report(part, ofRow: index, of: table, &cells)
      }
    }
  }

  /// Checks that no two effects of a row are in the wrong order or undo each other.
  private mutating func checkOrder(of row: CompiledRow, in table: CompiledTable) {
    let kinds = table.kinds.filter { kind in
      row.conditions.allSatisfy {
        $0.fact != EngineFact.kind.rawValue || $0.values.contains(Int(kind.rawValue))
      }
    }
    let order = EffectOrder(
      vocabulary: context.vocabulary, action: context.vocabulary.actions[table.action],
      kinds: kinds)
    for clash in order.clashes(in: row.answer.effects) {
      let (earlier, later) = ("`" + clash.earlier.text + "`", "`" + clash.later.text + "`")
      let row = (name: "in row `" + row.id.text + "`, ", position: row.position)
      switch clash.verdict {
      case .swap:
        findings.error(
          .effectOrder, row.name + later + " must precede " + earlier, at: row.position,
          help: clash.reason)
      case .drop where clash.earlier == clash.later:
        findings.error(
          .effectOrder, row.name + earlier + " occurs twice", at: row.position,
          help: "remove one of the two")
      case .drop:
        findings.error(
          .effectOrder, row.name + earlier + " and " + later + " cannot be combined",
          at: row.position, help: "remove one of the two: " + clash.reason)
      }
    }
  }

  /// Reports a row that refuses but has effects: always with a note, and also with an error if the row opens or renews
  /// a session.
  private mutating func checkRefusal(
    of row: CompiledRow, at index: Int, in cells: inout TableCells
  ) {
    guard row.answer.error != nil, !row.answer.effects.isEmpty else { return }
    for effect in row.answer.effects where effect == .signIn || effect == .issueToken {
      findings.error(
        .invalidAnswer, "row `" + row.id.text + "` refuses and still does `" + effect.text + "`",
        at: row.position, help: "a refusal opens no session")
    }
    findings.add(
      Diagnostic(
        .refusalWithEffects, .note,
        "row `" + row.id.text + "` refuses, but still has effects, for example where "
          + example(of: cells.decided[index], &cells), at: row.position,
        help: "remove `do:`, unless its effects are intended"))
  }
}

/// Findings about rows of one table that match the same cells.
struct OverlapFindings {
  /// Whether the findings belong to a trial edit, so that no user sees them.
  let isEdit: Bool
  let hit: HitPolicy
  let table: Name
  /// The table whose rows the findings describe; nil for the rows of a derived fact.
  let decision: CompiledTable?

  /// Returns the finding about two rows that match the same cells.
  ///
  /// The first related position of the finding is the earlier row.
  ///
  /// - Parameters:
  ///   - message: the text of the finding, up to the example.
  ///   - rows: the table's rows.
  ///   - earlier: the index of the earlier row.
  ///   - later: the index of the later row, whose position the finding has.
  ///   - common: the cells that both rows match.
  ///   - cells: the cells of the table.
  /// - Returns: the finding. The finding shows the smallest example, unless the finding belongs to a trial edit.
  func finding(
    _ message: String, among rows: [CompiledRow], earlier: Int, later: Int,
    sharing common: CellGraph, in cells: inout TableCells
  ) -> Diagnostic {
    var finding = Diagnostic(
      .overlap, .error, message, at: rows[later].position,
      help: help(declaring: rows[earlier].id, nil),
      related: [
        Diagnostic.Related(
          "row `" + rows[earlier].id.text + "` is here", at: rows[earlier].position)
      ])
    guard !isEdit, let example = cells.smallest(of: common) else { return finding }
    finding.message += example.told(decision, cells.context.vocabulary)
    let advice = RowSeparation(earlier, later, among: rows, in: &cells).advice
    finding.help = help(declaring: rows[earlier].id, advice)
    finding.found = example.found(
      in: cells.context.vocabulary.schema, table: table, decision: decision,
      rows: [rows[earlier].id, rows[later].id])
    return finding
  }

  /// Returns advice to declare that the earlier row takes precedence, or to narrow one of the rows.
  private func help(declaring earlier: Name, _ advice: String?) -> String {
    let overrides = "`overrides: [" + earlier.text + "]`"
    switch hit {
    case .unique:
      return (advice ?? "narrow one of the rows") + ", or write `hit: first` and " + overrides
    case .first:
      return "declare the overlap with " + overrides + (advice.map { ", or " + $0 } ?? "")
    }
  }
}

/// An index that finds the rows of a table that can overlap a given row.
///
/// In a table with thousands of rows, most rows test a few values of one fact, and rows for different values cannot
/// overlap. The index therefore lists rows by the classes of the widest fact, which has the most classes. The index
/// does not merge the cells of rows, because the union of many rows can be far more complex than the intersection of
/// two rows.
struct RowIndex {
  /// For each row, the row's classes of the widest fact; nil if the row has too many classes for the index.
  private var classesOfRow: [ValueSet?] = []
  /// For each class, the rows that contain the class, without wide rows.
  private var rowsOfClass: [[Int]] = []
  /// The wide rows, which the index does not list by class.
  ///
  /// A wide row has many classes of the fact, or all classes.
  private var wideRows: [Int] = []

  /// The maximum number of classes for which the index lists a row by class; a row with more classes is a wide row.
  private static var fewClasses: Int { 64 }

  init(_ rows: [CompiledRow], _ axes: [CellAxis]) {
    let widest = axes.max { $0.classCount < $1.classCount }
    rowsOfClass = [[Int]](repeating: [], count: widest?.classCount ?? 0)
    for (index, row) in rows.enumerated() {
      var classes: ValueSet?
      for condition in row.conditions {
        if let widest, condition.fact == widest.fact {
          let touched = widest.classes(touching: condition.values)
          classes = classes?.intersection(touched) ?? touched
        }
      }
      guard let few = classes, few.count <= Self.fewClasses else {
        classesOfRow.append(nil)
        wideRows.append(index)
        continue
      }
      classesOfRow.append(few)
      for number in few.values {
        rowsOfClass[number].append(index)
      }
    }
  }

  /// Returns the earlier rows that can match some cells of a row, in order.
  func rows(before index: Int) -> [Int] {
    guard let classes = classesOfRow[index] else { return Array(0..<index) }
    var found = Set(wideRows.prefix { $0 < index })
    for number in classes.values {
      found.formUnion(rowsOfClass[number].prefix { $0 < index })
    }
    return found.sorted()
  }
}
