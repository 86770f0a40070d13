internal import LinkPolicy

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

/// One page that needs nothing beside it: no network, no font of its own, and no script to be read.
///
/// Its first section stands right below its title; what identifies it and the list of contents
/// come after that.
struct Page {
  /// The title.
  var title: String
  /// What the page is about, under the title.
  var lead: String
  /// What identifies it: labels, each with a value.
  var marks: [(label: String, value: String)]
  /// The sections, in order.
  var sections: [any PageSection]

  private static var contents: Anchor { Anchor(section: "contents") }

  /// The page as UTF-8.
  var html: [UInt8] {
    var html = HTMLWriter()
    html.doctype()
    html.element(.html, [HTMLAttribute(.lang, "en")]) { html in
      html.element(.head) { writeHead(to: &$0) }
      html.element(.body) { html in
        let skip = [HTMLAttribute(.class, "skip"), HTMLAttribute(.href, "#" + Self.contents.id)]
        html.element(.a, skip) { $0.write("To the contents") }
        html.element(.header) { html in
          html.element(.h1, text: title)
          if !lead.utf8.isEmpty {
            html.element(.p, class: "lead", text: lead)
          }
        }
        html.element(.main, [HTMLAttribute(.id, "content")]) { html in
          for (number, section) in sections.enumerated() {
            write(section, to: &html)
            if number == 0 {
              writeContents(to: &html)
            }
          }
        }
        html.script(.page)
      }
    }
    return Array((html.text + "\n").utf8)
  }

  private func writeHead(to html: inout HTMLWriter) {
    html.element(.meta, [HTMLAttribute(.charset, "utf-8")])
    let security = ContentSecurity(.page, .page)
    html.element(
      .meta,
      [
        HTMLAttribute(.equivalent, "Content-Security-Policy"),
        HTMLAttribute(.content, security.text),
      ])
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

  private func write(_ section: any PageSection, to html: inout HTMLWriter) {
    let heading = section.anchor.heading
    let attributes = [
      HTMLAttribute(.id, section.anchor.id), HTMLAttribute(.labelledBy, heading.id),
    ]
    html.element(.section, attributes) { html in
      html.element(.h2, [HTMLAttribute(.id, heading.id)]) { html in
        html.write(section.heading + " ")
        html.selfLink(to: section.anchor, naming: section.heading)
      }
      section.write(to: &html)
    }
  }

  private func writeContents(to html: inout HTMLWriter) {
    html.element(.dl, class: "marks") { html in
      for mark in marks {
        html.element(.div) { html in
          html.element(.dt, text: mark.label)
          html.element(.dd) { $0.element(.code, text: mark.value) }
        }
      }
    }
    let attributes = [HTMLAttribute(.id, Self.contents.id), HTMLAttribute(.label, "Contents")]
    html.element(.nav, attributes) { html in
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
