internal import LinkPolicy
internal import LinkPolicyJSON

/// Cells laid out in columns that stand under each other, wrapped so that no line is too long.
///
/// Widths count Unicode scalars; that wide characters take two places is not considered.
struct TextTable {
  /// A column: its heading, and the width that it may grow to.
  struct Column {
    var heading: String
    var limit: Int
    var isRight = false
  }

  /// How a cell is marked where colour is wanted.
  enum Mark {
    case plain, good, bad
  }

  /// The text of a cell, and its mark.
  struct Cell {
    var text: String
    var mark = Mark.plain
  }

  private static var gap: Int { 2 }

  let columns: [Column]
  /// What every line starts with.
  let indent: Int
  private(set) var rows: [[Cell]] = []

  init(indent: Int, _ columns: [Column]) {
    self.indent = indent
    self.columns = columns
  }

  mutating func add(_ cells: [Cell]) {
    rows.append(cells)
  }

  /// The table as text, every line ending with a line feed and without space before it.
  func text(isColoured: Bool) -> String {
    let lines = rows.map { row in
      row.indices.map { Self.wrapped(Name(row[$0].text).printable, columns[$0].limit) }
    }
    let widths = columns.indices.map { index in
      let longest = lines.map { $0[index].map(Self.width).max() ?? 0 }.max() ?? 0
      return max(longest, Self.width(columns[index].heading))
    }
    var text = line(columns.map { Cell(text: $0.heading) }, widths, isColoured: false)
    for (row, cells) in zip(rows, lines) {
      for number in 0..<(cells.map { $0.count }.max() ?? 0) {
        let parts = cells.indices.map { index in
          Cell(
            text: number < cells[index].count ? cells[index][number] : "", mark: row[index].mark)
        }
        text += line(parts, widths, isColoured: isColoured)
      }
    }
    return text
  }

  private func line(_ cells: [Cell], _ widths: [Int], isColoured: Bool) -> String {
    var text = ""
    // Space is written only before the next word, so that no line ends with it.
    var pending = indent
    for (index, cell) in cells.enumerated() {
      let space = widths[index] - Self.width(cell.text)
      if !cell.text.isEmpty {
        let before = columns[index].isRight ? space : 0
        text += String(repeating: " ", count: pending + before)
        text += isColoured ? Self.coloured(cell) : cell.text
        pending = space - before
      } else {
        pending += space
      }
      pending += Self.gap
    }
    return text + "\n"
  }

  private static func coloured(_ cell: Cell) -> String {
    switch cell.mark {
    case .plain: cell.text
    case .good: "\u{1B}[32m" + cell.text + "\u{1B}[0m"
    case .bad: "\u{1B}[31m" + cell.text + "\u{1B}[0m"
    }
  }

  static func width(_ text: String) -> Int {
    text.unicodeScalars.count
  }

  /// The text in lines of at most a width, broken at spaces, in a longer word where it must be.
  static func wrapped(_ text: String, _ limit: Int) -> [String] {
    var lines: [String] = []
    var current = ""
    for word in text.split(separator: " ") {
      var scalars = Array(word.unicodeScalars)
      let isFitting = width(current) + 1 + scalars.count <= limit
      if !current.isEmpty, isFitting {
        current += " "
      } else if !current.isEmpty {
        lines.append(current)
        current = ""
      }
      while scalars.count > limit {
        lines.append(string(scalars[..<limit]))
        scalars.removeFirst(limit)
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
