internal import LinkPolicy

/// The layout of the rows of one list, with equal keys in equal columns.
///
/// The layout aligns as many shared keys as possible, from the left. An alignment never adds a line. An alignment moves
/// a line break only if it aligns a single key. If a row is too long, the layout breaks the row before its answer.
struct RowAlignment {
  /// One `key: value` pair of a row, such as `credential: new`.
  struct RowCell {
    var key: Name
    var text: [UInt8]
    var width: Int
  }

  /// The layouts of the rows, by list index; a row that is too long even with line breaks has no layout.
  private(set) var rows: [Int: RowLayout] = [:]

  /// Returns whether a key, such as `do`, starts the answer of a row.
  static func startsTail(_ key: Name) -> Bool {
    key == "do" || key == "refuse"
  }

  init(_ cells: [Int: [RowCell]], width: Int) {
    rows = cells.mapValues { RowLayout($0, columns: RowColumns(), width: width) }
      .filter { $0.value.fits }
    let sorted = rows.keys.sorted().compactMap { cells[$0] }
    let order = ColumnOrder(sorted.map { $0.map { $0.key } })
    var columns = RowColumns()
    if sorted.allSatisfy({ $0.first?.key == order.columns.first }) {
      columns.second = sorted.filter { $0.count > 1 }.map { $0[0].width + 2 }.max()
    }
    let offsets = offsets(of: order.columns, cells, columns)
    for count in stride(from: order.columns.count, through: 1, by: -1) {
      let chosen = order.columns.prefix(count)
      columns.offsets = offsets.filter { chosen.contains($0.key) }
      if align(cells, to: columns, width: width, movesBreaks: count == 1) { return }
    }
  }

  /// Aligns the rows to the given columns, and returns whether the alignment succeeded.
  ///
  /// The alignment fails if a row would have more lines, or if a line break would move although `movesBreaks` is false.
  private mutating func align(
    _ cells: [Int: [RowCell]], to columns: RowColumns, width: Int, movesBreaks: Bool
  ) -> Bool {
    var aligned: [Int: RowLayout] = [:]
    for (index, plain) in rows {
      let row = RowLayout(cells[index] ?? [], columns: columns, width: width)
      guard row.fits, row.counts.count == plain.counts.count,
        movesBreaks || row.counts == plain.counts
      else { return false }
      aligned[index] = row
    }
    rows = aligned
    return true
  }

  /// Returns the column of each key, as an offset after the brace; each column is as far left as all rows permit.
  private func offsets(of columns: [Name], _ cells: [Int: [RowCell]], _ known: RowColumns) -> [Name:
    Int]
  {
    var offsets: [Name: Int] = [:]
    for column in columns {
      var offset = 0
      for (index, row) in rows {
        var end = 0
        for (place, cell) in (cells[index] ?? []).prefix(row.counts[0]).enumerated() {
          if place == 1 {
            end = max(end, known.second ?? 0)
          }
          if cell.key == column {
            offset = max(offset, end)
            break
          }
          end = max(end, offsets[cell.key] ?? 0) + cell.width + 2
        }
      }
      offsets[column] = offset
    }
    return offsets
  }
}

/// The columns of the cells on the first line of a row, as offsets after the brace.
struct RowColumns {
  /// The columns of the keys that several rows share.
  var offsets: [Name: Int] = [:]
  /// The column of the second cell, if all rows start with the same key.
  var second: Int?
}

/// The lines of one row with its braces; all lines except the first are indented by one column.
struct RowLayout {
  /// The lines of the row, without indentation.
  private(set) var lines: [[UInt8]] = []
  /// The number of cells in each line.
  private(set) var counts: [Int] = []
  private let width: Int

  /// Lays out a row; on the first line, each cell starts at or after the column of its key.
  init(_ cells: [RowAlignment.RowCell], columns: RowColumns, width: Int) {
    self.width = width
    let tail = cells.firstIndex { RowAlignment.startsTail($0.key) } ?? 0
    if add(cells[...], of: cells, columns) { return }
    if tail > 0, add(cells[..<tail], of: cells, columns) {
      fill(cells[tail...], of: cells, columns)
    } else {
      fill(cells[...], of: cells, columns)
    }
  }

  /// Whether every line of the row fits the width.
  var fits: Bool {
    lines.enumerated().allSatisfy { $1.scalarCount + ($0 == 0 ? 0 : 1) <= width }
  }

  /// Adds lines, each with as many cells as fit.
  private mutating func fill(
    _ cells: ArraySlice<RowAlignment.RowCell>, of row: [RowAlignment.RowCell], _ columns: RowColumns
  ) {
    var rest = cells
    while !rest.isEmpty {
      var end = rest.startIndex + 1
      while end < rest.endIndex,
        room(for: line(rest[rest.startIndex...end], of: row, columns)) >= 0
      {
        end += 1
      }
      counts.append(end - rest.startIndex)
      lines.append(line(rest[..<end], of: row, columns))
      rest = rest[end...]
    }
  }

  /// Adds the cells as one line, if they fit; returns whether they fit.
  private mutating func add(
    _ cells: ArraySlice<RowAlignment.RowCell>, of row: [RowAlignment.RowCell], _ columns: RowColumns
  ) -> Bool {
    let text = line(cells, of: row, columns)
    guard room(for: text) >= 0 else { return false }
    counts.append(cells.count)
    lines.append(text)
    return true
  }

  private func room(for text: [UInt8]) -> Int {
    width - text.scalarCount - (lines.isEmpty ? 0 : 1)
  }

  private func line(
    _ cells: ArraySlice<RowAlignment.RowCell>, of row: [RowAlignment.RowCell], _ columns: RowColumns
  ) -> [UInt8] {
    let isFirst = lines.isEmpty
    var text: [UInt8] = []
    var column = 0
    for index in cells.indices {
      let cell = cells[index]
      if index > cells.startIndex {
        text.append(0x20)
        column += 1
      }
      let second = index == row.startIndex + 1 ? columns.second ?? 0 : 0
      let offset = isFirst ? max(second, columns.offsets[cell.key] ?? 0) : 0
      if offset > column {
        text += [UInt8](repeating: 0x20, count: offset - column)
        column = offset
      }
      text += cell.text
      column += cell.width + 1
      if index < row.count - 1 {
        text.append(UInt8(ascii: ","))
      }
    }
    let isLast = cells.endIndex == row.count
    return Array((isFirst ? "{" : "").utf8) + text + Array((isLast ? "}" : "").utf8)
  }
}

/// The keys that several rows share, in their common order.
struct ColumnOrder {
  /// The shared keys, up to the first key whose place in the order differs between rows.
  private(set) var columns: [Name] = []
  /// The maximum number of columns; a line has no space for more columns.
  private static var most: Int { 20 }

  init(_ rows: [[Name]]) {
    var counts: [Name: Int] = [:]
    for key in rows.joined() {
      counts[key, default: 0] += 1
    }
    var disputed: Set<Name> = []
    for row in rows {
      var next = 0
      for key in row {
        if let index = columns.firstIndex(of: key) {
          if index < next {
            disputed.insert(key)
          } else {
            next = index + 1
          }
        } else if counts[key, default: 0] > 1, columns.count < Self.most {
          columns.insert(key, at: next)
          next += 1
        }
      }
    }
    columns = Array(columns.prefix { !disputed.contains($0) })
  }
}
