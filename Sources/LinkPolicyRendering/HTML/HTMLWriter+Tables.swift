extension HTMLWriter {
  /// Writes a table in a frame that scrolls by itself, and can be reached and scrolled by keyboard.
  ///
  /// The frame is named by the heading that the anchor has, which must stand on the page.
  mutating func frame(
    namedBy anchor: Anchor, class name: String, _ table: (inout HTMLWriter) -> Void
  ) {
    scrolling(namedBy: anchor, class: "frame") { $0.element(.table, class: name, table) }
  }

  /// Writes what may be wider or higher than the window in a frame that scrolls by itself.
  ///
  /// Signs at the right and at the bottom of the frame show that there is more, as long as there is.
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
    element(.thead) { html in
      html.element(.tr) { html in
        for heading in headings {
          html.element(.th, [HTMLAttribute(.scope, "col")]) { $0.write(heading) }
        }
      }
    }
  }

  /// Writes words as code, with commas between them.
  mutating func words(_ words: [String]) {
    for (index, word) in words.enumerated() {
      if index > 0 {
        write(", ")
      }
      element(.code, text: word)
    }
  }
}
