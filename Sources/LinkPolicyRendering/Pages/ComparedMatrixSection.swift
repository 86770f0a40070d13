internal import LinkPolicy
internal import LinkPolicyExploration

/// The section with the matrices of two policies side by side.
///
/// Changed cells are marked, and show their story on hover or keyboard focus.
struct ComparedMatrixSection: PageSection {
  let anchor = Anchor(section: "matrix")
  let heading = "Sign-ins, before and after"
  let matrices: [ComparedMatrix]
  /// The changes to which cells refer by index.
  let changes: [ShownChange]
  private let anchors: [Anchor]

  init(matrices: [ComparedMatrix], changes: [ShownChange]) {
    self.matrices = matrices
    self.changes = changes
    anchors = ShownChange.anchors(of: changes)
  }

  var parts: [(anchor: Anchor, heading: String)] {
    matrices.map { (Anchor("matrix", $0.action), $0.action.text) }
  }

  // The maximum number of changes that a cell shows; the list of changes contains all changes.
  private static var toldChanges: Int { 2 }

  func write(to html: inout HTMLWriter) {
    for matrix in matrices {
      let anchor = Anchor("matrix", matrix.action)
      let attributes = [
        HTMLAttribute(.class, "matrix"), HTMLAttribute(.id, anchor.id), HTMLAttribute(.rows, ""),
      ]
      html.element(.div, attributes) { html in
        html.element(.h3, [HTMLAttribute(.id, anchor.heading.id)]) { html in
          html.write(matrix.action.text + " ")
          html.selfLink(to: anchor, naming: matrix.action.text)
        }
        if matrix.isChanged {
          html.element(.p, class: "reading", text: HTMLWriter.columnsReading)
          html.table(namedBy: anchor, class: "matrix") { html in
            table(matrix, to: &html) { $0.isChanged }
          }
        } else {
          html.element(.p, class: "reading", text: "No cell of this matrix is changed.")
        }
        unchanged(matrix, anchor, to: &html)
        html.meaning(of: matrix.columns)
      }
    }
    guard matrices.contains(where: { $0.isChanged }) else { return }
    html.element(
      .p,
      text: """
        Each row contains arriving sign-ins that no column distinguishes under either version. \
        A cell with a border and the word changed has another answer somewhere in it: it shows the \
        answers before, then the answers after. Point at it, or focus it with the Tab key, to see \
        a sequence of sign-ins that shows the change. The list of all changes contains the \
        sequences too.
        """)
    let cells = matrices.flatMap { $0.groups.flatMap { $0.lines.flatMap { $0.cells } } }
    html.legend(of: cells.flatMap { ($0.results.old ?? []) + ($0.results.new ?? []) })
  }

  /// Writes the unchanged rows of a matrix, in a folded part.
  private func unchanged(
    _ matrix: ComparedMatrix, _ anchor: Anchor, to html: inout HTMLWriter
  ) {
    let count = matrix.groups.reduce(0) { $0 + $1.lines.count { !$0.isChanged } }
    guard count > 0 else { return }
    let attributes = [HTMLAttribute(.class, "fold"), HTMLAttribute(.rows, "")]
    html.element(.details, attributes) { html in
      html.element(
        .summary, text: count == 1 ? "Show 1 unchanged row" : "Show \(count) unchanged rows")
      html.table(namedBy: anchor, class: "matrix") { html in
        table(matrix, to: &html) { !$0.isChanged }
      }
    }
  }

  /// Writes the rows of a matrix that meet a condition.
  private func table(
    _ matrix: ComparedMatrix, to html: inout HTMLWriter,
    where isIncluded: (ComparedMatrix.ComparedLine) -> Bool
  ) {
    html.head(of: matrix.columns)
    for group in matrix.groups {
      let lines = group.lines.filter(isIncluded)
      guard !lines.isEmpty || group.uncounted != nil else { continue }
      html.element(.tbody, [HTMLAttribute(.rows, "")]) { html in
        html.group(of: matrix.columns) { html in
          let (old, new) = (group.tables.old.text, group.tables.new.text)
          html.write(group.tables.old == group.tables.new ? new : old + " → " + new)
          if let count = group.uncounted {
            html.write(": \(count) kinds of sign-in, more than a page can show")
          }
        }
        for line in lines {
          write(line, of: group.tables, matrix.columns, to: &html)
        }
      }
    }
  }

  private func write(
    _ line: ComparedMatrix.ComparedLine, of tables: Sides<Name>, _ columns: [MatrixColumn],
    to html: inout HTMLWriter
  ) {
    let anchor = Anchor(table: tables.new, arriving: line.arriving)
    let attributes = [
      HTMLAttribute(.id, anchor.id), HTMLAttribute(.table, tables.new.text),
      HTMLAttribute(.kinds, kinds(of: line).joined(separator: "\n")),
    ]
    html.element(.tr, attributes) { html in
      html.element(.th, [HTMLAttribute(.scope, "row")]) { html in
        html.arriving(line.arriving, anchor)
        Self.write(line.derived, to: &html)
      }
      for (column, cell) in zip(columns, line.cells) {
        let anchor = anchor.with(column.key)
        if cell.isChanged {
          writeChanged(cell, anchor, to: &html)
        } else {
          writeSame(cell.results.new, anchor, to: &html)
        }
      }
    }
  }

  /// Returns `changed` or `unchanged`, followed by the kinds of the changes in a line.
  private func kinds(of line: ComparedMatrix.ComparedLine) -> [String] {
    let places = Set(line.cells.flatMap { $0.changes.map { $0.place } }).sorted()
    var kinds: [String] = []
    for word in places.flatMap({ changes[$0].kinds.map { $0.word } }) where !kinds.contains(word) {
      kinds.append(word)
    }
    return [line.isChanged ? "changed" : "unchanged"] + kinds
  }

  private static func write(
    _ derived: Sides<[(fact: Name, value: Name)]>, to html: inout HTMLWriter
  ) {
    func lacks(_ side: Side, _ known: (fact: Name, value: Name)) -> Bool {
      !derived[side].isEmpty && !derived[side].contains { $0 == known }
    }
    for known in derived.old {
      let when = lacks(.new, known) ? " before: " : ": "
      html.element(.div, class: "note", text: known.fact.text + when + known.value.text)
    }
    for known in derived.new where derived.old.isEmpty || lacks(.old, known) {
      let when = derived.old.isEmpty ? ": " : " after: "
      html.element(.div, class: "note", text: known.fact.text + when + known.value.text)
    }
  }

  // MARK: Cells

  private func writeSame(
    _ results: [OutcomeMatrix.MatrixResult]?, _ anchor: Anchor, to html: inout HTMLWriter
  ) {
    let isOne = results?.allSatisfy { $0.outcome == results?[0].outcome } ?? false
    let style = isOne ? (results?.first).map { "cell " + $0.outcome.style } ?? "never" : "cell"
    html.element(.td, [HTMLAttribute(.class, style), HTMLAttribute(.id, anchor.id)]) { html in
      Self.write(results, anchor, areColoured: !isOne, to: &html)
    }
  }

  private func writeChanged(
    _ cell: ComparedMatrix.ComparisonCell, _ anchor: Anchor, to html: inout HTMLWriter
  ) {
    let story = anchor.with("story")
    let attributes = [
      HTMLAttribute(.class, "cell changed"), HTMLAttribute(.id, anchor.id),
      HTMLAttribute(.tabindex, "0"), HTMLAttribute(.describedBy, story.id),
    ]
    html.element(.td, attributes) { html in
      html.element(.div, class: "mark") { html in
        html.link(to: anchor, "≠ changed", class: "word")
        if cell.results.old == cell.results.new {
          html.element(.small, text: "with the same outcome")
        }
      }
      if cell.results.old == cell.results.new {
        Self.write(cell.results.new, anchor, areColoured: true, to: &html)
      } else {
        for side in Side.allCases {
          html.element(.div, class: "side") { html in
            html.element(.small, text: side == .old ? "before" : "after")
            Self.write(cell.results[side], anchor, areColoured: true, to: &html)
          }
        }
      }
      html.element(.div, [HTMLAttribute(.class, "why"), HTMLAttribute(.id, story.id)]) { html in
        tell(cell.changes, to: &html)
      }
    }
  }

  private static func write(
    _ results: [OutcomeMatrix.MatrixResult]?, _ anchor: Anchor, areColoured: Bool,
    to html: inout HTMLWriter
  ) {
    guard let results else {
      html.element(.span, class: "any", text: "not declared")
      return
    }
    html.results(results, in: anchor, areColoured: areColoured) { result, html in
      html.element(.small) { $0.element(.code, text: result.rowWords) }
    }
  }

  private func tell(_ told: [ComparedMatrix.ComparisonChange], to html: inout HTMLWriter) {
    if told.isEmpty {
      html.element(
        .p, text: "No sequence: declarations of sign-ins differ; see the list of declarations.")
    }
    for change in told.prefix(Self.toldChanges) {
      let shown = changes[change.place]
      html.element(.p) { html in
        html.element(.strong, text: shown.kinds.map { $0.word }.joined(separator: ", "))
        html.write(": ")
        html.link(to: anchors[change.place], shown.old.rowWords + " → " + shown.new.rowWords)
      }
      let here = change.boxes.filter { shown.boxes.indices.contains($0) }
      let places = here + shown.boxes.indices.filter { !here.contains($0) }
      if let place = places.first(where: { !shown.boxes[$0].story.isEmpty }) {
        if !here.contains(place) {
          html.element(.p, class: "note", text: "shown by another sign-in of the same change:")
        }
        html.story(shown.boxes[place].story)
        for remark in shown.boxes[place].remarks {
          html.element(.p, class: "note", text: remark)
        }
      } else {
        html.element(.p, class: "note", text: "No story is known for this change.")
        for remark in places.first.map({ shown.boxes[$0].remarks }) ?? [] {
          html.element(.p, class: "note", text: remark)
        }
      }
    }
    let more = told.count - Self.toldChanges
    if more > 0 {
      html.element(.p, class: "note", text: "Further changes in this cell: \(more).")
    }
  }
}
