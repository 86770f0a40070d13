package import LinkPolicyDiagnostics

/// A table of text in aligned columns, with wrapped cells.
///
/// Widths are in Unicode scalars, so a wide character counts as one scalar.
package struct TextTable {
  /// A column: its heading and the maximum width of its cells.
  package struct TextColumn {
    /// The heading of the column.
    var heading: String
    /// The maximum number of Unicode scalars in a line of a cell.
    var limit: Int
    /// Whether cells are aligned to the right.
    var isRight: Bool

    /// Creates a column with a heading and a maximum width.
    package init(heading: String, limit: Int, isRight: Bool = false) {
      self.heading = heading
      self.limit = limit
      self.isRight = isRight
    }
  }

  /// The color of a cell: green for good, red for bad, and no color for plain.
  package enum TextMark {
    case plain, good, bad
  }

  /// The text of a cell, in parts that each start a new line, and the color of the cell.
  package struct TextCell {
    var parts: [String]
    var mark = TextMark.plain

    /// Creates a cell with one part.
    package init(_ text: String, mark: TextMark = .plain) {
      self.init(parts: [text], mark: mark)
    }

    /// Creates a cell of several lines, one line for each part.
    package init(parts: [String], mark: TextMark = .plain) {
      self.parts = parts
      self.mark = mark
    }
  }

  private static var gap: Int { 2 }

  let columns: [TextColumn]
  /// The number of spaces before every line.
  let indent: Int
  private(set) var rows: [[TextCell]] = []

  /// Creates a table without rows; ``add(_:)`` adds the rows.
  package init(indent: Int, _ columns: [TextColumn]) {
    self.indent = indent
    self.columns = columns
  }

  /// Adds a row with one cell per column.
  package mutating func add(_ cells: [TextCell]) {
    rows.append(cells)
  }

  /// Returns the table as text; every line ends with a line feed and has no trailing space.
  package func text(_ style: DiagnosticStyle) -> TerminalText {
    let lines = rows.map { row in
      row.indices.map { index in
        row[index].parts.flatMap { Self.wrapped($0, columns[index].limit) }
      }
    }
    let widths = columns.indices.map { index in
      let longest = lines.map { $0[index].map(Self.width).max() ?? 0 }.max() ?? 0
      return max(longest, Self.width(columns[index].heading))
    }
    var text = line(columns.map { ($0.heading, .plain) }, widths: widths, style: .plain)
    for (row, cells) in zip(rows, lines) {
      for number in 0..<(cells.map { $0.count }.max() ?? 0) {
        let parts = cells.indices.map { index in
          (text: number < cells[index].count ? cells[index][number] : "", mark: row[index].mark)
        }
        text += line(parts, widths: widths, style: style)
      }
    }
    return text
  }

  private func line(
    _ cells: [(text: String, mark: TextMark)], widths: [Int], style: DiagnosticStyle
  ) -> TerminalText {
    var text = TerminalText()
    // Spaces are written only before the next nonempty cell, so that no line ends with a space.
    var pending = indent
    for (index, cell) in cells.enumerated() {
      let space = widths[index] - Self.width(cell.text)
      if !cell.text.isEmpty {
        let before = columns[index].isRight ? space : 0
        text += "\(String(repeating: " ", count: pending + before))"
        text += Self.coloured(cell.text, mark: cell.mark, style: style)
        pending = space - before
      } else {
        pending += space
      }
      pending += Self.gap
    }
    return text + "\n"
  }

  private static func coloured(
    _ text: String, mark: TextMark, style: DiagnosticStyle
  ) -> TerminalText {
    switch mark {
    case .plain: TerminalText(text)
    case .good: TerminalText(text).coloured(.green, style)
    case .bad: TerminalText(text).coloured(.red, style)
    }
  }

  static func width(_ text: String) -> Int {
    text.unicodeScalars.count
  }

  /// Returns the text in lines of at most `limit` scalars, broken at spaces and within longer words.
  ///
  /// A line break in the text becomes a visible mark.
  package static func wrapped(_ text: String, _ limit: Int) -> [String] {
    var lines: [String] = []
    var current = ""
    for word in HarmlessText.line(text).split(separator: " ") {
      var scalars = Array(word.unicodeScalars)
      let isFitting = width(current) + 1 + scalars.count <= limit
      if !current.isEmpty, isFitting {
        current += " "
      } else if !current.isEmpty {
        lines.append(current)
        current = ""
      }
      while scalars.count > limit {
        // A long name is more legible if it is broken after a separator.
        let breaks: [Unicode.Scalar] = ["-", "/", "@"]
        let last = scalars[..<limit].lastIndex { breaks.contains($0) }
        let end = last.map { $0 + 1 } ?? limit
        lines.append(string(scalars[..<end]))
        scalars.removeFirst(end)
      }
      current += string(scalars[...])
    }
    if !current.isEmpty {
      lines.append(current)
    }
    return lines
  }

  private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}

extension Int {
  /// Returns the number followed by a noun, such as `1 row` or `2 rows`.
  package func of(_ thing: String) -> String {
    "\(self) " + thing + (self == 1 ? "" : "s")
  }
}
