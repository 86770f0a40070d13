import LinkPolicyTestSupport
import Testing

@testable import LinkPolicy
@testable import LinkPolicyAuthoring

@Suite struct CellAlgebraTests {
  private static var cases: Range<UInt64> { 0..<400 }

  @Test func operationsAgreeWithBruteForce() {
    for seed in Self.cases {
      var generator = SeededGenerator(seed: seed)
      let space = BruteSpace(using: &generator)
      var algebra = CellAlgebra(axes: space.axes)
      let (a, inA) = space.set(using: &generator, in: &algebra)
      let (b, inB) = space.set(using: &generator, in: &algebra)
      let both = zip(inA, inB)
      func check(_ graph: CellGraph, _ expected: [Bool], _ name: String) {
        #expect(space.truth(of: graph, in: algebra) == expected, "\(name), seed \(seed)")
      }
      check(a, inA, "made")
      check(algebra.union(a, b), both.map { $0 || $1 }, "union")
      check(algebra.intersection(a, b), both.map { $0 && $1 }, "intersection")
      check(algebra.difference(a, b), both.map { $0 && !$1 }, "difference")
      check(algebra.complement(a), inA.map { !$0 }, "complement")
      check(algebra.choose(a, b, else: algebra.complement(b)), both.map { $0 == $1 }, "choose")
      #expect(algebra.isSubset(a, of: b) == !both.contains { $0 && !$1 }, "subset, seed \(seed)")
      #expect(algebra.count(a) == inA.count { $0 }, "count, seed \(seed)")
      #expect(a.isEmpty == !inA.contains(true), "empty, seed \(seed)")
    }
  }

  @Test func handlesAreEqualExactlyForEqualSets() {
    var equal = 0
    for seed in Self.cases {
      var generator = SeededGenerator(seed: seed)
      let space = BruteSpace((0..<3).map { _ in Int.random(in: 1...2, using: &generator) })
      var algebra = CellAlgebra(axes: space.axes)
      let (a, inA) = space.set(using: &generator, in: &algebra)
      let (b, inB) = space.set(using: &generator, in: &algebra)
      #expect((a == b) == (inA == inB), "seed \(seed)")
      equal += a == b ? 1 : 0
      let again = algebra.union(algebra.intersection(a, b), algebra.difference(a, b))
      #expect(again == a, "seed \(seed)")
    }
    #expect(equal > 20)
  }

  @Test func shrinkingRestoresTheAlgebra() {
    for seed in Self.cases {
      var generator = SeededGenerator(seed: seed)
      let space = BruteSpace(using: &generator)
      var algebra = CellAlgebra(axes: space.axes)
      let (a, inA) = space.set(using: &generator, in: &algebra)
      let (growth, nodes, steps) = (algebra.growth, algebra.nodeCount, algebra.steps)
      let (b, inB) = space.set(using: &generator, in: &algebra)
      let first = algebra.choose(a, b, else: algebra.complement(b))
      let (grown, taken) = (algebra.nodeCount, algebra.steps)
      algebra.shrink(to: growth)
      #expect(algebra.nodeCount == nodes && algebra.steps == steps, "seed \(seed)")
      #expect(space.truth(of: a, in: algebra) == inA, "seed \(seed)")
      // The same work again makes the same graphs.
      var other = algebra
      let (c, inC) = space.set(using: &generator, in: &other)
      let both = zip(inA, inC)
      #expect(
        space.truth(of: other.intersection(a, c), in: other) == both.map { $0 && $1 },
        "seed \(seed)")
      generator = SeededGenerator(seed: seed)
      _ = BruteSpace(using: &generator)
      _ = space.set(using: &generator, in: &algebra)
      let (again, inAgain) = space.set(using: &generator, in: &algebra)
      #expect(again == b && inAgain == inB, "seed \(seed)")
      #expect(algebra.choose(a, b, else: algebra.complement(b)) == first, "seed \(seed)")
      #expect(algebra.nodeCount == grown && algebra.steps <= taken, "seed \(seed)")
    }
  }

  @Test func forgettingReachesAcrossForgottenAxes() {
    for seed in Self.cases {
      var generator = SeededGenerator(seed: seed)
      let space = BruteSpace(using: &generator)
      var algebra = CellAlgebra(axes: space.axes)
      let (set, truth) = space.set(using: &generator, in: &algebra)
      let forgotten = space.counts.map { _ in Bool.random(using: &generator) }
      let kept = zip(space.cells, truth).filter { $0.1 }.map { cell, _ in
        cell.enumerated().map { forgotten[$0.offset] ? 0 : $0.element }
      }
      let expected = space.cells.map { cell in
        kept.contains(cell.enumerated().map { forgotten[$0.offset] ? 0 : $0.element })
      }
      let graph = algebra.forgetting(forgotten, in: set)
      #expect(space.truth(of: graph, in: algebra) == expected, "seed \(seed), \(forgotten)")
    }
  }

  @Test func smallestCellIsFirstInOrder() {
    var found = 0
    for seed in Self.cases {
      var generator = SeededGenerator(seed: seed)
      let space = BruteSpace(using: &generator)
      var algebra = CellAlgebra(axes: space.axes)
      let (set, truth) = space.set(using: &generator, in: &algebra)
      let first = zip(space.cells, truth).first { $0.1 }?.0
      #expect(algebra.smallestCell(of: set) == first, "seed \(seed)")
      found += first == nil ? 0 : 1
    }
    #expect(found > 200)
  }

  @Test func mappingsGiveTheirNumbers() {
    for seed in Self.cases {
      var generator = SeededGenerator(seed: seed)
      let space = BruteSpace(using: &generator)
      var algebra = CellAlgebra(axes: space.axes)
      var graph = CellGraph.terminal(7)
      var expected = space.cells.map { _ in 7 }
      for number in 0..<4 {
        let (set, truth) = space.set(using: &generator, in: &algebra)
        graph = algebra.choose(set, .terminal(number), else: graph)
        expected = zip(expected, truth).map { $1 ? number : $0 }
      }
      let numbers = space.cells.map { algebra.number(of: graph, at: $0) }
      #expect(numbers == expected, "seed \(seed)")
    }
  }

  @Test func unionOfManyIsTheUnionOfAll() {
    for seed in Self.cases {
      var generator = SeededGenerator(seed: seed)
      let space = BruteSpace(using: &generator)
      var algebra = CellAlgebra(axes: space.axes)
      let boxes = (0..<Int.random(in: 0...7, using: &generator)).map { _ in
        space.box(using: &generator)
      }
      let graph = algebra.union(boxes.map { algebra.set(of: $0) })
      let expected = space.cells.map { cell in boxes.contains { space.holds($0, cell) } }
      #expect(space.truth(of: graph, in: algebra) == expected, "seed \(seed)")
    }
  }
}

@Suite struct JoinedMappingTests {
  @Test("a mapping without some axes has any number that there was, and equals one made without")
  func joining() {
    for seed in UInt64(0)..<200 {
      var generator = SeededGenerator(seed: seed)
      let space = BruteSpace(using: &generator)
      var algebra = CellAlgebra(axes: space.axes)
      let dropped = space.counts.map { _ in Bool.random(using: &generator) }
      // Numbers that depend on the kept axes alone, where a cell is there at all.
      func number(_ cell: [Int]) -> Int {
        1 + cell.enumerated().reduce(0) { $0 + (dropped[$1.offset] ? 0 : $1.element) } % 3
      }
      let (there, truth) = space.set(using: &generator, in: &algebra)
      var mapping = CellGraph.empty
      var expected: [[Int]: Int] = [:]
      func kept(_ cell: [Int]) -> [Int] {
        cell.enumerated().map { dropped[$0.offset] ? 0 : $0.element }
      }
      for (cell, isThere) in zip(space.cells, truth) where isThere {
        let own = algebra.set(of: CellBox(cell.map { ValueSet([$0]) }))
        mapping = algebra.choose(own, .terminal(number(cell)), else: mapping)
        expected[kept(cell)] = number(cell)
      }
      let joined = algebra.joining(dropped, in: mapping)
      for cell in space.cells {
        #expect(algebra.number(of: joined, at: cell) == expected[kept(cell)] ?? 0, "seed \(seed)")
      }
      #expect(there.isEmpty == joined.isEmpty)
    }
  }
}
