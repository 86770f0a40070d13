internal import LinkPolicy
internal import LinkPolicyVectors

extension DifferenceReport {
  // A comment may have 65,536 characters; no character here has more than four bytes.
  private static var commentLimit: Int { 65_536 }
  private static var room: Int { 200 }

  /// The report as a comment on a pull request: a table of kinds, then each pair of rows.
  var markdown: String {
    var text = "**" + MarkupText.cell(names.old) + " → " + MarkupText.cell(names.new) + "**: "
    text += MarkupText.cell(summary) + "\n"
    if !totals.isEmpty {
      text += "\n| kind | pairs of rows | cells |\n|---|---:|---:|\n"
      for (kind, changes, cells) in totals {
        text += "| " + kind.rawValue + " | \(changes) | \(cells) |\n"
      }
    }
    var parts = difference.changes.map { markdown($0) }
    parts += difference.declarations.map { declaration in
      "\n- declared otherwise: " + MarkupText.code(declaration.subject) + ": old "
        + MarkupText.code(declaration.words.old) + ", new "
        + MarkupText.code(declaration.words.new) + "\n"
    }
    var left = parts.count
    for part in parts {
      guard text.utf8.count + part.utf8.count + Self.room <= Self.commentLimit else { break }
      text += part
      left -= 1
    }
    if left > 0 {
      text += "\n" + left.of("more difference") + " would not fit in a comment; "
      text += "`linkpolicy diff` shows all.\n"
    }
    return text
  }

  private func markdown(_ change: PolicyDifference.Change) -> String {
    let kinds = change.kinds.map { $0.rawValue }.joined(separator: ", ")
    var text = "\n<details><summary>" + kinds + ", " + change.cells.of("cell") + ": "
    text += MarkupText.cell(change.answers.old.row?.text ?? change.answers.old.table.text) + " → "
    text += MarkupText.cell(change.answers.new.row?.text ?? change.answers.new.table.text)
    text += "</summary>\n\n"
    for side in Side.allCases {
      text += "- " + side.rawValue + ": " + MarkupText.code(answer(change, side), limit: 400) + "\n"
    }
    for box in change.boxes.prefix(limit) {
      text += "- when " + MarkupText.code(conditions(box), limit: 400) + " (\(box.cells))\n"
      guard let witness = box.witness else {
        text += "  - " + missing(change) + "\n"
        continue
      }
      for (index, step) in witness.steps.enumerated() {
        text += "  \(index + 1). " + MarkupText.code(step.words) + " → "
        text += MarkupText.code(Self.outcome(step)) + "\n"
      }
      for remark in Self.remarks(witness) {
        text += "  - " + remark + "\n"
      }
    }
    if change.boxes.count > limit {
      text += "- and \(change.boxes.count - limit) more of these\n"
    }
    return text + "\n</details>\n"
  }
}
