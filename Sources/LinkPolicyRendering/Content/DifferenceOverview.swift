internal import LinkPolicy
internal import LinkPolicyDiagnostics
internal import LinkPolicyExploration
internal import LinkPolicyReview

/// The content of the first sections of a page about a difference: the verdict, the edits, and the stories of the
/// dangers.
struct DifferenceOverview: Sendable {
  /// A danger of the difference, as shown in the verdict.
  struct ShownDanger: Sendable {
    /// The kind, such as `reaches-more`.
    var kind: String
    /// The danger in one sentence.
    var sentence: String
    /// The index of the story that shows the danger; nil if no cause has the kind.
    var story: Int?
  }

  /// The outcome of the comparison, which selects the style of the verdict.
  let outcome: DifferenceVerdict.VerdictOutcome
  /// Whether the gate stops the difference only for changes to review, not for a danger or a lost invariant.
  let isForReview: Bool
  /// The verdict in a word or two, such as `STOPPED` or `NO DANGER`.
  let word: String
  /// The verdict in numbers, such as `2 dangers, by 1 edit`; a sentence if the gate stops nothing.
  let details: String
  /// The dangers, the gravest first.
  let dangers: [ShownDanger]
  /// The ids of invariants that are no longer proved, such as `I3`.
  let lost: [String]
  /// The kinds of changes that the gate lets pass, such as `renames`.
  let others: [String]
  /// The edits, the most dangerous first.
  let edits: [ShownEdit]
  /// The stories of the dangers; one story can show several dangers.
  private(set) var stories: [ShownStory] = []
  /// The result of the comparison in numbers, such as `proved equal: 1,200 cells compared`.
  let summary: String
  /// The numbers of changes, cells and declarations for each kind of change.
  let totals: [DifferenceReport.KindTotal]

  /// Collects the content from a report.
  init(_ report: DifferenceReport) {
    let verdict = report.verdict
    outcome = verdict.outcome
    isForReview = verdict.lost.isEmpty && verdict.stopped.allSatisfy { $0.severity == .review }
    word = verdict.word.description
    let details: TerminalText = verdict.details()
    self.details = details.text
    lost = verdict.lost
    others = verdict.others.map { $0.rawValue }
    let summary: TerminalText = report.summary()
    self.summary = summary.text.withSeparators
    totals = report.totals
    let edits = report.causes.map { ShownEdit($0, in: report) }
    let anchors = Anchor.distinct(edits.map { $0.anchor })
    self.edits = zip(edits, anchors).map { edit, anchor in
      var edit = edit
      edit.anchor = anchor
      return edit
    }
    var dangers: [ShownDanger] = []
    for kind in verdict.stopped {
      var danger = ShownDanger(kind: kind.rawValue, sentence: kind.meaning)
      danger.story = Self.story(of: kind, in: report, &stories)
      dangers.append(danger)
    }
    self.dangers = dangers
  }

  /// Returns the index of a story that shows a kind of change.
  ///
  /// The function adds a story only if no earlier story shows the kind.
  private static func story(
    of kind: ChangeKind, in report: DifferenceReport, _ stories: inout [ShownStory]
  ) -> Int? {
    if let index = stories.firstIndex(where: { $0.kinds.contains(kind) && !$0.steps.isEmpty }) {
      return index
    }
    var untold: ShownStory?
    for (edit, cause) in report.causes.enumerated() where cause.kinds.contains(kind) {
      for entry in report.ordered(cause) where report.kinds(entry).contains(kind) {
        let story = ShownStory(entry, of: edit, about: kind, in: report)
        guard story.steps.isEmpty else {
          stories.append(story)
          return stories.count - 1
        }
        untold = untold ?? story
      }
    }
    guard let untold else { return nil }
    // Several kinds without a known sequence can share the story of one change or declaration.
    if let index = stories.firstIndex(where: { $0.entry == untold.entry }) { return index }
    stories.append(untold)
    return stories.count - 1
  }
}

/// An edit with its changed lines, for display on a page.
struct ShownEdit: Sendable {
  /// The link target of the edit.
  var anchor: Anchor
  /// The edited row or declaration, such as `fact trust, row github`.
  let subject: String
  /// The file and lines of the edit; empty for several edits together, or if the text is unknown.
  let place: String
  /// The changed lines of both policies, without their common indentation.
  let lines: [DifferenceReport.EditLine]
  /// The kinds of all changes that the edit causes, the most dangerous first.
  let kinds: [ChangeKind]
  /// The number of pairs of rows that decide differently because of the edit.
  let pairs: Int

  /// Whether the edit can harm somebody or needs a review.
  var isDangerous: Bool { kinds.contains { $0.severity != .harmless } }

  init(_ cause: DifferenceCause, in report: DifferenceReport) {
    var lines = report.edit(cause)
    let indentation =
      lines.filter { !$0.text.isEmpty }
      .map { $0.text.utf8.prefix { $0 == UInt8(ascii: " ") }.count }.min() ?? 0
    for index in lines.indices {
      lines[index].text = String(lines[index].text.dropFirst(indentation))
    }
    self.lines = lines
    kinds = cause.kinds
    pairs = cause.direct.count + cause.following.count
    guard let part = cause.part else {
      (subject, place) = ("several edits together", "")
      anchor = Anchor("edit", about: [subject])
      return
    }
    subject = part.subject.words
    anchor = Anchor("edit", about: [part.subject.words])
    place = report.lineRange(cause)
  }
}

extension String {
  /// The text with commas between groups of three digits, as in `12,345`.
  var withSeparators: String {
    var result: [Character] = []
    var digits: [Character] = []
    func flushed() -> [Character] {
      guard digits.count > 3 else { return digits }
      var grouped: [Character] = []
      for (index, digit) in digits.enumerated() {
        if index > 0, (digits.count - index) % 3 == 0 {
          grouped.append(",")
        }
        grouped.append(digit)
      }
      return grouped
    }
    for character in self {
      if character.isASCII, character.isNumber {
        digits.append(character)
      } else {
        result += flushed() + [character]
        digits = []
      }
    }
    return String(result + flushed())
  }
}
