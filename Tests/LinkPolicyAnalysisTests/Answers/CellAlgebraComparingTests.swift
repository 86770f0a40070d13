import LinkPolicyTestSupport
import Testing

@testable import LinkPolicy
@testable import LinkPolicyAuthoring
@testable import LinkPolicyExploration

/// What is done with two graphs at once, held against going through their cells one by one.
@Suite("Graphs compared")
struct CellAlgebraComparingTests {
  private static let sizes = [2, 3, 2, 4]

  private static func algebra() -> CellAlgebra {
    CellAlgebra(
      axes: sizes.enumerated().map { fact, count in
        CellAxis(
          fact: fact, valueCount: count, distinguishedBy: (0..<count).map { ValueSet([$0]) })
      })
  }

  private static let cells: [[Int]] = sizes.reduce([[]]) { cells, count in
    cells.flatMap { cell in (0..<count).map { cell + [$0] } }
  }

  /// A mapping with a random number from 0 in each of some random boxes.
  private static func random(
    _ algebra: inout CellAlgebra, _ generator: inout SeededGenerator, numbers: Int
  ) -> CellGraph {
    var graph = CellGraph.empty
    for _ in 0..<4 {
      let box = CellBox(
        sizes.map { count in
          let some = ValueSet((0..<count).filter { _ in generator.oneIn(2) })
          return some.isEmpty ? .all(count) : some
        })
      let set = algebra.set(of: box)
      graph = algebra.choose(set, .terminal(generator.below(numbers)), else: graph)
    }
    return graph
  }

  @Test("a mapping is changed in every cell, those with number 0 included")
  func mapping() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<40 {
      var algebra = Self.algebra()
      let graph = Self.random(&algebra, &generator, numbers: 4)
      let mapped = algebra.mapping(graph) { (7 - $0 * 3) % 5 + 2 }
      for cell in Self.cells {
        let number = algebra.number(of: graph, at: cell)
        #expect(algebra.number(of: mapped, at: cell) == (7 - number * 3) % 5 + 2)
      }
      #expect(algebra.mapping(graph) { _ in 6 } == .terminal(6))
    }
  }

  @Test("two mappings are paired cell by cell, the first one's number first")
  func pairing() {
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<40 {
      var algebra = Self.algebra()
      let a = Self.random(&algebra, &generator, numbers: 4)
      let b = Self.random(&algebra, &generator, numbers: 4)
      let paired = algebra.pairing(a, b) { $0 * 10 + $1 }
      for cell in Self.cells {
        let numbers = (algebra.number(of: a, at: cell), algebra.number(of: b, at: cell))
        #expect(algebra.number(of: paired, at: cell) == numbers.0 * 10 + numbers.1)
      }
      #expect(algebra.pairing(a, a) { $0 == $1 ? 1 : 0 } == .full)
    }
  }

  @Test("few boxes hold the set, nothing beyond what is free, and none is superfluous")
  func fewBoxes() {
    var generator = SeededGenerator(seed: 5)
    let orders = [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]]
    var most = 0
    for _ in 0..<60 {
      var algebra = Self.algebra()
      let set = Self.random(&algebra, &generator, numbers: 2)
      let other = Self.random(&algebra, &generator, numbers: 2)
      let free = algebra.difference(other, set)
      let boxes = algebra.fewBoxes(of: set, free: free, orders: orders)
      most = max(most, boxes.count)
      func holds(_ boxes: [CellBox], _ cell: [Int]) -> Bool {
        boxes.contains { box in zip(box.classes, cell).allSatisfy { $0.contains($1) } }
      }
      for cell in Self.cells {
        let isIn = algebra.contains(set, cell)
        #expect(!isIn || holds(boxes, cell))
        #expect(isIn || !holds(boxes, cell) || algebra.contains(free, cell))
      }
      for place in boxes.indices {
        let others = boxes.indices.filter { $0 != place }.map { boxes[$0] }
        #expect(Self.cells.contains { algebra.contains(set, $0) && !holds(others, $0) })
      }
    }
    #expect(most > 2)
  }

  @Test("an allowance that is spent says so, and what it makes is empty")
  func spent() {
    var algebra = Self.algebra()
    var generator = SeededGenerator(seed: 6)
    let graph = Self.random(&algebra, &generator, numbers: 4)
    algebra.allowance = algebra.steps
    let mapped = algebra.mapping(graph) { $0 + 1 }
    #expect(algebra.isSpent && mapped == .empty)
    #expect(algebra.pairing(graph, .full) { $0 + $1 } == .empty)
    #expect(algebra.fewBoxes(of: graph, free: .empty, orders: [[0, 1, 2, 3]]).isEmpty)
  }
}
