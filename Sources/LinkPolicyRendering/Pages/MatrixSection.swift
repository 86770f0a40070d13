internal import LinkPolicy
internal import LinkPolicyExploration
internal import LinkPolicyReview

/// The section with the matrices, which show the outcomes of arriving sign-ins by the state of the accounts.
struct MatrixSection: PageSection {
  let anchor = Anchor(section: "matrix")
  let heading = "Sign-in outcomes"
  let matrices: [OutcomeMatrix]

  var parts: [(anchor: Anchor, heading: String)] {
    matrices.map { (Self.anchor($0), $0.action.text) }
  }

  private static func anchor(_ matrix: OutcomeMatrix) -> Anchor {
    Anchor("matrix", matrix.action)
  }

  func write(to html: inout HTMLWriter) {
    for matrix in matrices {
      let anchor = Self.anchor(matrix)
      let attributes = [
        HTMLAttribute(.class, "matrix"), HTMLAttribute(.id, anchor.id), HTMLAttribute(.rows, ""),
      ]
      html.element(.div, attributes) { html in
        html.element(.h3, [HTMLAttribute(.id, anchor.heading.id)]) { html in
          html.write(matrix.action.text + " ")
          html.selfLink(to: anchor, naming: matrix.action.text)
        }
        html.element(.p, class: "reading", text: HTMLWriter.columnsReading)
        html.table(namedBy: anchor, class: "matrix") { table(matrix, to: &$0) }
        assumptions(of: matrix, to: &html)
        html.meaning(of: matrix.columns)
      }
    }
    html.element(
      .p,
      text: """
        Each row is a class of arriving sign-ins that no column distinguishes. A cell names every \
        row of the policy that decides anywhere in it. The cells of the tables determine the \
        matrix exactly: no sampling, no omission.
        """)
    html.legend(
      of: matrices.flatMap { $0.groups.flatMap { $0.lines.flatMap { $0.cells } } }.flatMap { $0 })
  }

  private func assumptions(of matrix: OutcomeMatrix, to html: inout HTMLWriter) {
    guard !matrix.assumptions.isEmpty else { return }
    html.element(.p, class: "reading") { html in
      html.write("All other facts have their usual values, if these can occur: ")
      for (index, assumption) in matrix.assumptions.enumerated() {
        html.write(index == 0 ? "" : ", ")
        let values = assumption.values.map { $0.text }.joined(separator: ", else ")
        html.element(.code, text: assumption.fact.text + ": " + values)
      }
      html.write(". The tables below cover the rest.")
    }
  }

  private func table(_ matrix: OutcomeMatrix, to html: inout HTMLWriter) {
    html.head(of: matrix.columns)
    for group in matrix.groups {
      html.element(.tbody, [HTMLAttribute(.rows, "")]) { html in
        html.group(of: matrix.columns) { html in
          html.link(to: Anchor(table: group.table), group.table.text)
          if let count = group.uncounted {
            html.write(": \(count) kinds of sign-in, more than a page can show")
          }
        }
        for line in group.lines {
          write(line, of: group.table, matrix.columns, to: &html)
        }
      }
    }
  }

  private func write(
    _ line: OutcomeMatrix.MatrixLine, of table: Name, _ columns: [MatrixColumn],
    to html: inout HTMLWriter
  ) {
    let anchor = Anchor(table: table, arriving: line.arriving)
    let attributes = [HTMLAttribute(.id, anchor.id), HTMLAttribute(.table, table.text)]
    html.element(.tr, attributes) { html in
      html.element(.th, [HTMLAttribute(.scope, "row")]) { html in
        html.arriving(line.arriving, anchor)
        for (fact, value) in line.derived {
          html.element(.div, class: "note", text: fact.text + ": " + value.text)
        }
      }
      for (column, cell) in zip(columns, line.cells) {
        write(cell, anchor.with(column.key), to: &html)
      }
    }
  }

  private func write(
    _ results: [OutcomeMatrix.MatrixResult], _ anchor: Anchor, to html: inout HTMLWriter
  ) {
    let isOne = results.allSatisfy { $0.outcome == results[0].outcome }
    let style =
      results.isEmpty ? "never" : isOne ? "cell " + results[0].outcome.style : "cell"
    html.element(.td, [HTMLAttribute(.class, style), HTMLAttribute(.id, anchor.id)]) { html in
      html.results(results, in: anchor, areColoured: !isOne) { result, html in
        html.link(to: Anchor(row: result.row), result.rowWords)
      }
    }
  }
}

/// Methods that write the elements of matrices, for one policy or two.
extension HTMLWriter {
  /// Writes the head of a matrix.
  mutating func head(of columns: [MatrixColumn]) {
    head(["arriving sign-in"] + columns.map { $0.title })
  }

  /// The explanation of the rows and columns of a matrix.
  static var columnsReading: String {
    "Rows: the arriving sign-in. Columns: the existing account that it meets."
  }

  /// Writes the heading of a group of lines, which spans all columns.
  mutating func group(of columns: [MatrixColumn], _ heading: (inout HTMLWriter) -> Void) {
    element(.tr, class: "group") { html in
      let attributes = [
        HTMLAttribute(.scope, "rowgroup"), HTMLAttribute(.colspan, "\(columns.count + 1)"),
      ]
      html.element(.th, attributes) { html in
        heading(&html)
      }
    }
  }

  /// Writes the conditions of a line, with a link to the line.
  mutating func arriving(_ arriving: [OutcomeMatrix.Arriving], _ anchor: Anchor) {
    if arriving.isEmpty {
      element(.div) { html in
        html.write("any ")
        html.selfLink(to: anchor, naming: "this line")
      }
    }
    for (index, part) in arriving.enumerated() {
      element(.div) { html in
        html.write(part.fact.text + " ")
        if part.isNegated {
          html.element(.strong, text: "not ")
        }
        html.words(part.values.map { $0.text })
        if index == 0 {
          html.write(" ")
          html.selfLink(to: anchor, naming: "this line")
        }
      }
    }
  }

  /// Writes the results of a cell; the first result links to the cell.
  mutating func results(
    _ results: [OutcomeMatrix.MatrixResult], in anchor: Anchor, areColoured: Bool,
    row: (OutcomeMatrix.MatrixResult, inout HTMLWriter) -> Void
  ) {
    guard !results.isEmpty else {
      link(to: anchor, "cannot occur", class: "word")
      return
    }
    for (index, result) in results.enumerated() {
      element(.div, class: areColoured ? "result " + result.outcome.style : "result") { html in
        html.element(.span, [HTMLAttribute(.class, "sign"), HTMLAttribute(.hidden, "true")]) {
          $0.write(result.outcome.sign)
        }
        html.element(.strong) { html in
          if index == 0 {
            html.link(to: anchor, result.outcome.word, class: "word")
          } else {
            html.write(result.outcome.word)
          }
        }
        row(result, &html)
        if let shown = result.shown {
          html.element(.small, text: "shown as " + shown.text)
        }
      }
    }
  }

  /// Writes the meanings of the outcomes in the given results.
  mutating func legend(of results: [OutcomeMatrix.MatrixResult]) {
    let used = Set(results.map { $0.outcome })
    element(.ul, class: "legend") { html in
      for outcome in MatrixOutcome.allCases where used.contains(outcome) {
        html.element(.li) { html in
          html.outcome(outcome)
          html.write(" " + outcome.meaning)
        }
      }
    }
  }

  /// Writes the meanings of the columns of a matrix, in a folded part.
  mutating func meaning(of columns: [MatrixColumn]) {
    element(.details) { html in
      html.element(.summary, text: "Meaning of the columns")
      html.element(.dl, class: "columns") { html in
        for column in columns {
          html.element(.dt, text: column.title)
          html.element(.dd, text: column.meaning)
        }
      }
    }
  }

  /// Writes an outcome as its sign and word, in its color.
  mutating func outcome(_ outcome: MatrixOutcome) {
    element(.span, class: "outcome " + outcome.style) { html in
      html.element(.span, [HTMLAttribute(.class, "sign"), HTMLAttribute(.hidden, "true")]) {
        $0.write(outcome.sign)
      }
      html.element(.strong, text: outcome.word)
    }
  }
}

extension OutcomeMatrix.MatrixResult {
  /// The name of the row or guard in a cell, such as `guard closed`.
  var rowWords: String { row.table == "guards" ? "guard " + row.id.text : row.id.text }
}
