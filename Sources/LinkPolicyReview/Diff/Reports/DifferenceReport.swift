package import LinkPolicy
internal import LinkPolicyAuthoring
package import LinkPolicyDiagnostics
internal import LinkPolicyTesting

/// The report of the difference between two policies, in several formats.
package struct DifferenceReport: Sendable {
  /// The format of a report.
  package enum DifferenceReportFormat: String, CaseIterable, Sendable {
    case pretty, json, markdown, github, sarif
  }

  /// The difference to report.
  package let difference: PolicyDifference
  /// The names of the policies.
  package let names: Sides<String>
  /// The maximum number of boxes per change in the formats for people.
  package let limit: Int
  /// True if the terminal report is not shortened.
  package let showsAll: Bool
  /// The causes of the difference.
  package let causes: [DifferenceCause]
  /// The invariants whose verdict differs between the policies; nil if they were not verified.
  package var invariants: [InvariantChange]?

  /// The files of the policies, with the names that the report shows.
  private var sources: Sides<SourceMap>
  /// The gate of the run; nil if there is none.
  private let gate: DifferenceGate?
  /// The approvals of this change.
  package var approvals: [ChangeApprovals.ChangeApproval] = []

  /// Creates the report of a difference.
  ///
  /// - Parameters:
  ///   - difference: the difference.
  ///   - names: the names of the policies.
  ///   - gate: the gate that the verdict is about; nil if the run has none.
  ///   - limit: the maximum number of boxes per change in the formats for people.
  ///   - showsAll: whether the terminal report is not shortened.
  package init(
    _ difference: PolicyDifference, named names: Sides<String>, gate: DifferenceGate? = nil,
    limit: Int, showsAll: Bool = false
  ) {
    self.difference = difference
    self.gate = gate
    sources = Sides { difference.policies[$0].sources }
    self.names = names
    self.limit = limit
    self.showsAll = showsAll
    causes = DifferenceCause.all(of: difference)
  }

  /// Returns the report, which ends with a line feed.
  package func bytes(_ format: DifferenceReportFormat) -> [UInt8] {
    switch format {
    case .pretty: text.bytes
    case .json: json
    case .markdown: markdown.bytes
    case .github: github.bytes
    case .sarif: sarif
    }
  }

  /// Replaces the names of the new policy's files, for example by paths from the root of a repository.
  ///
  /// - Parameter name: returns the name to show for a name.
  package mutating func rename(_ name: (String) -> String) {
    sources.new = SourceMap(
      files: sources.new.files.map { file in
        var file = file
        file.name = name(file.name)
        return file
      })
  }

  /// Returns the report with other names for the files of both policies.
  package func renamed(_ name: (String) -> String) -> DifferenceReport {
    var report = self
    report.sources = Sides { side in
      SourceMap(
        files: sources[side].files.map { file in
          var file = file
          file.name = name(file.name)
          return file
        })
    }
    return report
  }

  /// Returns the files of a policy.
  func files(_ side: Side) -> SourceMap { sources[side] }

  /// The verdict of the gate, or of the usual gate if the run has none.
  package var verdict: DifferenceVerdict {
    DifferenceVerdict(
      difference, causes, gate: gate ?? .usual, isGated: gate != nil, approvals: approvals,
      lost: (invariants ?? []).filter { $0.isLost }.map { $0.id })
  }

  // MARK: Words

  /// Returns the result of the comparison in one line.
  package func summary<Format: OutputFormat>() -> OutputText<Format> {
    let (cells, changes) = (difference.cells, difference.changes.count)
    guard !difference.isEqual else {
      return "proved equal: \(cells, of: "cell") compared"
    }
    let declarations = difference.declarations.count
    var parts: [OutputText<Format>] = []
    if changes > 0 {
      parts.append(
        """
        \(difference.changedCells) of \(cells) cells are answered differently, in \
        \(changes, of: "pair") of rows
        """)
    } else if difference.declarations.allSatisfy({ $0.decidesNothing }) {
      parts.append("\(cells, of: "cell") are answered alike")
    } else {
      parts.append("\(cells, of: "cell") are answered alike where attempts are read alike")
    }
    if declarations > 0 {
      var part: OutputText<Format> = "\(declarations, of: "declaration") that no cell shows "
      part += declarations == 1 ? "differs" : "differ"
      parts.append(part)
    }
    return parts.joined(by: "; ")
  }

  /// The number of row pairs, cells and declarations for each kind, in the order of the kinds.
  package var totals: [KindTotal] {
    ChangeKind.allCases.compactMap { kind in
      let changes = difference.changes.filter { $0.kinds.contains(kind) }
      let total = KindTotal(
        kind: kind, changes: changes.count, cells: changes.reduce(0) { $0 + $1.cells },
        declarations: difference.declarations.count { $0.kinds.contains(kind) })
      return total.changes + total.declarations == 0 ? nil : total
    }
  }

  /// The totals of one kind.
  package struct KindTotal: Sendable {
    package var kind: ChangeKind
    /// The number of row pairs.
    package var changes: Int
    package var cells: Int
    /// The number of declarations that change no cell.
    package var declarations: Int
  }

  /// Returns the reason why a declaration has no sequence.
  package func missing<Format: OutputFormat>(
    _ declaration: DeclarationDifference
  ) -> OutputText<Format> {
    if declaration.doesNothing {
      return "no behavior depends on it"
    }
    if declaration.kinds != [.declares] {
      return "\(declaration.kinds[0].meaning)"
    }
    return """
      no example found (\(difference.searchedStores, of: "state") tried); it may not be harmless
      """
  }

  /// Returns the position in words, or `-` if there is none.
  package func place(_ position: SourcePosition?, _ side: Side) -> String {
    position.map { sources[side].describe($0) } ?? "-"
  }

  /// Returns the edited part with the place of its changed lines.
  func place(_ cause: DifferenceCause) -> String {
    guard let part = cause.part else { return "several edits together" }
    return (reportPlace(cause).map { $0.text + " " } ?? "") + part.subject.words
  }

  /// Returns the place of a cause: its changed lines in the new policy, else in the old one.
  func reportPlace(_ cause: DifferenceCause) -> ReportPlace? {
    let side: Side = cause.part?.positions.new == nil ? .old : .new
    var place = ReportPlace(cause.part?.positions[side], in: sources[side])
    if let lines = cause.lines[side] {
      place?.position = lines.start
      place?.end = lines.end
    }
    return place
  }

  /// Returns the file of a cause and its changed lines, as `file:line` or `file:line-line`; empty for several
  /// edits together.
  package func lineRange(_ cause: DifferenceCause) -> String {
    guard let place = reportPlace(cause) else { return "" }
    let (first, last) = (place.position.line, place.end?.line ?? place.position.line)
    return "\(place.file):\(first)" + (last > first ? "-\(last)" : "")
  }

  /// Returns a cause's old and new text: the changed lines with their numbers, or the part in words if
  /// neither text shows the edit.
  package func edit(_ cause: DifferenceCause) -> [EditLine] {
    let lines = cause.lines
    let texts = Sides { lines[$0]?.lines ?? [] }
    guard let part = cause.part else { return [] }
    guard texts.old != texts.new else {
      return Side.allCases.map { EditLine(side: $0, number: nil, text: part.words[$0]) }
    }
    return Side.allCases.flatMap { side in
      texts[side].enumerated().map { index, text in
        EditLine(side: side, number: (lines[side]?.start.line ?? 0) + index, text: text)
      }
    }
  }

  /// A line of an edit: a line of a file, or a part in words.
  package struct EditLine: Sendable {
    package var side: Side
    /// The number of the line in its file; nil for words.
    package var number: Int?
    package var text: String
  }

  /// Returns the sequence for the most severe change of a cause; nil if no sequence was found.
  func story(_ cause: DifferenceCause) -> Witness? {
    for entry in ordered(cause) {
      switch entry {
      case .change(let index):
        if let witness = difference.changes[index].boxes.lazy.compactMap({ $0.witness }).first {
          return witness
        }
      case .declaration(let index):
        if let witness = difference.declarations[index].witness { return witness }
      }
    }
    return nil
  }

  /// Returns what a cause changes: the edited row, other rows, and declarations.
  func counts(_ cause: DifferenceCause) -> TerminalText {
    var parts: [TerminalText] = []
    if !cause.direct.isEmpty {
      parts.append(
        cause.direct.count == 1
          ? "this row" : "this row, in \(cause.direct.count, of: "pair") of rows")
    }
    if !cause.following.isEmpty {
      let others: TerminalText = cause.direct.isEmpty ? "" : "other "
      var part: TerminalText = "\(cause.following.count) \(others)"
      part += cause.following.count == 1 ? "row changes" : "rows change"
      parts.append(part + " because of it")
    }
    if !cause.declarations.isEmpty {
      parts.append("how attempts and accounts are read")
    }
    return parts.joined(by: "; ")
  }

  /// Returns the answer of one policy with its row and position.
  ///
  /// The result includes the error's names by platform if the answers are otherwise equal.
  func answer(_ change: PolicyDifference.Change, _ side: Side) -> String {
    let answer = change.answers[side]
    let other = change.answers[side.other]
    var words = answer.words
    if words == other.words, answer.names != other.names {
      words += " (" + (answer.names.isEmpty ? "no names" : answer.names) + ")"
    }
    guard let row = answer.row else { return answer.table.text + ": " + words }
    return place(answer.position, side) + " " + row.text + ": " + words
  }

  /// Returns the conditions of a box.
  func conditions(_ box: PolicyDifference.Box) -> String {
    box.conditions.isEmpty
      ? "in every case" : box.conditions.map { $0.text }.joined(separator: ", ")
  }

  /// Returns the reason why a box has no sequence.
  package func missing<Format: OutputFormat>(_ change: PolicyDifference.Change) -> OutputText<
    Format
  > {
    if change.kinds.contains(.unreachable) {
      return "cannot happen: no effect of either policy leads here from an empty store"
    }
    return """
      no example found (\(difference.searchedStores, of: "state") tried); it may or may not happen
      """
  }

  /// Returns the outcome of a step; both outcomes if they differ.
  static func outcome(_ step: Witness.WitnessStep) -> String {
    step.outcomes.old == step.outcomes.new
      ? step.outcomes.old : "old " + step.outcomes.old + ", new " + step.outcomes.new
  }

  /// Returns additional remarks about a sequence.
  package static func remarks<Format: OutputFormat>(_ witness: Witness) -> [OutputText<Format>] {
    var remarks: [OutputText<Format>] = []
    if let accounts = witness.accounts {
      remarks += Side.allCases.map { "\(word: $0) leaves \(accounts[$0])" }
    }
    if !witness.isVisible {
      remarks.append("the difference is in the effects: only a later step shows it")
    }
    if !witness.isExact {
      remarks.append("the policies differ in an earlier step too")
    }
    return remarks
  }
}

extension DifferenceReport {
  /// The report for a terminal: the verdict, each edit with one story for each danger, then the numbers.
  var text: TerminalText {
    var text: TerminalText = "\(names.old) -> \(names.new)\n"
    text += verdictText
    let counts = self.counts
    var left = max(Self.lineLimit - text.lineCount - counts.lineCount, 0)
    for (number, cause) in causes.enumerated() {
      // Each cause gets an equal share of the remaining lines.
      let part = self.text(cause, lines: showsAll ? Int.max : left / (causes.count - number))
      text += "\n" + part
      left = max(left - part.lineCount - 1, 0)
    }
    return text + (invariants.map { Self.text($0) } ?? "") + "\n" + counts
  }

  /// The verdict, each danger in one sentence, and the harmless kinds.
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
      text += "\(uncovered, of: "changed cell") without an example or a proof that none exists"
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

  // The report of one edit fits on a screen.
  private static var lineLimit: Int { 45 }
  // Longer edits are cut: the file shows them.
  private static var editLimit: Int { 8 }

  /// Returns the edit of a cause, one story for each danger, and then the other changes.
  private func text(_ cause: DifferenceCause, lines limit: Int) -> TerminalText {
    let kinds = cause.kinds.map { TerminalText(word: $0) }.joined(by: ", ")
    var text: TerminalText = "\(place(cause))\n" + editText(cause)
    text += "  \(kinds): \(counts(cause))\n"
    var hidden: Set<ChangeKind> = []
    var hiddenCount = 0
    func add(_ part: TerminalText, _ kinds: [ChangeKind], isFirst: Bool) {
      // At least one change is shown. A final line counts the hidden ones.
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

  /// Returns the old and new text of an edit.
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

  /// A change of a cause, as an index into one of the lists of the difference.
  package enum CauseEntry: Sendable, Hashable {
    case change(Int)
    case declaration(Int)
  }

  /// Returns the changes of a cause so that the first ones tell a story for each dangerous kind.
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

  /// Returns the kinds of a change or declaration.
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
      text += showsAll ? "; `--limit` shows them\n" : "; `--all` shows them\n"
    }
    return text
  }

  /// Returns the boxes of a change to show: one with a sequence, or all if the report is not shortened.
  private func boxes(of change: PolicyDifference.Change) -> [PolicyDifference.Box] {
    if showsAll {
      return Array(change.boxes.prefix(limit))
    }
    return [change.boxes.first { $0.witness != nil } ?? change.boxes.first].compactMap { $0 }
  }

  /// Returns a sequence in lines: its steps, their outcomes and remarks.
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

/// An invariant whose verdict differs between two policies.
package struct InvariantChange: Sendable {
  /// The verdict of a proof.
  package enum InvariantVerdict: String, Sendable, CaseIterable {
    case proved, broken, undecided
    /// The policy does not state the invariant.
    case none = "not stated"
  }

  /// The id of the invariant.
  package var id: String
  /// The statement of the invariant: an event that must never happen.
  package var statement: String
  /// The verdict for each policy.
  package var verdicts: Sides<InvariantVerdict>
  /// The sequence that breaks the invariant under one policy, by line; empty if none is known.
  package var story: [String]

  package init(id: String, statement: String, verdicts: Sides<InvariantVerdict>, story: [String]) {
    self.id = id
    self.statement = statement
    self.verdicts = verdicts
    self.story = story
  }

  /// True if the invariant was proved for the old policy and is not proved for the new one.
  package var isLost: Bool { verdicts.old == .proved && verdicts.new != .proved }
}

extension TerminalText {
  /// The number of line feeds.
  fileprivate var lineCount: Int { text.utf8.count { $0 == UInt8(ascii: "\n") } }
}
