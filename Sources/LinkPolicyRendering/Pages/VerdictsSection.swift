internal import LinkPolicy
internal import LinkPolicyExploration
internal import LinkPolicyReview

/// The section with the verdicts of a proof, one for each statement.
struct VerdictsSection: PageSection {
  let anchor = Anchor(section: "verdicts")
  let heading = "Verdicts"
  let verdicts: [ShownVerdict]

  var parts: [(anchor: Anchor, heading: String)] {
    verdicts.map { ($0.anchor, $0.name) }
  }

  /// Returns all sections of a proof: the verdicts, the counterexamples and the assumptions; empty if there was no
  /// proof.
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
    html.element(.p, text: count)
    html.table(namedBy: anchor, class: "verdicts") { html in
      html.head(["name", "verdict", "statement"])
      html.element(.tbody, [HTMLAttribute(.rows, "")]) { html in
        for verdict in verdicts {
          write(verdict, to: &html)
        }
      }
    }
    // The invariant I12 does not exist, so a note explains the gap between I11 and I13.
    if verdicts.contains(where: { $0.name == "I13" }) {
      html.element(.p, class: "note", text: "No invariant has the number I12.")
    }
  }

  /// The number of statements by result, such as `Of 14 statements: 1 broken, 13 proved`.
  private var count: String {
    func part(_ finding: ShownVerdict.ProofResult, _ word: String) -> String? {
      let count = verdicts.count { $0.finding == finding }
      return count == 0 ? nil : "\(count) \(word)"
    }
    let parts = [
      part(.refuted, "broken"), part(.undecided, "not decided"), part(.vacuous, "vacuous"),
      part(.proved, "proved"),
    ]
    return "Of \(verdicts.count) statements: " + parts.compactMap { $0 }.joined(separator: ", ")
      + "."
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
        html.write(verdict.statement.sentence)
        if verdict.story.isEmpty {
          for remark in verdict.remarks {
            html.element(.div, class: "note", text: remark.sentence)
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

/// The section with the sequences that break statements, in words and as pictures.
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
        html.element(.p) { html in
          html.write("This must always be true: ")
          html.element(.strong, text: verdict.statement)
          html.write(". The sequence ends in a state in which it is not.")
        }
        html.story(verdict.story)
        if !verdict.ends.isEmpty {
          html.element(.p, class: "afterwards", text: "Afterwards:")
          html.element(.ul, class: "ends") { html in
            for account in verdict.ends {
              html.element(.li, text: account)
            }
          }
        }
        if let picture = verdict.picture {
          html.draw(picture, of: verdict.name, describedBy: anchor)
        }
        for remark in verdict.remarks {
          html.element(.p, class: "note", text: remark.sentence)
        }
      }
    }
  }
}

/// The section with the assumptions and bounds of the verdicts, which is folded because most policies share them.
struct GroundworkSection: PageSection {
  let anchor = Anchor(section: "groundwork")
  let heading = "Assumptions and bounds"
  /// The lines of the section; each line is a sentence without its full stop.
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
  /// The link target of the verdict.
  var anchor: Anchor { Anchor("verdict", Name(name)) }
  /// The link target of the counterexample.
  var counterexample: Anchor { Anchor("counterexample", Name(name)) }
}

extension HTMLWriter {
  /// Writes the result of a proof as a sign and a word in a color.
  fileprivate mutating func finding(_ finding: ShownVerdict.ProofResult) {
    element(.span, class: "outcome " + finding.style) { html in
      html.element(.span, [HTMLAttribute(.class, "sign"), HTMLAttribute(.hidden, "true")]) {
        $0.write(finding.sign)
      }
      html.element(.strong, text: finding.word)
    }
  }
}

/// The section that shows how invariants depend on rows, measured by proofs of the policy after edits of each row.
struct RelianceSection: PageSection {
  let anchor = Anchor(section: "reliance")
  let heading = "Rows that the proof relies on"
  let rows: [ShownReliance]
  /// The number of proved edits, out of all edits, as a sentence.
  let extent: String

  var parts: [(anchor: Anchor, heading: String)] { [] }

  private static var reading: String {
    """
    Each row and guard was edited by every mutation operator, and each edited policy was proved \
    again. If an edit breaks an invariant that holds for the policy, the invariant relies on the \
    row, so changes there need a careful review. A row on which no invariant relies can still \
    matter for behavior that no invariant covers.
    """
  }

  func write(to html: inout HTMLWriter) {
    html.element(.p, text: Self.reading)
    html.element(.p, class: "note", text: extent)
    html.table(namedBy: anchor, class: "rules") { html in
      html.head(["row", "relied on by", "unsafe edits", "undecided", "safe edits"])
      html.element(.tbody) { html in
        for row in rows {
          let anchor = Anchor("reliance", Name(row.row.text))
          let attributes = [
            HTMLAttribute(.id, anchor.id), HTMLAttribute(.table, row.row.table.text),
          ]
          html.element(.tr, attributes) { html in
            html.element(.th, [HTMLAttribute(.scope, "row")]) { html in
              html.link(to: Anchor(row: row.row), row.row.text)
              html.write(" ")
              html.selfLink(to: anchor, naming: "what relies on this row")
            }
            html.element(.td) { row.write(to: &$0) }
            for number in [row.unsafe, row.undecided, row.safe] {
              html.element(.td, text: "\(number)")
            }
          }
        }
      }
    }
  }
}

extension ShownReliance {
  /// Writes the invariants that depend on the row; if there are none, writes `no invariant` or `not decided`.
  fileprivate func write(to html: inout HTMLWriter) {
    if invariants.isEmpty {
      html.element(
        .span, class: "any", text: undecided == 0 ? "no invariant" : "not decided")
    } else {
      html.words(invariants)
    }
  }

  /// The note below the row's name, such as `relied on by I1`; nil if no invariant depends on the row.
  var note: String? {
    if !invariants.isEmpty {
      return "relied on by " + invariants.joined(separator: ", ")
    }
    return undecided == 0 ? nil : "reliance not decided"
  }
}
