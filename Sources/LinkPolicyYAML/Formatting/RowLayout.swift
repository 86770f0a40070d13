internal import LinkPolicy

/// One row in its lines, braces included; those after the first stand one column deeper.
struct RowLayout {
  /// The lines.
  private(set) var lines: [[UInt8]] = []
  /// How many cells each line holds.
  private(set) var counts: [Int] = []
  private let width: Int

  /// Lays a row out; cells of the first line begin no further left than their column.
  init(_ cells: [RowTable.Cell], columns: RowColumns, width: Int) {
    self.width = width
    let tail = cells.firstIndex { RowTable.startsTail($0.key) } ?? 0
    if add(cells[...], of: cells, columns) { return }
    if tail > 0, add(cells[..<tail], of: cells, columns) {
      fill(cells[tail...], of: cells, columns)
    } else {
      fill(cells[...], of: cells, columns)
    }
  }

  /// Whether no line is too long.
  var fits: Bool {
    lines.enumerated().allSatisfy { $1.scalarCount + ($0 == 0 ? 0 : 1) <= width }
  }

  /// Adds lines that hold as many of the cells as they can.
  private mutating func fill(
    _ cells: ArraySlice<RowTable.Cell>, of row: [RowTable.Cell], _ columns: RowColumns
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

  /// Adds the cells as one line if they fit on one.
  private mutating func add(
    _ cells: ArraySlice<RowTable.Cell>, of row: [RowTable.Cell], _ columns: RowColumns
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
    _ cells: ArraySlice<RowTable.Cell>, of row: [RowTable.Cell], _ columns: RowColumns
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
