/// A set of cells, or a mapping from cells to numbers.
///
/// A handle into the ``CellAlgebra`` it belongs to. Two handles of one algebra are equal exactly
/// when they mean the same.
package struct CellGraph: Sendable, Hashable {
  /// Zero and above: a node; below: a terminal.
  let handle: Int32

  /// The mapping of every cell to one number, 0 for the empty set and 1 for the full one.
  package static func terminal(_ number: Int) -> CellGraph {
    CellGraph(handle: Int32(-1 - number))
  }

  /// No cell.
  package static var empty: CellGraph { terminal(0) }
  /// Every cell.
  package static var full: CellGraph { terminal(1) }

  package var isEmpty: Bool { self == .empty }
  package var isTerminal: Bool { handle < 0 }
  /// The number of a terminal.
  package var number: Int { Int(-1 - handle) }
}
