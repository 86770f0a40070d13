internal import LinkPolicy
internal import LinkPolicyTesting

extension DifferenceReport {
  // A comment may have 65,536 characters; no character here has more than four bytes.
  private static var commentLimit: Int { 65_536 }
  private static var room: Int { 200 }
  // Answers and conditions are what the report is about; they are cut late.
  private static var answerLength: Int { 400 }

  /// The report as a comment on a pull request: a table of kinds, then each pair of rows.
  var markdown: MarkdownText {
    var text: MarkdownText = "**\(names.old) → \(names.new)**: \(summary())\n"
    if !totals.isEmpty {
      text += "\n| kind | pairs of rows | cells | declarations |\n|---|---:|---:|---:|\n"
      for total in totals {
        text += MarkdownText(row: [
          MarkdownText(word: total.kind), "\(total.changes)", "\(total.cells)",
          "\(total.declarations)",
        ])
      }
    }
    var parts: [MarkdownText] = []
    for cause in causes {
      parts.append(markdown(cause))
      parts += cause.declarations.map { markdown(difference.declarations[$0]) }
      parts += (cause.direct + cause.following).map { markdown(difference.changes[$0]) }
    }
    for change in invariants ?? [] {
      var part: MarkdownText = "\n- \(change.id) \(word: change.verdicts.old) → "
      part += "\(word: change.verdicts.new): \(change.statement)\n"
      for line in change.story {
        part += "  - \(line)\n"
      }
      parts.append(part)
    }
    var left = parts.count
    for part in parts {
      guard text.byteCount + part.byteCount + Self.room <= Self.commentLimit else { break }
      text += part
      left -= 1
    }
    if left > 0 {
      text += "\n\(left, of: "more difference") would not fit in a comment; "
      text += "`linkpolicy diff` shows all.\n"
    }
    return text
  }

  private func markdown(_ cause: DifferenceCause) -> MarkdownText {
    let kinds: MarkdownText = cause.kinds.map { MarkdownText(word: $0) }.joined(by: ", ")
    var text: MarkdownText = "\n**\(place(cause), limit: Self.answerLength)**: \(kinds)\n"
    if let words = cause.part?.words {
      text += "\n- old: \(words.old, limit: Self.answerLength)\n"
      text += "- new: \(words.new, limit: Self.answerLength)\n"
    }
    return text
  }

  private func markdown(_ declaration: DeclarationDifference) -> MarkdownText {
    let words = declaration.words
    let kinds: MarkdownText = declaration.kinds.map { MarkdownText(word: $0) }.joined(by: ", ")
    var text: MarkdownText = "\n- declared otherwise (\(kinds)): \(declaration.subject): "
    text += "old \(words.old), new \(words.new)\n"
    guard let witness = declaration.witness else {
      return text + "  - \(missing(declaration))\n"
    }
    for (index, step) in witness.steps.enumerated() {
      text += "  \(index + 1). \(step.words) → \(Self.outcome(step))\n"
    }
    return text
  }

  private func markdown(_ change: PolicyDifference.Change) -> MarkdownText {
    let kinds: MarkdownText = change.kinds.map { MarkdownText(word: $0) }.joined(by: ", ")
    let rows = change.answers
    var text: MarkdownText = "\n<details><summary>\(kinds), \(change.cells, of: "cell"): "
    text += "\(inHTML: rows.old.row?.text ?? rows.old.table.text) → "
    text += "\(inHTML: rows.new.row?.text ?? rows.new.table.text)</summary>\n\n"
    for side in Side.allCases {
      text += "- \(word: side): \(answer(change, side), limit: Self.answerLength)\n"
    }
    for box in change.boxes.prefix(limit) {
      text += "- when \(conditions(box), limit: Self.answerLength) (\(box.cells))\n"
      guard let witness = box.witness else {
        text += "  - \(missing(change))\n"
        continue
      }
      for (index, step) in witness.steps.enumerated() {
        text += "  \(index + 1). \(step.words) → \(Self.outcome(step))\n"
      }
      for remark: MarkdownText in Self.remarks(witness) {
        text += "  - \(remark)\n"
      }
    }
    if change.boxes.count > limit {
      text += "- and \(change.boxes.count - limit) more of these\n"
    }
    return text + "\n</details>\n"
  }
}
