internal import LinkPolicy
internal import LinkPolicyExploration
internal import LinkPolicyTesting

extension DifferenceReport {
  // GitHub's limit for a comment, in characters. The report compares the limit with the number of bytes, which is at
  // least as large.
  private static var commentLimit: Int { 65_536 }
  // The space for the sentence that counts the omitted changes, in characters.
  private static var room: Int { 200 }
  // The maximum length of an answer or a list of conditions, in characters. The limit is generous, because readers need
  // the answers and conditions.
  private static var answerLength: Int { 400 }
  private static var editLength: Int { 12 }
  private static var dependentLimit: Int { 20 }

  /// The report as a comment on a pull request: the verdict, each edit with its changes, then a table of the numbers.
  var markdown: MarkdownText {
    let verdict = self.verdict
    var text: MarkdownText = "**\(names.old) → \(names.new)**\n\n**\(fixed: verdict.word)**"
    let heading: MarkdownText = verdict.details()
    text += ": " + heading + "\n"
    for (index, kind) in verdict.stopped.enumerated() {
      text += index == 0 ? "\n" : ""
      text += "- `\(word: kind)`: \(fixed: kind.sentence)\n"
    }
    for id in verdict.lost {
      text += "- \(id): an invariant that was proved no longer is\n"
    }
    let dependents = verdict.dependents.filter { $0.isStopped }
    for dependent in dependents.prefix(Self.dependentLimit) {
      text += "- \(dependent.path, limit: Self.answerLength), which extends this policy, "
      text += "\(dependent.words)\n"
    }
    if dependents.count > Self.dependentLimit {
      text +=
        dependents.count == Self.dependentLimit + 1
        ? "- and 1 more policy that extends this policy\n"
        : "- and \(dependents.count - Self.dependentLimit) more policies that extend this policy\n"
    }
    if !verdict.others.isEmpty {
      let kinds: MarkdownText = verdict.others.map { MarkdownText(word: $0) }.joined(by: ", ")
      text += verdict.stopped.isEmpty ? "\n\(kinds)\n" : "\nAnd harmless: \(kinds)\n"
    }
    var parts: [MarkdownText] = []
    for cause in causes {
      parts.append(markdown(cause))
      parts += ordered(cause).map { entry in
        switch entry {
        case .change(let index): markdown(difference.changes[index])
        case .declaration(let index): markdown(difference.declarations[index])
        }
      }
    }
    for change in invariants ?? [] {
      var part: MarkdownText = "\n- \(change.id) \(word: change.verdicts.old) → "
      part += "\(word: change.verdicts.new): \(change.statement)\n"
      for line in change.story {
        part += "  - \(line)\n"
      }
      parts.append(part)
    }
    let counts = markdownCounts
    let limit = Self.commentLimit - counts.byteCount - Self.room
    var left = parts.count
    for part in parts {
      guard text.byteCount + part.byteCount <= limit else { break }
      text += part
      left -= 1
    }
    if left > 0 {
      text += "\n\(left, of: "more difference") would not fit in a comment; "
      text += "`linkpolicy diff` shows all differences.\n"
    }
    return text + counts
  }

  /// The numbers of changes, in a section of the comment that a reader must open.
  private var markdownCounts: MarkdownText {
    guard !totals.isEmpty else { return "\n\(summary())\n" }
    var text: MarkdownText = "\n<details><summary>Numbers</summary>\n\n\(summary())\n"
    text += "\n| kind | pairs of rows | cells | declarations |\n|---|---:|---:|---:|\n"
    for total in totals {
      text += MarkdownText(row: [
        MarkdownText(word: total.kind), "\(total.changes)", "\(total.cells)",
        "\(total.declarations)",
      ])
    }
    return text + "\n</details>\n"
  }

  private func markdown(_ cause: DifferenceCause) -> MarkdownText {
    let kinds: MarkdownText = cause.kinds.map { MarkdownText(word: $0) }.joined(by: ", ")
    var text: MarkdownText = "\n**\(place(cause), limit: Self.answerLength)**: \(kinds)\n"
    for (index, line) in edit(cause).prefix(Self.editLength).enumerated() {
      text += index == 0 ? "\n" : ""
      text += "- \(word: line.side)"
      if let number = line.number {
        text += " \(number)"
      }
      text += ": \(line.text.trimmed, limit: Self.answerLength)\n"
    }
    return text
  }

  private func markdown(_ declaration: DeclarationDifference) -> MarkdownText {
    let words = declaration.words
    let kinds: MarkdownText = declaration.kinds.map { MarkdownText(word: $0) }.joined(by: ", ")
    var text: MarkdownText = "\n- declaration changed (\(kinds)): \(declaration.subject): "
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
    if let answers = change.toldApart {
      text += "- can now be told apart: \(answers[0]) / \(answers[1])\n"
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
      let more = change.boxes.count - limit
      text += more == 1 ? "- and 1 more box\n" : "- and \(more) more boxes\n"
    }
    return text + "\n</details>\n"
  }
}

extension String {
  /// The text without spaces at its start.
  fileprivate var trimmed: String { String(drop { $0 == " " }) }
}
