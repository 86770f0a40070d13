internal import LinkPolicy
internal import LinkPolicyAuthoring
package import LinkPolicyDiagnostics
package import LinkPolicyExploration
internal import LinkPolicyTesting

extension DifferenceReport {
  /// The report for a terminal: the verdict, each edit with one sequence for each danger, then the numbers.
  package var text: TerminalText {
    var text: TerminalText = "\(names.old) -> \(names.new)\n"
    text += verdictText
    let counts = self.counts
    var left = max(Self.lineLimit - text.lineCount - counts.lineCount, 0)
    for (number, cause) in causes.enumerated() {
      // Each cause gets an equal share of the lines that remain.
      let part = self.text(cause, lines: showsAll ? Int.max : left / (causes.count - number))
      text += "\n" + part
      left = max(left - part.lineCount - 1, 0)
    }
    return text + (invariants.map { Self.text($0) } ?? "") + "\n" + counts
  }

  /// The verdict, with one sentence for each kind of change that the gate stops, followed by all other kinds.
  private var verdictText: TerminalText {
    let verdict = self.verdict
    var text: TerminalText = verdict.heading() + "\n"
    for kind in verdict.stopped {
      text += "  \(word: kind): \(fixed: kind.sentence)\n"
    }
    if verdict.outcome == .stopped, !verdict.approved.isEmpty {
      let kinds = verdict.approved.map { TerminalText(word: $0) }.joined(by: ", ")
      let people = verdict.approvers.map { TerminalText($0) }.joined(by: ", ")
      text += "approved by \(people): \(kinds)\n"
    }
    for id in verdict.lost {
      text += "  \(id): an invariant that was proved no longer is\n"
    }
    for dependent in verdict.dependents where dependent.isStopped {
      text += "  \(dependent.path), which extends this policy, \(dependent.words)\n"
    }
    if !verdict.others.isEmpty {
      let kinds: TerminalText = verdict.others.map { TerminalText(word: $0) }.joined(by: ", ")
      text += verdict.stopped.isEmpty ? "  \(kinds)\n" : "and harmless: \(kinds)\n"
    }
    return text
  }

  /// The numbers of cells, pairs of rows and declarations, in total and by kind.
  private var counts: TerminalText {
    var text: TerminalText = "\(summary())\n"
    for total in totals {
      var counts: [TerminalText] = []
      if total.changes > 0 {
        counts.append("\(total.changes, of: "pair") of rows, \(total.cells, of: "cell")")
      }
      if total.declarations > 0 {
        counts.append("\(total.declarations, of: "declaration")")
      }
      text += "  \(word: total.kind): \(counts.joined(by: ", "))\n"
    }
    let uncovered = difference.uncoveredCells
    if uncovered > 0 {
      text +=
        "no example found for \(uncovered, of: "changed cell"); examples may exist"
      text += difference.endedEarly ? ": `--budget` ended the search\n" : "\n"
    }
    return text
  }

  /// Returns the invariants whose verdict differs, each with its sequence.
  private static func text(_ invariants: [InvariantChange]) -> TerminalText {
    guard !invariants.isEmpty else { return "\nthe verdict of every invariant is unchanged\n" }
    var text: TerminalText = "\ninvariants\n"
    for change in invariants {
      text += "  \(change.id) \(word: change.verdicts.old) -> \(word: change.verdicts.new): "
      text += "\(change.statement)\n"
      for line in change.story {
        text += "    \(line)\n"
      }
    }
    return text
  }

  // The target number of lines for a report, so that the report usually fits on a screen.
  private static var lineLimit: Int { 45 }
  // The maximum number of lines to show of an edited text; the file contains the other lines.
  private static var editLimit: Int { 8 }

  /// Returns the edit of a cause, then a sequence for each danger, then the other changes.
  private func text(_ cause: DifferenceCause, lines limit: Int) -> TerminalText {
    let kinds = cause.kinds.map { TerminalText(word: $0) }.joined(by: ", ")
    var text: TerminalText = "\(place(cause))\n" + editText(cause)
    text += "  \(kinds): \(counts(cause))\n"
    var hidden: Set<ChangeKind> = []
    var hiddenCount = 0
    func add(_ part: TerminalText, _ kinds: [ChangeKind], isFirst: Bool) {
      // The report shows at least one change. A final line counts the hidden changes.
      if isFirst || hiddenCount == 0 && text.lineCount + part.lineCount < limit {
        text += part
      } else {
        hidden.formUnion(kinds)
        hiddenCount += 1
      }
    }
    for (number, entry) in ordered(cause).enumerated() {
      switch entry {
      case .declaration(let index):
        let declaration = difference.declarations[index]
        add(self.text(declaration), declaration.kinds, isFirst: number == 0)
      case .change(let index):
        let change = difference.changes[index]
        add("\n" + self.text(change), change.kinds, isFirst: number == 0)
      }
    }
    if hiddenCount > 0 {
      let words = ChangeKind.ordered(hidden).map { TerminalText(word: $0) }.joined(by: ", ")
      text += "\n  and \(hiddenCount) more (\(words)); `--all` shows them\n"
    }
    return text
  }

  /// Returns the old and new lines of an edit, marked with `-` and `+`, or the edit in words if no line shows it.
  private func editText(_ cause: DifferenceCause) -> TerminalText {
    let lines = edit(cause)
    let width = lines.compactMap { $0.number }.max().map { String($0).utf8.count } ?? 0
    var text = TerminalText()
    for line in showsAll ? lines[...] : lines.prefix(Self.editLimit) {
      if let number = line.number {
        let padding = String(repeating: " ", count: width - String(number).utf8.count)
        text += "  \(line.side == .old ? "-" : "+") \(padding)\(number) | \(line.text)\n"
      } else {
        text += "  \(word: line.side)  \(line.text)\n"
      }
    }
    if !showsAll, lines.count > Self.editLimit {
      text += "  and \(lines.count - Self.editLimit, of: "more line")\n"
    }
    return text
  }

  /// A change or declaration of a cause, given by its index in the difference.
  package enum CauseEntry: Sendable, Hashable {
    case change(Int)
    case declaration(Int)
  }

  /// Returns the changes and declarations of a cause.
  ///
  /// Together, the first entries show every kind that is not harmless, each with a sequence if possible.
  package func ordered(_ cause: DifferenceCause) -> [CauseEntry] {
    let all =
      cause.declarations.map { CauseEntry.declaration($0) }
      + (cause.direct + cause.following).map { CauseEntry.change($0) }
    var told: Set<ChangeKind> = []
    var (first, rest) = ([CauseEntry](), all)
    for kind in cause.kinds where kind.severity != .harmless && !told.contains(kind) {
      let having = rest.indices.filter { kinds(rest[$0]).contains(kind) }
      guard let index = having.first(where: { hasStory(rest[$0]) }) ?? having.first else {
        continue
      }
      told.formUnion(kinds(rest[index]))
      first.append(rest.remove(at: index))
    }
    return first + rest
  }

  /// Returns the kinds of change that an entry has.
  package func kinds(_ entry: CauseEntry) -> [ChangeKind] {
    switch entry {
    case .change(let index): difference.changes[index].kinds
    case .declaration(let index): difference.declarations[index].kinds
    }
  }

  private func hasStory(_ entry: CauseEntry) -> Bool {
    switch entry {
    case .change(let index): difference.changes[index].boxes.contains { $0.witness != nil }
    case .declaration(let index): difference.declarations[index].witness != nil
    }
  }

  private func text(_ declaration: DeclarationDifference) -> TerminalText {
    let kinds = declaration.kinds.map { TerminalText(word: $0) }.joined(by: ", ")
    var text: TerminalText = "\n\(kinds)  \(declaration.subject)\n"
    for side in Side.allCases {
      let place = declaration.positions[side].map { self.place($0, side) + ": " } ?? ""
      text += "  \(word: side)  \(place)\(declaration.words[side])\n"
    }
    if let witness = declaration.witness {
      text += Self.story(witness)
    } else {
      text += "    \(missing(declaration))\n"
    }
    return text
  }

  private func text(_ change: PolicyDifference.Change) -> TerminalText {
    var text: TerminalText = change.kinds.map { TerminalText(word: $0) }.joined(by: ", ")
    text += "  \(change.cells, of: "cell")\n"
    for side in Side.allCases {
      text += "  \(word: side)  \(answer(change, side))\n"
    }
    if let answers = change.toldApart {
      text += "  can now be told apart: \(answers[0]) / \(answers[1])\n"
    }
    let shown = boxes(of: change)
    for box in shown {
      text += "  when \(conditions(box))  (\(box.cells, of: "cell"))\n"
      guard let witness = box.witness else {
        text += "    \(missing(change))\n"
        continue
      }
      text += Self.story(witness)
    }
    if change.boxes.count > shown.count {
      let more = change.boxes.count - shown.count
      text += "  and \(more) more "
      text += more == 1 ? "box" : "boxes"
      text += showsAll ? "; `--limit` shows " : "; `--all` shows "
      text += more == 1 ? "it\n" : "them\n"
    }
    return text
  }

  /// Returns the boxes of a change to show: one box, with a sequence if possible; in a complete report, up to `limit`
  /// boxes.
  private func boxes(of change: PolicyDifference.Change) -> [PolicyDifference.Box] {
    if showsAll {
      return Array(change.boxes.prefix(limit))
    }
    return [change.boxes.first { $0.witness != nil } ?? change.boxes.first].compactMap { $0 }
  }

  /// Returns a sequence as lines: the steps with their outcomes, then the remarks.
  static func story(_ witness: Witness) -> TerminalText {
    var text = TerminalText()
    for (index, step) in witness.steps.enumerated() {
      text += "    \(index + 1). \(step.words)"
      let outcome = Self.outcome(step)
      text += outcome.isEmpty ? "\n" : " -> \(outcome)\n"
    }
    for remark: TerminalText in Self.remarks(witness) {
      text += "    (\(remark))\n"
    }
    return text
  }
}

extension TerminalText {
  /// The number of line feeds.
  fileprivate var lineCount: Int { text.utf8.count { $0 == UInt8(ascii: "\n") } }
}
