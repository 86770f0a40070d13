internal import LinkPolicy
internal import LinkPolicyReview

/// What matrices are made of, whether of one policy or of two.
extension HTMLWriter {
  /// Writes the head of a matrix.
  mutating func head(of columns: [MatrixColumn]) {
    element(.thead) { html in
      html.element(.tr) { html in
        html.element(.th, [HTMLAttribute(.scope, "col"), HTMLAttribute(.rowspan, "2")]) {
          $0.write("arriving sign-in")
        }
        let attributes = [
          HTMLAttribute(.scope, "colgroup"), HTMLAttribute(.colspan, "\(columns.count)"),
        ]
        html.element(.th, attributes) { html in
          html.element(.span, class: "over", text: "existing account that it meets")
        }
      }
      html.element(.tr) { html in
        for column in columns {
          html.element(.th, [HTMLAttribute(.scope, "col")]) { $0.write(column.title) }
        }
      }
    }
  }

  /// Writes the heading of a table's lines.
  mutating func group(of columns: [MatrixColumn], _ heading: (inout HTMLWriter) -> Void) {
    element(.tr, class: "group") { html in
      let attributes = [
        HTMLAttribute(.scope, "rowgroup"), HTMLAttribute(.colspan, "\(columns.count + 1)"),
      ]
      html.element(.th, attributes) { html in
        html.element(.span, class: "over", heading)
      }
    }
  }

  /// Writes what a line stands for, with a link to the line.
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

  /// Writes the results of a cell, the first with a link to the cell.
  mutating func results(
    _ results: [OutcomeMatrix.Result], in anchor: Anchor, areColoured: Bool,
    row: (OutcomeMatrix.Result, inout HTMLWriter) -> Void
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

  /// Writes what the outcomes of some results mean.
  mutating func legend(of results: [OutcomeMatrix.Result]) {
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

  /// Writes what the columns of a matrix stand for, folded.
  mutating func meaning(of columns: [MatrixColumn]) {
    element(.details) { html in
      html.element(.summary, text: "What the columns stand for")
      html.element(.dl, class: "columns") { html in
        for column in columns {
          html.element(.dt, text: column.title)
          html.element(.dd, text: column.meaning)
        }
      }
    }
  }

  /// Writes an outcome as its sign and word, in its colour.
  mutating func outcome(_ outcome: MatrixOutcome) {
    element(.span, class: "outcome " + outcome.style) { html in
      html.element(.span, [HTMLAttribute(.class, "sign"), HTMLAttribute(.hidden, "true")]) {
        $0.write(outcome.sign)
      }
      html.element(.strong, text: outcome.word)
    }
  }
}

extension OutcomeMatrix.Result {
  /// The row or guard as a cell names it.
  var rowWords: String { row.table == "guards" ? "guard " + row.id.text : row.id.text }
}
