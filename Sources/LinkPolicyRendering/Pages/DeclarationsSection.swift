internal import LinkPolicy

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
      html.element(.div, [HTMLAttribute(.class, "list"), HTMLAttribute(.id, anchor.id)]) { html in
        html.element(.h3, [HTMLAttribute(.id, anchor.heading.id)]) { $0.write(list.key.text) }
        html.element(.p, class: "reading", text: list.meaning)
        html.frame(namedBy: anchor, class: "declared") { html in
          html.head(list.columns)
          html.element(.tbody) { html in
            for line in list.lines {
              let attributes = line.anchor.map { [HTMLAttribute(.id, $0.id)] } ?? []
              html.element(.tr, attributes) { Self.write(line.cells, to: &$0) }
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

  private static func write(_ cells: [[String]], to html: inout HTMLWriter) {
    for (column, words) in cells.enumerated() {
      let attributes = column == 0 ? [HTMLAttribute(.scope, "row")] : []
      html.element(column == 0 ? .th : .td, attributes) { $0.words(words) }
    }
  }
}
