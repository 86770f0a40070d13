package import LinkPolicyDiagnostics

/// Cells laid out in columns that stand under each other, wrapped so that no line is too long.
///
/// Widths count Unicode scalars; that wide characters take two places is not considered.
package struct TextTable {
  /// A column: its heading, and the width that it may grow to.
  package struct Column {
    /// What stands over it.
    var heading: String
    /// The most characters that a line of a cell has.
    var limit: Int
    /// Whether its cells end under each other rather than begin so.
    var isRight: Bool

    /// A column of a heading, no wider than the limit.
    package init(heading: String, limit: Int, isRight: Bool = false) {
      self.heading = heading
      self.limit = limit
      self.isRight = isRight
    }
  }

  /// How a cell is marked where colour is wanted.
  package enum Mark {
    case plain, good, bad
  }

  /// The text of a cell, each part of it on a line of its own, and its mark.
  package struct Cell {
    var parts: [String]
    var mark = Mark.plain

    /// A cell of one part.
    package init(_ text: String, mark: Mark = .plain) {
      self.init(parts: [text], mark: mark)
    }

    /// A cell of parts, each on a line of its own.
    package init(parts: [String], mark: Mark = .plain) {
      self.parts = parts
      self.mark = mark
    }
  }

  private static var gap: Int { 2 }

  let columns: [Column]
  /// What every line starts with.
  let indent: Int
  private(set) var rows: [[Cell]] = []

  /// A table of columns without any row yet.
  package init(indent: Int, _ columns: [Column]) {
    self.indent = indent
    self.columns = columns
  }

  /// Adds a row of as many cells as there are columns.
  package mutating func add(_ cells: [Cell]) {
    rows.append(cells)
  }

  /// The table as text, every line ending with a line feed and without space before it.
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
    var text = line(columns.map { ($0.heading, .plain) }, widths, .plain)
    for (row, cells) in zip(rows, lines) {
      for number in 0..<(cells.map { $0.count }.max() ?? 0) {
        let parts = cells.indices.map { index in
          (number < cells[index].count ? cells[index][number] : "", row[index].mark)
        }
        text += line(parts, widths, style)
      }
    }
    return text
  }

  private func line(
    _ cells: [(text: String, mark: Mark)], _ widths: [Int], _ style: DiagnosticStyle
  ) -> TerminalText {
    var text = TerminalText()
    // Space is written only before the next word, so that no line ends with it.
    var pending = indent
    for (index, cell) in cells.enumerated() {
      let space = widths[index] - Self.width(cell.text)
      if !cell.text.isEmpty {
        let before = columns[index].isRight ? space : 0
        text += "\(String(repeating: " ", count: pending + before))"
        text += Self.coloured(cell.text, cell.mark, style)
        pending = space - before
      } else {
        pending += space
      }
      pending += Self.gap
    }
    return text + "\n"
  }

  private static func coloured(
    _ text: String, _ mark: Mark, _ style: DiagnosticStyle
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

  /// The text in lines of at most a width, broken at spaces, and in words that are longer.
  ///
  /// No line of the text stays one: what would end it is shown as a mark.
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
        // A long name reads best broken behind one of its hyphens.
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
