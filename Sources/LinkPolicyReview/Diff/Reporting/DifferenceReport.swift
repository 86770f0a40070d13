package import LinkPolicy
internal import LinkPolicyAuthoring
package import LinkPolicyDiagnostics
internal import LinkPolicyTesting

/// A difference of two policies, ready to be written in one format or another.
package struct DifferenceReport: Sendable {
  /// How a report is written.
  package enum Format: String, CaseIterable, Sendable {
    case pretty, json, markdown, github, sarif
  }

  /// The difference.
  package let difference: PolicyDifference
  /// What the policies are called.
  package let names: Sides<String>
  /// The most boxes of a change that reports for people show.
  package let limit: Int
  /// Whether the report for a terminal shows everything, however long that is.
  package let showsAll: Bool
  /// What was edited, with what follows from it.
  package let causes: [DifferenceCause]
  /// The invariants of which the policies have another verdict; nil where that was not asked.
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

  /// The report, ending with a line feed.
  package func bytes(_ format: Format) -> [UInt8] {
    switch format {
    case .pretty: text.bytes
    case .json: json
    case .markdown: markdown.bytes
    case .github: github.bytes
    case .sarif: sarif
    }
  }

  // MARK: Words

  /// What the comparison came to, in one line.
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

  /// How many pairs of rows and cells there are of each kind, in the order of the kinds.
  package var totals: [KindTotal] {
    ChangeKind.allCases.compactMap { kind in
      let changes = difference.changes.filter { $0.kinds.contains(kind) }
      let total = KindTotal(
        kind: kind, changes: changes.count, cells: changes.reduce(0) { $0 + $1.cells },
        declarations: difference.declarations.count { $0.kinds.contains(kind) })
      return total.changes + total.declarations == 0 ? nil : total
    }
  }

  /// What there is of one kind.
  package struct KindTotal: Sendable {
    package var kind: ChangeKind
    /// How many pairs of rows.
    package var changes: Int
    package var cells: Int
    /// How many declarations that no cell shows.
    package var declarations: Int
  }

  /// Why a declaration has no sequence.
  package func missing<Format: OutputFormat>(
    _ declaration: DeclarationDifference
  ) -> OutputText<Format> {
    if declaration.doesNothing {
      return "nothing goes by it"
    }
    if declaration.kinds != [.declares] {
      return "\(declaration.kinds[0].meaning)"
    }
    return """
      no sequence found within the bound of \(difference.searchedStores, of: "store"); \
      this does not show that it is harmless
      """
  }

  /// The place of a row, or that there is none.
  package func place(_ position: SourcePosition?, _ side: Side) -> String {
    position.map { difference.policies[side].sources.describe($0) } ?? "-"
  }

  /// What was edited, with its place.
  func place(_ cause: DifferenceCause) -> String {
    guard let part = cause.part else { return "several edits together" }
    let side: Side = part.positions.new == nil ? .old : .new
    let place = part.positions[side].map { self.place($0, side) + " " } ?? ""
    return place + part.subject.words
  }

  /// The place of a cause for those who show it beside a line: the new one where there is one.
  func reportPlace(_ cause: DifferenceCause) -> ReportPlace? {
    let side: Side = cause.part?.positions.new == nil ? .old : .new
    return ReportPlace(cause.part?.positions[side], in: difference.policies[side].sources)
  }

  /// The story that shows the worst that a cause does; nil where no sequence was found.
  func story(_ cause: DifferenceCause) -> Witness? {
    let changes = (cause.direct + cause.following).sorted()
    let shown = changes.compactMap { index in
      difference.changes[index].boxes.lazy.compactMap { $0.witness }.first
    }
    return shown.first
      ?? cause.declarations.lazy.compactMap { difference.declarations[$0].witness }
      .first
  }

  /// How many pairs of rows a cause changes itself, and how many follow.
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
      parts.append("in what no cell shows")
    }
    return parts.joined(by: ", ")
  }

  /// What one policy answers, with its row and where that stands; an error's names by platform
  /// only where the answers are told in the same words.
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

  /// What holds in a box.
  func conditions(_ box: PolicyDifference.Box) -> String {
    box.conditions.isEmpty
      ? "always" : box.conditions.map { $0.text }.joined(separator: ", ")
  }

  /// Why a box has no sequence.
  package func missing<Format: OutputFormat>(_ change: PolicyDifference.Change) -> OutputText<
    Format
  > {
    if change.kinds.contains(.unreachable) {
      return "no sequence from an empty store comes to it: no policy has an effect that would"
    }
    return """
      no sequence found within the bound of \(difference.searchedStores, of: "store"); \
      this proves nothing
      """
  }

  /// What the steps of a sequence came to.
  static func outcome(_ step: Witness.Step) -> String {
    step.outcomes.old == step.outcomes.new
      ? step.outcomes.old : "old " + step.outcomes.old + ", new " + step.outcomes.new
  }

  /// What is worth knowing of a sequence beside its steps.
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
