import LinkPolicyTestSupport
import Testing

@testable import LinkPolicy
@testable import LinkPolicyAuthoring

@Suite struct CellBoxTests {
  @Test func widestBoxLiesInsideAndCannotGrow() {
    for seed in 0..<300 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let space = BruteSpace(using: &generator)
      var algebra = CellAlgebra(axes: space.axes)
      let (set, truth) = space.set(using: &generator, in: &algebra)
      guard let cell = algebra.smallestCell(of: set) else { continue }
      let box = algebra.widestBox(around: cell, in: set)
      func fits(_ box: CellBox) -> Bool {
        !zip(space.cells, truth).contains { space.holds(box, $0) && !$1 }
      }
      #expect(space.holds(box, cell), "seed \(seed)")
      #expect(fits(box), "seed \(seed)")
      for axis in space.counts.indices {
        for index in 0..<space.counts[axis] where !box.classes[axis].contains(index) {
          var wider = box
          wider.classes[axis].insert(index)
          #expect(!fits(wider), "seed \(seed): axis \(axis) can take class \(index)")
        }
      }
    }
  }

  @Test func boxesCoverTheSetAndNothingElse() {
    for seed in 0..<300 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let space = BruteSpace(using: &generator)
      var algebra = CellAlgebra(axes: space.axes)
      let (set, truth) = space.set(using: &generator, in: &algebra)
      let boxes = algebra.boxes(of: set)
      let covered = space.cells.map { cell in boxes.contains { space.holds($0, cell) } }
      #expect(covered == truth, "seed \(seed)")
      #expect(boxes.count <= truth.count { $0 }, "seed \(seed)")
    }
  }

  @Test func boxesMayUseFreeCells() {
    for seed in 0..<300 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let space = BruteSpace(using: &generator)
      var algebra = CellAlgebra(axes: space.axes)
      let (set, truth) = space.set(using: &generator, in: &algebra)
      let (free, isFree) = space.set(using: &generator, in: &algebra)
      let boxes = algebra.boxes(of: set, free: free)
      for (index, cell) in space.cells.enumerated() {
        let isCovered = boxes.contains { space.holds($0, cell) }
        #expect(isCovered || !truth[index], "seed \(seed): \(cell) is left out")
        #expect(!isCovered || truth[index] || isFree[index], "seed \(seed): \(cell) is too much")
      }
    }
  }

  @Test func fullAndEmptySets() {
    var algebra = CellAlgebra(axes: BruteSpace([2, 3]).axes)
    let whole = CellBox([.all(2), .all(3)])
    #expect(algebra.set(of: whole) == .full)
    #expect(algebra.boxes(of: .full) == [whole])
    #expect(algebra.boxes(of: .empty).isEmpty)
    #expect(algebra.count(.full) == 6)
    #expect(algebra.count(.empty) == 0)
    #expect(algebra.smallestCell(of: .full) == [0, 0])
    #expect(algebra.smallestCell(of: .empty) == nil)
  }

  @Test func spaceWithoutAxesHasOneCell() {
    var algebra = CellAlgebra(axes: [])
    #expect(algebra.count(.full) == 1)
    #expect(algebra.smallestCell(of: .full) == [])
    #expect(algebra.boxes(of: .full) == [CellBox([])])
  }
}
