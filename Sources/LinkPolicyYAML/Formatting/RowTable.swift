internal import LinkPolicy

/// The rows of one list, laid out so that equal keys begin in equal columns.
///
/// As many shared keys as possible are lined up, counted from the left, without breaking any row
/// elsewhere than it breaks unaligned. A row that is too long is broken before what it decides.
struct RowTable {
  /// One `key: value` of a row.
  struct Cell {
    var key: Name
    var text: [UInt8]
    var width: Int
  }

  /// The rows by the index of their items; rows that cannot be broken to fit are not among them.
  private(set) var rows: [Int: RowLayout] = [:]

  /// Whether a key begins the part of a row that says what happens.
  static func startsTail(_ key: Name) -> Bool {
    key == "do" || key == "refuse"
  }

  init(_ cells: [Int: [Cell]], width: Int) {
    rows = cells.mapValues { RowLayout($0, columns: RowColumns(), width: width) }.filter(
      \.value.fits)
    let sorted = rows.keys.sorted().compactMap { cells[$0] }
    let order = ColumnOrder(sorted.map { $0.map(\.key) })
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

  /// Lines the rows up, unless that makes one of them longer; breaks may move for ids alone.
  private mutating func align(
    _ cells: [Int: [Cell]], to columns: RowColumns, width: Int, movesBreaks: Bool
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

  /// Where each of the columns begins, counted behind the brace: as far left as all rows allow.
  private func offsets(of columns: [Name], _ cells: [Int: [Cell]], _ known: RowColumns) -> [Name:
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

/// Where cells of a first line begin, counted behind the brace.
struct RowColumns {
  /// The columns of shared keys.
  var offsets: [Name: Int] = [:]
  /// The column of whatever comes second, where all rows begin with the same key.
  var second: Int?
}
