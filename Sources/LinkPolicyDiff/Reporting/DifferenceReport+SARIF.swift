internal import LinkPolicy
internal import LinkPolicyAnalysis
internal import LinkPolicyReports
internal import LinkPolicyVectors

extension DifferenceReport {
  /// The report as a SARIF 2.1.0 log: one result a pair of rows, at the new row.
  var sarif: [UInt8] {
    let rules = ChangeKind.allCases.map { ($0.rawValue, $0.meaning) }
    var log = SARIFLog(rules: rules.map { (id: "diff/" + $0, meaning: $1) })
    for change in difference.changes {
      add(change, to: &log)
    }
    for declaration in difference.declarations {
      add(
        declaration.kinds[0].rawValue,
        declaration.kinds.contains { $0.isDanger } ? "warning" : "note", message(declaration),
        declaration.positions, key: [declaration.subject], to: &log)
    }
    return log.bytes
  }

  private func message(_ declaration: DeclarationDifference) -> TerminalText {
    let kinds = declaration.kinds.map { $0.rawValue }.joined(separator: ", ")
    var message: TerminalText = "\(declaration.subject) (\(kinds)): "
    message += "old \(declaration.words.old); new \(declaration.words.new)"
    for (index, step) in (declaration.witness?.steps ?? []).enumerated() {
      message += "\n\(index + 1). \(step.words) -> \(Self.outcome(step))"
    }
    return message
  }

  private func add(_ change: PolicyDifference.Change, to log: inout SARIFLog) {
    let kinds = change.kinds.map { $0.rawValue }.joined(separator: ", ")
    var message: TerminalText = "\(change.cells, of: "cell") (\(kinds)): "
    message += "old \(answer(change, .old)); new \(answer(change, .new))"
    if let box = change.boxes.first {
      message += "; when \(conditions(box))"
    }
    for (index, step) in (change.boxes.first?.witness?.steps ?? []).enumerated() {
      message += "\n\(index + 1). \(step.words) -> \(Self.outcome(step))"
    }
    let key =
      Side.allCases.map { change.answers[$0].row?.text ?? change.answers[$0].table.text }
      + change.kinds.map { $0.rawValue }
    let isMinor = !change.kinds.contains { $0.isDanger }
    add(
      change.kinds[0].rawValue, isMinor ? "note" : "warning", message,
      Sides { change.answers[$0].position }, key: key, to: &log)
  }

  private func add(
    _ rule: String, _ level: String, _ message: TerminalText, _ positions: Sides<SourcePosition?>,
    key: [String], to log: inout SARIFLog
  ) {
    let places = Sides { side in
      ReportPlace(positions[side], in: difference.policies[side].sources)
    }
    log.add(
      "diff/" + rule, level: level, message, at: places.new ?? places.old,
      related: places.new == nil ? [] : [places.old].compactMap { $0 },
      key: (name: "rows/v1", parts: [rule] + key))
  }
}
