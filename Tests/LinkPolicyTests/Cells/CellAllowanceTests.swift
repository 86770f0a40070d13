import Testing

@testable import LinkPolicy
@testable import LinkPolicyAuthoring

/// An algebra takes no more steps than it is allowed, and never says anything it did not work out.
@Suite struct CellAllowanceTests {
  private func condition(_ axis: Int, of count: Int) -> CellBox {
    var box = CellBox((0..<count).map { _ in ValueSet.all(2) })
    box.classes[axis] = ValueSet([1])
    return box
  }

  /// Pairs of axes that stand far apart: twice as many nodes with each pair.
  private func pairs(_ count: Int, _ algebra: inout CellAlgebra) -> CellGraph {
    var all = CellGraph.empty
    for pair in 0..<count {
      let first = algebra.set(of: condition(pair, of: 2 * count))
      let second = algebra.set(of: condition(pair + count, of: 2 * count))
      let both = algebra.intersection(first, second)
      all = algebra.union(all, both)
    }
    return all
  }

  @Test func stepsEndShortlyAfterTheAllowance() {
    for allowance in [0, 1, 10, 1000, 20_000] {
      var algebra = CellAlgebra(
        axes: BruteSpace([]).axes(count: 60, classes: 2), allowance: allowance)
      _ = pairs(30, &algebra)
      #expect(algebra.isSpent)
      // Every operation asked for afterwards is a step and no more.
      #expect(algebra.steps < allowance + 1000, "\(algebra.steps)")
      #expect(algebra.nodeCount <= allowance + 2)
      let isSubset = algebra.isSubset(.empty, of: .full)
      #expect(!isSubset)
      let boxes = algebra.boxes(of: .full)
      #expect(boxes.count == 1)
    }
  }

  @Test func whatFitsIsWhole() {
    var algebra = CellAlgebra(
      axes: BruteSpace([]).axes(count: 16, classes: 2), allowance: 100_000)
    let set = pairs(8, &algebra)
    #expect(!algebra.isSpent)
    #expect(algebra.count(set) == 65_536 - 6561)
  }

  @Test func aGoodOrderTakesFewSteps() {
    let together = AxisOrder((0..<30).flatMap { [$0, $0 + 30] })
    var algebra = CellAlgebra(
      axes: BruteSpace([]).axes(count: 60, classes: 2), order: together)
    _ = pairs(30, &algebra)
    #expect(!algebra.isSpent)
    #expect(algebra.nodeCount < 4000, "\(algebra.nodeCount)")
  }
}
