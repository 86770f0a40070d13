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

  package init(
    _ difference: PolicyDifference, named names: Sides<String>, limit: Int, showsAll: Bool = false
  ) {
    self.difference = difference
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
      no sequence found within the bound of \(difference.searchedStores, of: "store"); \
      this does not show that it is harmless
      """
  }

  /// Returns the position in words, or `-` if there is none.
  package func place(_ position: SourcePosition?, _ side: Side) -> String {
    position.map { difference.policies[side].sources.describe($0) } ?? "-"
  }

  /// Returns the edited part with its position.
  func place(_ cause: DifferenceCause) -> String {
    guard let part = cause.part else { return "several edits together" }
    let side: Side = part.positions.new == nil ? .old : .new
    let place = part.positions[side].map { self.place($0, side) + " " } ?? ""
    return place + part.subject.words
  }

  /// Returns the position of a cause for line annotations: in the new policy, else in the old one.
  func reportPlace(_ cause: DifferenceCause) -> ReportPlace? {
    let side: Side = cause.part?.positions.new == nil ? .old : .new
    return ReportPlace(cause.part?.positions[side], in: difference.policies[side].sources)
  }

  /// Returns the sequence for the most severe change of a cause; nil if no sequence was found.
  func story(_ cause: DifferenceCause) -> Witness? {
    let changes = (cause.direct + cause.following).sorted()
    let shown = changes.compactMap { index in
      difference.changes[index].boxes.lazy.compactMap { $0.witness }.first
    }
    return shown.first
      ?? cause.declarations.lazy.compactMap { difference.declarations[$0].witness }
      .first
  }

  /// Returns the number of row pairs that a cause changes directly, and of those that follow.
  func counts(_ cause: DifferenceCause) -> TerminalText {
    var parts: [TerminalText] = []
    if !cause.direct.isEmpty {
      parts.append("\(cause.direct.count, of: "pair") of rows by itself")
    }
    if !cause.following.isEmpty {
      parts.append(
        cause.following.count == 1
          ? "1 pair of rows follows" : "\(cause.following.count, of: "pair") of rows follow")
    }
    if !cause.declarations.isEmpty {
      parts.append("in declarations that no cell shows")
    }
    return parts.joined(by: ", ")
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
      ? "always" : box.conditions.map { $0.text }.joined(separator: ", ")
  }

  /// Returns the reason why a box has no sequence.
  package func missing<Format: OutputFormat>(_ change: PolicyDifference.Change) -> OutputText<
    Format
  > {
    if change.kinds.contains(.unreachable) {
      return "no sequence from an empty store reaches it: no policy has an effect that would"
    }
    return """
      no sequence found within the bound of \(difference.searchedStores, of: "store"); \
      this proves nothing
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
      remarks.append("the difference is in the effects, and shows in a later step only")
    }
    if !witness.isExact {
      remarks.append("the policies differ in an earlier step too")
    }
    return remarks
  }
}

extension DifferenceReport {
  /// The report for a terminal: each pair of rows with its boxes, and each box with its sequence.
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
      // Each cause gets an equal share of the remaining lines.
      let part = self.text(cause, lines: showsAll ? Int.max : left / (causes.count - number))
      text += "\n" + part
      left = max(left - part.lineCount - 1, 0)
    }
    return text + (invariants.map { Self.text($0) } ?? "")
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
  private static var lineLimit: Int { 37 }

  /// Returns the edit of a cause, its direct changes and the changes that follow.
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
      // At least one change is shown. A final line counts the hidden ones.
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
