internal import LinkPolicy

extension DifferenceReport {
  /// The report for people: each pair of rows with its boxes, each box with its story.
  var text: String {
    var text = names.old + " -> " + names.new + "\n" + summary + "\n"
    for (kind, changes, cells) in totals {
      text +=
        "  " + kind.rawValue + ": " + changes.of("pair") + " of rows, "
        + cells.of("cell") + "\n"
    }
    for change in difference.changes {
      text += "\n" + self.text(change)
    }
    if !difference.declarations.isEmpty {
      text += "\ndeclared otherwise\n"
      for declaration in difference.declarations {
        text += "  " + declaration.subject + "\n"
        for side in Side.allCases {
          let place = declaration.positions[side].map { self.place($0, side) + ": " } ?? ""
          text += "    " + side.rawValue + "  " + place + declaration.words[side] + "\n"
        }
      }
    }
    return text
  }

  private func text(_ change: PolicyDifference.Change) -> String {
    var text = change.kinds.map { $0.rawValue }.joined(separator: ", ")
    text += "  " + change.cells.of("cell") + "\n"
    for side in Side.allCases {
      text += "  " + side.rawValue + "  " + answer(change, side) + "\n"
    }
    for box in change.boxes.prefix(limit) {
      text += "  when " + conditions(box) + "  (" + box.cells.of("cell") + ")\n"
      guard let witness = box.witness else {
        text += "    " + missing(change) + "\n"
        continue
      }
      for (index, step) in witness.steps.enumerated() {
        let outcome = Self.outcome(step)
        text += "    \(index + 1). " + step.words + (outcome.isEmpty ? "" : " -> " + outcome) + "\n"
      }
      for remark in Self.remarks(witness) {
        text += "    (" + remark + ")\n"
      }
    }
    if change.boxes.count > limit {
      let more = change.boxes.count - limit
      text += "  and \(more) more " + (more == 1 ? "box" : "boxes") + "; `--limit` shows them\n"
    }
    return text
  }
}
