internal import LinkPolicy
internal import LinkPolicyDiagnostics
package import LinkPolicyReview

extension DifferencePage {
  /// The page of a report.
  package init(_ report: DifferenceReport) {
    let difference = report.difference
    self.init(
      old: difference.policies.old, new: difference.policies.new,
      named: (report.names.old, report.names.new))
    summary = (report.summary() as TerminalText).text
    changes = difference.changes.map { ShownChange($0, in: report) }
    matrices = ComparedMatrix.all(difference)
    declarations = difference.declarations.map { declaration in
      let remarks: [TerminalText] = declaration.witness.map { DifferenceReport.remarks($0) } ?? []
      return ShownDeclaration(
        declaration.subject + ": "
          + declaration.kinds.map { $0.rawValue }.joined(separator: ", "),
        old: declaration.words.old, new: declaration.words.new,
        story: declaration.witness?.steps.map { ShownStep($0) } ?? [],
        remarks: remarks.map { $0.text })
    }
  }
}

extension ShownChange {
  /// A change as a report has it.
  fileprivate init(_ change: PolicyDifference.Change, in report: DifferenceReport) {
    func answer(_ side: Side) -> Answer {
      let answer = change.answers[side]
      return Answer(
        row: answer.row?.text ?? "", place: report.place(answer.position, side),
        words: answer.words)
    }
    func remarks(_ box: PolicyDifference.Box) -> [TerminalText] {
      box.witness.map { DifferenceReport.remarks($0) } ?? [report.missing(change)]
    }
    self.init(
      in: change.answers.new.table.text,
      kinds: change.kinds.map { Kind($0.rawValue, meaning: $0.meaning) },
      old: answer(.old), new: answer(.new), cells: change.cells,
      boxes: change.boxes.prefix(report.limit).map { box in
        Box(
          conditions: box.conditions.map { $0.text }, cells: box.cells,
          story: box.witness?.steps.map { ShownStep($0) } ?? [],
          remarks: remarks(box).map { $0.text })
      },
      hiddenBoxes: max(0, change.boxes.count - report.limit))
  }
}

extension ShownStep {
  /// A step of a witness; what both policies make of it stands once.
  fileprivate init(_ step: Witness.Step) {
    let outcomes = step.outcomes
    self.init(
      step.words,
      outcomes: outcomes.old == outcomes.new
        ? [Outcome(outcomes.old)]
        : [Outcome(outcomes.old, by: "old"), Outcome(outcomes.new, by: "new")])
  }
}
