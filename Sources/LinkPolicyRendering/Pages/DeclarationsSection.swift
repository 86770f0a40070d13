internal import LinkPolicy
internal import LinkPolicyAuthoring

/// What a policy declares beside its tables: names, each with what is said of it.
struct DeclarationsSection: PageSection {
  /// One list of declarations.
  struct List: Sendable {
    /// The key in the policy, such as `providers`.
    var key: Name
    /// What the list is.
    var meaning: String
    /// The headings, of the name first.
    var columns: [String]
    /// The lines, a cell for each column; an empty one says nothing.
    var lines: [(anchor: Anchor?, cells: [[String]])]
  }

  let anchor = Anchor(section: "declarations")
  let heading = "Declarations"
  private let lists: [List]
  private let sources: [SourceDeclaration]

  /// Collects the declarations of a document.
  init(_ document: PolicyDocument) {
    lists = Self.lists(of: document).filter { !$0.lines.isEmpty }
    sources = document.citations
  }

  var parts: [(anchor: Anchor, heading: String)] {
    lists.map { (Anchor(section: $0.key), $0.key.text) }
      + (sources.isEmpty ? [] : [(Anchor(section: "sources"), "sources")])
  }

  func write(to html: inout HTMLWriter) {
    for list in lists {
      let anchor = Anchor(section: list.key)
      let attributes = [
        HTMLAttribute(.class, "list"), HTMLAttribute(.id, anchor.id), HTMLAttribute(.rows, ""),
      ]
      html.element(.div, attributes) { html in
        html.element(.h3, [HTMLAttribute(.id, anchor.heading.id)]) { html in
          html.write(list.key.text + " ")
          html.selfLink(to: anchor, naming: list.key.text)
        }
        html.element(.p, class: "reading", text: list.meaning)
        html.frame(namedBy: anchor, class: "declared") { html in
          html.head(list.columns)
          html.element(.tbody) { html in
            let anchors = Anchor.distinct(
              list.lines.map { line in
                line.anchor ?? anchor.with(Name((line.cells.first ?? []).joined(separator: ",")))
              })
            for (line, anchor) in zip(list.lines, anchors) {
              let attributes = [
                HTMLAttribute(.id, anchor.id), HTMLAttribute(.table, list.key.text),
              ]
              html.element(.tr, attributes) { Self.write(line.cells, anchor, to: &$0) }
            }
          }
        }
      }
    }
    guard !sources.isEmpty else { return }
    let anchor = Anchor(section: "sources")
    html.element(.div, [HTMLAttribute(.class, "list"), HTMLAttribute(.id, anchor.id)]) { html in
      html.element(.h3, [HTMLAttribute(.id, anchor.heading.id)]) { $0.write("sources") }
      html.element(.ul, class: "sources") { html in
        for source in sources {
          html.element(.li) { html in
            html.element(.strong, text: source.name.value.text)
            html.write(" ")
            let title = source.title.bytes.isEmpty ? source.url.text : source.title.text
            html.link(toWeb: source.url.text, title)
          }
        }
      }
    }
  }

  private static func write(
    _ cells: [[String]], _ anchor: Anchor, to html: inout HTMLWriter
  ) {
    for (column, words) in cells.enumerated() {
      let attributes = column == 0 ? [HTMLAttribute(.scope, "row")] : []
      html.element(column == 0 ? .th : .td, attributes) { html in
        html.words(words)
        if column == 0 {
          html.write(" ")
          html.selfLink(to: anchor, naming: "this line")
        }
      }
    }
  }
}
