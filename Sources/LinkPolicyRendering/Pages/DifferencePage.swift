internal import LinkPolicy
package import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics
package import LinkPolicyReview

/// A page for reviewers that compares two versions of a policy.
package struct DifferencePage {
  private let names: (old: String, new: String)
  private let digests: (old: PolicyDigest, new: PolicyDigest)
  /// The result of the comparison, in one sentence without a full stop.
  package var summary: String
  /// The changes.
  package var changes: [ShownChange]
  /// The changed declarations that no cell shows.
  package var declarations: [ShownDeclaration]
  /// The matrices of both, side by side.
  var matrices: [ComparedMatrix] = []
  /// The verdicts of a proof of the new policy; empty if there was none.
  package var verdicts: [ShownVerdict]
  /// The assumptions of the verdicts, each a sentence without a full stop.
  package var groundwork: [String] = []

  /// Creates an empty page; set its content through the properties.
  package init(old: CompiledPolicy, new: CompiledPolicy, named names: (old: String, new: String)) {
    self.names = names
    digests = (old.digest, new.digest)
    summary = ""
    changes = []
    declarations = []
    verdicts = []
  }

  /// The page as self-contained HTML in UTF-8.
  package var html: [UInt8] {
    var sections: [any PageSection] = [
      declarations.isEmpty
        ? ChangesSection(changes: changes)
        : ChangesSection(
          changes: changes,
          nothing: "No cell differs by itself; the declarations below differ.")
    ]
    if !matrices.isEmpty {
      // If the matrices show no change, the changes come first.
      let section = ComparedMatrixSection(matrices: matrices, changes: changes)
      sections.insert(section, at: matrices.contains { $0.isChanged } || changes.isEmpty ? 0 : 1)
    }
    if !declarations.isEmpty {
      sections.append(DeclaredSection(declarations: declarations))
    }
    sections += VerdictsSection.sections(verdicts, groundwork)
    let page = Page(
      title: names.old + " → " + names.new, lead: summary,
      marks: [("old", digests.old.text), ("new", digests.new.text)], sections: sections)
    return page.html
  }
}

extension DifferencePage {
  /// Creates the page of a report.
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
  /// Creates the content of a change in a report.
  fileprivate init(_ change: PolicyDifference.Change, in report: DifferenceReport) {
    func answer(_ side: Side) -> ChangeAnswer {
      let answer = change.answers[side]
      return ChangeAnswer(
        row: answer.row?.text ?? "", place: report.place(answer.position, side),
        words: answer.words)
    }
    func remarks(_ box: PolicyDifference.Box) -> [TerminalText] {
      box.witness.map { DifferenceReport.remarks($0) } ?? [report.missing(change)]
    }
    self.init(
      in: change.answers.new.table.text,
      kinds: change.kinds.map { KindLabel($0.rawValue, meaning: $0.meaning) },
      old: answer(.old), new: answer(.new), cells: change.cells,
      boxes: change.boxes.prefix(report.limit).map { box in
        ChangeBox(
          conditions: box.conditions.map { $0.text }, cells: box.cells,
          story: box.witness?.steps.map { ShownStep($0) } ?? [],
          remarks: remarks(box).map { $0.text })
      },
      hiddenBoxes: max(0, change.boxes.count - report.limit))
  }
}

extension ShownStep {
  /// Creates the content of a witness's step.
  ///
  /// Equal outcomes of both policies appear once.
  fileprivate init(_ step: Witness.WitnessStep) {
    let outcomes = step.outcomes
    self.init(
      step.words,
      outcomes: outcomes.old == outcomes.new
        ? [StepOutcome(outcomes.old)]
        : [StepOutcome(outcomes.old, by: "old"), StepOutcome(outcomes.new, by: "new")])
  }
}
