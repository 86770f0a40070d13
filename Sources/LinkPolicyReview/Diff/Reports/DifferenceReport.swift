package import LinkPolicy
internal import LinkPolicyAuthoring
package import LinkPolicyDiagnostics
package import LinkPolicyExploration
internal import LinkPolicyTesting

/// The report of the difference between two policies, in several formats.
package struct DifferenceReport: Sendable {
  /// The format of a report, for people (`pretty`, `markdown`) or for programs.
  package enum DifferenceReportFormat: String, CaseIterable, Sendable {
    case pretty, json, markdown, github, sarif
  }

  /// The difference to report.
  package let difference: PolicyDifference
  /// The names of the policies in the report: each policy's name or path as given, such as `believing.yaml`.
  package let names: Sides<String>
  /// The maximum number of boxes per change in the formats for people.
  package let limit: Int
  /// Whether the terminal report shows every change and every edited line.
  package let showsAll: Bool
  /// The edits that cause the difference, the most dangerous first.
  package let causes: [DifferenceCause]
  /// The invariants whose verdict differs between the policies; nil if nobody verified the invariants.
  package var invariants: [InvariantChange]?

  /// The files of the policies, with the names that the report shows.
  private var sources: Sides<SourceMap>
  /// The gate of the run; nil if the run has no gate.
  private let gate: DifferenceGate?
  /// The approvals of this change, whose kinds the gate lets pass.
  package var approvals: [ChangeApprovals.ChangeApproval] = []
  /// The verdicts on the policies that extend the changed policy, and that the change therefore affects.
  package var dependents: [DependentVerdict] = []

  /// Creates the report of a difference.
  ///
  /// - Parameters:
  ///   - difference: the difference to report.
  ///   - names: the name or path of each policy, as the report shows it.
  ///   - gate: the gate that gives the verdict; nil if the run has no gate.
  ///   - limit: the maximum number of boxes per change in the formats for people.
  ///   - showsAll: whether the terminal report shows every change and every edited line.
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
    case .github: hosted.github.bytes
    case .sarif: hosted.sarif
    }
  }

  /// Replaces the names of the new policy's files, for example by paths from the root of a repository.
  ///
  /// - Parameter name: a function that returns the name to show instead of a file's name.
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

  /// The verdict of the run's gate, or of the usual gate if the run has no gate.
  package var verdict: DifferenceVerdict {
    DifferenceVerdict(
      difference, causes, gate: gate ?? .usual, isGated: gate != nil, approvals: approvals,
      dependents: dependents, lost: (invariants ?? []).filter { $0.isLost }.map { $0.id })
  }

  // MARK: Words

  /// Returns the result of the comparison in one line, such as `proved equal: 120 cells compared`.
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
        \(difference.changedCells) of \(cells) cells get different answers, in \
        \(changes, of: "pair") of rows
        """)
    } else if difference.declarations.allSatisfy({ $0.decidesNothing }) {
      parts.append("\(cells, of: "cell") are answered alike")
    } else {
      parts.append("\(cells, of: "cell") have equal answers if attempts are interpreted alike")
    }
    if declarations > 0 {
      var part: OutputText<Format> = "\(declarations, of: "changed declaration") "
      part += declarations == 1 ? "changes" : "change"
      part += " no cell"
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

  /// The totals of one kind of change.
  package struct KindTotal: Sendable {
    package var kind: ChangeKind
    /// The number of pairs of an old and a new row.
    package var changes: Int
    package var cells: Int
    /// The number of declarations that change no cell.
    package var declarations: Int
  }

  /// Returns the reason why a difference between declarations has no sequence of attempts as an example.
  package func missing<Format: OutputFormat>(
    _ declaration: DeclarationDifference
  ) -> OutputText<Format> {
    if declaration.doesNothing {
      return "no behavior depends on this declaration"
    }
    if declaration.kinds != [.declares] {
      return "\(declaration.kinds[0].meaning)"
    }
    return """
      no example found (\(difference.searchedStores, of: "state") tried\(untried())); the change may be dangerous
      """
  }

  /// Returns the clause `, without attempts that state an identifier`; empty if no policy declares identifiers.
  private func untried<Format: OutputFormat>() -> OutputText<Format> {
    let isDeclared = Side.allCases.contains { difference.given[$0].declaresIdentifiers }
    return isDeclared ? ", without attempts that state an identifier" : ""
  }

  /// Returns a position as editors recognize it, such as `policy.yaml:3:5`; `-` for a missing position.
  package func place(_ position: SourcePosition?, _ side: Side) -> String {
    position.map { sources[side].describe($0) } ?? "-"
  }

  /// Returns the edited part in words, after the position of the changed lines.
  func place(_ cause: DifferenceCause) -> String {
    guard let part = cause.part else { return "several edits together" }
    return (reportPlace(cause).map { $0.text + " " } ?? "") + part.subject.words
  }

  /// Returns the position of a cause: its changed lines in the new policy, or in the old policy if the new policy lacks
  /// the part.
  func reportPlace(_ cause: DifferenceCause) -> ReportPlace? {
    let side: Side = cause.part?.positions.new == nil ? .old : .new
    var place = ReportPlace(cause.part?.positions[side], in: sources[side])
    if let lines = cause.lines[side] {
      place?.position = lines.start
      place?.end = lines.end
    }
    return place
  }

  /// Returns the file of a cause and its changed lines, as `file:line` or `file:line-line`; empty for a cause of
  /// several edits.
  package func lineRange(_ cause: DifferenceCause) -> String {
    guard let place = reportPlace(cause) else { return "" }
    let (first, last) = (place.position.line, place.end?.line ?? place.position.line)
    return "\(place.file):\(first)" + (last > first ? "-\(last)" : "")
  }

  /// Returns a cause's old and new text: the changed lines with their numbers, or the part in words if neither file
  /// shows the edit.
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

  /// Returns the sequence for the most severe change of a cause; nil if no change of the cause has a sequence.
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

  /// Returns the numbers of changes that a cause makes: in the edited row, in other rows, and in declarations.
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
      parts.append(part + " because of this edit")
    }
    if !cause.declarations.isEmpty {
      parts.append("this edit changes a declaration")
    }
    return parts.joined(by: "; ")
  }

  /// Returns the answer of one policy with its row and position.
  ///
  /// The result includes the error's names by platform if the answers of both policies differ in nothing else.
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

  /// Returns the conditions of a box, separated by commas; `in every case` if the box has no condition.
  func conditions(_ box: PolicyDifference.Box) -> String {
    box.conditions.isEmpty
      ? "in every case" : box.conditions.map { $0.text }.joined(separator: ", ")
  }

  /// Returns the reason why a change has no sequence of attempts as an example.
  package func missing<Format: OutputFormat>(_ change: PolicyDifference.Change) -> OutputText<
    Format
  > {
    if change.kinds.contains(.unreachable) {
      return "cannot happen, because no effect of either policy leads here from an empty store"
    }
    return """
      no example found (\(difference.searchedStores, of: "state") tried\(untried())); an example may exist
      """
  }

  /// Returns the outcome of a step, or both outcomes if they differ between the policies.
  static func outcome(_ step: Witness.WitnessStep) -> String {
    step.outcomes.old == step.outcomes.new
      ? step.outcomes.old : "old " + step.outcomes.old + ", new " + step.outcomes.new
  }

  /// Returns remarks about a sequence, for example that the policies already differ in an earlier step.
  package static func remarks<Format: OutputFormat>(_ witness: Witness) -> [OutputText<Format>] {
    var remarks: [OutputText<Format>] = []
    if let accounts = witness.accounts {
      remarks += Side.allCases.map { "\(word: $0) leaves \(accounts[$0])" }
    }
    if !witness.isVisible {
      remarks.append("the effects differ, which only a later step shows")
    }
    if !witness.isExact {
      remarks.append("the policies differ in an earlier step too")
    }
    return remarks
  }
}
