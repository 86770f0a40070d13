internal import LinkPolicy
internal import LinkPolicyDiagnostics

extension TableChecker {
  private func rules(_ table: CompiledTable, _ position: SourcePosition) -> EffectRules {
    EffectRules(
      vocabulary: context.vocabulary, action: context.vocabulary.actions[table.action],
      position: position)
  }

  /// The tests that the cells must tell apart for the effects of a table to be checked.
  func obstacleTests(_ table: CompiledTable) -> [ResolvedCondition] {
    var tests: [ResolvedCondition] = []
    for row in table.rows {
      for obstacle in rules(table, row.position).obstacles(to: row.answer.effects) {
        tests += obstacle.conditions
      }
    }
    return tests
  }

  /// Checks that the effects of each row stand in order and can be carried out in all its cells.
  mutating func checkEffects(of table: CompiledTable, _ cells: inout TableCells) {
    for (index, row) in table.rows.enumerated() {
      checkRefusal(row, index, &cells)
      checkOrder(of: row, in: table)
      var reported: [Effect] = []
      for obstacle in rules(table, row.position).obstacles(to: row.answer.effects)
      where !reported.contains(obstacle.effect) {
        let blocked = cells.cells(matching: obstacle.conditions)
        let common = cells.algebra.intersection(cells.decided[index], blocked)
        guard !common.isEmpty else { continue }
        reported.append(obstacle.effect)
        report(
          obstacle.effect, because: obstacle.reason, ofRow: index, of: table, where: common, &cells)
      }
    }
  }

  /// Checks that no two effects of a row stand the wrong way round, or undo each other.
  private mutating func checkOrder(of row: CompiledRow, in table: CompiledTable) {
    let kinds = table.kinds.filter { kind in
      row.conditions.allSatisfy {
        $0.fact != EngineFact.kind.rawValue || $0.values.contains(Int(kind.rawValue))
      }
    }
    let order = EffectOrder(
      vocabulary: context.vocabulary, action: context.vocabulary.actions[table.action],
      kinds: kinds)
    guard let clash = order.clash(in: row.answer.effects) else { return }
    let (earlier, later) = ("`" + clash.earlier.text + "`", "`" + clash.later.text + "`")
    switch clash.verdict {
    case .swap:
      findings.error(
        .effectOrder,
        "in row `" + row.id.text + "`, " + later + " must stand before " + earlier,
        at: row.position, help: clash.reason)
    case .drop:
      findings.error(
        .effectOrder,
        "in row `" + row.id.text + "`, " + earlier + " and " + later + " cannot stand together",
        at: row.position, help: "remove one of them: " + clash.reason)
    }
  }

  /// A row that refuses and still has effects is allowed, but opens no session.
  private mutating func checkRefusal(
    _ row: CompiledRow, _ index: Int, _ cells: inout TableCells
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
        "row `" + row.id.text + "` refuses, but changes the account first, as where "
          + example(of: cells.decided[index], &cells), at: row.position,
        help: "remove `do:`, unless what it does is meant to stay"))
  }
}
