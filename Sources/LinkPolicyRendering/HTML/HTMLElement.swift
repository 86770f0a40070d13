/// The elements that pages are made of.
///
/// The list is closed, so that no text from a policy can ever name one.
enum HTMLElement: String, Sendable {
  case a, aside, body, code, dd, details, div, dl, dt, footer, h1, h2, h3, head, header, html, li
  case link, main, meta, nav, ol, p, script, section, small, span, strong, style, summary, table
  case tbody, td, th, thead, time, title, tr, ul
  /// What pictures are drawn with.
  case svg, circle, desc, line, path, rect, text

  /// Whether it has no end tag.
  var isVoid: Bool {
    switch self {
    case .link, .meta: true
    default: false
    }
  }

  /// Whether it starts on a line of its own, so that pages can be read and compared as text.
  var isBlock: Bool {
    switch self {
    case .a, .code, .small, .span, .strong, .time: false
    default: true
    }
  }
}

/// An attribute of an element, its value still unescaped.
struct HTMLAttribute: Sendable {
  /// The attributes that pages use.
  enum Key: String, Sendable {
    case charset, colspan, content, href, id, lang, name, open, rel, role, rowspan, scope, tabindex
    case `class`
    case hidden = "aria-hidden"
    case describedBy = "aria-describedby"
    case equivalent = "http-equiv"
    /// What the script of a page filters by: see ``PageScript``.
    case kinds = "data-kind"
    case rows = "data-rows"
    case table = "data-table"
    case labelledBy = "aria-labelledby"
    case label = "aria-label"
    /// What pictures are drawn with.
    case cx, cy, d, height, r, viewBox, width, x, x1, x2, y, y1, y2
    case anchor = "text-anchor"
  }

  let key: Key
  let value: String

  init(_ key: Key, _ value: String) {
    self.key = key
    self.value = value
  }
}
