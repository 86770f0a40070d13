internal import LinkPolicy

/// What another version of a policy does otherwise, change by change.
struct ChangesSection: PageSection {
  let anchor = Anchor(section: "changes")
  let heading = "What it does otherwise"
  let changes: [ShownChange]

  var parts: [(anchor: Anchor, heading: String)] {
    changes.indices.map { (Self.anchor($0), "\($0 + 1). " + Self.title(changes[$0])) }
  }

  private static func anchor(_ index: Int) -> Anchor {
    Anchor("change", Name("\(index + 1)"))
  }

  private static func title(_ change: ShownChange) -> String {
    change.kinds.map { $0.word }.joined(separator: ", ")
  }

  func write(to html: inout HTMLWriter) {
    if changes.isEmpty {
      html.element(.p, text: "Every cell that can occur is answered alike.")
    }
    for (index, change) in changes.enumerated() {
      let anchor = Self.anchor(index)
      html.element(.div, [HTMLAttribute(.class, "change"), HTMLAttribute(.id, anchor.id)]) { html in
        html.element(.h3, [HTMLAttribute(.id, anchor.heading.id)]) { html in
          html.write("\(index + 1). ")
          for kind in change.kinds {
            html.element(.span, class: "outcome " + Self.style(of: kind), text: kind.word)
            html.write(" ")
          }
        }
        for kind in change.kinds {
          html.element(.p, class: "reading", text: kind.meaning)
        }
        html.element(.dl, class: "sides") { html in
          Self.write(change.old, as: "old", to: &html)
          Self.write(change.new, as: "new", to: &html)
        }
        for box in change.boxes {
          Self.write(box, to: &html)
        }
        if change.hiddenBoxes > 0 {
          html.element(
            .p, class: "reading", text: "\(change.hiddenBoxes) further boxes are not shown.")
        }
      }
    }
  }

  private static func write(
    _ answer: ShownChange.Answer, as side: String, to html: inout HTMLWriter
  ) {
    html.element(.div) { html in
      html.element(.dt, text: side)
      html.element(.dd) { html in
        html.element(.strong, text: answer.row.utf8.isEmpty ? "no row" : answer.row)
        html.write(" ")
        html.element(.code, text: answer.words)
        html.element(.small, text: answer.place)
      }
    }
  }

  private static func write(_ box: ShownChange.Box, to html: inout HTMLWriter) {
    html.element(.div, class: "box") { html in
      html.element(.p) { html in
        html.write(box.conditions.isEmpty ? "everywhere in the table" : "where ")
        html.words(box.conditions)
        html.write(box.cells == 1 ? " (1 cell)" : " (\(box.cells) cells)")
      }
      if !box.story.isEmpty {
        html.story(box.story)
      }
      for remark in box.remarks {
        html.element(.p, class: "note", text: remark)
      }
    }
  }

  /// What lets somebody in where nobody came in is coloured like a refusal, and so on.
  private static func style(of kind: ShownChange.Kind) -> String {
    switch Name(kind.word) {
    case "reaches-more", "drops-less": "refuses"
    case "reaches-less": "asks"
    case "drops-more": "drops"
    case "splits": "second"
    case "renames": "creates"
    default: "allows"
    }
  }
}

/// The declarations that differ and show in no cell.
struct DeclaredSection: PageSection {
  let anchor = Anchor(section: "declared")
  let heading = "Declarations that no cell shows"
  let declarations: [ShownDeclaration]

  func write(to html: inout HTMLWriter) {
    html.frame(namedBy: anchor, class: "declared") { html in
      html.head(["declaration", "old", "new"])
      html.element(.tbody) { html in
        for declaration in declarations {
          html.element(.tr) { html in
            html.element(.th, [HTMLAttribute(.scope, "row")]) { $0.write(declaration.subject) }
            html.element(.td) { $0.element(.code, text: declaration.old) }
            html.element(.td) { $0.element(.code, text: declaration.new) }
          }
        }
      }
    }
  }
}
