internal import LinkPolicy

/// What a proof came to, statement by statement.
struct VerdictsSection: PageSection {
  let anchor = Anchor(section: "verdicts")
  let heading = "What is proved"
  let verdicts: [ShownVerdict]

  var parts: [(anchor: Anchor, heading: String)] {
    verdicts.map { ($0.anchor, $0.name) }
  }

  /// Everything that a page says of a proof: the verdicts, what breaks a statement, and what all
  /// of it rests on; nothing where nothing was proved.
  static func sections(_ verdicts: [ShownVerdict], _ groundwork: [String]) -> [any PageSection] {
    guard !verdicts.isEmpty else { return [] }
    let broken = verdicts.filter { !$0.story.isEmpty }
    var sections: [any PageSection] = [VerdictsSection(verdicts: verdicts)]
    if !broken.isEmpty {
      sections.append(CounterexamplesSection(verdicts: broken))
    }
    if !groundwork.isEmpty {
      sections.append(GroundworkSection(lines: groundwork))
    }
    return sections
  }

  func write(to html: inout HTMLWriter) {
    html.frame(namedBy: anchor, class: "verdicts") { html in
      html.head(["name", "verdict", "statement"])
      html.element(.tbody, [HTMLAttribute(.rows, "")]) { html in
        for verdict in verdicts {
          write(verdict, to: &html)
        }
      }
    }
  }

  private func write(_ verdict: ShownVerdict, to html: inout HTMLWriter) {
    let attributes = [
      HTMLAttribute(.id, verdict.anchor.id), HTMLAttribute(.kinds, verdict.finding.rawValue),
    ]
    html.element(.tr, attributes) { html in
      html.element(.th, [HTMLAttribute(.scope, "row")]) { html in
        html.link(to: verdict.anchor, verdict.name)
      }
      html.element(.td) { $0.finding(verdict.finding) }
      html.element(.td, class: "statement") { html in
        html.write(verdict.statement)
        if verdict.story.isEmpty {
          for remark in verdict.remarks {
            html.element(.div, class: "note", text: remark)
          }
        } else {
          html.element(.div) { html in
            html.link(to: verdict.counterexample, "how it is broken")
          }
        }
      }
    }
  }
}

/// How statements are broken: each sequence in words and as a picture.
struct CounterexamplesSection: PageSection {
  let anchor = Anchor(section: "counterexamples")
  let heading = "How it is broken"
  let verdicts: [ShownVerdict]

  var parts: [(anchor: Anchor, heading: String)] {
    verdicts.map { ($0.counterexample, $0.name) }
  }

  func write(to html: inout HTMLWriter) {
    for verdict in verdicts {
      let anchor = verdict.counterexample
      let attributes = [HTMLAttribute(.class, "change"), HTMLAttribute(.id, anchor.id)]
      html.element(.div, attributes) { html in
        html.element(.h3, [HTMLAttribute(.id, anchor.heading.id)]) { html in
          html.write(verdict.name + " ")
          html.finding(verdict.finding)
          html.write(" ")
          html.selfLink(to: anchor, naming: verdict.name)
        }
        html.element(.p, text: verdict.statement)
        html.story(verdict.story)
        if let picture = verdict.picture {
          html.draw(picture, of: verdict.name, describedBy: anchor)
        }
        for remark in verdict.remarks {
          html.element(.p, class: "note", text: remark)
        }
      }
    }
  }
}

/// What verdicts rest on and how far they go, folded: it is the same for most policies.
struct GroundworkSection: PageSection {
  let anchor = Anchor(section: "groundwork")
  let heading = "What the verdicts rest on"
  /// Each a sentence without a full stop.
  let lines: [String]

  func write(to html: inout HTMLWriter) {
    html.element(.details) { html in
      html.element(.summary, text: "Assumptions, switches and bounds (\(lines.count))")
      html.element(.ul) { html in
        for line in lines {
          html.element(.li, text: line)
        }
      }
    }
  }
}

extension ShownVerdict {
  /// Where links to the verdict lead.
  var anchor: Anchor { Anchor("verdict", Name(name)) }
  /// Where links to the sequence that breaks it lead.
  var counterexample: Anchor { Anchor("counterexample", Name(name)) }
}

extension HTMLWriter {
  /// Writes what a proof came to, as a sign and a word in a colour.
  fileprivate mutating func finding(_ finding: ShownVerdict.Finding) {
    element(.span, class: "outcome " + finding.style) { html in
      html.element(.span, [HTMLAttribute(.class, "sign"), HTMLAttribute(.hidden, "true")]) {
        $0.write(finding.sign)
      }
      html.element(.strong, text: finding.word)
    }
  }
}
