internal import LinkPolicy
internal import LinkPolicyAnalysis

/// The matrices: what arriving sign-ins come to, by the accounts that they meet.
struct MatrixSection: PageSection {
  let anchor = Anchor(section: "matrix")
  let heading = "Who comes in, and what it does"
  let matrices: [OutcomeMatrix]

  var parts: [(anchor: Anchor, heading: String)] {
    matrices.map { (Self.anchor($0), $0.action.text) }
  }

  private static func anchor(_ matrix: OutcomeMatrix) -> Anchor {
    Anchor("matrix", matrix.action)
  }

  func write(to html: inout HTMLWriter) {
    html.element(
      .p,
      text: """
        Each line stands for arriving sign-ins that no column tells apart, each column for a state \
        of the accounts that they meet. A cell names every row that decides anywhere in it. It is \
        worked out from the cells of the tables: nothing is sampled, nothing is left out.
        """)
    legend(to: &html)
    for matrix in matrices {
      let anchor = Self.anchor(matrix)
      html.element(.div, [HTMLAttribute(.class, "matrix"), HTMLAttribute(.id, anchor.id)]) { html in
        html.element(.h3, [HTMLAttribute(.id, anchor.heading.id)]) { $0.write(matrix.action.text) }
        assumptions(of: matrix, to: &html)
        html.frame(namedBy: anchor, class: "matrix") { table(matrix, to: &$0) }
        columns(of: matrix, to: &html)
      }
    }
  }

  private func legend(to html: inout HTMLWriter) {
    var used: [MatrixOutcome] = []
    for matrix in matrices {
      for group in matrix.groups {
        for line in group.lines {
          used += line.cells.flatMap { $0.map { $0.outcome } }
        }
      }
    }
    html.element(.ul, class: "legend") { html in
      for outcome in MatrixOutcome.allCases where used.contains(outcome) {
        html.element(.li) { html in
          html.outcome(outcome)
          html.write(" " + outcome.meaning)
        }
      }
    }
  }

  private func assumptions(of matrix: OutcomeMatrix, to html: inout HTMLWriter) {
    guard !matrix.assumptions.isEmpty else { return }
    html.element(.p, class: "reading") { html in
      html.write("Everything else stands at its usual value, where that can occur: ")
      for (index, assumption) in matrix.assumptions.enumerated() {
        html.write(index == 0 ? "" : ", ")
        let values = assumption.values.map { $0.text }.joined(separator: ", else ")
        html.element(.code, text: assumption.fact.text + ": " + values)
      }
      html.write(". The tables below tell about the rest.")
    }
  }

  private func table(_ matrix: OutcomeMatrix, to html: inout HTMLWriter) {
    html.element(.thead) { html in
      html.element(.tr) { html in
        html.element(.th, [HTMLAttribute(.scope, "col"), HTMLAttribute(.rowspan, "2")]) {
          $0.write("arriving sign-in")
        }
        let attributes = [
          HTMLAttribute(.scope, "colgroup"), HTMLAttribute(.colspan, "\(matrix.columns.count)"),
        ]
        html.element(.th, attributes) { $0.write("existing account that it meets") }
      }
      html.element(.tr) { html in
        for column in matrix.columns {
          html.element(.th, [HTMLAttribute(.scope, "col")]) { $0.write(column.title) }
        }
      }
    }
    for group in matrix.groups {
      html.element(.tbody) { html in
        html.element(.tr, class: "group") { html in
          let attributes = [
            HTMLAttribute(.scope, "rowgroup"),
            HTMLAttribute(.colspan, "\(matrix.columns.count + 1)"),
          ]
          html.element(.th, attributes) { html in
            html.link(to: Anchor(table: group.table), group.table.text)
            if let count = group.uncounted {
              html.write(": \(count) kinds of sign-in, more than a page can show")
            }
          }
        }
        for line in group.lines {
          html.element(.tr) { html in
            html.element(.th, [HTMLAttribute(.scope, "row")]) { heading(of: line, to: &$0) }
            for cell in line.cells {
              results(cell, to: &html)
            }
          }
        }
      }
    }
  }

  private func heading(of line: OutcomeMatrix.Line, to html: inout HTMLWriter) {
    if line.arriving.isEmpty {
      html.element(.div, text: "any")
    }
    for part in line.arriving {
      html.element(.div) { html in
        html.write(part.fact.text + " ")
        if part.isNegated {
          html.element(.strong, text: "not ")
        }
        html.words(part.values.map { $0.text })
      }
    }
    for (fact, value) in line.derived {
      html.element(.div, class: "note", text: "so " + fact.text + ": " + value.text)
    }
  }

  private func results(_ results: [OutcomeMatrix.Result], to html: inout HTMLWriter) {
    guard !results.isEmpty else {
      html.element(.td, class: "never", text: "cannot occur")
      return
    }
    let isOne = results.allSatisfy { $0.outcome == results[0].outcome }
    html.element(.td, class: isOne ? "cell " + results[0].outcome.style : "cell") { html in
      for result in results {
        html.element(.div, class: isOne ? "result" : "result " + result.outcome.style) { html in
          html.element(.span, [HTMLAttribute(.class, "sign"), HTMLAttribute(.hidden, "true")]) {
            $0.write(result.outcome.sign)
          }
          html.element(.strong, text: result.outcome.word)
          html.link(to: Anchor(row: result.row), Self.name(result))
          if let shown = result.shown {
            html.element(.small, text: "shown as " + shown.text)
          }
        }
      }
    }
  }

  private static func name(_ result: OutcomeMatrix.Result) -> String {
    result.row.table == "guards" ? "guard " + result.row.id.text : result.row.id.text
  }

  private func columns(of matrix: OutcomeMatrix, to html: inout HTMLWriter) {
    html.element(.details) { html in
      html.element(.summary, text: "What the columns stand for")
      html.element(.dl, class: "columns") { html in
        for column in matrix.columns {
          html.element(.dt, text: column.title)
          html.element(.dd, text: column.meaning)
        }
      }
    }
  }
}

extension HTMLWriter {
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
