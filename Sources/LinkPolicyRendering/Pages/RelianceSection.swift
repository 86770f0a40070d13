internal import LinkPolicy
internal import LinkPolicyReview

/// Which invariants rely on which rows: what became of the proof where each row is edited.
struct RelianceSection: PageSection {
  let anchor = Anchor(section: "reliance")
  let heading = "What the proof relies on"
  let rows: [ShownReliance]
  /// How many edits were proved, and of how many, as a sentence.
  let extent: String

  var parts: [(anchor: Anchor, heading: String)] { [] }

  private static var reading: String {
    """
    Each row and guard was edited in every way that mutation knows, and each edited policy was \
    proved again. Where an edit breaks an invariant that holds of the policy, the invariant relies \
    on the row: a change there needs a second look. A row on which nothing relies can still matter \
    for what no invariant says.
    """
  }

  func write(to html: inout HTMLWriter) {
    html.element(.p, text: Self.reading)
    html.element(.p, class: "note", text: extent)
    html.frame(namedBy: anchor, class: "rules") { html in
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
  /// Writes the invariants, or that there are none.
  fileprivate func write(to html: inout HTMLWriter) {
    if invariants.isEmpty {
      html.element(
        .span, class: "any", text: undecided == 0 ? "no invariant" : "not decided")
    } else {
      html.words(invariants)
    }
  }

  /// The reliance in a line, for the row itself.
  var note: String? {
    if !invariants.isEmpty {
      return "relied on by " + invariants.joined(separator: ", ")
    }
    return undecided == 0 ? nil : "reliance not decided"
  }
}
