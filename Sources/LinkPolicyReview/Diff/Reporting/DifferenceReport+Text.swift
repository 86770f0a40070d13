internal import LinkPolicyDiagnostics

extension DifferenceReport {
  /// The report for people: each pair of rows with its boxes, each box with its story.
  var text: TerminalText {
    var text: TerminalText = "\(names.old) -> \(names.new)\n\(summary())\n"
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
    var left = max(Self.lineLimit - text.lineCount, 0)
    for (number, cause) in causes.enumerated() {
      // Every cause has its share of the lines, and what those before it left.
      let part = self.text(cause, lines: showsAll ? Int.max : left / (causes.count - number))
      text += "\n" + part
      left = max(left - part.lineCount - 1, 0)
    }
    return text + (invariants.map { Self.text($0) } ?? "")
  }

  /// Which invariants held and no longer do, and the reverse, with the story of each.
  private static func text(_ invariants: [InvariantChange]) -> TerminalText {
    guard !invariants.isEmpty else { return "\nevery invariant has the verdict that it had\n" }
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

  // What one edit does can be read without scrolling.
  private static var lineLimit: Int { 37 }

  /// An edit, what it changes itself, and what follows.
  private func text(_ cause: DifferenceCause, lines limit: Int) -> TerminalText {
    let kinds = cause.kinds.map { TerminalText(word: $0) }.joined(by: ", ")
    var text: TerminalText = "\(place(cause))\n"
    if let part = cause.part {
      for side in Side.allCases {
        text += "  \(word: side)  \(part.words[side])\n"
      }
    }
    text += "  \(kinds): \(counts(cause))\n"
    var hidden: Set<ChangeKind> = []
    var hiddenCount = 0
    func add(_ part: TerminalText, _ kinds: [ChangeKind]) {
      // One is always shown, and one line says what is not.
      let isFirst = hiddenCount == 0 && text.lineCount <= 5
      if isFirst || hiddenCount == 0 && text.lineCount + part.lineCount < limit {
        text += part
      } else {
        hidden.formUnion(kinds)
        hiddenCount += 1
      }
    }
    for index in cause.declarations {
      let declaration = difference.declarations[index]
      add(self.text(declaration), declaration.kinds)
    }
    for index in cause.direct + cause.following {
      let change = difference.changes[index]
      add("\n" + self.text(change), change.kinds)
    }
    if hiddenCount > 0 {
      let words = ChangeKind.ordered(hidden).map { TerminalText(word: $0) }.joined(by: ", ")
      text += "\n  and \(hiddenCount) more (\(words)); `--all` shows them\n"
    }
    return text
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
      text += showsAll ? "; `--limit` shows them\n" : "; `--all` shows them\n"
    }
    return text
  }

  /// The boxes that are shown of a change: one that has a sequence, unless all are wanted.
  private func boxes(of change: PolicyDifference.Change) -> [PolicyDifference.Box] {
    if showsAll {
      return Array(change.boxes.prefix(limit))
    }
    return [change.boxes.first { $0.witness != nil } ?? change.boxes.first].compactMap { $0 }
  }

  /// A sequence in lines: its steps, what they came to, and what else is worth knowing.
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
  /// How many lines it ends.
  fileprivate var lineCount: Int { text.utf8.count { $0 == UInt8(ascii: "\n") } }
}
