/// The rows of a table joined pairwise, so that those that overlap a row are found without a look
/// at each.
///
/// Of thousands of rows most overlap few others: whole halves of the table are ruled out at once.
struct RowTree {
  /// How many rows there are.
  private let count: Int
  /// From the rows themselves up: what each two neighbours of the level below match together.
  ///
  /// Made when it is first asked for: in most tables no row overlaps another.
  private var levels: [[CellGraph]] = []

  init(of count: Int) {
    self.count = count
  }

  /// The rows before one that match some cell of a set, in their order.
  mutating func rows(
    before index: Int, overlapping set: CellGraph, _ cells: inout TableCells
  ) -> [Int] {
    // What a row matches and does not decide, earlier rows match; of most rows it is nothing.
    guard cells.matched[index] != cells.decided[index] else { return [] }
    if levels.isEmpty {
      join(cells.matched, &cells.algebra)
    }
    var found: [Int] = []
    find(set, before: index, level: levels.count - 1, place: 0, &cells.algebra, &found)
    return found
  }

  private mutating func join(_ matched: [CellGraph], _ algebra: inout CellAlgebra) {
    levels = [matched]
    var last = matched
    while last.count > 1 {
      var joined: [CellGraph] = []
      for first in stride(from: 0, to: last.count, by: 2) {
        joined.append(
          first + 1 < last.count ? algebra.union(last[first], last[first + 1]) : last[first])
      }
      levels.append(joined)
      last = joined
    }
  }

  private func find(
    _ set: CellGraph, before index: Int, level: Int, place: Int, _ algebra: inout CellAlgebra,
    _ found: inout [Int]
  ) {
    let first = place << level
    guard first < min(index, count), place < levels[level].count else { return }
    // A part that reaches beyond the row holds the row itself.
    if first + (1 << level) <= index {
      guard !algebra.intersection(levels[level][place], set).isEmpty else { return }
    }
    guard level > 0 else {
      found.append(first)
      return
    }
    find(set, before: index, level: level - 1, place: 2 * place, &algebra, &found)
    find(set, before: index, level: level - 1, place: 2 * place + 1, &algebra, &found)
  }
}
