internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics
internal import LinkPolicyExploration
package import LinkPolicyReview

/// A page for reviewers that compares two versions of a policy, and that begins with the verdict.
package struct DifferencePage {
  private let names: Sides<String>
  private let digests: Sides<PolicyDigest>
  private let overview: DifferenceOverview
  private let changes: [ShownChange]
  /// The changed declarations that change no cell, such as pools.
  private let declarations: [ShownDeclaration]
  private let matrices: [ComparedMatrix]
  /// The verdicts of a proof of the new policy; empty if there is no proof.
  package var verdicts: [ShownVerdict] = []
  /// The assumptions of the verdicts, each a sentence without a full stop.
  package var groundwork: [String] = []

  /// Creates the page of a report.
  package init(_ report: DifferenceReport) {
    let difference = report.difference
    names = report.names
    digests = Sides { difference.policies[$0].digest }
    overview = DifferenceOverview(report)
    changes = difference.changes.map { ShownChange($0, in: report) }
    matrices = ComparedMatrix.all(difference)
    declarations = difference.declarations.map { declaration in
      return ShownDeclaration(
        declaration.subject + ": "
          + declaration.kinds.map { $0.rawValue }.joined(separator: ", "),
        old: declaration.words.old, new: declaration.words.new,
        story: declaration.witness?.steps.map { ShownStep($0) } ?? [],
        remarks: declaration.witness?.shownRemarks ?? [])
    }
  }

  /// The page as self-contained HTML in UTF-8.
  package var html: [UInt8] {
    var sections: [any PageSection] = [VerdictSection(overview: overview)]
    if !overview.edits.isEmpty {
      sections.append(EditsSection(edits: overview.edits))
    }
    if !overview.stories.isEmpty {
      sections.append(
        StoriesSection(overview: overview, changeAnchors: ShownChange.anchors(of: changes)))
    }
    if !matrices.isEmpty {
      sections.append(ComparedMatrixSection(matrices: matrices, changes: changes))
    }
    let count = sections.count
    sections.append(
      declarations.isEmpty
        ? ChangesSection(changes: changes)
        : ChangesSection(
          changes: changes, nothing: "No cell differs by itself; the declarations below differ."))
    if !declarations.isEmpty {
      sections.append(DeclaredSection(declarations: declarations))
    }
    sections += VerdictsSection.sections(verdicts, groundwork)
    sections.append(CountsSection(overview: overview))
    let page = Page(
      title: names.old + " → " + names.new, status: overview.word, lead: "",
      marks: [("before", digests.old.text), ("after", digests.new.text)], sections: sections,
      sectionsBeforeContents: count)
    return page.html
  }
}

extension ShownChange {
  /// Creates the displayed form of a change from a report.
  fileprivate init(_ change: PolicyDifference.Change, in report: DifferenceReport) {
    func answer(_ side: Side) -> ChangeAnswer {
      let answer = change.answers[side]
      return ChangeAnswer(
        row: answer.row?.text ?? "", place: report.place(answer.position, side),
        words: answer.words)
    }
    let missing: TerminalText = report.missing(change)
    self.init(
      in: change.answers.new.table.text,
      kinds: change.kinds.map { KindLabel($0.rawValue, meaning: $0.meaning) },
      old: answer(.old), new: answer(.new), cells: change.cells,
      boxes: change.boxes.prefix(report.limit).map { box in
        ChangeBox(
          conditions: box.conditions.map { $0.text }, cells: box.cells,
          story: box.witness?.steps.map { ShownStep($0) } ?? [],
          remarks: box.witness?.shownRemarks ?? [missing.text.sentence])
      },
      hiddenBoxes: max(0, change.boxes.count - report.limit))
  }
}

extension Witness {
  /// The remarks about the sequence, each a sentence.
  fileprivate var shownRemarks: [String] {
    var remarks: [String] = []
    if let accounts {
      remarks += ["Accounts before: \(accounts.old).", "Accounts after: \(accounts.new)."]
    }
    if !isVisible {
      remarks.append("The difference is in the effects: only a later step shows it.")
    }
    return remarks + (isExact ? [] : ["The policies also differ in an earlier step."])
  }
}

extension ShownStep {
  /// Creates the displayed form of a witness's step.
  ///
  /// If both policies have the same outcome, the displayed form contains the outcome once.
  fileprivate init(_ step: Witness.WitnessStep) {
    let outcomes = step.outcomes
    self.init(
      step.words,
      outcomes: outcomes.old == outcomes.new
        ? [StepOutcome(outcomes.old)]
        : [StepOutcome(outcomes.old, by: "before"), StepOutcome(outcomes.new, by: "after")])
  }
}
