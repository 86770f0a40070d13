internal import LinkPolicy
internal import LinkPolicyAnalysis

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
    for change in difference.changes {
      text += "\n" + self.text(change)
    }
    if !difference.declarations.isEmpty {
      text += "\ndeclared otherwise\n"
      for declaration in difference.declarations {
        let kinds = declaration.kinds.map { TerminalText(word: $0) }.joined(by: ", ")
        text += "  \(declaration.subject): \(kinds)\n"
        for side in Side.allCases {
          let place = declaration.positions[side].map { self.place($0, side) + ": " } ?? ""
          text += "    \(word: side)  \(place)\(declaration.words[side])\n"
        }
        if let witness = declaration.witness {
          text += Self.story(witness)
        } else {
          text += "    \(missing(declaration))\n"
        }
      }
    }
    return text
  }

  private func text(_ change: PolicyDifference.Change) -> TerminalText {
    var text: TerminalText = change.kinds.map { TerminalText(word: $0) }.joined(by: ", ")
    text += "  \(change.cells, of: "cell")\n"
    for side in Side.allCases {
      text += "  \(word: side)  \(answer(change, side))\n"
    }
    for box in change.boxes.prefix(limit) {
      text += "  when \(conditions(box))  (\(box.cells, of: "cell"))\n"
      guard let witness = box.witness else {
        text += "    \(missing(change))\n"
        continue
      }
      text += Self.story(witness)
    }
    if change.boxes.count > limit {
      let more = change.boxes.count - limit
      text += "  and \(more) more "
      text += more == 1 ? "box" : "boxes"
      text += "; `--limit` shows them\n"
    }
    return text
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
