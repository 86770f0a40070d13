import LinkPolicyTestSupport
import Testing

@testable import LinkPolicy
@testable import LinkPolicyAuthoring

/// An axis of many classes is read digit by digit; what sets and mappings are does not show it.
@Suite struct WideAxisTests {
  /// Axes around the width from which they are read by digits, and around powers of the base.
  private static let counts = [
    [33, 3], [2, 40, 3], [32, 33], [64], [65, 2], [3, 255], [2, 256, 2], [257, 2], [5, 1025],
  ]

  private func order(_ count: Int, _ generator: inout SeededGenerator) -> AxisOrder {
    AxisOrder((0..<count).shuffled(using: &generator))
  }

  @Test(arguments: counts)
  func operationsAgreeWithBruteForce(_ counts: [Int]) {
    let space = BruteSpace(counts)
    for seed in 0..<20 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let order = order(counts.count, &generator)
      var algebra = CellAlgebra(axes: space.axes, order: order)
      let (a, inA) = space.set(using: &generator, in: &algebra)
      let (b, inB) = space.set(using: &generator, in: &algebra)
      let both = zip(inA, inB)
      func check(_ graph: CellGraph, _ expected: [Bool], _ name: String) {
        #expect(space.truth(of: graph, in: algebra) == expected, "\(name), seed \(seed)")
        #expect(algebra.count(graph) == expected.count { $0 }, "\(name), seed \(seed)")
      }
      check(a, inA, "made")
      check(algebra.union(a, b), both.map { $0 || $1 }, "union")
      check(algebra.intersection(a, b), both.map { $0 && $1 }, "intersection")
      check(algebra.difference(a, b), both.map { $0 && !$1 }, "difference")
      check(algebra.complement(a), inA.map { !$0 }, "complement")
      #expect((a == b) == (inA == inB), "seed \(seed)")
      let again = algebra.union(algebra.intersection(a, b), algebra.difference(a, b))
      #expect(again == a, "seed \(seed)")
      let smallest = zip(space.cells, inA).first { $1 }?.0
      #expect(algebra.smallestCell(of: a) == smallest, "seed \(seed)")
      let boxes = algebra.boxes(of: a)
      let covered = space.cells.map { cell in boxes.contains { space.holds($0, cell) } }
      #expect(covered == inA, "seed \(seed)")
    }
  }

  @Test(arguments: counts)
  func branchesAndNodesAreInverse(_ counts: [Int]) {
    let space = BruteSpace(counts)
    for seed in 20..<40 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let order = order(counts.count, &generator)
      var algebra = CellAlgebra(axes: space.axes, order: order)
      let (set, _) = space.set(using: &generator, in: &algebra)
      let axis = algebra.branching[0]
      let branches = (0..<counts[axis]).map { algebra.branch(set, axis: axis, class: $0) }
      let again = algebra.node(axis: axis, branches: branches)
      #expect(again == set, "seed \(seed)")
      let first = algebra.node(axis: axis, branches: branches.map { _ in set })
      #expect(first == set, "seed \(seed)")
    }
  }

  @Test(arguments: counts)
  func axesAreForgottenAndDroppedWhole(_ counts: [Int]) {
    let space = BruteSpace(counts)
    for seed in 40..<60 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let order = order(counts.count, &generator)
      var algebra = CellAlgebra(axes: space.axes, order: order)
      let (set, truth) = space.set(using: &generator, in: &algebra)
      let forgotten = counts.map { _ in generator.oneIn(2) }
      func kept(_ cell: [Int]) -> [Int] { cell.indices.map { forgotten[$0] ? 0 : cell[$0] } }
      let reached = Set(zip(space.cells, truth).filter { $0.1 }.map { kept($0.0) })
      let expected = space.cells.map { reached.contains(kept($0)) }
      let graph = algebra.forgetting(forgotten, in: set)
      #expect(space.truth(of: graph, in: algebra) == expected, "seed \(seed)")
      // A set is a mapping to one number, which it gives wherever it is reached.
      let joined = algebra.joining(forgotten, in: set)
      #expect(joined == graph, "seed \(seed)")
    }
  }

  @Test(arguments: counts)
  func boxesAreAsWideAsClassByClass(_ counts: [Int]) {
    let space = BruteSpace(counts)
    for seed in 60..<70 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let order = order(counts.count, &generator)
      var algebra = CellAlgebra(axes: space.axes, order: order)
      let (set, _) = space.set(using: &generator, in: &algebra)
      guard let cell = algebra.smallestCell(of: set) else { continue }
      let widened = Array(counts.indices.shuffled(using: &generator))
      var expected = CellBox(cell.map { ValueSet([$0]) })
      for axis in widened {
        for index in 0..<counts[axis] {
          var wider = expected
          wider.classes[axis].insert(index)
          let graph = algebra.set(of: wider)
          if algebra.isSubset(graph, of: set) {
            expected = wider
          }
        }
      }
      let box = algebra.widestBox(around: cell, in: set, widening: widened)
      #expect(box == expected, "seed \(seed)")
    }
  }

  @Test(arguments: [100, 1000, 5000])
  func whatARowTakesIsAPath(_ count: Int) {
    // Taking one class after the other was a node of all of them each time.
    var algebra = CellAlgebra(axes: BruteSpace([]).axes(count: 2, classes: count))
    var rest = CellGraph.full
    for index in 0..<count {
      let taken = algebra.set(of: CellBox([ValueSet([index]), ValueSet([count - 1 - index])]))
      rest = algebra.difference(rest, taken)
    }
    #expect(algebra.count(rest) == count * count - count)
    #expect(algebra.steps < 250 * count, "\(algebra.steps)")
  }
}
