import LinkPolicyTestSupport

@testable import LinkPolicy
@testable import LinkPolicyAuthoring

/// A space small enough to list its cells, and sets as lists of truth values over them.
struct BruteSpace {
  let counts: [Int]
  /// Every cell, in lexicographic order.
  let cells: [[Int]]

  init(_ counts: [Int]) {
    self.counts = counts
    var cells: [[Int]] = [[]]
    for count in counts {
      cells = cells.flatMap { cell in (0..<count).map { cell + [$0] } }
    }
    self.cells = cells
  }

  init(using generator: inout SeededGenerator) {
    let axes = Int.random(in: 2...5, using: &generator)
    self.init((0..<axes).map { _ in Int.random(in: 1...5, using: &generator) })
  }

  /// The axes: each value its own class.
  var axes: [CellAxis] {
    counts.enumerated().map { index, count in
      CellAxis(
        fact: index, valueCount: count, distinguishedBy: (0..<count).map { ValueSet([$0]) })
    }
  }

  func box(using generator: inout SeededGenerator) -> CellBox {
    CellBox(counts.map { generator.oneIn(3) ? .all($0) : generator.subset(of: $0) })
  }

  func holds(_ box: CellBox, _ cell: [Int]) -> Bool {
    !cell.indices.contains { !box.classes[$0].contains(cell[$0]) }
  }

  /// A random set: some boxes, each added or taken away, as graph and as truth values.
  func set(
    using generator: inout SeededGenerator, in algebra: inout CellAlgebra
  ) -> (graph: CellGraph, truth: [Bool]) {
    var graph = CellGraph.empty
    var truth = [Bool](repeating: false, count: cells.count)
    for _ in 0..<Int.random(in: 0...5, using: &generator) {
      let box = box(using: &generator)
      let isAdded = !generator.oneIn(3)
      let part = algebra.set(of: box)
      graph = isAdded ? algebra.union(graph, part) : algebra.difference(graph, part)
      for (index, cell) in cells.enumerated() where holds(box, cell) {
        truth[index] = isAdded
      }
    }
    return (graph, truth)
  }

  /// Which cells a graph holds.
  func truth(of graph: CellGraph, in algebra: CellAlgebra) -> [Bool] {
    cells.map { algebra.contains(graph, $0) }
  }
}
