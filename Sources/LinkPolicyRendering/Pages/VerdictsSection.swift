internal import LinkPolicy

/// What a proof came to, statement by statement.
struct VerdictsSection: PageSection {
  let anchor = Anchor(section: "verdicts")
  let heading = "What is proved"
  let verdicts: [ShownVerdict]
  /// What they rest on and how far they go, each a sentence without a full stop.
  var groundwork: [String] = []

  var parts: [(anchor: Anchor, heading: String)] {
    verdicts.map { (Anchor("verdict", Name($0.name)), $0.name) }
  }

  func write(to html: inout HTMLWriter) {
    if !groundwork.isEmpty {
      html.element(.ul) { html in
        for line in groundwork {
          html.element(.li, text: line)
        }
      }
    }
    for verdict in verdicts {
      let anchor = Anchor("verdict", Name(verdict.name))
      html.element(.div, [HTMLAttribute(.class, "change"), HTMLAttribute(.id, anchor.id)]) { html in
        html.element(.h3, [HTMLAttribute(.id, anchor.heading.id)]) { html in
          html.write(verdict.name + " ")
          html.element(.span, class: "outcome " + verdict.finding.style) { html in
            html.element(.span, [HTMLAttribute(.class, "sign"), HTMLAttribute(.hidden, "true")]) {
              $0.write(verdict.finding.sign)
            }
            html.element(.strong, text: verdict.finding.word)
          }
        }
        html.element(.p, text: verdict.statement)
        if !verdict.story.isEmpty {
          html.story(verdict.story)
          if let picture = verdict.picture {
            html.draw(picture, describedBy: anchor.heading)
          }
        }
        for remark in verdict.remarks {
          html.element(.p, class: "note", text: remark)
        }
      }
    }
  }
}
