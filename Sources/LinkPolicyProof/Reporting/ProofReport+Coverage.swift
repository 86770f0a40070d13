internal import LinkPolicy
package import LinkPolicyDiagnostics
internal import LinkPolicyReview
internal import LinkPolicyTesting

extension ProofReport {
  /// What became of the cells of all tables, in a line.
  var cells: String {
    var all = TableCoverage.Cells()
    for table in proof.coverage {
      all.add(table.cells)
    }
    let impossible = proof.coverage.reduce(0) { $0 + $1.impossible }
    return proof.coverage.count.of("table") + ", " + words(for: all)
      + (impossible > 0 ? "; declared impossible: " + String(impossible) : "")
  }

  /// The tables, rows, guards and values of inputs that no attempt comes to, each on a line.
  var unreached: TerminalText {
    var text: TerminalText = ""
    for table in proof.coverage {
      guard table.cells.reached > 0 else {
        text += "    no attempt: \(table.table.text) (\(reason(table.cells)))\n"
        continue
      }
      for row in table.rows where row.cells.reached == 0 {
        text += "    decides no attempt: \(row.name.text)"
        text += row.name.table == table.table ? "" : " of \(table.table.text)"
        text += " (\(reason(row.cells)))\n"
      }
      for value in table.values where value.isUnplayed {
        let reason = value.exclusion.map { "exclusion " + String($0) }
        text += "    in no attempt of \(table.table.text): "
        text += "\(value.fact.text) \(value.values[0].text)"
        text += " (\(reason ?? Self.unmet))\n"
      }
    }
    return text
  }

  private static let unmet = "no account that comes about stands so"

  private func reason(_ cells: TableCoverage.Cells) -> String {
    let numbers = cells.excluded.keys.sorted().map { String($0) }
    if !numbers.isEmpty {
      return "exclusion " + numbers.joined(separator: ", ")
    }
    return cells.excludedTogether > 0 ? "several exclusions together" : Self.unmet
  }

  /// What became of some cells.
  func words(for cells: TableCoverage.Cells) -> String {
    var words = [String(cells.reached) + " reached"]
    for (exclusion, count) in cells.excluded.sorted(by: { $0.key < $1.key }) {
      words.append(String(count) + " left out by exclusion " + String(exclusion))
    }
    if cells.excludedTogether > 0 {
      words.append(String(cells.excludedTogether) + " by several exclusions together")
    }
    if cells.unmet > 0 {
      words.append(String(cells.unmet) + " in which no account that comes about stands")
    }
    return cells.count.of("cell") + ": " + words.joined(separator: ", ")
  }

  /// How attempts come to a row, for a terminal.
  package func text(of explanation: RowExplanation) -> TerminalText {
    var text: TerminalText = "\(explanation.row.text)\n"
    for (table, cells) in explanation.cells {
      text += "  in \(table.text), \(words(for: cells))\n"
    }
    guard let domain = explanation.domain else {
      return text
        + (explanation.cells.contains { $0.cells.reached > 0 }
          ? "  attempts may come to it, and no short sequence was found that does\n"
          : "  no attempt comes to it\n")
    }
    text += "  a sequence that comes to it, at \(domain)\n"
    return text + steps(explanation.steps)
  }

  /// Steps with what came of them, numbered.
  func steps(_ steps: [ToldStep]) -> TerminalText {
    var text: TerminalText = ""
    for (number, step) in steps.enumerated() {
      text += "  \(number + 1). \(step.sentence)\n"
      let outcome = [step.result, step.row.map { "by " + $0 } ?? ""].filter { !$0.isEmpty }
      if !outcome.isEmpty {
        text += "     \(outcome.joined(by: ", "))\n"
      }
    }
    return text
  }
}
