internal import LinkPolicy
package import LinkPolicyAuthoring

/// A section of a page, with a heading such as `All changes`.
protocol PageSection: Sendable {
  /// The link target of the section.
  var anchor: Anchor { get }
  /// The heading of the section, which the table of contents also shows.
  var heading: String { get }
  /// The parts of the section in the page's table of contents.
  var parts: [(anchor: Anchor, heading: String)] { get }
  /// The style and sign of a section that is a banner; nil for an ordinary section.
  var mark: (style: String, sign: String)? { get }
  /// Writes the content below the heading.
  func write(to html: inout HTMLWriter)
}

extension PageSection {
  var parts: [(anchor: Anchor, heading: String)] { [] }
  var mark: (style: String, sign: String)? { nil }
}

/// A self-contained page, which needs no network, special fonts or scripts.
///
/// The identification of the content and the table of contents follow the first sections, so that the first sections
/// directly follow the title.
struct Page {
  /// The title of the page, such as `old.yaml → new.yaml`.
  var title: String
  /// A word, such as `STOPPED`, that precedes the title in the browser's list of windows; empty to omit the word.
  var status = ""
  /// The summary below the title.
  var lead: String
  /// The identification of the content, such as names and digests of policies: labels, each with a
  /// value.
  var marks: [(label: String, value: String)]
  /// The sections, in order.
  var sections: [any PageSection]
  /// The number of sections before the table of contents.
  var sectionsBeforeContents = 1

  private static var contents: Anchor { Anchor(section: "contents") }

  /// The HTML of the page, in UTF-8.
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
            if number + 1 == sectionsBeforeContents {
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
    html.element(.title, text: (status.isEmpty ? "" : status + ": ") + title)
    html.style(.page)
  }

  private func write(_ section: any PageSection, to html: inout HTMLWriter) {
    let heading = section.anchor.heading
    var attributes = [
      HTMLAttribute(.id, section.anchor.id), HTMLAttribute(.labelledBy, heading.id),
    ]
    if let mark = section.mark {
      attributes.append(HTMLAttribute(.class, "banner " + mark.style))
    }
    html.element(.section, attributes) { html in
      if let mark = section.mark {
        let sign = [HTMLAttribute(.class, "icon"), HTMLAttribute(.hidden, "true")]
        html.element(.div, sign) { $0.write(mark.sign) }
      }
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

/// A page for reviewers about one policy: the verdicts, the matrices, the tables and the declarations.
package struct PolicyPage {
  private let policy: CompiledPolicy
  /// The verdicts of a proof; empty if there is no proof.
  package var verdicts: [ShownVerdict] = []
  /// The assumptions of the verdicts, each a sentence without a full stop.
  package var groundwork: [String] = []
  /// The degree to which the proof depends on each edited row; empty if the dependence was not examined.
  package var reliances: [ShownReliance] = []
  /// The number of proved edits, out of all edits, as a sentence.
  package var relianceExtent = ""

  /// Creates the page of a policy.
  package init(_ policy: CompiledPolicy) {
    self.policy = policy
  }

  /// The page as self-contained HTML in UTF-8.
  package var html: [UInt8] {
    let document = policy.document
    let notes = reliances.compactMap { reliance in reliance.note.map { (reliance.row, $0) } }
    let guards = RulesSection.guards(document, notes)
    let facts = RulesSection.facts(document, notes)
    var sections = VerdictsSection.sections(verdicts, groundwork)
    sections.append(MatrixSection(matrices: OutcomeMatrix.all(policy)))
    if !reliances.isEmpty {
      sections.append(RelianceSection(rows: reliances, extent: relianceExtent))
    }
    sections += [guards, facts].compactMap { $0 }
    sections += [RulesSection.decisions(document, notes), DeclarationsSection(document)]
    let page = Page(
      title: policy.name, lead: policy.title,
      marks: Self.marks(policy), sections: sections)
    return page.html
  }

  /// Returns the digest, the numbers of tables, rows and guards, and the files of a policy.
  static func marks(_ policy: CompiledPolicy) -> [(label: String, value: String)] {
    let storage = policy.storage
    let rows = storage.tables.reduce(0) { $0 + $1.rows.count }
    return [
      ("digest", policy.digest.text),
      ("tables", "\(storage.tables.count)"), ("rows", "\(rows)"),
      ("guards", "\(storage.guards.count)"),
      ("files", policy.sources.files.map { $0.name.withoutFolders }.joined(separator: ", ")),
    ]
  }
}

extension String {
  /// The path without its folders if the path is absolute; a relative path stays unchanged.
  fileprivate var withoutFolders: String {
    guard hasPrefix("/") else { return self }
    return utf8.split(separator: UInt8(ascii: "/")).last.map { String($0) ?? self } ?? self
  }
}
