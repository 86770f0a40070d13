internal import LinkPolicy
internal import LinkPolicyDiagnostics

/// A writer of HTML pages that never lets text become markup.
///
/// Element and attribute names are cases of enumerations, and all other text is escaped. Only ``style(_:)`` and
/// ``script(_:)`` write unescaped text, and this text is always part of this package.
struct HTMLWriter {
  private var bytes: [UInt8] = []
  /// The headings of the current table's columns.
  private var columns: [String] = []
  /// The number of cells of the current row so far.
  private var cellCount = 0

  /// The text of the page, as far as it is written.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Writes the document type declaration, with which every page begins.
  mutating func doctype() {
    bytes += Array("<!doctype html>".utf8)
  }

  /// Writes an element: its attributes, whose values are escaped, and then its content.
  mutating func element(
    _ element: HTMLElement, _ attributes: [HTMLAttribute] = [],
    content: (inout HTMLWriter) -> Void = { _ in }
  ) {
    if element.isBlock, !bytes.isEmpty {
      bytes.append(UInt8(ascii: "\n"))
    }
    bytes += Array("<\(element.rawValue)".utf8)
    for attribute in attributes + tableAttributes(of: element, attributes) {
      bytes += Array(" \(attribute.key.rawValue)=\"".utf8)
      escape(attribute.value)
      bytes.append(UInt8(ascii: "\""))
    }
    bytes.append(UInt8(ascii: ">"))
    guard !element.isVoid else { return }
    content(&self)
    bytes += Array("</\(element.rawValue)>".utf8)
  }

  /// Returns the attributes that give screen readers the role of each part of a table, and the column of each cell.
  ///
  /// On small screens, the style sheet turns rows into cards and shows the column's heading in each cell. Some browsers
  /// drop the implicit roles of elements in such cards.
  private mutating func tableAttributes(
    of element: HTMLElement, _ given: [HTMLAttribute]
  ) -> [HTMLAttribute] {
    func role(_ name: String) -> [HTMLAttribute] { [HTMLAttribute(.role, name)] }
    switch element {
    case .table:
      columns = []
      return role("table")
    case .thead, .tbody: return role("rowgroup")
    case .tr:
      cellCount = 0
      return role("row")
    case .th:
      cellCount += 1
      let isColumn = given.contains { $0.key == .scope && $0.value == "col" }
      return role(isColumn ? "columnheader" : "rowheader")
    case .td:
      defer { cellCount += 1 }
      let isNamed = given.contains { $0.key == .column }
      guard !isNamed, columns.indices.contains(cellCount) else { return role("cell") }
      return role("cell") + [HTMLAttribute(.column, columns[cellCount])]
    case .a, .aside, .body, .code, .dd, .del, .details, .div, .dl, .dt, .footer, .h1, .h2, .h3,
      .head, .header, .html, .ins, .li, .link, .main, .meta, .nav, .ol, .p, .script, .section,
      .small, .span, .strong, .style, .summary, .time, .title, .ul, .svg, .circle, .desc, .line,
      .path, .rect, .text:
      return []
    }
  }

  /// Writes an element of a class, with content.
  mutating func element(
    _ element: HTMLElement, class name: String, content: (inout HTMLWriter) -> Void
  ) {
    self.element(element, [HTMLAttribute(.class, name)], content: content)
  }

  /// Writes an element that contains only text.
  mutating func element(_ element: HTMLElement, class name: String? = nil, text: String) {
    self.element(element, name.map { [HTMLAttribute(.class, $0)] } ?? []) { $0.write(text) }
  }

  /// Writes text with all markup escaped, so that `<` becomes `&lt;`.
  mutating func write(_ text: String) {
    escape(text)
  }

  /// Writes a style sheet of this package, unescaped as browsers require.
  mutating func style(_ sheet: StyleSheet) {
    element(.style) { $0.bytes += Array(sheet.text.utf8) }
  }

  /// Writes a script of this package, unescaped as browsers require.
  mutating func script(_ script: PageScript) {
    element(.script) { $0.bytes += Array(script.text.utf8) }
  }

  /// Writes a link to an anchor of the page.
  mutating func link(to anchor: Anchor, _ text: String, class name: String? = nil) {
    var attributes = [HTMLAttribute(.href, "#" + anchor.id)]
    if let name {
      attributes.append(HTMLAttribute(.class, name))
    }
    element(.a, attributes) { $0.write(text) }
  }

  /// Writes a link to a web address; writes any other address as text.
  ///
  /// The check is necessary because a `url` in a policy could start with `javascript:`.
  mutating func link(toWeb address: String, _ text: String) {
    guard address.utf8.starts(with: "https://".utf8) || address.utf8.starts(with: "http://".utf8)
    else {
      write(address.utf8.isEmpty ? text : text + " (" + address + ")")
      return
    }
    element(.a, [HTMLAttribute(.href, address), HTMLAttribute(.rel, "noreferrer")]) {
      $0.write(text)
    }
  }

  /// Escapes markup and replaces characters that HTML forbids, that are invisible, or that would reorder the
  /// surrounding text.
  private mutating func escape(_ text: String) {
    var before: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": bytes += Array("&amp;".utf8)
      case "<": bytes += Array("&lt;".utf8)
      case ">": bytes += Array("&gt;".utf8)
      case "\"": bytes += Array("&quot;".utf8)
      case "'": bytes += Array("&#39;".utf8)
      // Line breaks become references, so that no line of a text starts a line of the page. A build server may print
      // the page in its log, so the writer also breaks up the markers that build servers interpret within a line.
      case "\n", "\t": bytes += Array("&#\(scalar.value);".utf8)
      case "#" where before == "#": bytes += Array("&#35;".utf8)
      default: bytes += Array(String(Self.isHarmless(scalar) ? scalar : "\u{FFFD}").utf8)
      }
      before = scalar
    }
  }

  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Joiners and non-joiners change the look of their neighbors, as in Persian text or emoji, so the page keeps these
    // characters.
    case 0x200C, 0x200D: true
    case 0xFDD0...0xFDEF: false
    case let value: value & 0xFFFE != 0xFFFE && !HarmlessText.isHidden(scalar)
    }
  }
}

extension HTMLWriter {
  /// Writes a table; its name for screen readers is the heading of an anchor, which must be on the page.
  mutating func table(
    namedBy anchor: Anchor, class name: String, _ content: (inout HTMLWriter) -> Void
  ) {
    let attributes = [
      HTMLAttribute(.class, name), HTMLAttribute(.labelledBy, anchor.heading.id),
    ]
    element(.table, attributes, content: content)
  }

  /// Writes content that may exceed the window, in a frame that scrolls separately.
  ///
  /// A sign at the right edge of the frame shows that the frame can be scrolled further.
  mutating func scrolling(
    namedBy anchor: Anchor, class name: String, _ content: (inout HTMLWriter) -> Void
  ) {
    let attributes = [
      HTMLAttribute(.class, name), HTMLAttribute(.role, "region"),
      HTMLAttribute(.labelledBy, anchor.heading.id), HTMLAttribute(.tabindex, "0"),
    ]
    element(.div, attributes) { html in
      content(&html)
      html.element(.div, [HTMLAttribute(.class, "further"), HTMLAttribute(.hidden, "true")])
    }
  }

  /// Writes the head of a table: one row of headings.
  mutating func head(_ headings: [String]) {
    columns = headings
    element(.thead) { html in
      html.element(.tr) { html in
        for heading in headings {
          html.element(.th, [HTMLAttribute(.scope, "col")]) { $0.write(heading) }
        }
      }
    }
  }

  /// Writes words as code, separated by commas.
  mutating func words(_ words: [String]) {
    for (index, word) in words.enumerated() {
      if index > 0 {
        write(", ")
      }
      element(.code, text: word)
    }
  }
}

extension HTMLWriter {
  /// Writes a sign that is a link to its own position, so that readers can copy the link.
  mutating func selfLink(to anchor: Anchor, naming what: String) {
    let attributes = [
      HTMLAttribute(.class, "self"), HTMLAttribute(.href, "#" + anchor.id),
      HTMLAttribute(.label, "link to " + what),
    ]
    element(.a, attributes) { $0.write("#") }
  }
}

/// The elements of pages.
///
/// Pages use only these cases, so no text from a policy can name an element.
enum HTMLElement: String, Sendable {
  case a, aside, body, code, dd, del, details, div, dl, dt, footer, h1, h2, h3, head, header, html
  case ins, li, link, main, meta, nav, ol, p, script, section, small, span, strong, style, summary,
    table
  case tbody, td, th, thead, time, title, tr, ul
  /// The elements of pictures.
  case svg, circle, desc, line, path, rect, text

  /// Whether the element has no end tag and no content, such as `meta`.
  var isVoid: Bool {
    switch self {
    case .link, .meta: true
    default: false
    }
  }

  /// Whether the element starts on a new line, so that pages can be read and compared as text.
  var isBlock: Bool {
    switch self {
    case .a, .code, .del, .ins, .small, .span, .strong, .time: false
    default: true
    }
  }
}

/// An attribute of an element, with a value that the writer of the page escapes.
struct HTMLAttribute: Sendable {
  /// The attributes that pages use.
  enum HTMLAttributeName: String, Sendable {
    case charset, colspan, content, href, id, lang, name, open, rel, role, rowspan, scope, tabindex
    case `class`
    case hidden = "aria-hidden"
    case describedBy = "aria-describedby"
    case equivalent = "http-equiv"
    /// The heading of a cell's column, which a card shows.
    case column = "data-column"
    /// The data by which the script of a page filters rows; see ``PageScript``.
    case kinds = "data-kind"
    case rows = "data-rows"
    case table = "data-table"
    case labelledBy = "aria-labelledby"
    case label = "aria-label"
    /// The attributes of pictures.
    case cx, cy, d, height, r, viewBox, width, x, x1, x2, y, y1, y2
    case anchor = "text-anchor"
  }

  let key: HTMLAttributeName
  let value: String

  init(_ key: HTMLAttributeName, _ value: String) {
    self.key = key
    self.value = value
  }
}
