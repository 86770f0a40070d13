import LinkPolicyTestSupport
import Testing

@testable import LinkPolicy
@testable import LinkPolicyAuthoring

/// In whatever order graphs branch, sets are the same and are told in the order of axes.
@Suite struct AxisOrderTests {
  private func order(of count: Int, _ generator: inout SeededGenerator) -> AxisOrder {
    AxisOrder((0..<count).shuffled(using: &generator))
  }

  @Test func setsAreTheSameInEveryOrder() {
    for seed in 0..<300 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let space = BruteSpace(using: &generator)
      let order = order(of: space.counts.count, &generator)
      var algebra = CellAlgebra(axes: space.axes, order: order)
      let (a, left) = space.set(using: &generator, in: &algebra)
      let (b, right) = space.set(using: &generator, in: &algebra)
      let both = zip(left, right)
      let union = algebra.union(a, b)
      #expect(space.truth(of: union, in: algebra) == both.map { $0 || $1 }, "seed \(seed)")
      let common = algebra.intersection(a, b)
      #expect(space.truth(of: common, in: algebra) == both.map { $0 && $1 }, "seed \(seed)")
      let rest = algebra.difference(a, b)
      #expect(space.truth(of: rest, in: algebra) == both.map { $0 && !$1 }, "seed \(seed)")
      let isSubset = algebra.isSubset(a, of: b)
      #expect(isSubset == both.allSatisfy { !$0 || $1 }, "seed \(seed)")
      #expect(algebra.count(a) == left.count { $0 }, "seed \(seed)")
      let smallest = zip(space.cells, left).first { $1 }?.0
      #expect(algebra.smallestCell(of: a) == smallest, "seed \(seed)")
      let boxes = algebra.boxes(of: a)
      let covered = space.cells.map { cell in boxes.contains { space.holds($0, cell) } }
      #expect(covered == left, "seed \(seed)")
    }
  }

  @Test func boxesAreThoseOfTheDeclaredOrder() {
    for seed in 300..<500 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let space = BruteSpace(using: &generator)
      let order = order(of: space.counts.count, &generator)
      var again = generator
      var declared = CellAlgebra(axes: space.axes)
      var ordered = CellAlgebra(axes: space.axes, order: order)
      let (a, _) = space.set(using: &generator, in: &declared)
      let (b, _) = space.set(using: &again, in: &ordered)
      let expected = declared.boxes(of: a)
      let boxes = ordered.boxes(of: b)
      #expect(boxes == expected, "seed \(seed)")
    }
  }

  @Test func whatIsForgottenDependsOnTheOthersAlone() {
    for seed in 500..<700 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let space = BruteSpace(using: &generator)
      let order = order(of: space.counts.count, &generator)
      var algebra = CellAlgebra(axes: space.axes, order: order)
      let (set, truth) = space.set(using: &generator, in: &algebra)
      let forgotten = space.counts.map { _ in generator.oneIn(2) }
      let graph = algebra.forgetting(forgotten, in: set)
      for cell in space.cells {
        let isExpected = zip(space.cells, truth).contains { other, holds in
          holds && cell.indices.allSatisfy { forgotten[$0] || cell[$0] == other[$0] }
        }
        #expect(algebra.contains(graph, cell) == isExpected, "seed \(seed): \(cell)")
      }
    }
  }

  @Test func ordersPlaceEveryFactOnce() {
    let axes = BruteSpace([2, 2, 2, 2, 2, 2]).axes
    let order = AxisOrder([4, 1])
    #expect(order.branching(axes) == [4, 1, 0, 2, 3, 5])
    #expect(AxisOrder.declared.branching(axes) == [0, 1, 2, 3, 4, 5])
  }
}
