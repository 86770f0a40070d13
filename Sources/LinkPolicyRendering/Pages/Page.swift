/// A part of a page under a heading of its own.
protocol PageSection: Sendable {
  /// Where links to the section lead.
  var anchor: Anchor { get }
  /// The heading.
  var heading: String { get }
  /// The parts of the section that the page's list of contents names.
  var parts: [(anchor: Anchor, heading: String)] { get }
  /// Writes what stands under the heading.
  func write(to html: inout HTMLWriter)
}

extension PageSection {
  var parts: [(anchor: Anchor, heading: String)] { [] }
}

/// One page that needs nothing beside it: no network, no script, no font of its own.
struct Page {
  /// The title.
  var title: String
  /// What the page is about, under the title.
  var lead: String
  /// What identifies it: labels, each with a value.
  var marks: [(label: String, value: String)]
  /// The sections, in order.
  var sections: [any PageSection]

  /// The page as UTF-8.
  var html: [UInt8] {
    var html = HTMLWriter()
    html.doctype()
    html.element(.html, [HTMLAttribute(.lang, "en")]) { html in
      html.element(.head) { html in
        html.element(.meta, [HTMLAttribute(.charset, "utf-8")])
        html.element(
          .meta,
          [
            HTMLAttribute(.name, "viewport"),
            HTMLAttribute(.content, "width=device-width, initial-scale=1"),
          ])
        html.element(
          .meta, [HTMLAttribute(.name, "color-scheme"), HTMLAttribute(.content, "light dark")])
        html.element(.title, text: title)
        html.style(.page)
      }
      html.element(.body) { html in
        writeHeader(to: &html)
        html.element(.main, [HTMLAttribute(.id, "content")]) { html in
          for section in sections {
            let heading = section.anchor.heading
            html.element(
              .section,
              [HTMLAttribute(.id, section.anchor.id), HTMLAttribute(.labelledBy, heading.id)]
            ) { html in
              html.element(.h2, [HTMLAttribute(.id, heading.id)]) { $0.write(section.heading) }
              section.write(to: &html)
            }
          }
        }
      }
    }
    return Array((html.text + "\n").utf8)
  }

  private func writeHeader(to html: inout HTMLWriter) {
    html.element(.a, [HTMLAttribute(.class, "skip"), HTMLAttribute(.href, "#content")]) {
      $0.write("To the content")
    }
    html.element(.header) { html in
      html.element(.h1, text: title)
      if !lead.utf8.isEmpty {
        html.element(.p, class: "lead", text: lead)
      }
      html.element(.dl, class: "marks") { html in
        for mark in marks {
          html.element(.div) { html in
            html.element(.dt, text: mark.label)
            html.element(.dd) { $0.element(.code, text: mark.value) }
          }
        }
      }
    }
    html.element(.nav, [HTMLAttribute(.label, "Contents")]) { html in
      html.element(.ul) { html in
        for section in sections {
          html.element(.li) { html in
            html.link(to: section.anchor, section.heading)
            guard !section.parts.isEmpty else { return }
            html.element(.ul) { html in
              for part in section.parts {
                html.element(.li) { $0.link(to: part.anchor, part.heading) }
              }
            }
          }
        }
      }
    }
  }
}
